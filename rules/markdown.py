"""Pages of the handbook as Markdown: the files of docs/handbook, and what the command line shows."""

from collections.abc import Iterator

from rules.handbook import HandbookGrid, HandbookSection, Page


def render_markdown(page: Page) -> str:
    """The text of a file of docs/handbook."""
    return "\n\n".join((f"# {page.title}", *(block for section in page.sections for block in _render_blocks(section)))) + "\n"


def _render_blocks(section: HandbookSection) -> Iterator[str]:
    yield f"## {section.title}"
    yield from section.text
    if section.points:
        yield "\n".join(f"* {point}" for point in section.points)
    for grid in section.grids:
        if grid.caption:
            yield f"**{grid.caption}**"
        yield "\n".join(_render_table(grid))


def _render_table(grid: HandbookGrid) -> Iterator[str]:
    for row in (grid.headers, ("---",) * len(grid.headers), *grid.rows):
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
