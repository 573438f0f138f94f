"""How a student's processes are kept from everything that is not theirs."""
