# SPDX-License-Identifier: Apache-2.0
"""tools/gpu-check: a bundle is complete, small enough, and says when there is no GPU."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from cli import PROGRAM, SOURCE, needs_ffmpeg

MAKER = SOURCE / "tools" / "gpu-check"
# Packing takes long; the maker refuses a packed bundle of more than 60 MiB. Even at its fastest, xz packs such
# libraries and clips to less than this fraction.
PACKED_LIMIT = 60 * 1024 * 1024
PACKED_FRACTION = 1 / 3.5


def run(*command, **options):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=600, check=False,
                          **options)


@needs_ffmpeg
class Bundle(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.bundle = cls.folder / "bundle"
        build = pathlib.Path(PROGRAM).resolve().parents[1]
        cls.made = run(MAKER, "--bundle", cls.bundle, "--build", build, "--unpacked")

    def setUp(self):
        self.assertEqual(self.made.returncode, 0, self.made.stderr)

    def check(self, *arguments):
        # Nothing of this machine's settings may be needed.
        return run(self.bundle / "gpu-check", *arguments, env={"PATH": "/usr/bin:/bin"}, cwd="/")

    def test_it_is_small_enough(self):
        size = sum(path.stat().st_size for path in self.bundle.rglob("*") if path.is_file())
        self.assertLessEqual(size * PACKED_FRACTION, PACKED_LIMIT)

    def test_it_is_complete(self):
        for name in ("gpu-check", "bin/overlace", "clips/h264_8.mp4", "clips/h264_10.mp4",
                     "clips/hevc_8.mp4", "clips/hevc_10.mp4", "clips/tracks.txt", "commit"):
            self.assertTrue((self.bundle / name).is_file(), name)

    def test_it_leaves_the_c_library_and_the_driver_to_the_machine(self):
        for name in os.listdir(self.bundle / "lib"):
            self.assertFalse(name.startswith(("libc.so", "libm.so", "ld-linux", "libcuda", "libnv")), name)

    def test_everything_starts_from_its_own_libraries(self):
        done = self.check("--self-test")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout.count(": ok"), 3, done.stdout)

    def test_a_missing_library_is_found(self):
        library = next((self.bundle / "lib").glob("libavcodec.so.*"))
        library.rename(self.folder / library.name)
        try:
            done = self.check("--self-test")
        finally:
            (self.folder / library.name).rename(library)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("libraries: FAILED", done.stdout)

    def test_without_a_gpu_it_says_so(self):
        if pathlib.Path("/dev/nvidiactl").exists():
            self.skipTest("there is a GPU")
        done = self.check()
        self.assertEqual(done.returncode, 75, done.stdout + done.stderr)
        self.assertIn("no usable GPU", done.stderr)

    def test_a_folder_is_not_overwritten(self):
        self.assertEqual(run(MAKER, "--bundle", self.bundle).returncode, 2)
        self.assertEqual(run(MAKER).returncode, 2)


if __name__ == "__main__":
    unittest.main()
