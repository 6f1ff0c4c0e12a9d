"""The treasurer's pages: taking money in, paying it out, the pot and its prizes, and the balance."""
