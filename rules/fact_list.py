"""The facts that a game declares, for its handbook page and for tests."""

import importlib
import pkgutil
from typing import Any

from rules.game import Game
from rules.problems import Fact


def list_facts(game: Game[Any, Any]) -> tuple[Fact, ...]:
    """Every fact declared in the game's folder, sorted by code."""
    package = importlib.import_module(type(game).__module__.rpartition(".")[0])
    modules = [importlib.import_module(f"{package.__name__}.{module_info.name}") for module_info in pkgutil.iter_modules(package.__path__)]
    fact_by_code = {
        fact.code: fact
        for module in modules
        for value in vars(module).values()
        for fact in [getattr(value, "fact", value)]
        if isinstance(fact, Fact)
    }
    return tuple(fact_by_code[code] for code in sorted(fact_by_code))
