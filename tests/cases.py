"""Many random cases of one sentence in one test: whatever fails says which case it was."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any


def every_case(name: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call the test once for each of the cases, given as its argument `name`; pytest sees one test without that argument."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def call_for_every_case(*arguments: Any, **more: Any) -> None:
            for case in cases:
                try:
                    test(*arguments, **{name: case}, **more)
                except BaseException as error:
                    error.add_note(f"{name}: {case!r}")
                    raise

        wanted = inspect.signature(test)
        rest = [parameter for parameter in wanted.parameters.values() if parameter.name != name]
        call_for_every_case.__signature__ = wanted.replace(parameters=rest)  # type: ignore[attr-defined]  # a function has no such attribute before it is given one
        return call_for_every_case

    return decorate
