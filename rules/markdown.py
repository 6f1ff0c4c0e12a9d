"""Pages of the handbook as Markdown: the files of docs/handbook, and what the command line shows."""

from collections.abc import Iterator

from rules.handbook import Grid, Page, Section


def to_markdown(made: Page) -> str:
    """The page as a file of docs/handbook."""
    return "\n\n".join((f"# {made.title}", *(block for section in made.sections for block in _blocks(section)))) + "\n"


def _blocks(section: Section) -> Iterator[str]:
    yield f"## {section.title}"
    yield from section.text
    if section.points:
        yield "\n".join(f"* {point}" for point in section.points)
    for grid in section.grids:
        if grid.caption:
            yield f"**{grid.caption}**"
        yield "\n".join(_table(grid))


def _table(grid: Grid) -> Iterator[str]:
    for row in (grid.headers, ("---",) * len(grid.headers), *grid.rows):
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
