# SPDX-License-Identifier: Apache-2.0
"""The wheel of tools/wheel: what it contains, and that it draws in a Debian 12 that has neither fonts nor GLib."""

import glob
import os
import re
import shutil
import subprocess
import time
import unittest
import zipfile

import support
from drawing import HEIGHT, WIDTH, draw_code, drawn_by_the_build
from support import PACKAGES, SOURCE, Case, released, run

# What every Linux with glibc and C++ has. zlib belongs to it: dpkg, rpm and pacman need it.
SYSTEM = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "libz.so.1"}



class Contents(Case):
    def setUp(self):
        super().setUp()
        self.wheel = released("*.whl")
        with zipfile.ZipFile(self.wheel) as wheel:
            wheel.extractall(self.folder)
        self.licences = next(self.folder.glob("*.dist-info")) / "licenses"
        self.libraries = [*self.folder.glob("overlace/*.so*"), *(self.folder / "overlace.libs").iterdir()]

    def test_one_wheel_serves_every_python_and_is_small(self):
        self.assertRegex(self.wheel.name, r"^overlace-[0-9.]+-py3-none-manylinux_2_35_x86_64\.whl$")
        self.assertIn("manylinux_2_35_x86_64", run(PACKAGES / "bin/auditwheel", "show", self.wheel))
        self.assertLess(self.wheel.stat().st_size, 10e6)

    def test_the_package_is_all_there(self):
        package = SOURCE / "python/overlace"
        expected = {path.name for path in package.iterdir() if path.suffix in (".py", ".pyi", ".typed")}
        self.assertEqual({path.name for path in (self.folder / "overlace").iterdir()}, expected | {"libovl.so.0", "fonts"})
        self.assertEqual({path.name for path in (self.folder / "overlace/fonts").iterdir()},
                         {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf"})  # fmt: skip

    def test_it_loads_nothing_that_small_systems_lack(self):
        ours = {path.name for path in self.libraries}
        for path in self.libraries:
            needed = set(re.findall(r"NEEDED\).*\[(.*)\]", run("readelf", "-d", path)))
            self.assertLessEqual(needed, ours | SYSTEM, path.name)

    def test_every_part_has_its_licence_and_its_source(self):
        page = (self.licences / "THIRD_PARTY.md").read_text(encoding="utf-8")
        listed = re.findall(r"(?m)^- (\S+) \S+: http", page)
        self.assertEqual({path.stem for path in self.licences.glob("*.txt")}, set(listed))
        self.assertLessEqual({"harfbuzz", "expat", "fribidi", "libunistring", "freetype", "fontconfig", "fonts-dejavu"}, set(listed))
        self.assertTrue((self.licences / "LICENSE").exists())

    def test_libraries_under_the_lgpl_can_be_replaced(self):
        names = " ".join(path.name for path in self.libraries)
        for library in ("libfribidi", "libunistring"):
            self.assertIn(library, names)
        symbols = run("nm", "-D", "--defined-only", self.folder / "overlace/libovl.so.0")
        self.assertEqual(set(re.findall(r" [TWV] ((?!ovl_)\w+)", symbols)), set())


# What the package says where it needs the program.
RENDER = """
try:
    overlace.render("in.mp4", "out.mp4")
except overlace.UnavailableError as error:
    print(error)
"""


class BareDebian(support.BareDebian):
    def test_from_pip_to_a_picture_in_a_minute(self):
        root = self.bare_root()
        installed = self.inside(root, "dpkg-query", "-W", "-f", "${Package}\n")
        self.assertNotRegex(installed, "(?m)^(libglib|libharfbuzz|libfontconfig|libfreetype|fonts-)")
        shutil.copy(released("*.whl"), root / "root")
        self.inside(root, "python3", "-m", "venv", "/root/venv")
        version = self.inside(root, "python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()

        begin = time.monotonic()
        # Outside, where the machine's settings for pip hold.
        run(PACKAGES / "bin/python3", "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--python-version", version,
            "-d", root / "root", "numpy")  # fmt: skip
        self.inside(root, "/root/venv/bin/pip", "install", "--quiet", "--no-index", "--find-links", "/root", "overlace")
        said = self.inside(root, "/root/venv/bin/python3", "-c", draw_code() + RENDER, "/root/bare.raw")
        passed = time.monotonic() - begin

        imported, refusal = said.strip().split("\n")
        print(f"from pip install to the picture: {passed:.1f} s; the import took {1000 * float(imported):.0f} ms")
        self.assertLess(passed, 60)
        self.assertIn("tools/build", refusal)
        drawn = (root / "root/bare.raw").read_bytes()
        self.assertEqual(drawn, drawn_by_the_build(self.folder))
        self.assertEqual(len(drawn), 3 * WIDTH * HEIGHT)
        above_the_first_box = [drawn[3 * (WIDTH * y + x)] for y in range(150, 178) for x in range(160, 300)]
        self.assertGreater(sum(value > 180 for value in above_the_first_box), 50, "no letters")


class OtherPythons(Case):
    TESTS = ("test_detections", "test_frames", "test_graph", "test_overlay", "test_tracks")

    def pythons(self):
        """Interpreters of other versions: on the path, or from pyenv."""
        names = [f"python3.{minor}{kind}" for minor in range(10, 16) for kind in ("", "t")]
        found = [path for name in names if (path := shutil.which(name))] + glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3"))
        versions = {}
        for path in found:
            code = "import sys, sysconfig; print('%d.%d' % sys.version_info[:2] + 't' * bool(sysconfig.get_config_var('Py_GIL_DISABLED')))"
            told = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
            version = told.stdout.strip()
            if told.returncode == 0 and tuple(map(int, version.rstrip("t").split("."))) >= (3, 10):
                versions.setdefault(version, path)
        return versions

    def test_the_packages_tests_pass(self):
        versions = self.pythons()
        print("Pythons:", ", ".join(sorted(versions)))
        if len(versions) < 2:
            self.skipTest("no other Python is installed")
        for version, path in versions.items():
            with self.subTest(version):
                python = self.folder / version / "bin/python3"
                run(path, "-m", "venv", self.folder / version)
                run(python, "-m", "pip", "install", "--quiet", "--only-binary=:all:", released("*.whl"))
                environment = {**self.without_ours(), "PYTHONPATH": f"{SOURCE / 'tests/python'}:{SOURCE / 'tests/tools'}"}
                run(python, "-B", "-m", "unittest", *self.TESTS, cwd=SOURCE / "tests/python", env=environment)


if __name__ == "__main__":
    unittest.main()
