# SPDX-License-Identifier: Apache-2.0
"""overlace render: promises about pictures, frames and files."""

import json
import subprocess
import unittest

from cli import (DATA, EMPTY_GRAPH, PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg, needs_footage,
                 probe)

# A walker crossing the test picture, and others standing around.
TRACKS = "".join(
    f"{frame},{i + 1},{40 * i + (3 * frame if i == 0 else 0)},{20 + 11 * i},24,60,0.9,-1,-1,-1\n"
    for frame in range(1, 61) for i in range(6))


@needs_ffmpeg
class Untouched(CliTest):
    def test_empty_graph_changes_nothing(self):
        graph = self.write("empty.json", EMPTY_GRAPH)
        for pix_fmt in ("yuv420p", "yuv420p10le", "yuv422p", "yuv444p", "yuv422p10le", "yuv444p12le"):
            with self.subTest(pix_fmt):
                clip = self.clip(pix_fmt=pix_fmt)
                out = self.folder / f"{pix_fmt}.mkv"
                self.run_overlace("render", clip, "-g", graph, "--vcodec", "ffv1", "-o", out)
                self.assertEqual(framemd5(out), framemd5(clip))
                self.assertIn(f"pix_fmt={pix_fmt}", probe(out, "pix_fmt"))

    # Format, bytes of a sample, and by how many bits the sides of chroma are shifted.
    FORMATS = [("yuv420p", 1, 1, 1), ("yuv422p10le", 2, 1, 0), ("yuv444p12le", 2, 0, 0), ("gbrp10le", 2, 0, 0)]

    def test_samples_beside_a_box_are_the_inputs(self):
        graph = self.write("box.json", """{"overlace": 1, "composite": ["box"], "nodes": {
            "people": {"type": "track_file", "params": {"path": "$tracks"}},
            "box": {"type": "draw_boxes", "inputs": {"tracks": "people"},
                    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ff8000c0"}}}}""")
        self.write("one.txt", "".join(f"{frame},1,100,40,60,60,1,-1,-1,-1\n" for frame in range(1, 4)))
        for pix_fmt, size, *shifts in self.FORMATS:
            with self.subTest(pix_fmt):
                clip, out = self.clip(frames=3, pix_fmt=pix_fmt), self.folder / f"{pix_fmt}.mkv"
                self.run_overlace("render", clip, "-g", graph, "--tracks", "one.txt", "--vcodec", "ffv1", "-o", out)
                changed = set()
                for (plane, y, was), (_, _, now) in zip(*(self.rows(path, pix_fmt, size, *shifts) for path in (clip, out)),
                                                        strict=True):
                    across, down = shifts if plane > 0 else (0, 0)  # such samples see a pixel beside theirs, too
                    left, right = (100 >> across) - across, (160 >> across) + across
                    if (40 >> down) - down <= y < (100 >> down) + down:
                        self.assertEqual(was[:left * size], now[:left * size], (plane, y))
                        self.assertEqual(was[right * size:], now[right * size:], (plane, y))
                        changed |= {plane} if was != now else set()
                    else:
                        self.assertEqual(was, now, (plane, y))
                self.assertEqual(changed, {0, 1, 2})

    @staticmethod
    def rows(path, pix_fmt, size, across, down):
        """Rows of samples of all frames, 320x180: (plane, row, bytes)."""
        raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-f", "rawvideo", "-pix_fmt",
                              pix_fmt, "-"], check=True, capture_output=True).stdout
        chroma = (320 >> across, 180 >> down)
        rows = [(plane, y, width * size) for plane, (width, height) in enumerate(((320, 180), chroma, chroma))
                for y in range(height)]
        at = 0
        while at < len(raw):
            for plane, y, length in rows:
                yield plane, y, raw[at:at + length]
                at += length


