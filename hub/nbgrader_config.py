"""What nbgrader is told on the hub of jupyterhub_config.py, where all pupils are one user.

By itself nbgrader takes the machine's user for the pupil, so that all hand in as one; here it goes by the
name in the hub. It cannot look whose a file is either. So whoever knows how can hand in for another: for
practice, not for marks that count.
"""

import os

from ninevears_kernel.core.messages import say

c = get_config()  # noqa: F821

USER = os.environ["JUPYTERHUB_USER"]
SHOWN = os.path.expanduser("~/nine-years")  # what the lab shows: nbgrader finds nothing outside it

c.CourseDirectory.course_id = "nine-years"
c.Exchange.root = os.path.join(os.environ["NINEVEARS_HOMES"], ".exchange")
c.Exchange.assignment_dir = SHOWN
c.ExchangeCollect.check_owner = False
c.ClearSolutions.code_stub = {"python": f"# {say('assignment.stub')}"}
if USER == "teacher":
    c.CourseDirectory.root = os.path.join(SHOWN, "course")
else:
    c.CourseDirectory.student_id = USER
