"""What of a tournament may leave its desk: everything that its public pages show, and nothing else."""
