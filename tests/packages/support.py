# SPDX-License-Identifier: Apache-2.0
"""What the tests of packages share: the release under test, a clip, what the build draws on it, and roots without overlace."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["OVERLACE_SOURCE_DIR"])
PROGRAM = os.environ["OVERLACE_PROGRAM"]
PACKAGES = SOURCE / "build/packages"
RELEASE = pathlib.Path(os.environ["OVERLACE_RELEASE"])  # made by make_release.py
FRAME = ("frame", "in.mkv", "-g", "boxes", "--tracks", "det.txt", "-n", "10", "--device", "cpu", "-o", "still.png")


def attempt(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)


def run(*words, **options):
    done = attempt(*words, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def released(pattern):
    """The one file of the release that matches."""
    (found,) = RELEASE.glob(pattern)
    return found


def make_clip(folder):
    """in.mkv, with a disc that moves; det.txt, with boxes around it and beside it."""
    disc = "if(lt(hypot(X-100-10*N,Y-240),40),220,60)"
    run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"nullsrc=s=640x480:r=25,geq=lum='{disc}':cb=128:cr=128", "-frames:v", 20,
        "-pix_fmt", "yuv420p", "-c:v", "ffv1", folder / "in.mkv")  # fmt: skip
    (folder / "det.txt").write_text("".join(f"{frame},1,{51 + 10 * frame},200,80,80,0.9,-1,-1,-1\n{frame},2,400,300,90,120,0.8,-1,-1,-1\n"
                                            for frame in range(1, 21)))  # fmt: skip


def dejavu_alone(folder):
    """The environment in which DejaVu's fonts are the only ones."""
    file = folder / "fonts.conf"
    file.write_text("<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>")
    return {**os.environ, "FONTCONFIG_FILE": str(file), "OVERLACE_FOUND_CACHE": "off"}


def inside(root, *words):
    """Runs a command in a root, with /proc and /dev."""
    script = 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && exec chroot "$@"'
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
    return attempt("unshare", "--mount", "--pid", "--fork", "sh", "-c", script, "sh", root, *words, env=environment)


@unittest.skipUnless(RELEASE.exists(), "there is no release: run tools/setup packages first")
class Case(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def inside(self, root, *words):
        done = inside(root, *words)
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}{done.stderr}")
        return done.stdout

    def without_ours(self):
        """The environment without what names a build."""
        return {name: value for name, value in os.environ.items() if name not in ("OVERLACE_LIBRARY", "PYTHONPATH")}

    def drawn_by_the_build(self, environment, words=FRAME):
        """The bytes that this build writes for the same words, in a folder of its own."""
        folder = self.folder / "build"
        folder.mkdir()
        make_clip(folder)
        run(PROGRAM, *words, cwd=folder, env=environment)
        return (folder / words[-1]).read_bytes()


@unittest.skipUnless(os.geteuid() == 0, "chroot is for root")
class BareDebian(Case):
    """Tests in a Debian 12 with Python and nothing that it does not need."""

    def bare_root(self):
        """Made once: that takes longer than all else."""
        packed = PACKAGES / "bookworm.tar"
        if not packed.exists():
            run("mmdebstrap", "--variant=minbase", "--include=python3-venv", "bookworm", PACKAGES / "part.tar")
            (PACKAGES / "part.tar").rename(packed)
        root = self.folder / "root"
        root.mkdir()
        run("tar", "-xf", packed, "-C", root, "--exclude=./dev/*")
        return root