@needs_ffmpeg
class OnePicture(CliTest):
    def render(self, clip, out, *options):
        path = self.folder / out
        self.run_overlace("render", clip, "--tracks", self.folder / "tracks.txt", "--vcodec", "ffv1",
                          "-o", path, *options)
        return framemd5(path)

    def test_threads_instruction_sets_and_chunks_agree(self):
        self.write("tracks.txt", TRACKS)
        clip = self.clip(frames=60)
        best = [name for name in ("avx512", "avx2", "scalar") if self.has_simd(name)]
        for preset in ("constellation", "night_vision", "neon", "speed_heat"):
            with self.subTest(preset):
                whole = self.render(clip, f"{preset}.mkv", "-g", preset, "--threads", "1")
                self.assertNotEqual(whole, framemd5(clip))
                self.assertEqual(self.render(clip, f"{preset}-2.mkv", "-g", preset, "--threads", "2"), whole)
                for simd in best:
                    self.assertEqual(
                        self.render(clip, f"{preset}-{simd}.mkv", "-g", preset, "--simd", simd), whole, simd)
                part = self.render(clip, f"{preset}-part.mkv", "-g", preset, "--frames", "30-44")
                self.assertEqual(part, whole[30:45])

    def has_simd(self, name):
        done = subprocess.run([PROGRAM, "devices"], capture_output=True, text=True, check=True)
        order = ["scalar", "avx2", "avx512"]
        have = next((level for level in reversed(order) if level in done.stdout), "scalar")
        return order.index(name) <= order.index(have)


@needs_ffmpeg
@needs_footage
class RealFootage(CliTest):
    def test_parts_equal_the_whole(self):
        graph = ["-g", "constellation", "--vcodec", "ffv1", "--tracks", DATA / "det.txt"]
        whole, part = self.folder / "whole.mkv", self.folder / "part.mkv"
        self.run_overlace("render", DATA / "video.avi", *graph, "-o", whole, "--frames", "0-264")
        self.run_overlace("render", DATA / "video.avi", *graph, "-o", part, "--frames", "255-264")  # its key frame is 250
        self.assertEqual(framemd5(part), framemd5(whole)[255:265])


@needs_ffmpeg
class Files(CliTest):
    def test_default_output_is_web_playable_with_sound(self):
        self.write("tracks.txt", TRACKS)
        clip = self.clip(frames=30)
        self.run_overlace("render", clip, "-g", "boxes", "--tracks", "tracks.txt", "-o", "out.mp4")
        self.assertEqual(probe(self.folder / "out.mp4", "codec_name", "pix_fmt", "nb_read_frames"),
                         ["codec_name=h264", "pix_fmt=yuv420p", "nb_read_frames=30"])
        data = (self.folder / "out.mp4").read_bytes()
        self.assertLess(data.index(b"moov"), data.index(b"mdat"))

    def test_existing_output_needs_overwrite(self):
        clip = self.clip(frames=3)
        graph = self.write("empty.json", EMPTY_GRAPH)
        out = self.write("out.mkv", "precious")
        self.run_overlace("render", clip, "-g", graph, "-o", out, code=2)
        self.assertEqual(out.read_text(), "precious")
        self.run_overlace("render", clip, "-g", graph, "-o", out, "--overwrite")
        self.assertGreater(out.stat().st_size, 100)

    def test_input_is_never_the_output(self):
        clip = self.clip(frames=3)
        before = clip.read_bytes()
        (self.folder / "same.mkv").hardlink_to(clip)
        graph = self.write("empty.json", EMPTY_GRAPH)
        for out in (clip, "same.mkv"):
            self.run_overlace("render", clip, "-g", graph, "-o", out, "--overwrite", code=2)
        self.assertEqual(clip.read_bytes(), before)

    def test_interrupt_leaves_no_file(self):
        clip = self.clip(frames=300, size="1280x720")
        self.write("tracks.txt", TRACKS)
        before = self.folder_names()
        self.assertEqual(self.stop_render(clip, "--tracks", "tracks.txt"), 130)
        self.assertEqual(self.folder_names(), before)

    def test_png_sequence_is_numbered_by_frame(self):
        clip = self.clip(frames=12)
        graph = self.write("empty.json", EMPTY_GRAPH)
        self.run_overlace("render", clip, "-g", graph, "-o", "f_####.png", "--frames", "3,7-9")
        self.assertEqual([n for n in self.folder_names() if n.endswith(".png")],
                         ["f_0003.png", "f_0007.png", "f_0008.png", "f_0009.png"])

    def test_progress_as_json(self):
        clip = self.clip(frames=5)
        graph = self.write("empty.json", EMPTY_GRAPH)
        done = self.run_overlace("render", clip, "-g", graph, "-o", "o.mkv", "--progress", "json")
        events = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual((events[-1]["event"], events[-1]["frames"]), ("end", 5))
        quiet = self.run_overlace("render", clip, "-g", graph, "-o", "p.mkv", "--progress", "none")
        self.assertEqual((quiet.stdout, quiet.stderr), ("", ""))

    def test_all_totals_are_of_the_frames_that_are_rendered(self):
        self.clip("in.mp4", frames=12, extra=("-c:v", "mpeg4", "-c:a", "aac"))
        done = self.run_overlace("render", "in.mp4", "-g", self.write("empty.json", EMPTY_GRAPH), "-o", "o.mkv", "--frames",
                                 "3-9x2", "--progress", "json")
        events = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual({event["frames_total"] for event in events if event["event"] in ("start", "progress")}, {4})
        self.assertEqual(events[-1]["frames"], 4)


