"""What follows by itself in a hand that is recorded: whatever is the only thing that may happen next."""

from rules.deals import Action, Deal
from scoring.evidence.replay import PLAY
from scoring.ledger.match_log import AnyGame


def list_followers(game: AnyGame, deal: Deal) -> list[Action]:
    """The actions that follow by themselves, in order; empty where somebody has a choice."""
    followers: list[Action] = []
    while (follower := find_forced_action(game, deal)) is not None:
        followers.append(follower)
        deal = game.apply_action(deal, follower)
    return followers


def list_followers_of(game: AnyGame, deal: Deal, action: Action) -> list[Action]:
    """The actions that follow another one by themselves. None after an illegal one."""
    return [] if game.find_action_problems(deal, action) else list_followers(game, game.apply_action(deal, action))


def find_forced_action(game: AnyGame, deal: Deal) -> Action | None:
    """The only card allowed, or the only other thing that may happen, for example a draw. A claim may always come instead of the latter."""
    legal_actions = game.legal_actions(deal)
    required = list_required_actions(game, deal)
    if len(required) != 1:
        return None
    return required[0] if required[0].verb == PLAY or len(legal_actions) == 1 else None


def list_implied_actions(game: AnyGame, deal: Deal) -> list[Action]:
    """What is understood, unsaid, between the last thing that happened and the next card: the draw after a trick. Usually nothing."""
    if deal.turn is not None or deal.over:
        return []
    implied = {verb.name for verb in game.verbs if verb.implied}
    actions = [action for action in game.legal_actions(deal) if action.verb in implied]
    return actions if len(actions) == 1 else []


def list_required_actions(game: AnyGame, deal: Deal) -> list[Action]:
    """The legal actions of which one has to come next: all but those that somebody takes at will, such as a claim."""
    voluntary = {verb.name for verb in game.verbs if verb.voluntary}
    return [action for action in game.legal_actions(deal) if action.verb not in voluntary]
