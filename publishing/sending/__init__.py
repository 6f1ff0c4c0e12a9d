"""What is new leaves by itself: the process beside the desk that sends it, in small pieces, after every cut from where it stood."""
