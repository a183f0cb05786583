# SPDX-License-Identifier: Apache-2.0
"""The wheel that `pip install .` makes, around the library of this build instead of another compilation."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

from support import SOURCE, needs

DRAW = """
import pathlib, sys
import numpy as np
import overlace
from overlace import _ovl
clip = overlace.Clip("boxes", [{"xyxy": [[20, 20, 60, 60]]}], size=(320, 180))
assert clip.draw(np.zeros((180, 320, 3), np.uint8), 0).any()
assert pathlib.Path(_ovl._loaded()._name).parent == pathlib.Path(overlace.__file__).parent, _ovl._loaded()._name
"""


@needs("scikit_build_core")
class Wheel(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def make_wheel(self):
        library = pathlib.Path(os.environ["OVERLACE_LIBRARY"]).resolve()
        built = self.folder / "build/lib"
        built.mkdir(parents=True)
        shutil.copy(library, built)
        run = subprocess.run(
            [sys.executable, "-m", "pip", "wheel", SOURCE, "--no-deps", "--no-build-isolation", "--quiet", "-w", self.folder,
             f"-Cbuild-dir={self.folder / 'build'}", "-Cbuild.targets=rebuild_cache"], capture_output=True, text=True, check=False,
        )  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return next(self.folder.glob("*.whl"))

    def test_it_serves_every_python_and_draws_where_it_is_installed(self):
        wheel = self.make_wheel()
        self.assertRegex(wheel.name, r"^overlace-[0-9.]+-py3-none-linux_x86_64\.whl$")
        names = set(zipfile.ZipFile(wheel).namelist())
        package = SOURCE / "python/overlace"
        expected = {f"overlace/{path.relative_to(package)}" for path in package.rglob("*") if path.suffix in (".py", ".pyi", ".typed")}
        self.assertEqual({name for name in names if name.startswith("overlace/")}, expected | {"overlace/libovl.so.0"})
        self.assertTrue(any(name.endswith("licenses/LICENSE") for name in names))
        with zipfile.ZipFile(wheel) as file:
            file.extractall(self.folder / "installed")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OVERLACE_")}
        subprocess.run([sys.executable, "-B", "-c", DRAW], env={**environment, "PYTHONPATH": str(self.folder / "installed")}, check=True)


if __name__ == "__main__":
    unittest.main()
