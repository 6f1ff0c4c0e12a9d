"""What travels from a desk to a site: patches between two documents, cut into signed pieces. Pure: no Django, no clock."""