@needs_ffmpeg
class Refusals(CliTest):
    def test_graph_errors_come_all_at_once(self):
        clip = self.clip(frames=2)
        graph = self.write("bad.json", """{"overlace": 1, "nodes": {
            "a": {"type": "draw_lnes"},
            "b": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": {"stroke_widht": 3}}},
            "composite": ["b", "c"]}""")
        done = self.run_overlace("render", clip, "-g", graph, "-o", "out.mp4", code=2)
        for word in ("draw_lines", "stroke_width", "people", "/nodes/b/params", "/composite/1"):
            self.assertIn(word, done.stderr)
        self.assertNotIn("out.mp4", self.folder_names())

    def test_exit_codes(self):
        clip = self.clip(frames=2)
        graph = self.write("empty.json", EMPTY_GRAPH)
        out = ("-o", "out.mp4")
        self.run_overlace("render", "absent.mp4", "-g", graph, *out, code=4)
        self.run_overlace("render", self.write("text.mp4", "no video"), "-g", graph, *out, code=4)
        self.run_overlace("render", clip, "-g", graph, *out, "--frames", "5-2", code=2)
        self.run_overlace("render", clip, "-g", "boxs", *out, code=2)
        self.run_overlace("render", clip, "-g", "boxes", "--tracks", "absent.txt", *out, code=4)
        self.run_overlace("render", clip, "-g", graph, *out, "--device", "cuda:99", code=75)
        self.run_overlace("render", clip, "-g", graph, "-o", "no/such/folder/out.mp4", code=5)
        self.run_overlace("rendr", code=2)
        self.assertNotIn("out.mp4", self.folder_names())

    def test_a_graph_that_lacks_what_it_needs_can_be_looked_at_but_not_rendered(self):
        clip = self.clip(frames=2)
        self.write("t.csv", "frame,id,x,y,w,h\n0,1,10,10,50,50\n")
        for graph in ("compare", "metrics", "switches"):
            refused = self.run_overlace("render", clip, "-g", graph, "--tracks", "t.csv", "-o", "out.mp4", code=2)
            self.assertIn("--set truth=VALUE: the graph needs a value for 'truth'; File of the true tracks", refused.stderr)
            self.run_overlace("render", clip, "-g", graph, "--tracks", "t.csv", "-o", "out.mp4", "--dry-run", code=2)
            self.run_overlace("frame", clip, "-g", graph, "--tracks", "t.csv", "-o", f"{graph}.png")
            self.run_overlace("render", clip, "-g", graph, "--tracks", "t.csv", "-o", f"{graph}.mkv", "--set", "truth=t.csv")
        # The node may have its file without the knob.
        self.run_overlace("render", clip, "-g", "compare", "--tracks", "t.csv", "-o", "own.mkv", "--set", "truth.path=t.csv")
        self.assertNotIn("out.mp4", self.folder_names())

    def test_truncated_input_is_a_loss(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=30", "-frames:v", 60, "-movflags", "+faststart",
               self.folder / "whole.mp4")
        data = (self.folder / "whole.mp4").read_bytes()
        (self.folder / "cut.mp4").write_bytes(data[:len(data) * 6 // 10])
        graph = self.write("empty.json", EMPTY_GRAPH)
        done = self.run_overlace("render", "cut.mp4", "-g", graph, "-o", "out.mp4", code=3)
        self.assertIn("loss", done.stderr)
        self.assertIn("out.mp4", self.folder_names())


if __name__ == "__main__":
    unittest.main()
