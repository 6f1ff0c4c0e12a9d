"""One person over many evenings of a club: recognised by card, asked once where there is none; pages and data of a person."""
