"""The tables of the API."""

from api.models.tokens import AnsweredRequest, ApiToken, TokenUse

__all__ = ["AnsweredRequest", "ApiToken", "TokenUse"]
