"""Every benchmark, one table each: `make bench`."""

import line_of_communication
import odds_and_copies
import whole_wars

for module in (line_of_communication, odds_and_copies, whole_wars):
    module.main()
    print()
