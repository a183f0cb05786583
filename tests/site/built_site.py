# SPDX-License-Identifier: Apache-2.0
"""The site, built once, and what its pages refer to.

OVERLACE_SITE is the folder where one test builds it for all others; without it, a process builds its own.
"""

import functools
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from dataclasses import dataclass, field
from html.parser import HTMLParser

SOURCE = pathlib.Path(os.environ["OVERLACE_SOURCE_DIR"])
REPOSITORY = "https://repository.invalid/tree"
TEMPORARY = None if "OVERLACE_SITE" in os.environ else tempfile.TemporaryDirectory(prefix="overlace-site-")
FOLDER = pathlib.Path(TEMPORARY.name if TEMPORARY else os.environ["OVERLACE_SITE"])
PAGES, SITE, LOG = FOLDER / "source", FOLDER / "site", FOLDER / "log.json"

needs_sphinx = unittest.skipUnless(
    all(importlib.util.find_spec(module) for module in ("sphinx", "myst_parser", "furo", "numpy", "PIL")), "run tools/setup site"
)


@dataclass
class Built:
    """How a build ended: its exit code, its messages, and the seconds that it took."""

    code: int
    messages: str
    seconds: float


def rebuild() -> None:
    """Builds the site as tools/site does."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    start, messages, code = time.monotonic(), "", 0
    for command in (
        [sys.executable, "-B", "-m", "site_pages", PAGES],
        [sys.executable, "-m", "sphinx", "-q", "-n", "-W", "--keep-going", "-j", "auto", "-d", FOLDER / "doctrees", PAGES,
         SITE],
    ):
        ran = subprocess.run(
            command, env={**os.environ, "OVERLACE_REPOSITORY": REPOSITORY}, capture_output=True, text=True, check=False
        )
        messages, code = messages + ran.stderr, ran.returncode
        if code:
            break
    LOG.write_text(json.dumps(vars(Built(code, messages, time.monotonic() - start))))


@functools.cache
def build() -> Built:
    """How the site's build ended, which is done here if it is not there."""
    if not LOG.is_file():
        rebuild()
    return Built(**json.loads(LOG.read_text()))


@dataclass
class Page(HTMLParser):
    """A page's anchors, the addresses that it links to, and those that a browser loads with it."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value is not None}
        if "id" in values:
            self.anchors.add(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and "href" in values and values.get("rel") != "canonical":
            self.loaded.append(values["href"])
        for name in ("src", "srcset", "poster", "data"):
            if name in values:
                self.loaded.append(values[name])


@functools.cache
def pages() -> dict[pathlib.Path, Page]:
    """All pages of the built site."""
    build()
    read = {}
    for path in sorted(SITE.rglob("*.html")):
        page = Page()
        page.feed(path.read_text())
        read[path] = page
    return read
