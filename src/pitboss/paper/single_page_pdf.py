"""A drawing as a PDF of one page in its own size, with its fonts embedded."""

import re

from pitboss.paper.typeset import compile_pdf, quote

SIZE = re.compile(r'<svg[^>]* width="([\d.]+)mm" height="([\d.]+)mm"')


def sheet_pdf(svg: str, *, title: str) -> bytes:
    """The same bytes for the same drawing: neither date nor machine is part of it."""
    size = SIZE.search(svg)
    assert size, "a sheet is drawn in millimeters"
    main = (
        f"#set document(title: {quote(title)}, date: none)\n"
        f"#set page(width: {size[1]}mm, height: {size[2]}mm, margin: 0mm)\n"
        f'#image("drawing.svg", width: 100%, alt: {quote(title)})'
    )
    return compile_pdf({"main": main.encode(), "drawing.svg": svg.encode()})
