"""What happens in a tournament is told to other programs (docs/webhooks.md), by the Standard Webhooks specification."""
