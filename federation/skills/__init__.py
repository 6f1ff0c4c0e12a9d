"""How strong a person is by the matches so far: the updates, pure, and what is stored of them."""
