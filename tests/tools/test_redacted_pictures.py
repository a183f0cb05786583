# SPDX-License-Identifier: Apache-2.0
"""Redaction where a frame does not show its own picture: damage, gaps, rotation, parts, times, sizes.

The law: nothing of the object is left in the output, or the report lists the frame and --strict-redaction ends with 3.
"""

import subprocess
import unittest

from cli import ffmpeg, needs_ffmpeg, sampled
from redaction_scene import FRAMES, HEIGHT, SIDE, STEP, WIDTH, SceneTest, left_of

LOSSLESS = ("-c:v", "ffv1", "-level", 3, "-g", 1)
CODECS = {
    "mjpeg.avi": ("-c:v", "mjpeg", "-q:v", 2),
    "prores.mov": ("-c:v", "prores_ks"),
    "utvideo.avi": ("-c:v", "utvideo"),
    "h264.mp4": ("-c:v", "libx264", "-g", 6, "-bf", 0, "-x264-params", "scenecut=0:sliced-threads=0:slices=1"),
    "h264-reordered.mp4": ("-c:v", "libx264", "-g", 6, "-bf", 2, "-x264-params",
                           "scenecut=0:sliced-threads=0:slices=1"),
    "h264.mkv": ("-c:v", "libx264", "-g", 250, "-x264-params", "sliced-threads=0:slices=1"),
    "hevc.mp4": ("-c:v", "libx265", "-x265-params", "log-level=none:pools=1:keyint=6:bframes=2"),
    "mpeg4.avi": ("-c:v", "mpeg4", "-g", 6, "-q:v", 2),
    "vp9.mkv": ("-c:v", "libvpx-vp9", "-g", 6, "-b:v", "1M"),
}
NOTICED = {"mjpeg.avi", "prores.mov", "utvideo.avi", "h264.mp4", "h264-reordered.mp4", "h264.mkv", "mpeg4.avi"}
DAMAGE = {  # decoders notice the first in all of these codecs, and the others where NOTICED says so
    "emptied": lambda data: bytes(len(data)),
    "cut": lambda data: data[:len(data) // 3] + bytes(len(data) - len(data) // 3),
    "flipped": lambda data: data[:len(data) // 2] + bytes(b ^ 0x55 for b in data[len(data) // 2:]),
}


@needs_ffmpeg
class Damage(SceneTest):
    def setUp(self):
        super().setUp()
        self.write_boxes()

    def test_nothing_shows_without_being_listed(self):
        cases = [(name, damage, packet) for name in CODECS for damage in DAMAGE
                 for packet in ((0, 5, 6) if damage == "emptied" or name in NOTICED else ())]
        for name, damage, packet in sampled(cases, 2):
            with self.subTest(clip=name, damage=damage, packet=packet):
                self.encode(name, "-pix_fmt", "yuv420p" if "prores" not in name else "yuv422p10le", *CODECS[name])
                self.damage(name, packet, DAMAGE[damage])
                done = self.redact(name, "out.mkv", "--strict-redaction", code=None)
                if done.returncode == 4:  # no frame, or none that can be told from another
                    continue
                self.assertIn(done.returncode, (0, 3), done.stderr)
                showing = self.showing("out.mkv")
                self.assertLessEqual(showing, self.listed("concealed"), done.stderr)
                if showing:
                    self.assertEqual(done.returncode, 3)
                    self.assertIn("concealed frame", done.stderr)

    def test_pictures_that_are_not_predicted_show_nothing(self):
        for name in ("mjpeg.avi", "utvideo.avi"):
            for packet in range(1, FRAMES):
                with self.subTest(clip=name, packet=packet):
                    self.encode(name, "-pix_fmt", "yuv420p", *CODECS[name])
                    self.damage(name, packet, DAMAGE["emptied"])
                    done = self.redact(name, "out.mkv", code=None)
                    self.assertEqual(self.showing("out.mkv"), set(), done.stderr)

    def test_damage_ends_at_the_next_key_frame(self):
        self.encode("h264.mp4", "-pix_fmt", "yuv420p", *CODECS["h264.mp4"])
        self.damage("h264.mp4", 2, DAMAGE["emptied"])
        self.redact("h264.mp4", code=3)
        self.assertEqual(self.listed("concealed", "stand-in"), set(range(2, 6)))

    def test_a_frame_alone_is_hidden_alike(self):
        for name in ("mjpeg.avi", "h264.mp4"):
            with self.subTest(clip=name):
                self.encode(name, "-pix_fmt", "yuv420p", *CODECS[name])
                self.damage(name, 7, DAMAGE["emptied"])
                self.redact(name, f"{name}-%d.png", code=3)
                for frame in (6, 7, 8):
                    self.run_overlace("frame", name, "-g", "redact", "--tracks", "t.txt", "-n", frame, "-o",
                                      "one.png", "--overwrite")
                    self.assertEqual((self.folder / "one.png").read_bytes(),
                                     (self.folder / f"{name}-{frame}.png").read_bytes(), frame)

    def test_packets_that_are_copied_hide_as_much(self):
        self.encode("h264.mp4", "-pix_fmt", "yuv420p", *CODECS["h264.mp4"])
        self.damage("h264.mp4", 5, DAMAGE["emptied"])
        done = self.run_overlace("render", "h264.mp4", "-g", "redact", "--tracks", "t.txt", "-o", "out.mp4",
                                 "--copy-if-untouched", "--report", "r.json", "--crf", 1, code=None)
        self.assertIn(done.returncode, (3, 4), done.stderr)
        if done.returncode == 3:
            self.assertLessEqual(self.showing("out.mp4"), self.listed("concealed"))


@needs_ffmpeg
class Gaps(SceneTest):
    MISSING = (4, 7, 8, 9)

    def setUp(self):
        super().setUp()
        self.write_boxes()
        for frame in set(range(FRAMES)) - set(self.MISSING):
            self.picture(f"p_{frame}.png", frame)

    def stills(self):
        ffmpeg("-start_number", 0, "-i", self.folder / "o_%d.png", "-c:v", "ffv1", self.folder / "out.mkv")
        return self.showing("out.mkv")

    def test_a_stand_in_has_the_covers_of_both_frames(self):
        for by in ("hold", "nearest"):
            self.redact("p_%d.png", "o_%d.png", "--missing", by, "--strict-redaction")
            self.assertEqual(self.stills(), set(), by)
            self.assertEqual(self.listed("stand-in"), set(self.MISSING), by)
            shown = {span["first"]: span["shows_frames"] for span in self.other_pictures()}
            self.assertEqual(shown[4], [3, 3])
            self.assertEqual(shown[7], [6, 6] if by == "hold" else [6, 10])

    def test_a_stand_in_alone_has_the_same_bytes(self):
        self.redact("p_%d.png", "o_%d.png", "--missing", "hold")
        for frame in self.MISSING:
            done = self.run_overlace("frame", "p_%d.png", "-g", "redact", "--tracks", "t.txt", "--missing", "hold",
                                     "-n", frame, "-o", "one.png", "--overwrite")
            self.assertIn("stand-in", done.stderr)
            self.assertEqual((self.folder / "one.png").read_bytes(), (self.folder / f"o_{frame}.png").read_bytes())

    def test_what_is_black_or_missing_shows_nobody(self):
        self.redact("p_%d.png", "out.mkv", "--missing", "black", "--strict-redaction")
        self.assertEqual((self.showing("out.mkv"), self.other_pictures()), (set(), []))
        self.redact("p_%d.png", "out.mkv", "--strict-redaction", code=3)
        self.assertEqual((self.showing("out.mkv"), self.other_pictures()), (set(), []))

    def test_a_mosaic_covers_both_frames_too(self):
        self.redact("p_%d.png", "o_%d.png", "--missing", "hold", "--set", "block=32", graph="redact_mosaic")
        ffmpeg("-start_number", 0, "-i", self.folder / "o_%d.png", "-c:v", "ffv1", self.folder / "out.mkv")
        whole = subprocess.run(["ffmpeg", "-v", "error", "-i", self.folder / "out.mkv", "-f", "rawvideo", "-pix_fmt",
                                "gray", "-"], check=True, capture_output=True).stdout
        self.assertLess(max(whole), 200)  # of 255: every block has black in it


@needs_ffmpeg
class Stored(SceneTest):
    """Ways in which pictures are stored, timed and cut."""

    def setUp(self):
        super().setUp()
        self.write_boxes()

    def turned_boxes(self, turn):
        """The boxes in the upright picture of a clip that is stored turned by `turn` degrees."""
        rows = []
        for f in range(FRAMES):
            x, y = left_of(f), 24
            x, y = {90: (HEIGHT - y - SIDE, x), 180: (WIDTH - x - SIDE, HEIGHT - y - SIDE),
                    270: (y, WIDTH - x - SIDE)}[turn]
            rows.append(f"{f + 1},1,{x},{y},{SIDE},{SIDE},1,-1,-1,-1\n")
        self.write("t.txt", "".join(rows))

    def brightest(self, name):
        return max(subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", self.folder / name, "-f", "rawvideo",
                                   "-pix_fmt", "gray", "-"], check=True, capture_output=True).stdout)

    def test_not_upright(self):
        self.encode("flat.mp4", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", 0)
        for turn in (90, 180, 270):
            ffmpeg("-i", self.folder / "flat.mp4", "-c", "copy", "-metadata:s:v:0", f"rotate={360 - turn}",
                   self.folder / "in.mp4")
            self.turned_boxes(turn)
            for out in ("out.mkv", "out.mp4", "out.mov"):
                self.run_overlace("render", "in.mp4", "-g", "redact", "--tracks", "t.txt", "-o", out, "--overwrite",
                                  "--strict-redaction")
                self.assertLess(self.brightest(out), 100, (turn, out))
            self.run_overlace("frame", "in.mp4", "-g", "redact", "--tracks", "t.txt", "-n", 5, "-o", "one.png",
                              "--overwrite")
            self.assertLess(self.brightest("one.png"), 100, turn)

    def test_formats_of_samples(self):
        for layout in ("yuv420p", "yuv422p10le", "yuv444p", "gray", "bgra", "yuv411p", "nv12"):
            self.encode("in.mkv", "-pix_fmt", layout, "-c:v", "rawvideo" if layout == "nv12" else "ffv1")
            self.redact("in.mkv", "out.mkv", "--strict-redaction")
            self.assertEqual(self.showing("out.mkv"), set(), layout)

    def test_parts_and_selections(self):
        self.encode("in.mkv", "-pix_fmt", "yuv420p", *LOSSLESS)
        self.redact("in.mkv", "a.mkv", "--frames", "0-5")
        self.redact("in.mkv", "b.mkv", "--frames", f"6-{FRAMES - 1}")
        self.run_overlace("join", "in.mkv", "a.mkv", "b.mkv", "-o", "out.mkv")
        self.assertEqual(self.showing("out.mkv"), set())
        self.redact("in.mkv", "out.mkv", "--frames", f"1-{FRAMES - 1}x3")
        self.assertEqual(self.showing("out.mkv"), set())

    def test_variable_rate(self):
        self.encode("in.mkv", "-pix_fmt", "yuv420p", "-vf", "setpts='(N+N*N/8)/10/TB'", "-fps_mode", "vfr", *LOSSLESS)
        for options in ((), ("--frames", "3-9")):
            self.redact("in.mkv", "out.mkv", "--strict-redaction", *options)
            self.assertEqual(self.showing("out.mkv"), set())

    def test_boxes_for_other_times(self):
        """Every box is exact, at its own time: those of other rates are moved to the clip's frames."""
        self.encode("in.mkv", "-pix_fmt", "yuv420p", *LOSSLESS)
        for rate, exact in ((5, True), (2, True), (10, True), (20, True), (8, False), (12.5, False)):
            rows = "".join(f"{k + 1},1,{8 + STEP * k * 10 / rate:.3f},24,{SIDE},{SIDE},1,-1,-1,-1\n"
                           for k in range(int(FRAMES * rate / 10)))
            self.write("t.txt", rows)
            done = self.redact("in.mkv", "out.mkv", "--tracks-fps", rate, "--strict-redaction", code=None)
            self.assertEqual(done.returncode, 0 if exact else 3, (rate, done.stderr))
            self.assertEqual("boxes are moved by up to 0.05 s" in done.stderr, not exact, rate)
            if exact:
                self.assertEqual(self.showing("out.mkv"), set(), rate)

    def test_fields_of_other_frames(self):
        """A de-interlaced frame is made of its neighbours, too."""
        self.encode("in.mkv", "-vf", "setfield=tff", "-pix_fmt", "yuv420p", "-c:v", "ffv1")
        self.redact("in.mkv", "out.mkv", "--interlaced", "deinterlace", "--strict-redaction")
        self.assertEqual(self.showing("out.mkv"), set())

    def test_mixed_sizes_are_hidden_or_listed(self):
        for frame in range(6):
            self.picture(f"p_{frame}.png", frame)
        for frame in range(6, 9):
            self.picture(f"p_{frame}.png", frame, 2 * WIDTH, 2 * HEIGHT, 2)
        self.write("t.txt", "".join(  # every box counts its own picture's pixels
            f"{f + 1},1,{k * left_of(f)},{k * 24},{k * SIDE},{k * SIDE},1,-1,-1,-1\n"
            for f in range(9) for k in (1 if f < 6 else 2,)))
        done = self.redact("p_%d.png", "out.mkv", "--strict-redaction", code=None)
        self.assertIn(done.returncode, (0, 2, 3, 4))
        if done.returncode in (0, 3):
            self.assertLessEqual(self.showing("out.mkv"), self.listed("scaled"))


if __name__ == "__main__":
    unittest.main()
