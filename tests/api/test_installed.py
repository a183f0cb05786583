#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""libovl as it is installed: its symbols, and a C99 program against it in every pixel format.

test_installed.py BUILD SOURCE OVERLACE"""

import array
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE, OVERLACE = map(pathlib.Path, sys.argv[1:4])
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
WIDTH, HEIGHT, RATE, FRAMES = 322, 182, 25, 3
# Those that FFmpeg 5 can store in a file.
FORMATS = """yuv420p yuv422p yuv444p yuv420p10 yuv422p10 yuv444p10 yuv420p12 yuv422p12 yuv444p12 yuv420p16 yuv422p16
    yuv444p16 yuva420p yuva422p yuva444p yuva422p10 yuva444p10 yuva422p12 yuva444p12 yuva444p16 nv12 gbrp
    gbrp10 gbrp12 gbrp16 gbrap gbrap10 gbrap12 gbrap16 gray gray10 gray12 gray16 ya8 rgb24 bgr24 rgba bgra argb abgr rgb0 bgr0 0rgb 0bgr rgb48 rgba64 bgr48 bgra64""".split()
# Others hold the samples of these, elsewhere: format, planar format, chroma halved across and down, shift.
SEMI_PLANAR = [("nv12", "yuv420p", 1, 1, 0), ("nv16", "yuv422p", 1, 0, 0), ("nv24", "yuv444p", 0, 0, 0),
               ("p010", "yuv420p10", 1, 1, 6), ("p016", "yuv420p16", 1, 1, 0), ("p210", "yuv422p10", 1, 0, 6),
               ("p216", "yuv422p16", 1, 0, 0)]


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]}: {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


def ffmpeg_name(name):
    """FFmpeg names the byte order of samples that are wider than a byte."""
    return name + "le" if re.search(r"(p|ay|48|64|p0|p2)1[026]$|p01[06]|p21[06]|ya16|f32$|rgb48|bgr48|a64", name) else name


def interleaved(pixels, sample, chroma, shift):
    """Frames of three planes with Cb and Cr sample by sample in one, and all samples moved up by `shift` bits."""
    samples, luma = array.array(sample, pixels), WIDTH * HEIGHT
    moved = array.array(sample)
    for frame in range(0, len(samples), luma + 2 * chroma):
        moved.extend(samples[frame:frame + luma])
        pairs = zip(samples[frame + luma:frame + luma + chroma], samples[frame + luma + chroma:frame + luma + 2 * chroma])
        moved.extend(value for pair in pairs for value in pair)
    return array.array(sample, [value << shift for value in moved]).tobytes() if shift else moved.tobytes()


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.work = pathlib.Path(cls.folder.name)
        cls.prefix = cls.work / "somewhere else"
        for component in ("libovl0", "libovl-dev"):
            run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--component", component)
        cls.library = next(cls.prefix.glob("lib*/**/libovl.so"))
        cls.environment = {**os.environ, "PKG_CONFIG_PATH": str(cls.library.parent / "pkgconfig"),
                           "LD_LIBRARY_PATH": str(cls.library.parent)}
        cls.tracks = cls.work / "tracks.txt"
        cls.tracks.write_text("".join(f"{frame},{i},{70 * i - 50 + 3 * frame},{30 * i},40,60,0.9,-1,-1,-1\n"
                                      for frame in range(1, FRAMES + 1) for i in (1, 2, 3, 4)))
        cls.program = cls.build_by_pkg_config()

    @classmethod
    def build_by_pkg_config(cls):
        flags = run("pkg-config", "--cflags", "--libs", "ovl", env=cls.environment).decode()
        program = cls.work / "draw"
        words = [word.replace("\\ ", " ") for word in re.split(r"(?<!\\) ", flags.strip())]
        run("cc", *STRICT, SOURCE / "examples/c/draw.c", *words, "-o", program)
        return program

    def draw(self, program, pixels, name):
        return run(program, "constellation", self.tracks, name, WIDTH, HEIGHT, RATE, "neighbours=2", input=pixels,
                   env=self.environment)

    def test_exports_are_those_of_the_list(self):
        listing = run("nm", "-D", "--defined-only", self.library).decode().splitlines()
        names = sorted(line.split()[-1] for line in listing)
        expected = [f"{name}@@OVL_0" for name in (SOURCE / "tests/api/exports.txt").read_text().split()]
        self.assertEqual(names, sorted([*expected, "OVL_0"]))

    def test_has_its_soname(self):
        self.assertIn("[libovl.so.0]", run("readelf", "-d", self.library).decode())

    def test_header_is_c99_and_cxx(self):
        for compiler, language, standard in (("cc", "c", "c99"), ("c++", "c++", "c++11")):
            run(compiler, f"-std={standard}", *STRICT[1:], "-x", language, "-fsyntax-only", "-", "-I", SOURCE / "api",
                input=b"#include <overlace.h>\n")
        included = set(re.findall(r"#include <(.+)>", (SOURCE / "api/overlace.h").read_text()))
        self.assertEqual(included, {"stddef.h", "stdint.h"})

    def test_find_package(self):
        build = self.work / "by cmake"
        run("cmake", "-S", SOURCE / "examples/c", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", build)
        pixels = bytes(range(256)) * (WIDTH * HEIGHT * 3 // 256 + 1)
        pixels = pixels[:WIDTH * HEIGHT * 3]
        self.assertEqual(self.draw(build / "draw", pixels, "rgb24"), self.draw(self.program, pixels, "rgb24"))

    def test_another_minor_version_is_not_found(self):
        version = run("pkg-config", "--modversion", "ovl", env=self.environment).decode().strip()
        major, minor, _ = map(int, version.split("."))
        project = self.work / "asks"
        project.mkdir()
        for asked, is_there in ((f"{major}.{minor}", True), (version, True), (f"{major}.{minor + 1}", False),
                                (f"{major}.{minor - 1}" if minor else f"{major + 1}.0", False), (f"{major + 1}.0", False)):
            with self.subTest(asked):
                (project / "CMakeLists.txt").write_text(
                    "cmake_minimum_required(VERSION 3.16)\nproject(asks LANGUAGES C)\n"
                    f'find_package(overlace {asked} QUIET)\nmessage("found ${{overlace_FOUND}}")\n')
                told = subprocess.run(["cmake", "-S", project, "-B", project / asked, f"-DCMAKE_PREFIX_PATH={self.prefix}"],
                                      capture_output=True, text=True, check=True)
                self.assertIn(f"found {int(is_there)}", told.stderr)

    def test_every_format_has_the_bytes_of_a_render(self):
        for name in FORMATS:
            with self.subTest(name):
                pix_fmt = ffmpeg_name(name)
                clip, rendered = self.work / "in.nut", self.work / "out.nut"
                run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=s={WIDTH}x{HEIGHT}:r={RATE}",
                    "-frames:v", FRAMES, "-pix_fmt", pix_fmt, "-c:v", "rawvideo", clip)
                run(OVERLACE, "render", clip, "-g", "constellation", "--set", "neighbours=2", "--tracks", self.tracks,
                    "--vcodec", "rawvideo", "--overwrite", "--device", "cpu", "-o", rendered)
                raw = lambda path: run("ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", pix_fmt, "-")
                before, after = raw(clip), raw(rendered)
                self.assertNotEqual(before, after)
                self.assertTrue(self.draw(self.program, before, name) == after, "other bytes")

    def test_semi_planar_formats_hold_the_same_samples(self):
        for name, planar, across, down, shift in SEMI_PLANAR:
            with self.subTest(name):
                before = run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s={WIDTH}x{HEIGHT}:r={RATE}",
                             "-frames:v", FRAMES, "-f", "rawvideo", "-pix_fmt", ffmpeg_name(planar), "-")
                drawn = self.draw(self.program, before, planar)
                self.assertNotEqual(before, drawn)
                chroma = (WIDTH >> across) * (HEIGHT >> down)
                move = lambda pixels: interleaved(pixels, "H" if name.startswith("p") else "B", chroma, shift)
                self.assertTrue(self.draw(self.program, move(before), name) == move(drawn), "other samples")

    def test_errors_are_told(self):
        done = subprocess.run([self.program, "boxs", self.tracks, "rgb24", "320", "180", "25"], capture_output=True,
                              text=True, env=self.environment)
        self.assertEqual(done.returncode, 2)
        self.assertIn("did you mean 'boxes'", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
