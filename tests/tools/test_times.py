# SPDX-License-Identifier: Apache-2.0
"""overlace on clips of variable rate: everything in seconds follows the frames' own times, from a table made here."""

import json
import subprocess
import unittest

from cli import CliTest, ffmpeg, needs_ffmpeg

SIZE = 64


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

    def graph(self, nodes, composite=()):
        return self.write("graph.json", json.dumps({"overlace": 1, "nodes": nodes, "composite": list(composite)}))

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


if __name__ == "__main__":
    unittest.main()
