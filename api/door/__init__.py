"""The way in: one view for all addresses of the API, answers that were not changed, problems, the page for people."""
