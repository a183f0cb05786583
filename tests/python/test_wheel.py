# SPDX-License-Identifier: Apache-2.0
"""What `pip install .` and `pip install -e .` install, around the library of this build instead of another compilation."""

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
assert pathlib.Path(_ovl._loaded()._name).parent == pathlib.Path(sys.argv[1], "overlace"), _ovl._loaded()._name
"""


@needs("scikit_build_core")
class Wheel(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def pip(self, *words):
        """Runs pip on the sources, around the library of this build."""
        library = pathlib.Path(os.environ["OVERLACE_LIBRARY"]).resolve()
        built = self.folder / "build/lib"
        built.mkdir(parents=True)
        shutil.copy(library, built)
        run = subprocess.run(
            [sys.executable, "-m", "pip", *map(str, words), SOURCE, "--no-deps", "--no-build-isolation", "--quiet",
             f"-Cbuild-dir={self.folder / 'build'}", "-Cbuild.targets=rebuild_cache"], capture_output=True, text=True, check=False,
        )  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def draws(self, site):
        """Whether an installed package draws, with the library that was installed with it."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("OVERLACE_", "PYTHON"))}
        code = f"import site, sys\nsite.addsitedir({str(site)!r})\n{DRAW}"
        subprocess.run([sys.executable, "-B", "-c", code, site], env=environment, check=True)

    def test_it_serves_every_python_and_draws_where_it_is_installed(self):
        self.pip("wheel", "-w", self.folder)
        wheel = next(self.folder.glob("*.whl"))
        self.assertRegex(wheel.name, r"^overlace-[0-9.]+-py3-none-linux_x86_64\.whl$")
        names = set(zipfile.ZipFile(wheel).namelist())
        package = SOURCE / "python/overlace"
        expected = {f"overlace/{path.relative_to(package)}" for path in package.rglob("*") if path.suffix in (".py", ".pyi", ".typed")}
        self.assertEqual({name for name in names if name.startswith("overlace/")}, expected | {"overlace/libovl.so.0"})
        self.assertTrue(any(name.endswith("licenses/LICENSE") for name in names))
        with zipfile.ZipFile(wheel) as file:
            file.extractall(self.folder / "installed")
        self.draws(self.folder / "installed")

    def test_an_editable_install_draws(self):
        self.pip("install", "--target", self.folder / "installed", "-e")
        self.draws(self.folder / "installed")


if __name__ == "__main__":
    unittest.main()
