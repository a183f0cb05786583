# SPDX-License-Identifier: Apache-2.0
"""overlace on clips of variable rate: everything in seconds follows the frames' own times, from a table made here."""

import json
import random
import subprocess
import unittest

from cli import CliTest, ffmpeg, needs_ffmpeg

SIZE = 64


def table_of_times(frames, seed):
    """Milliseconds at which frames are shown: bursts, and frames that stay for long."""
    rng = random.Random(seed)
    times = [0]
    while len(times) < frames:
        times.append(times[-1] + rng.choice((17, 33, 40, 100, 250, 700)))
    return times


def expression(times):
    """libavfilter's, for the time of frame N in milliseconds; halves, so that it does not nest deeply."""
    def part(first, last):
        if first == last:
            return str(times[first])
        middle = (first + last) // 2
        return f"if(lte(N,{middle}),{part(first, middle)},{part(middle + 1, last)})"
    return part(0, len(times) - 1)


def packets(path, entries):
    """Facts of the packets of the first video stream."""
    listing = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", f"packet={entries}",
                              "-of", "csv=p=0", path], check=True, capture_output=True, text=True).stdout
    return [line.split(",") for line in listing.split()]


def shown(path):
    """When the frames of a file are shown, in seconds from the first one."""
    times = sorted(float(line[0]) for line in packets(path, "pts_time"))
    return [time - times[0] for time in times]


