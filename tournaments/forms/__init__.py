"""Forms parse types; what a value means is judged by the rules engine and the services."""
