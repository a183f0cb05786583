# SPDX-License-Identifier: Apache-2.0
"""The documentation as a site: `tools/site` builds it from a copy of this folder and the pages that tools/site_pages adds. The pages
here stay plain Markdown; only index.md has directives.

OVERLACE_REPOSITORY is the address that links to files outside of docs/ begin with. Without it, they lead to the files of
the checkout that OVERLACE_SOURCE_DIR names.
"""

import os
import posixpath
import re
from typing import Any

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

project = "overlace"
html_title = "overlace"
html_theme = "furo"
html_copy_source = False
html_static_path = ["_static"]
html_extra_path = [path for path in ("extra",) if os.path.isdir(os.path.join(os.path.dirname(__file__), path))]  # that pages fetch
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_search_scorer = os.path.join(os.path.dirname(__file__), "_static/scorer.js")
highlight_language = "text"  # of blocks that name none
smartquotes = False  # options keep their dashes
html_show_copyright = False
extensions = ["myst_parser"]
myst_heading_anchors = 6  # headings answer to the names that GitHub gives them
myst_url_schemes = ["http", "https", "mailto", "repository"]

REPOSITORY = os.environ.get("OVERLACE_REPOSITORY", "")
CHECKOUT = os.environ.get("OVERLACE_SOURCE_DIR", os.path.dirname(os.path.dirname(__file__)))  # of what docs/ was copied from
LINK = re.compile(r"(?<!!)(\[[^\]]*\]\()(\.\./[^)\s]+\))")


def read_page(_app: Sphinx, page: str, source: list[str]) -> None:
    """Marks links that leave docs/, and gives the generated page of nodes a title."""

    def marked(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), link[2]))
        return link[0] if target.startswith("docs/") else f"{link[1]}repository:{target}"

    title = "# Nodes\n\n" if page == "nodes" else ""
    source[0] = title + LINK.sub(marked, source[0])


def resolve_links(app: Sphinx, document: nodes.document, page: str) -> None:
    """Leads marked links to the repository."""
    folder = os.path.dirname(os.path.join(app.outdir, page))
    base = REPOSITORY.rstrip("/") or os.path.relpath(CHECKOUT, folder)
    for link in document.findall(nodes.reference):
        if link.get("refuri", "").startswith("repository:"):
            link["refuri"] = f"{base}/{link['refuri'].removeprefix('repository:')}"


def shorten_list(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: nodes.document | None) -> None:
    """Leaves nodes, presets and commands out of the list of pages: galleries lead to them, and 180 lines more on every page would be
    megabytes. Its captions are headings, which readers of screens ask the level of."""
    if toctree := context.get("toctree"):
        context["toctree"] = lambda **options: toctree(**{**options, "collapse": True, "maxdepth": 1}).replace(
            '<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">')


def setup(app: Sphinx) -> dict[str, Any]:
    """Connects the above."""
    app.add_lexer("sh", TextLexer)  # `in` is a file's name in commands here, not a word of the shell
    app.connect("source-read", read_page)
    app.connect("doctree-resolved", resolve_links)
    app.connect("html-page-context", shorten_list, priority=400)  # before the theme asks for the list
    return {"parallel_read_safe": True, "parallel_write_safe": True}
