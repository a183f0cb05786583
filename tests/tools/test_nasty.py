# SPDX-License-Identifier: Apache-2.0
"""Nasty inputs, one by one: the right output or a clear error, in time, and nothing left behind.

Each is rendered twice: with an empty graph into lossless video, which must be the input frame by frame, and
with an overlay into what the output's name asks for. ffmpeg and ffprobe say what is right. A table is printed.
"""

import dataclasses
import json
import shutil
import subprocess
import time
import typing
import unittest

import nasty_inputs
from cli import EMPTY_GRAPH, PROGRAM, CliTest, needs_ffmpeg

EMPTY = ("-g", "../empty.json")
TIME_LIMIT_S = 60
MEMORY_LIMIT_BYTES = 200 << 20
BOX = "".join(f"{frame},1,40,30,60,40,1,-1,-1,-1\n" for frame in range(1, 501))
TAGS = "sample_aspect_ratio,field_order,color_range,color_space,color_transfer,color_primaries"


@dataclasses.dataclass
class Must:
    """What must come of an input."""
    code: int = 0
    frames: int = 0             # in the output
    says: str = ""              # part of a note
    same: bool = True           # the lossless output has the input's pixels
    stamps: str = "same"        # of the lossless output; or "apart", "rising": no more than that
    tags: bool = True           # colour, aspect and field tags are the input's
    overlay_code: typing.Optional[int] = None  # of the render with an overlay, where it is another
    sound: bool = True          # all audio packets are there
    offset_s: float = 0.0025    # of sound against video; both are stamped in milliseconds
    seen_as: str = ""           # pixel format to compare in, where the lossless codec knows another one
    turned: bool = False        # upright in a container that cannot say how to show it
    decoder: tuple = ()         # options for ffmpeg's decoding of the input
    options: tuple = ()         # for overlace


def ask(program, *arguments):
    return subprocess.run([program, "-v", "error", *map(str, arguments)], check=True, capture_output=True,
                          text=True).stdout


def url(path):
    return f"file:{path}"


def pixels(path, *decoder, seen_as="", upright=False):
    listing = ask("ffmpeg", "-nostdin", *(() if upright else ("-noautorotate",)), "-threads", 1, *decoder, "-i", url(path), "-map", "0:v:0",
                  "-fps_mode", "passthrough", *(("-pix_fmt", seen_as) if seen_as else ()), "-f", "framemd5", "-")
    return [line.split(",")[5].strip() for line in listing.splitlines() if not line.startswith("#")]


def stamps_s(path):
    """Presentation times of the packets that are shown, from the first one on."""
    listing = ask("ffprobe", "-select_streams", "v:0", "-show_entries", "packet=pts_time,flags", "-of", "json",
                  url(path))
    times = sorted(float(p["pts_time"]) for p in json.loads(listing)["packets"]
                   if "pts_time" in p and "D" not in p["flags"])
    return [t - times[0] for t in times]


def tags(path):
    listing = ask("ffprobe", "-select_streams", "v:0", "-read_intervals", "%+#1", "-show_entries",
                  f"stream={TAGS}:stream_side_data=side_data_type,rotation:frame_side_data=side_data_type", "-of",
                  "json", url(path))
    found = json.loads(listing)
    stream = found["streams"][0]
    sides = {side["side_data_type"] for part in (stream, *found.get("frames", []))
             for side in part.pop("side_data_list", [])}
    assumed = {"sample_aspect_ratio": "1:1", "field_order": "progressive"}
    return {**assumed, **{k: v for k, v in stream.items() if v != "unknown" and k != "side_data"}}, \
        sides & {"Mastering display metadata", "Content light level metadata", "Display Matrix"}


def first_s(path, stream):
    """When the first packet of a stream that is shown is due."""
    listing = json.loads(ask("ffprobe", "-select_streams", stream, "-show_entries", "packet=pts_time,flags", "-of",
                             "json", url(path)))["packets"]
    return min(float(p["pts_time"]) for p in listing if stream != "v:0" or "D" not in p["flags"])


def sounds(path):
    """Checksum of the packets of the first audio stream, and when it begins beside the video; None without."""
    if "audio" not in ask("ffprobe", "-show_entries", "stream=codec_type", "-of", "csv", url(path)):
        return None
    md5 = ask("ffmpeg", "-nostdin", "-i", url(path), "-map", "0:a:0", "-c", "copy", "-f", "streamhash", "-hash", "md5",
              "-")
    return md5.split("=")[-1].strip(), first_s(path, "a:0") - first_s(path, "v:0")


