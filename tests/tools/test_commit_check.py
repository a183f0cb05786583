# SPDX-License-Identifier: Apache-2.0
"""tools/commit-check in a repository of its own: which commits it refuses, and with which reason."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("OVERLACE_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
FORMATTED = "int answer() {\n  return 42;\n}\n"
NOT_FORMATTED = "int answer( )\n{ return 42; }\n"
WELL = "area: what is new\n\nThe reason, and what was measured.\n"


@unittest.skipUnless(shutil.which("git") and shutil.which("clang-format"), "needs git and clang-format")
class Commits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "tools").mkdir()
        shutil.copy(ROOT / "tools" / "commit-check", self.folder / "tools")
        shutil.copy(ROOT / ".clang-format", self.folder)
        self.git("init", "-q", "-b", "main")
        self.write(FORMATTED)
        self.commit(WELL)
        self.git("switch", "-q", "-c", "branch")

    def git(self, *arguments, check=True):
        of_nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        author = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        return subprocess.run(["git", *author, *arguments], cwd=self.folder, check=check, capture_output=True,
                              text=True, env={**os.environ, **of_nobody})

    def write(self, text):
        (self.folder / "answer.cpp").write_text(text, encoding="utf-8")

    def commit(self, message, check=True):
        self.git("add", ".")
        return self.git("commit", "-q", "--allow-empty", "-m", message, check=check)

    def refusal(self, *arguments):
        done = subprocess.run(["tools/commit-check", *arguments], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode != 0, bool(done.stderr), done)
        return done.stderr

    def test_good_commits_pass(self):
        self.write(FORMATTED.replace("42", "43"))
        self.commit(WELL)
        self.commit("gpu, tests: two areas\n\nWhy.\n\nReviewed-by: Somebody\n")
        self.assertEqual(self.refusal(), "")

    def test_messages_are_refused_for_one_reason_each(self):
        for message, reason in [("No area\n\nWhy.", "area: what"), ("area: no reason", "no body"),
                                ("area: a trailer is no reason\n\nReviewed-by: Somebody", "no body"),
                                ("area: what\nWhy.\n\nMore.", "second line"),
                                (f"area: {'long ' * 20}\n\nWhy.", "at most 100"),
                                ("area: WIP\n\nWhy.", "work in progress")]:
            with self.subTest(message):
                self.commit(message)
                refused = self.refusal("HEAD~..HEAD")
                self.assertIn(reason, refused)
                self.assertEqual(len(refused.splitlines()), 1, refused)

    def test_sources_are_judged_as_committed(self):
        self.write(NOT_FORMATTED)
        self.commit(WELL)
        self.write(FORMATTED)  # what lies in the working tree does not count
        self.assertIn("answer.cpp is not formatted", self.refusal())

    def test_as_a_hook_it_looks_at_what_is_staged(self):
        self.refusal("--install")
        self.write(NOT_FORMATTED)
        self.assertIn("not formatted", self.commit(WELL, check=False).stderr)
        self.write(FORMATTED.replace("42", "43"))
        self.assertIn("no body", self.commit("area: what", check=False).stderr)
        self.assertEqual(self.commit(WELL).returncode, 0)

    def test_merges_are_not_judged(self):
        self.refusal("--install")
        self.git("switch", "-q", "-c", "other", "main")
        (self.folder / "other.cpp").write_text(FORMATTED, encoding="utf-8")
        self.commit(WELL)
        self.git("switch", "-q", "branch")
        self.write(FORMATTED.replace("42", "43"))
        self.commit(WELL)
        self.git("merge", "-q", "--no-edit", "other")
        self.assertEqual(self.git("log", "-1", "--format=%s").stdout, "Merge branch 'other' into branch\n")
        self.assertEqual(self.refusal(), "")


if __name__ == "__main__":
    unittest.main()
