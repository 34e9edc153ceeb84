"""*Nine Years: The War of the Grand Alliance 1688-1697*: map, position, and the rules as questions."""
