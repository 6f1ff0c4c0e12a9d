"""A season in pictures: places evening by evening, and who met whom; a page and a print."""
