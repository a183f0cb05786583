# SPDX-License-Identifier: Apache-2.0
"""The archive for any Linux: what it loads, its licences, and that it renders in a root that has glibc alone."""

import os
import re
import shutil
import unittest

from support import FRAME, Case, dejavu_alone, make_clip, released, run

TRACKS = ("tracks", "make", "in.mkv", "-o", "found.json")
RENDER = ("render", "in.mkv", "-g", "constellation", "--tracks", "det.txt", "--device", "cpu", "-o", "out.mp4")


class Unpacked(Case):
    def setUp(self):
        super().setUp()
        self.root = self.folder / "root"
        (self.root / "opt").mkdir(parents=True)
        run("tar", "-xf", released("*-linux-x86_64.tar.xz"), "-C", self.root / "opt")
        (self.archive,) = (self.root / "opt").iterdir()

    def programs(self):
        files = [path for folder in ("bin", "lib", "lib/overlace") for path in (self.archive / folder).iterdir() if path.is_file()]
        return [path for path in files if path.read_bytes()[:4] == b"\x7fELF"]


class Archive(Unpacked):
    def test_it_finds_all_that_it_loads_in_itself(self):
        glibc = set(run("dpkg-query", "-L", "libc6").split("\n"))
        glibc = {path.rpartition("/")[2] for path in glibc if ".so" in path}
        own = {path.name for path in (self.archive / "lib").iterdir()}
        self.assertFalse(own & glibc)
        for path in self.programs():
            header = run("readelf", "-d", path)
            self.assertLessEqual(set(re.findall(r"NEEDED\).*\[(.*)\]", header)), own | glibc, path.name)
            self.assertEqual(re.findall(r"R(?:UN)?PATH\).*\[(.*)\]", header),
                             [{"bin": "$ORIGIN/../lib", "overlace": "$ORIGIN/.."}.get(path.parent.name, "$ORIGIN")], path.name)

    def test_licences(self):
        notice = (self.archive / "LICENCES.md").read_text(encoding="utf-8")
        listed = re.findall(r"(?m)^- (\S+) \S+: ", notice)
        self.assertEqual({path.stem for path in (self.archive / "licences").iterdir()}, set(listed))
        self.assertLessEqual({"ffmpeg", "x264", "x265", "opencv", "fonts-dejavu"}, set(listed))
        self.assertIn("The archive as a whole is under the GNU General Public License, version 3", notice)
        self.assertTrue((self.archive / "LICENSE").exists())


@unittest.skipUnless(os.geteuid() == 0, "chroot is for root")
class BareRoot(Unpacked):
    def add_glibc(self):
        for name in ("dev", "proc", "tmp", "home"):
            (self.root / name).mkdir()
        for file in run("dpkg-query", "-L", "libc6").split("\n"):
            if ".so" in file and os.path.isfile(file):
                (self.root / file[1:]).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, self.root / file[1:])

    def test_it_renders_where_nothing_but_glibc_is(self):
        self.add_glibc()
        make_clip(self.root)
        program = "/" + str((self.archive / "bin/overlace").relative_to(self.root))
        for words in (TRACKS, RENDER, FRAME):
            self.inside(self.root, program, *words)
            with self.subTest(words[0]):
                drawn = (self.root / words[-1]).read_bytes()
                self.assertEqual(drawn, self.drawn_by_the_build(dejavu_alone(self.folder), words))
                shutil.rmtree(self.folder / "build")


if __name__ == "__main__":
    unittest.main()
