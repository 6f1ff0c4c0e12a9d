"""The command line, one module per subcommand. The modules print nothing.

Each has NAME, HELP, `add_arguments(parser, translate)` and `run(arguments, output) -> CommandReport`.
"""
