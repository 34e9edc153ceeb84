"""Every benchmark, one table each: `make bench`."""

import line_of_communication
import odds_and_copies

for module in (line_of_communication, odds_and_copies):
    module.main()
    print()
