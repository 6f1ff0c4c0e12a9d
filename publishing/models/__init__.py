"""The tables of publishing: what a desk publishes to."""

from publishing.models.targets import DeliveredFile, Delivery, DeskKey, Target

__all__ = ["DeliveredFile", "Delivery", "DeskKey", "Target"]
