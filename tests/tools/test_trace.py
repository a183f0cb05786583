# SPDX-License-Identifier: Apache-2.0
"""--trace: where the time of a render goes."""

import collections
import json
import unittest

from cli import CliTest, needs_ffmpeg

FRAMES = 24
TRACKS = "".join(f"{frame},{i},{20 + 40 * i},{30 + frame},24,60,0.9,-1,-1,-1\n"
                 for frame in range(1, FRAMES + 1) for i in range(1, 5))


@needs_ffmpeg
class Trace(CliTest):
    def render(self, *options, code=0, out="out.mkv"):
        self.write("tracks.txt", TRACKS)
        return self.run_overlace("render", self.clip(frames=FRAMES), "-g", "constellation", "--tracks",
                                 "tracks.txt", "-o", out, *(["--vcodec", "ffv1"] if out.endswith(".mkv") else []),
                                 *options, code=code)

    def events(self, name="trace.json"):
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def spans_by_thread(self, events):
        names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
        spans = collections.defaultdict(list)
        for event in events:
            if event["ph"] == "X":
                spans[names[event["pid"], event["tid"]]].append(event)
        return spans

    def test_every_frame_is_decoded_drawn_and_encoded_once(self):
        self.render("--trace", "trace.json")
        spans = self.spans_by_thread(self.events())
        for thread in ("decode", "draw", "encode"):
            frames = [s["args"]["frame"] for s in spans[thread]
                      if s["name"] == thread and "frame" in s["args"]]
            self.assertEqual(frames, list(range(FRAMES)), thread)

    def test_steps_lie_inside_the_drawing_of_their_frame(self):
        self.render("--trace", "trace.json")
        spans = self.spans_by_thread(self.events())["draw"]
        drawing = {s["args"]["frame"]: s for s in spans if s["name"] == "draw"}
        steps = [s for s in spans if "cat" in s]
        explained = self.run_overlace("explain", "constellation", "--tracks", "tracks.txt").stdout
        for step in steps:
            outer = drawing[step["args"]["frame"]]
            self.assertGreaterEqual(step["ts"], outer["ts"])
            self.assertLessEqual(step["ts"] + step["dur"], outer["ts"] + outer["dur"] + 0.001)
            self.assertIn(step["name"], explained)
        per_frame = collections.Counter(s["args"]["frame"] for s in steps)
        self.assertEqual(set(per_frame), set(range(FRAMES)))
        self.assertEqual(len(set(per_frame.values())), 1)

    def test_spans_of_a_thread_nest_or_are_apart(self):
        self.render("--trace", "trace.json")
        for thread, spans in self.spans_by_thread(self.events()).items():
            open_ends = []
            for span in spans:  # in order of time
                self.assertGreaterEqual(span["ts"], 0)
                self.assertGreaterEqual(span["dur"], 0)
                begin, end = round(span["ts"] * 1000), round((span["ts"] + span["dur"]) * 1000)
                while open_ends and open_ends[-1] <= begin:
                    open_ends.pop()
                self.assertTrue(not open_ends or end <= open_ends[-1], f"{thread}: {span}")
                open_ends.append(end)

    def test_a_traced_render_has_the_same_pictures(self):
        self.render("--trace", "trace.json", out="traced_##.png")
        self.render(out="plain_##.png")
        for frame in range(FRAMES):
            self.assertEqual((self.folder / f"traced_{frame:02}.png").read_bytes(),
                             (self.folder / f"plain_{frame:02}.png").read_bytes(), frame)

    def test_an_existing_trace_is_not_replaced(self):
        self.write("trace.json", "mine")
        self.render("--trace", "trace.json", code=2)
        self.assertEqual((self.folder / "trace.json").read_text(encoding="utf-8"), "mine")
        self.assertNotIn("out.mkv", self.folder_names())
        self.render("--trace", "trace.json", "--overwrite")
        self.assertGreater(len(self.events()), FRAMES)

    def test_a_stopped_render_is_traced(self):
        clip = self.clip(frames=300, size="1280x720")
        self.write("tracks.txt", TRACKS)
        self.assertEqual(self.stop_render(clip, "--tracks", "tracks.txt", "--trace", "trace.json"), 130)
        self.assertNotIn("out.mp4", self.folder_names())
        self.assertTrue(self.spans_by_thread(self.events())["decode"])

    def test_a_failed_render_is_traced(self):
        done = self.render("--trace", "trace.json", "--frames", "5000", code=2)
        self.assertIn("past the end", done.stderr)
        decoded = [s for s in self.spans_by_thread(self.events())["decode"] if "frame" in s["args"]]
        self.assertIn(len(decoded), range(1, FRAMES + 1))  # those from the last key frame on will do


if __name__ == "__main__":
    unittest.main()
