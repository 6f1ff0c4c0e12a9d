"""A tournament as static files: its public pages, drawn for an anonymous visitor, for any web space (docs/publishing.md)."""
