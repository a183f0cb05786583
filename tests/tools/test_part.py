# SPDX-License-Identifier: Apache-2.0
"""--frames: a part of a video keeps the distances of its frames to the tick, and its sound in place. ffprobe is the
judge: packets of sound are known by their checksums, wherever they are."""

import fractions
import json
import subprocess
import unittest

from cli import EMPTY_GRAPH, CliTest, ffmpeg, needs_ffmpeg

VARIABLE = "settb=1/90000,setpts='N*3003+400*mod(N*N,7)'"


def packets(path, kind):
    """(pts in seconds, duration, checksum) of a stream's packets in order of presentation."""
    shown = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", f"{kind}:0", "-show_data_hash", "MD5", "-show_entries",
         "packet=pts,duration,data_hash:stream=time_base", "-of", "json", path], check=True, capture_output=True,
        text=True).stdout)
    base = fractions.Fraction(shown["streams"][0]["time_base"]) if shown["streams"] else 1
    return sorted((p["pts"] * base, p.get("duration", 0) * base, p["data_hash"]) for p in shown["packets"])


@needs_ffmpeg
class Parts(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "empty.json").write_text(EMPTY_GRAPH, encoding="utf-8")

    def make(self, name, *options):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x96:r=30:d=4", "-f", "lavfi", "-i",
               "aevalsrc='sin(2*PI*t*(200+300*t))':s=48000:d=4", *options, self.folder / name)
        return self.folder / name

    def variable(self, name, *sound):
        return self.make(name, "-vf", VARIABLE, "-fps_mode", "passthrough", "-enc_time_base", "1:90000",
                         "-video_track_timescale", 90000, "-c:v", "libx264", "-bf", 3, "-g", 30, *sound)

    def part(self, source, out, frames, *options, code=0):
        run = self.run_overlace("render", source, "-g", "empty.json", "-o", out, "--frames", frames, "--overwrite",
                                *options, code=code)
        return self.folder / out, run.stderr

    def check_frames(self, source, out, numbers, tolerance=0):
        before, after = [p[0] for p in packets(source, "v")], [p[0] for p in packets(out, "v")]
        start = before[numbers[0]]
        self.assertEqual(len(after), len(numbers))
        for number, time in zip(numbers, after):
            self.assertLessEqual(abs(time - (before[number] - start)), tolerance, number)
        return start, before

    def check_sound(self, source, out, start, end, tolerance):
        """All sound from `start` to `end` is there, each packet as far from the first frame as it was."""
        before = {checksum: time for time, _, checksum in packets(source, "a")}
        after = packets(out, "a")
        for time, _, checksum in after:
            self.assertLessEqual(abs(before[checksum] - start - time), tolerance)
        covered = {checksum for _, _, checksum in after}
        for time, duration, checksum in packets(source, "a"):
            if time >= start and time + duration <= end:
                self.assertIn(checksum, covered, float(time))
        last = max(time + duration for time, duration, _ in after)
        self.assertLess(last, end - start + fractions.Fraction(3, 100))
        return after

    def test_variable_rate_and_reordered_frames(self):
        source = self.variable("in.mp4", "-c:a", "aac")
        for out, tick in (("out.mp4", 0), ("out.mkv", fractions.Fraction(1, 1000))):
            with self.subTest(out):
                numbers = list(range(40, 80))
                part, said = self.part(source, out, "40-79")
                start, times = self.check_frames(source, part, numbers, tick)
                after = self.check_sound(source, part, start, times[80], tick + fractions.Fraction(1, 48000))
                self.assertIn("cut at whole packets", said)
                if out == "out.mp4":  # an edit list hides what comes before; players begin at 0 exactly
                    self.assertLess(after[0][0], 0)
                    shown = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=start_time", "-of",
                                            "csv=p=0", part], check=True, capture_output=True, text=True).stdout.split()
                    self.assertEqual({float(s) for s in shown}, {0.0})
                else:
                    self.assertTrue(0 <= after[0][0] < 0.03)

    def test_samples_stay_beside_their_pictures(self):
        source = self.make("in.mkv", "-c:v", "ffv1", "-c:a", "pcm_s16le")
        part, _ = self.part(source, "out.mkv", "60-89", "--vcodec", "ffv1")
        whole, cut = (subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "s16le", "-"], check=True,
                                     capture_output=True).stdout for path in (source, part))
        offset = packets(part, "a")[0][0]
        first = round((2 + offset) * 48000) * 2
        distance = min(range(-96, 97, 2), key=lambda d: whole[first + d:first + d + 4000] != cut[:4000])
        self.assertLessEqual(abs(distance), 48)  # Matroska counts milliseconds
        self.assertEqual(whole[first + distance:first + distance + len(cut)], cut)

    def test_which_sound(self):
        source = self.variable("in.mp4", "-c:a", "aac")
        part, said = self.part(source, "none.mp4", "40-79", "--audio", "none")
        self.assertEqual(packets(part, "a"), [])
        self.assertIn("left out: sound", said)
        part, _ = self.part(source, "all.mp4", "40-79", "--audio", "all")
        self.assertEqual([p[2] for p in packets(part, "a")], [p[2] for p in packets(source, "a")])
        self.run_overlace("render", source, "-g", "empty.json", "-o", "silent.mp4", "--audio", "none")
        self.assertEqual(packets(self.folder / "silent.mp4", "a"), [])

    def test_several_ranges(self):
        source = self.variable("in.mp4", "-c:a", "aac")
        numbers = [*range(10, 20), *range(70, 80)]
        part, _ = self.part(source, "out.mp4", "10-19,70-79")
        start, times = self.check_frames(source, part, numbers)
        middle = (times[25] - start, times[65] - start)
        sound = packets(part, "a")
        self.assertFalse([p for p in sound if middle[0] < p[0] < middle[1]])
        before = {checksum: time for time, _, checksum in packets(source, "a")}
        for time, _, checksum in sound:
            self.assertLessEqual(abs(before[checksum] - start - time), fractions.Fraction(1, 48000))
        self.assertTrue([p for p in sound if p[0] > middle[1]])

        plain = self.make("plain.mov", "-c:v", "libx264", "-c:a", "pcm_s16le")
        part, said = self.part(plain, "gaps.mov", "10-19,70-79", code=3)
        self.assertEqual(packets(part, "a"), [])
        self.assertIn("with gaps", said)
        part, _ = self.part(plain, "stepped.mov", "10-19x3")
        self.assertTrue(packets(part, "a"))

    def test_sound_that_lies_behind_all_pictures(self):
        whole = self.variable("whole.mp4", "-c:a", "aac")
        source = self.folder / "apart.mkv"
        ffmpeg("-i", whole, "-c", "copy", "-max_interleave_delta", 1, source)
        part, _ = self.part(source, "out.mp4", "100-119")
        start, _ = self.check_frames(source, part, list(range(100, 120)), fractions.Fraction(1, 1000))
        self.assertGreater(packets(part, "a")[-1][0], fractions.Fraction(1, 2))
        self.assertGreater(start, 3)


if __name__ == "__main__":
    unittest.main()
