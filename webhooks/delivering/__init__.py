"""Deliveries: tried in their order, again after growing pauses, until they arrive or nobody can hope any more."""
