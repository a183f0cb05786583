#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What libovl costs whoever builds or loads it: packages, and shared objects.

test_slim.py SOURCE LIBRARY"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, LIBRARY = map(pathlib.Path, sys.argv[1:3])
MOST = 21  # shared objects, the C and C++ libraries and the loader among them
# What it may ask for itself. HarfBuzz brings GLib along.
OWN = r"""lib(fmt|tbb|ebur128|expat|fontconfig|freetype|harfbuzz|fribidi|unistring|stdc\+\+|gcc_s|m|c)\.so
    |ld-linux"""
HEAVY = r"libav|libsw|opencv|faiss|gomp|libomp|cudart|libcuda|openblas|OpenEXR|OpenColorIO|librsvg|sqlite"
# What pkg-config may know where libovl alone is built.
PACKAGES = ("freetype2", "harfbuzz", "fontconfig", "fribidi", "libebur128", "libxxhash")
# Names in CMake's cache of what the program is built with.
OF_THE_PROGRAM = r"LIBAV|FFNVCODEC|OPENEXR|OpenEXR|OCIO|RSVG|OPENCV|[Ff]aiss|OpenMP|SQLITE|CLI11"


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]}: {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


class Loaded(unittest.TestCase):
    def test_few_shared_objects(self):
        loaded = [line.split()[0] for line in run("ldd", LIBRARY).splitlines() if "linux-vdso" not in line]
        self.assertEqual([name for name in loaded if re.search(HEAVY, name)], [])
        self.assertLessEqual(len(loaded), MOST, "\n".join(["too many:", *loaded]))

    def test_it_asks_for_nothing_else(self):
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", LIBRARY))
        self.assertIn("libfontconfig.so.1", needed)
        self.assertEqual([name for name in needed if not re.match(OWN, name, re.X)], [])


class BuiltAlone(unittest.TestCase):
    """libovl is configured on a machine that has its own packages and no others."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.build = pathlib.Path(folder.name) / "build"
        known = pathlib.Path(folder.name) / "packages"
        known.mkdir()
        for package in cls.with_requirements(PACKAGES):
            found = run("pkg-config", "--variable=pcfiledir", package).strip()
            shutil.copy(pathlib.Path(found) / f"{package}.pc", known)
        cls.said = run("cmake", "-S", SOURCE, "-B", cls.build, "-DOVERLACE_PROGRAM=OFF", "-DOVERLACE_CUDA=OFF",
                       env={**os.environ, "PKG_CONFIG_LIBDIR": str(known), "PKG_CONFIG_PATH": ""})
        cls.cache = (cls.build / "CMakeCache.txt").read_text(encoding="utf-8")

    @staticmethod
    def with_requirements(packages):
        """These, and all that they need."""
        left, seen = list(packages), set()
        while left:
            package = left.pop()
            if package in seen:
                continue
            seen.add(package)
            lines = run("pkg-config", "--print-requires", "--print-requires-private", package).splitlines()
            left += [line.split()[0] for line in lines if line.strip()]
        return seen

    def test_nothing_of_the_programs_is_looked_for(self):
        names = re.findall(r"^([^#/\s][^:]*):", self.cache, re.M)
        self.assertIn("TEXT_LIBS_FOUND", names)
        self.assertEqual([name for name in names if re.match(OF_THE_PROGRAM, name)], [])

    def test_the_program_and_its_tests_are_left_out(self):
        targets = run("cmake", "--build", self.build, "--target", "help")
        self.assertRegex(targets, r"\bovl\b")
        for absent in ("overlace-commands", "overlace_io", "overlace_render", "overlace-vision", "test_main"):
            self.assertNotRegex(targets, rf"\b{absent}\b")

    def test_setup_installs_these_packages(self):
        listed = re.search(r"^library=\((.*?)\)", (SOURCE / "tools/setup").read_text(encoding="utf-8"), re.M | re.S)
        packages = [name for name in listed.group(1).split() if name.endswith("-dev")]
        self.assertEqual(len(packages), 11, packages)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