@needs_ffmpeg
class NastyTest(CliTest):
    """Runs a table of inputs; every file is made on the way."""

    def setUp(self):
        super().setUp()
        self.inputs = self.folder / "inputs"
        self.inputs.mkdir()
        self.write("empty.json", EMPTY_GRAPH)
        self.write("box.txt", BOX)
        self.lines = []
        self.addCleanup(self.print_table)

    def print_table(self):
        print(f"\n{'input':34}{'empty':>6}{'overlay':>8}{'frames':>7}{'s':>6}  ")
        print("\n".join(self.lines), flush=True)

    def run_in_bounds(self, *arguments):
        began = time.monotonic()
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder / "out", capture_output=True,
                              text=True, timeout=TIME_LIMIT_S, check=False, stdin=subprocess.DEVNULL)
        return done, time.monotonic() - began

    def render(self, path, output, *options):
        """Renders in an empty folder; returns what was run and how long it took."""
        folder = self.folder / "out"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        done, took = self.run_in_bounds("render", "-o", output, "--progress", "plain", *options, "--", path)
        self.assertIn(done.returncode, (0, 2, 3, 4, 6), done.stderr)
        expected = [output] if done.returncode in (0, 3) else []
        self.assertEqual([p.name for p in folder.iterdir()], expected, done.stderr)
        return done, took

    def check(self, table):
        for name, must in table.items():
            with self.subTest(name):
                path = nasty_inputs.make(name, self.inputs)
                line = self.check_one(path, must)
                self.lines.append(f"{name!r:34}{line}")

    def check_one(self, path, must):
        done, took = self.render(path, "out.mkv", *EMPTY, "--vcodec", "ffv1", *must.options)
        self.assertEqual(done.returncode, must.code, done.stderr)
        self.assertIn(must.says, done.stderr)
        if done.returncode in (0, 3):
            self.check_lossless(path, self.folder / "out" / "out.mkv", must, done.stderr)
        else:
            self.assertTrue(done.stderr.strip())
        drawn, took_drawn = self.render(path, "out.mp4", "-g", "boxes", "--tracks", "../box.txt", *must.options)
        self.assertEqual(drawn.returncode, must.code if must.overlay_code is None else must.overlay_code,
                         drawn.stderr)
        if drawn.returncode in (0, 3):
            self.assertEqual(len(pixels(self.folder / "out" / "out.mp4")), must.frames)
        return f"{done.returncode:6}{drawn.returncode:8}{must.frames or '':>7}{took + took_drawn:6.1f}"

    def check_lossless(self, path, out, must, said):
        made = pixels(out, seen_as=must.seen_as)
        self.assertEqual(len(made), must.frames)
        if must.same:
            self.assertEqual(made, pixels(path, *must.decoder, seen_as=must.seen_as, upright=must.turned))
        self.check_stamps(path, out, must)
        if must.tags:
            self.check_tags(path, out, must, said)
        sound = sounds(path) if must.sound else None
        if sound:
            made_md5, made_start = sounds(out)
            self.assertEqual(made_md5, sound[0])
            if must.stamps == "same":
                self.assertAlmostEqual(made_start, sound[1], delta=must.offset_s)

    def check_tags(self, path, out, must, said):
        """What is tagged stays; what is not may be guessed, if that is reported."""
        (made, made_sides), (wanted, sides) = tags(out), tags(path)
        self.assertEqual({tag: made.get(tag) for tag in wanted}, wanted)
        self.assertEqual(made_sides, sides - {"Display Matrix"} if must.turned else sides)
        if made != wanted:
            self.assertIn("not tagged", said)

    def check_stamps(self, path, out, must):
        made = stamps_s(out)
        if must.stamps == "same":
            for at, wanted in zip(made, stamps_s(path), strict=True):
                self.assertAlmostEqual(at, wanted, delta=0.0011)  # Matroska counts milliseconds
        if must.stamps == "apart":  # by the frame rate
            for n, at in enumerate(made):
                self.assertAlmostEqual(at, n / 30, delta=0.0011)
        self.assertTrue(all(a < b for a, b in zip(made, made[1:])), made)


