"""Every benchmark, one table each: `make bench`."""

import line_of_communication
import map_in_the_browser
import odds_and_copies
import precedents
import save_and_load
import sister_systems
import table
import war_table
import whole_wars

for module in (
    line_of_communication,
    odds_and_copies,
    precedents,
    save_and_load,
    sister_systems,
    whole_wars,
    map_in_the_browser,
    war_table,
    table,
):
    module.main()
    print()
