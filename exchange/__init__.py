"""A tournament as one file that another desk can go on with. `docs/tournament-file.md` describes it for outsiders."""