class Time(NastyTest):
    def test_time(self):
        self.check({
            "00-master-barcode.mkv": Must(frames=60, overlay_code=3),  # MP4 cannot hold PCM
            "01-vfr.mp4": Must(frames=60),
            "02-gap-10s.mkv": Must(frames=60),
            "03-bpyramid-opengop.mp4": Must(frames=60),
            "04-editlist-preroll.mp4": Must(frames=45),
            "05-video-starts-late.mp4": Must(frames=60),
            "06-pts-wrap-33bit.ts": Must(frames=60),
            "07-no-timestamps.h264": Must(frames=60, says="without time stamps", stamps="apart"),
            "08-duplicate-pts.mkv": Must(frames=60, says="repeated time stamps", stamps="rising"),
            "09-timestamp-reset.ts": Must(frames=120, says="start again", stamps="apart"),
            "10-ntsc-2997.mp4": Must(frames=120),
            "11-1000fps.mkv": Must(frames=500),
            "12-slideshow-0.2fps.mp4": Must(frames=4),
            "13-start-at-24-days.flv": Must(frames=60, says="jump", stamps="apart"),
            "14-audio-longer.mp4": Must(frames=30),
            "15-one-frame.mp4": Must(frames=1),
            "16-zero-frames.mp4": Must(code=4),
            "17-duration-lies.mp4": Must(frames=60),
        })


class Picture(NastyTest):
    def test_geometry_and_scan(self):
        self.check({
            "20-odd-637x359-vp9.webm": Must(frames=30),
            "21-odd-321x181-444.mp4": Must(frames=30),
            "22-coded-height-crop.mp4": Must(frames=30),
            "23-anamorphic-sar.mp4": Must(frames=25),
            "24-rotate-90.mp4": Must(frames=60, turned=True),
            "25-rotate-270-hflip.mp4": Must(frames=60, turned=True),
            "26-interlaced-tff.mp4": Must(frames=50, overlay_code=2),
            "27-interlaced-bff-mpeg2.ts": Must(frames=50, overlay_code=2),
            "28-resolution-change.ts": Must(frames=60, says="640x360", same=False),
            "29-bitdepth-change.ts": Must(frames=60, says="yuv420p10le", same=False),
        })

    def test_colour_depth_and_alpha(self):
        self.check({
            "30-full-range-709.mp4": Must(frames=30),
            "31-hd-untagged-709-pixels.mp4": Must(frames=9, says="BT.709", tags=False),
            "32-sd-601-tagged.mp4": Must(frames=9),
            "33-tag-conflict.mkv": Must(frames=9),
            "34-hdr10-pq.mp4": Must(frames=12),
            "35-hlg-10bit.mkv": Must(frames=12),
            "36-h264-hi10-422.mkv": Must(frames=30),
            "37-rgb-gbrp-lossless.mkv": Must(frames=15, seen_as="rgb24"),
            "38-gray-mono.mkv": Must(frames=15, tags=False),
            "39-prores4444-alpha.mov": Must(frames=12, seen_as="yuva444p12le"),
            "40-vp9-alpha.webm": Must(frames=15, decoder=("-c:v", "libvpx-vp9")),
            "41-palette-delays.gif": Must(frames=10, tags=False),
        })


class Streams(NastyTest):
    def test_streams(self):
        self.check({
            "45-everything.mkv": Must(frames=60, offset_s=0.008),  # libav forgets the delay of Opus
            "48-timecode-track.mov": Must(frames=60, overlay_code=3),  # MP4 cannot hold PCM
            "49-many-streams.mkv": Must(frames=6, overlay_code=3),
        })


    def test_sound_alone_has_a_canvas(self):
        # Of AAC's last packet more is written than heard.
        for name, counts in (("46-cover-art.m4a", (60, 61)), ("47-audio-only.mkv", (30,))):
            done, _ = self.render(nasty_inputs.make(name, self.inputs), "out.mkv", *EMPTY)
            self.assertEqual(done.returncode, 0, done.stderr)
            width, frames = ask("ffprobe", "-select_streams", "v:0", "-count_frames", "-show_entries",
                                "stream=width,nb_read_frames", "-of", "csv=p=0", self.folder / "out" / "out.mkv").split(",")
            self.assertEqual(width, "1920", name)
            self.assertIn(int(frames), counts, name)


