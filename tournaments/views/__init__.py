"""Views connect queries, forms and services; they decide nothing."""
