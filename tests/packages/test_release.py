# SPDX-License-Identifier: Apache-2.0
"""tools/release: what a release contains, its signature, and what it refuses."""

import importlib.machinery
import importlib.util
import pathlib
import tempfile
import unittest

from support import PACKAGES, RELEASE, SOURCE, Case, attempt, released, run

loader = importlib.machinery.SourceFileLoader("release", str(SOURCE / "tools/release"))
release = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", loader))
loader.exec_module(release)
VERSION = release.project_version()


class Contents(Case):
    def test_every_part_is_there(self):
        names = {path.name for path in RELEASE.iterdir() if path.suffix != ".deb"}
        self.assertEqual(names, {
            f"overlace-{VERSION}-apt-bookworm.tar", f"overlace-{VERSION}-linux-x86_64.tar.xz", f"overlace-{VERSION}-image.tar",
            f"overlace-{VERSION}-site.tar.xz", f"overlace-{VERSION}-py3-none-manylinux_2_35_x86_64.whl", "SHA256SUMS",
            "SHA256SUMS.asc"})  # fmt: skip

    def test_checksums_are_those_of_all_files_and_are_signed(self):
        told = run("sha256sum", "--check", "SHA256SUMS", cwd=RELEASE)
        self.assertEqual(told.count(": OK"), len(list(RELEASE.iterdir())) - 2)
        run("tar", "-xf", released("*-apt-*.tar"), "-C", self.folder, "--strip-components=1")
        keys = pathlib.Path(tempfile.mkdtemp(prefix="ovl-", dir="/tmp"))
        self.addCleanup(run, "rm", "-rf", keys)
        gpg = ("gpg", "--homedir", keys, "--batch", "--no-autostart")
        run(*gpg, "--import", self.folder / "overlace.asc")
        run(*gpg, "--verify", RELEASE / "SHA256SUMS.asc", RELEASE / "SHA256SUMS")
        (self.folder / "changed").write_text((RELEASE / "SHA256SUMS").read_text().replace("0", "1"))
        self.assertNotEqual(attempt(*gpg, "--verify", RELEASE / "SHA256SUMS.asc", self.folder / "changed").returncode, 0)

    def test_the_tests_were_run(self):
        self.assertEqual((PACKAGES / "tested").read_text().strip(), "--all")

    def test_the_site_opens(self):
        names = run("tar", "-tf", released("*-site.tar.xz"))
        self.assertIn(f"overlace-{VERSION}-site/index.html\n", names)


class Refusals(Case):
    """The checks, on a small repository in place of this one."""

    def setUp(self):
        super().setUp()
        (self.folder / "CMakeLists.txt").write_text("project(overlace VERSION 1.2.3 LANGUAGES CXX)\n")
        self.change("## 1.2.3 (2026-01-31)\n")
        release.ROOT = self.folder
        run("git", "init", "-q", cwd=self.folder)
        self.commit()

    def change(self, text):
        (self.folder / "CHANGELOG.md").write_text(f"# Changes\n\n{text}\n")

    def commit(self):
        run("git", "add", "-A", cwd=self.folder)
        run("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "a: b", cwd=self.folder)

    def refuses(self, words, version="1.2.3"):
        with self.assertRaises(SystemExit) as refusal:
            release.check_tree(version)
        self.assertIn(words, str(refusal.exception))

    def test_a_clean_tree_passes(self):
        release.check_tree("1.2.3")

    def test_another_version(self):
        self.refuses("this is version 1.2.3, not 1.2.4", "1.2.4")

    def test_changed_and_new_files(self):
        self.change("## 1.2.3 (2026-01-31)\n\nMore.")
        self.refuses("CHANGELOG.md")
        self.commit()
        (self.folder / "new").touch()
        self.refuses("?? new")

    def test_changes_that_are_not_dated(self):
        for heading in ("## 1.2.3 (unreleased)", "## 1.2.30 (2026-01-31)", "## 1.2.3"):
            self.change(heading)
            self.commit()
            self.refuses("CHANGELOG.md has no heading '## 1.2.3 (YEAR-MONTH-DAY)'")

    def test_words_that_mean_nothing(self):
        for words, refusal in ((("archve",), "'archve'"), (("archive", "whel"), "whel"), (("repository",), "--key"),
                               (("repository", "--key", "nobody's"), "nobody's")):  # fmt: skip
            done = attempt(SOURCE / "tools/release", *words)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(refusal, done.stderr)


if __name__ == "__main__":
    unittest.main()