class Damage(NastyTest):
    def test_damage(self):
        self.check({
            "50-empty.mp4": Must(code=4, says="is empty"),
            "51-random-bytes.mp4": Must(code=4),
            "52-moov-missing.mp4": Must(code=4, says="interrupted"),
            "53-truncated-faststart.mp4": Must(code=3, frames=35, says="ends early", stamps="rising"),
            "54-truncated.mkv": Must(code=3, frames=35, says="ends early"),
            "55-bitflips.ts": Must(code=3, frames=60, says="damaged frames", stamps="apart"),
            "56-zeroed-middle.mp4": Must(code=3, frames=60, says="frames missing", same=False, stamps="apart"),
            "57-starts-mid-gop.ts": Must(code=3, frames=15, says="frames missing", stamps="apart"),
            "58-header-size-lies.mp4": Must(frames=60),
            "59-header-65535.mp4": Must(frames=60),
        })

    def test_bombs_are_refused_before_they_take_memory(self):
        for name, code in (("60-png-bomb-30000.png", 6), ("60-png-bomb-16000.png", 6), ("61-huge-atom-count.mp4", 4)):
            with self.subTest(name):
                path = nasty_inputs.make(name, self.inputs)
                done, took = self.render(path, "out.mkv", *EMPTY)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertLess(self.peak_bytes(path), MEMORY_LIMIT_BYTES)
                self.lines.append(f"{name!r:34}{done.returncode:6}{'':8}{'':7}{took:6.1f}")

    def peak_bytes(self, path):
        """Resident memory of a render at its peak, in a process whose only child it is."""
        script = ("import resource, subprocess, sys\n"
                  "subprocess.run(sys.argv[1:], capture_output=True, check=False)\n"
                  "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)")
        done = subprocess.run(["python3", "-c", script, PROGRAM, "render", path, "-g", "empty.json", "-o", "out.mkv"],
                              cwd=self.folder, capture_output=True, text=True, check=True)
        return int(done.stdout)


class Names(NastyTest):
    def test_playlists_open_nothing_else(self):
        playlists = {name: Must(code=4, says="playlist") for name in
                     ("65-playlist-hls.mp4", "66-playlist-concat.mp4", "67-playlist-dash.mp4")}
        self.check(playlists)

    def test_odd_names(self):
        self.check({name: Must(frames=1) for name in nasty_inputs.ODD_NAMES})

    def test_odd_kinds_of_file(self):
        self.check({"72-a-folder.mp4": Must(code=4, says="folder"), "73-fifo.mp4": Must(code=4, says="pipe"),
                    "74-symlink-loop.mp4": Must(code=4)})


class Documents(NastyTest):
    def test_documents_are_refused_with_their_place(self):
        video = nasty_inputs.make("15-one-frame.mp4", self.inputs)
        places = {"80-deep.json": "80-deep.json:1", "81-numbers.json": "/nodes/n/params", "85-cycle.json": "/nodes",
                  "82-duplicate-keys.json": "nodes", "84-traversal.json": "passwd"}
        for name in nasty_inputs.DOCUMENTS:
            with self.subTest(name):
                graph = nasty_inputs.make(name, self.inputs)
                (self.folder / "out").mkdir(exist_ok=True)
                done, took = self.run_in_bounds("render", video, "-g", graph, "-o", "out.mp4")
                self.assertIn(done.returncode, (2, 4), done.stderr)
                self.assertIn(places.get(name, name), done.stderr)
                self.assertLess(len(done.stderr), 100_000)
                self.assertEqual(list((self.folder / "out").iterdir()), [])
                self.lines.append(f"{name!r:34}{done.returncode:6}{'':8}{'':7}{took:6.1f}")

    def test_rows_of_a_track_file_are_refused_by_number(self):
        video = nasty_inputs.make("00-master-barcode.mkv", self.inputs)
        tracks = nasty_inputs.make("89-tracks.csv", self.inputs)
        done, took = self.render(video, "out.mkv", "-g", "boxes", "--tracks", tracks)
        self.assertEqual(done.returncode, 0, done.stderr)
        (self.folder / "out" / "out.mkv").unlink()
        done, took = self.run_in_bounds("tracks", "info", tracks)
        self.assertIn("line 1", done.stdout + done.stderr)
        self.lines.append(f"{tracks.name!r:34}{done.returncode:6}{'':8}{'':7}{took:6.1f}")


if __name__ == "__main__":
    unittest.main()
