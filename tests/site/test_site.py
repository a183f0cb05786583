# SPDX-License-Identifier: Apache-2.0
"""The documentation builds as a site without a warning, its links lead somewhere, its documents and pictures are right."""

import json
import os
import re
import unittest
import urllib.parse

from built_site import LOG, PAGES, REPOSITORY, SITE, SOURCE, build, needs_sphinx, pages


@needs_sphinx
class Build(unittest.TestCase):
    """The build, and what a browser would load."""

    @classmethod
    def setUpClass(cls) -> None:
        LOG.unlink(missing_ok=True)  # the other tests take what this one builds

    def test_no_warnings(self) -> None:
        built = build()
        self.assertEqual(built.code, 0, built.messages)

    def test_every_page_is_there(self) -> None:
        build()
        sources = [path.relative_to(SOURCE / "docs") for path in (SOURCE / "docs").rglob("*.md")]
        self.assertGreater(len(sources), 30)
        self.assertEqual([path for path in sources if not (SITE / path).with_suffix(".html").is_file()], [])

    def test_directives_in_the_front_page_only(self) -> None:
        with_directives = [
            path.name for path in (SOURCE / "docs").rglob("*.md") if re.search(r"^\s*(```|:::)\{", path.read_text(), re.M)
        ]
        self.assertEqual(with_directives, ["index.md"])

    def test_no_other_host_is_asked(self) -> None:
        for path, page in pages().items():
            for address in page.loaded:
                with self.subTest(page=path.name, address=address):
                    self.assertNotRegex(address, r"^\s*(https?:)?//")
        for style in SITE.rglob("*.css"):
            with self.subTest(style=style.name):
                self.assertNotRegex(style.read_text(), r"""(url\(|@import)\s*["']?(https?:)?//""")

    def test_size(self) -> None:
        self.assertLess(sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()), 25_000_000)


@needs_sphinx
class Links(unittest.TestCase):
    """Links between pages, and those to files of the repository."""

    def test_links_resolve(self) -> None:
        checked = 0
        for path, page in pages().items():
            for link in page.links:
                address = urllib.parse.urlsplit(link)
                if address.scheme or address.netloc:
                    continue
                checked += 1
                target = (path.parent / urllib.parse.unquote(address.path)).resolve() if address.path else path
                with self.subTest(page=path.name, link=link):
                    self.assertTrue(target.is_file())
                    if address.fragment and target in pages():
                        self.assertIn(urllib.parse.unquote(address.fragment), pages()[target].anchors)
        self.assertGreater(checked, 1000)

    def test_sources_are_links_to_the_repository(self) -> None:
        links = {link for page in pages().values() for link in page.links if link.startswith(REPOSITORY)}
        self.assertIn(f"{REPOSITORY}/examples/c/draw.c", links)
        for link in links:
            with self.subTest(link=link):
                path = urllib.parse.urlsplit(link.removeprefix(f"{REPOSITORY}/")).path
                self.assertTrue((SOURCE / path).exists())

    def test_headings_are_named_as_on_github(self) -> None:
        anchors = pages()[SITE / "redaction.html"].anchors
        self.assertIn("what-is-promised", anchors)
        self.assertIn("draw_boxes", pages()[SITE / "nodes.html"].anchors)


@needs_sphinx
class Documents(unittest.TestCase):
    """What a reader copies from a page of a node or preset is a document that overlace takes."""

    def test_documents_are_valid(self) -> None:
        import overlace

        build()
        os.chdir(PAGES / "nodes")  # where the pictures are that documents name
        checked = 0
        for page in sorted([*(PAGES / "nodes").glob("*.md"), *(PAGES / "looks").glob("*.md")]):
            for block in re.findall(r"^```json\n(.*?)^```$", page.read_text(), re.M | re.S):
                try:
                    document = json.loads(block)
                except ValueError:
                    continue  # a part of one
                if not isinstance(document, dict) or "overlace" not in document:
                    continue
                checked += 1
                with self.subTest(page=page.name):
                    self.assertEqual([str(problem) for problem in overlace.check(document)], [])
        self.assertGreater(checked, 150)


@needs_sphinx
class Pictures(unittest.TestCase):
    """A look that changes shows here: OVERLACE_UPDATE_HASHES=1 takes the new ones, once somebody has seen them."""

    HASHES = SOURCE / "tests/site/picture_hashes.json"

    def test_pictures_are_the_known_ones(self) -> None:
        build()
        made = PAGES / "pictures.json"
        if not json.loads(made.read_text()):
            self.skipTest("no footage: run tools/setup site")
        if os.environ.get("OVERLACE_UPDATE_HASHES") == "1":
            self.HASHES.write_text(made.read_text())
        known, drawn = (json.loads(path.read_text()) for path in (self.HASHES, made))
        self.assertGreater(len(drawn), 300)
        self.assertEqual({name for name in known.keys() | drawn.keys() if known.get(name) != drawn.get(name)}, set())

    def test_every_node_and_preset_has_a_page(self) -> None:
        import overlace

        build()
        for folder, names in (("nodes", overlace.nodes()), ("looks", overlace.presets())):
            for name in names:
                with self.subTest(page=f"{folder}/{name}"):
                    self.assertTrue((SITE / folder / f"{name}.html").is_file())


if __name__ == "__main__":
    unittest.main()
