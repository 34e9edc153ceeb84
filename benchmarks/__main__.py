"""Every benchmark, one table each: `make bench`."""

import line_of_communication
import odds_and_copies
import save_and_load
import whole_wars

for module in (line_of_communication, odds_and_copies, save_and_load, whole_wars):
    module.main()
    print()
