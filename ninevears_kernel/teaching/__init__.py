"""Teaching: exercises that the engine makes and marks, progress, handouts, help, and what the lessons need.

May use the game, the umpire and the computer players, and no widget; pandas and pictures are imported when
they are asked for. Begin with `task.py`, which says what an exercise is. Then `kinds/` makes exercises and
`marking.py` marks them; `lesson_helpers/` holds the positions and tables of the lessons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.lazy import face

if TYPE_CHECKING:  # what the face offers, for type checkers and for `face`
    from .assignment import make_assignment as make_assignment, write_assignment as write_assignment
    from .class_summary import read_class as read_class, table_csv as table_csv
    from .companion_exercises import companion_exercise as companion_exercise
    from .exercises import Exercise as Exercise
    from .glossary import glossary_table as glossary_table
    from .handout import make_handout as make_handout, write_handout as write_handout
    from .lesson_helpers.lines import line_case as line_case, line_ruling as line_ruling
    from .lesson_helpers.map_tables import (
        fortress_counts as fortress_counts,
        hard_links_table as hard_links_table,
        march_words as march_words,
        places_table as places_table,
        seas_now as seas_now,
        shortest_march as shortest_march,
    )
    from .lesson_helpers.odds import (
        hits_table as hits_table,
        passing_odds as passing_odds,
        siege_odds as siege_odds,
        siege_results as siege_results,
    )
    from .lesson_helpers.positions import (
        beaten_at_landau as beaten_at_landau,
        before_tournai as before_tournai,
        card_drawn as card_drawn,
        drawing as drawing,
        eugene_at_innsbruck as eugene_at_innsbruck,
        flanders_lines as flanders_lines,
        fleurus as fleurus,
        reinforcements_1690 as reinforcements_1690,
        relief_of_namur as relief_of_namur,
        round_of as round_of,
        siege_of_namur as siege_of_namur,
        spring_1690 as spring_1690,
        start_of_campaign as start_of_campaign,
        steenkerque as steenkerque,
        taken as taken,
    )
    from .lesson_helpers.sea_and_cards import (
        deploying as deploying,
        fleet_odds as fleet_odds,
        philippsburg as philippsburg,
        raised_fleets as raised_fleets,
    )
    from .lesson_helpers.tables import (
        aid_table as aid_table,
        case as case,
        clause_table as clause_table,
        decisions_table as decisions_table,
        event_cards_table as event_cards_table,
        fleets_table as fleets_table,
        interceptors_table as interceptors_table,
        leaders_table as leaders_table,
        news_table as news_table,
        powers_table as powers_table,
        schedule_table as schedule_table,
        stack_table as stack_table,
        to_read as to_read,
    )
    from .lesson_helpers.winter import (
        atlantic_table as atlantic_table,
        colonies as colonies,
        colonies_over_years as colonies_over_years,
        levels_table as levels_table,
        peace_chances as peace_chances,
        peace_table as peace_table,
        shaded_colonies as shaded_colonies,
        winter_of_1688 as winter_of_1688,
    )
    from .lesson_helpers.year_1690 import (
        after_the_revolution as after_the_revolution,
        battle_chances as battle_chances,
        january_1690 as january_1690,
        options_table as options_table,
        two_years_table as two_years_table,
    )
    from .lessons import course_progress as course_progress
    from .marking import make as make, mark as mark, reveal as reveal
    from .namur_lesson import NAMUR as NAMUR
    from .philippsburg_lesson import PHILIPPSBURG as PHILIPPSBURG
    from .player_aid import make_player_aid as make_player_aid
    from .positions import cleared as cleared
    from .sample_class import make_sample_class as make_sample_class
    from .task_set import make_task_set as make_task_set
    from .trials_of_year import duke_of_savoy as duke_of_savoy, passage_of_1690 as passage_of_1690

__getattr__, __dir__ = face(__name__, __file__)
