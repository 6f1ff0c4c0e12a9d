"""The command line, one file a subcommand: NAME, HELP, `add_arguments(parser)`, `run(arguments, talk) -> Report`. They print nothing."""
