"""The director's pages about what is seen outside: connect a site or a web space, try it, pause it, end it; and the one line of state."""