@needs_ffmpeg
class VariableRate(CliTest):
    SOURCES = {"mkv": ["-c:v", "libx264", "-bf", "2"], "mp4": ["-c:v", "libx264", "-bf", "2"],
               "ts": ["-c:v", "libx264", "-bf", "2"], "webm": ["-c:v", "libvpx", "-auto-alt-ref", "1"],
               "mov": ["-c:v", "mpeg4"]}

    def make(self, times, container):
        path = self.folder / f"in.{container}"
        ffmpeg("-f", "lavfi", "-i", f"color=black:s={SIZE}x{SIZE}:r=10:d={len(times) / 10}", "-vf",
               f"settb=1/1000,setpts='{expression(times)}'", "-fps_mode", "passthrough", "-enc_time_base", "1:1000",
               *self.SOURCES[container], path)
        for told, wanted in zip(shown(path), times, strict=True):
            self.assertAlmostEqual(told, wanted / 1000, delta=0.0011)
        return path

    def check_each_source(self, check, frames=40):
        for seed, container in enumerate(self.SOURCES):
            times = table_of_times(frames, seed)
            with self.subTest(container):
                check(self.make(times, container), times)

    def graph(self, nodes, composite=()):
        return self.write("graph.json", json.dumps({"overlace": 1, "nodes": nodes, "composite": list(composite)}))

    def frames(self, path):
        raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-f",
                              "rawvideo", "-pix_fmt", "rgb24", "-"], check=True, capture_output=True).stdout
        size = SIZE * SIZE * 3
        return [raw[at:at + size] for at in range(0, len(raw), size)]

    def test_keyframes_in_seconds(self):
        def check(source, times):
            last = times[-1] / 1000
            keys = [{"time": at, "value": color} for at, color in ((0, "#000"), (last / 3, "#fff"), (last, "#000"))]
            graph = self.graph({"fill": {"type": "draw_fill", "params": {"color": {"keyframes": keys}}}}, ["fill"])
            self.run_overlace("render", source, "-g", graph, "-o", "out.mkv", "--vcodec", "ffv1", "--overwrite")
            for time, picture in zip(times, self.frames(self.folder / "out.mkv"), strict=True):
                way = time / 1000 / last
                level = 255 * (way * 3 if way < 1 / 3 else (1 - way) * 1.5)
                self.assertAlmostEqual(picture[3 * (SIZE * 32 + 32)], level, delta=3, msg=str(time))
        self.check_each_source(check)

    def test_tracks_in_milliseconds(self):
        graph = self.graph({"t": {"type": "track_input", "params": {"path": "$tracks"}},
                            "b": {"type": "draw_boxes", "inputs": {"tracks": "t"},
                                  "params": {"stroke_width": 0, "fill": "#ff0000"}}}, ["b"])

        def check(source, times):
            # A box on every second frame, a millisecond late.
            rows = [f"{time + 1},1,{8 * (frame % 8)},0,8,{SIZE}" for frame, time in enumerate(times) if frame % 2 == 0]
            self.write("t.csv", "\n".join(["frame,id,x,y,w,h", *rows]) + "\n")
            self.run_overlace("render", source, "-g", graph, "--tracks", "t.csv", "--tracks-fps", 1000, "--frame-base",
                              0, "-o", "out.mkv", "--vcodec", "ffv1", "--overwrite")
            found = [[x // 8 for x in range(4, SIZE, 8) if picture[3 * (SIZE * 32 + x)] > 150]
                     for picture in self.frames(self.folder / "out.mkv")]
            self.assertEqual(found, [[frame % 8] if frame % 2 == 0 else [] for frame in range(len(times))])
        self.check_each_source(check)

    def series_at(self, source, graph, frame):
        said = self.run_overlace("dump", graph, "--stage", "tracks", "--frame", frame, "-i", source, "--tracks",
                                 "t.csv", "--json").stdout
        return {row["series"]: row["value"] for row in json.loads(said) if "series" in row}

    @staticmethod
    def series(name, tracks, of):
        return {"type": "track_series", "inputs": {"tracks": tracks}, "params": {"name": name, "of": of}}

    def test_speeds_and_times_of_objects(self):
        nodes = {"t": {"type": "track_input", "params": {"path": "$tracks"}},
                 "zone": {"type": "track_zone", "inputs": {"tracks": "t"},
                          "params": {"name": "zone", "corners": ["0% 0%", "100% 0%", "100% 100%", "0% 100%"]}},
                 "speed": self.series("speed", "zone", "speed"), "stay": self.series("stay", "speed", "zone_time"),
                 "now": self.series("now", "stay", "time + 0 * speed.value"),
                 "b": {"type": "draw_boxes", "inputs": {"tracks": "now"}}}
        graph = self.graph(nodes, ["b"])

        def check(source, times):
            # 4 px/s to the right, by the times of the frames.
            rows = [f"{frame},1,{4 * time / 1000:.4f},20,8,8" for frame, time in enumerate(times)]
            self.write("t.csv", "\n".join(["frame,id,x,y,w,h", *rows]) + "\n")
            for frame in (3, 11, 22):
                series = self.series_at(source, graph, frame)
                self.assertAlmostEqual(series["speed.value"], 4, delta=0.02)
                self.assertAlmostEqual(series["stay.value"], times[frame] / 1000, delta=0.002)
                self.assertAlmostEqual(series["now.value"], times[frame] / 1000, delta=0.002)
        self.check_each_source(check, frames=24)

    def test_key_frames_are_two_seconds_apart_at_most(self):
        # 50 frames/s for two seconds, then 3 frames/s: on average, two seconds have many frames.
        times = [20 * n for n in range(200)] + [4000 + 330 * n for n in range(60)]
        source = self.make(times, "mkv")
        graph = self.graph({})
        for name, codec in (("out.mp4", "h264"), ("out.mp4", "hevc"), ("out.webm", "vp9"), ("out.webm", "vp8"),
                            ("out.mkv", "mpeg4")):
            with self.subTest(codec):
                self.run_overlace("render", source, "-g", graph, "-o", name, "--vcodec", codec, "--overwrite")
                keys = [float(time) for time, flags, *_ in packets(self.folder / name, "pts_time,flags") if "K" in flags]
                keys.append(keys[0] + times[-1] / 1000)
                self.assertLessEqual(max(b - a for a, b in zip(keys, keys[1:])), 2.02)

    def test_a_rate_that_is_that_of_the_clock(self):
        times = [33 * n + n * n * 7 % 29 for n in range(150)]
        path = self.make(times, "webm")
        data = bytearray(path.read_bytes())
        at = data.find(b"\x23\xe3\x83\x84")  # DefaultDuration becomes Void, as browsers write it
        data[at:at + 8] = b"\xec\x86" + bytes(6)
        path.write_bytes(data)
        said = self.run_overlace("render", path, "-g", self.graph({}), "-o", "out.mp4", "--dry-run").stdout
        self.assertRegex(said, r"30\.\d+ fps")


if __name__ == "__main__":
    unittest.main()
