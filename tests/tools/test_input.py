# SPDX-License-Identifier: Apache-2.0
"""overlace render: turned and interlaced videos, pipes, pictures and frame numbers as its users give them."""

import json
import struct
import subprocess

from cli import EMPTY_GRAPH, PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg, probe

TRACKS = "".join(f"{frame},7,40,60,80,60,0.9,-1,-1,-1\n" for frame in range(1, 31))
GRAPH = json.dumps({
    "overlace": 1,
    "nodes": {
        "people": {"type": "track_file", "params": {"path": "$tracks"}},
        "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": {"corner_radius": 9}},
        "label": {"type": "draw_labels", "inputs": {"tracks": "people"},
                  "params": {"text": "Fragile {id}", "size": "9%"}}},
    "composite": ["boxes", "label"]})
# (a, b, c, d) of display matrices: a stored pixel (X, Y) is shown at (a X + c Y, b X + d Y).
MATRICES = {
    "as stored": (1, 0, 0, 1), "mirrored": (-1, 0, 0, 1), "upside down": (1, 0, 0, -1),
    "half turn": (-1, 0, 0, -1), "clockwise": (0, 1, -1, 0), "counter-clockwise": (0, -1, 1, 0),
    "transposed": (0, 1, 1, 0), "anti-transposed": (0, -1, -1, 0)}


def set_matrix(path, matrix):
    """Writes a display matrix into the only track header of an MP4 file (ISO/IEC 14496-12, 8.3.2)."""
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 4 + 40
    a, b, c, d = (value << 16 for value in matrix)
    struct.pack_into(">9i", data, at, a, b, 0, c, d, 0, 0, 0, 1 << 30)
    path.write_bytes(data)


def gray(path):
    """Luma of a picture or of a video's first frame as a player shows it, row by row, and its width."""
    done = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-frames:v", "1", "-vf", "extractplanes=y", "-f",
         "image2pipe", "-c:v", "pgm", "-"], check=True, capture_output=True).stdout
    _, size, _, pixels = done.split(b"\n", 3)
    return pixels, int(size.split()[0])


def difference(a, b):
    """The largest difference of two pictures, and in how many pixels they differ."""
    return max(abs(x - y) for x, y in zip(a, b, strict=True)), sum(x != y for x, y in zip(a, b, strict=True))


@needs_ffmpeg
class Rotated(CliTest):
    def setUp(self):
        super().setUp()
        self.write("tracks.txt", TRACKS)
        self.write("graph.json", GRAPH)
        self.plain = self.folder / "plain.mp4"
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x240:r=30", "-frames:v", 4, "-pix_fmt", "yuv420p",
               "-c:v", "libx264", "-preset", "ultrafast", "-qp", 0, self.plain)

    def turned(self, matrix):
        path = self.folder / "turned.mp4"
        path.write_bytes(self.plain.read_bytes())
        set_matrix(path, matrix)
        return path

    def render(self, clip, out, *options):
        self.run_overlace("render", clip, "-o", out, "--overwrite", "-g", "graph.json", "--tracks", "tracks.txt",
                          "--crf", 0, *options)
        return self.folder / out

    def test_is_seen_as_if_it_had_been_stored_upright(self):
        for name, matrix in MATRICES.items():
            with self.subTest(name):
                clip = self.turned(matrix)
                upright = self.folder / "upright.mkv"
                ffmpeg("-i", clip, "-c:v", "ffv1", upright)  # ffmpeg turns what it decodes
                expected, width = gray(self.render(upright, "expected.mkv"))
                actual, actual_width = gray(self.render(clip, "out.mp4"))
                self.assertEqual(actual_width, width)
                largest, count = difference(actual, expected)
                # Round ends are shaded by a normal that does not know its side.
                self.assertLessEqual(largest, 10)
                self.assertLess(count, len(expected) / 500)
                self.assertGreater(difference(actual, gray(clip)[0])[1], 2000)  # something is drawn

    def test_coded_planes_stay_as_they_were(self):
        self.write("empty.json", EMPTY_GRAPH)
        for name, matrix in MATRICES.items():
            with self.subTest(name):
                clip = self.turned(matrix)
                self.run_overlace("render", clip, "-g", "empty.json", "-o", "out.mp4", "--overwrite", "--crf", 0)
                out = self.folder / "out.mp4"
                self.assertEqual(framemd5(out), framemd5(clip))
                self.assertEqual(probe(out, "width", "height"), ["width=320", "height=240"])

    def test_the_container_decides_and_not_the_extension(self):
        clip = self.turned(MATRICES["clockwise"])
        out = self.render(clip, "out.mp4", "--format", "matroska")  # which keeps no matrix
        self.assertEqual(probe(out, "width", "height"), ["width=240", "height=320"])

    def test_a_still_is_upright(self):
        clip = self.turned(MATRICES["clockwise"])
        video, width = gray(self.render(clip, "out.mp4"))
        self.run_overlace("frame", clip, "-n", 0, "-o", "still.png", "-g", "graph.json", "--tracks", "tracks.txt")
        ffmpeg("-i", self.folder / "still.png", "-vf", "scale=out_color_matrix=bt601:out_range=tv,format=yuv420p",
               self.folder / "still.y4m")
        still, still_width = gray(self.folder / "still.y4m")
        self.assertEqual(still_width, width)
        # By way of R'G'B', which does not hold all of a test picture's colours.
        self.assertLess(sum(abs(a - b) for a, b in zip(still, video, strict=True)) / len(video), 1)

    def test_boxes_of_the_coded_picture(self):
        clip = self.turned(MATRICES["clockwise"])
        shown, _ = gray(self.render(clip, "shown.mp4"))
        # Shown at (40, 60) of 240x320: stored at X = 60, Y = 240 - 40 - 80.
        self.write("tracks.txt", "".join(f"{n},7,60,120,60,80,0.9,-1,-1,-1\n" for n in range(1, 31)))
        coded, _ = gray(self.render(clip, "coded.mp4", "--tracks-frame", "coded"))
        self.assertEqual(coded, shown)
        upright, _ = gray(self.render(clip, "coded.mkv", "--tracks-frame", "coded"))
        self.write("tracks.txt", TRACKS)
        self.assertEqual(upright, gray(self.render(clip, "shown.mkv"))[0], "rotated by overlace, for lack of a matrix")


@needs_ffmpeg
class Inputs(CliTest):
    def setUp(self):
        super().setUp()
        self.write("empty.json", EMPTY_GRAPH)
        self.write("graph.json", GRAPH)
        self.write("tracks.txt", TRACKS)

    def pipe(self, clip, *options, code=0):
        with open(clip, "rb") as source, subprocess.Popen(["cat"], stdin=source, stdout=subprocess.PIPE) as cat:
            done = subprocess.run([PROGRAM, "render", "-", *map(str, options)], cwd=self.folder, stdin=cat.stdout,
                                  capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_a_pipe_is_read(self):
        clip = self.clip()
        self.pipe(clip, "-g", "empty.json", "-o", "out.mkv", "--vcodec", "ffv1")
        self.assertEqual(framemd5(self.folder / "out.mkv"), framemd5(clip))

    def test_a_pipe_cannot_be_read_twice(self):
        refused = self.pipe(self.clip(), "-o", "out.mkv", code=2).stderr
        self.assertIn("--tracks FILE", refused)
        self.assertFalse((self.folder / "out.mkv").exists())

    def test_a_pipe_with_its_index_behind_is_explained(self):
        ffmpeg("-i", self.clip(frames=40), "-c:v", "libx264", "-qp", 1, self.folder / "in.mp4")
        refused = self.pipe(self.folder / "in.mp4", "-g", "empty.json", "-o", "out.mkv", code=4).stderr
        self.assertIn("faststart", refused)

    def test_a_file_as_standard_input_is_a_file(self):
        ffmpeg("-i", self.clip(), "-c:v", "libx264", self.folder / "in.mp4")
        with open(self.folder / "in.mp4", "rb") as source:
            done = subprocess.run([PROGRAM, "render", "-", "-o", "out.mkv", "--vcodec", "ffv1"], cwd=self.folder,
                                  stdin=source, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "in.mp4", "rb") as source:
            done = subprocess.run([PROGRAM, "render", "-", "-o", "in.mp4", "--overwrite"], cwd=self.folder,
                                  stdin=source, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)

    def test_interlaced_video_is_drawn_on_only_if_asked_to(self):
        clip = self.folder / "fields.mp4"
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x240:r=50:d=0.4", "-vf", "tinterlace=interleave_top,setfield=tff",
               "-c:v", "libx264", "-pix_fmt", "yuv420p", "-flags", "+ilme+ildct", clip)
        draw = ("-g", "graph.json", "--tracks", "tracks.txt")
        refused = self.run_overlace("render", clip, *draw, "-o", "out.mp4", code=2).stderr
        self.assertIn("--interlaced deinterlace", refused)
        self.assertFalse((self.folder / "out.mp4").exists())
        for options, order in ((("-g", "empty.json"), "tt"), ((*draw, "--interlaced", "draw"), "tt"),
                               ((*draw, "--interlaced", "deinterlace"), "progressive")):
            with self.subTest(options):
                self.run_overlace("render", clip, *options, "-o", "out.mp4", "--overwrite")
                self.assertEqual(probe(self.folder / "out.mp4", "field_order", "nb_read_frames", "avg_frame_rate"),
                                 [f"field_order={order}", "avg_frame_rate=25/1", "nb_read_frames=10"])

    def test_frames_past_the_end_are_refused_before_anything_is_tracked(self):
        ffmpeg("-i", self.clip(frames=20), "-c:v", "libx264", self.folder / "in.mp4")
        refused = self.run_overlace("render", "in.mp4", "--frames", "20-30", "-o", "out.mp4", code=2).stderr
        self.assertIn("frames 0 to 19", refused)
        self.assertNotIn("what moves", refused)
        refused = self.run_overlace("frame", "in.mp4", "-n", 20, "-o", "out.png", code=2).stderr
        self.assertIn("frames 0 to 19", refused)
        part = self.run_overlace("render", "in.mp4", "--frames", "15-30", "-g", "empty.json", "-o", "out.mkv").stderr
        self.assertIn("after 19", part)
        self.assertEqual(probe(self.folder / "out.mkv", "nb_read_frames"), ["nb_read_frames=5"])

    def test_pictures_with_a_gap_finish_with_loss(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=24:d=0.25", "-start_number", 7, self.folder / "f_%04d.png")
        (self.folder / "f_0010.png").unlink()
        done = self.run_overlace("render", "f_####.png", "-g", "empty.json", "--fps", "23.976", "-o", "out.mp4", code=3)
        self.assertIn("missing: 10", done.stderr)
        self.assertEqual(probe(self.folder / "out.mp4", "nb_read_frames"), ["nb_read_frames=5"])

    def test_rates_that_are_none(self):
        for rate in ("0", "abc", "25/0"):
            self.run_overlace("render", self.clip(), "--fps", rate, "-o", "out.mp4", code=2)

    def test_untagged_hd_is_709_and_tagged_sd_is_601(self):
        """Red, made by ffmpeg with the matrix that each size should have."""
        for size, matrix, tags in (("1920x1080", "bt709", ()), ("720x480", "smpte170m", ("-colorspace", "smpte170m"))):
            with self.subTest(size):
                clip = self.folder / f"{size}.mkv"
                ffmpeg("-f", "lavfi", "-i", f"color=red:s={size}:d=0.04", "-vf",
                       f"scale=out_color_matrix={matrix}:flags=accurate_rnd,format=yuv420p", *tags, "-c:v", "ffv1",
                       clip)
                self.run_overlace("render", clip, "-g", "empty.json", "-o", "out.mkv", "--vcodec", "ffv1", "--overwrite")
                self.assertEqual(framemd5(self.folder / "out.mkv"), framemd5(clip))
                pixel = subprocess.run(
                    ["ffmpeg", "-nostdin", "-v", "error", "-i", self.folder / "out.mkv", "-vf",
                     "crop=2:2:100:100,scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24",
                     "-f", "rawvideo", "-"], check=True, capture_output=True).stdout
                for value, expected in zip(pixel[:3], (255, 0, 0), strict=True):
                    self.assertAlmostEqual(value, expected, delta=2)


@needs_ffmpeg
class FirstFrame(CliTest):
    """Shots that begin at 1001: the same pictures as from 0, and all frame numbers count from there."""

    def setUp(self):
        super().setUp()
        self.write("tracks.txt", self.rows(1))
        self.write("of_the_shot.txt", self.rows(1001))
        self.write("number.json", self.document("{frame}"))
        self.plain = self.clip()

    @staticmethod
    def rows(first):
        return "".join(f"{first + n},7,{10 + 5 * n},60,80,60,0.9,-1,-1,-1\n" for n in range(20))

    @staticmethod
    def document(text):
        graph = json.loads(GRAPH)
        graph["nodes"]["label"] = {"type": "draw_text", "params": {"text": text, "size": "20%"}}
        return json.dumps(graph)

    def render(self, clip, *options, graph="graph.json", tracks="tracks.txt"):
        self.write("graph.json", GRAPH)
        self.run_overlace("render", clip, "-g", graph, "--tracks", tracks, "-o", "out.mkv", "--vcodec", "ffv1",
                          "--overwrite", *options)
        return framemd5(self.folder / "out.mkv")

    def test_the_pictures_are_those_of_a_clip_from_0(self):
        expected = self.render(self.plain)
        for tracks in ("tracks.txt", "of_the_shot.txt"):
            self.assertEqual(self.render(self.plain, "--first-frame", 1001, tracks=tracks), expected, tracks)

    def test_frames_are_chosen_by_the_numbers_of_the_shot(self):
        expected = self.render(self.plain, "--frames", "3,10-12")
        self.assertEqual(self.render(self.plain, "--first-frame", 1001, "--frames", "1004,1011-1013"), expected)
        refused = self.run_overlace("render", self.plain, "--first-frame", 1001, "--frames", "3", "-o", "out.mp4",
                                    code=2).stderr
        self.assertIn("no frame is selected: there is no frame 3", refused)

    def test_texts_tell_the_numbers_of_the_shot(self):
        shown = self.render(self.plain, "--first-frame", 1001, "--frames", "1012", graph="number.json")
        self.write("fixed.json", self.document("1012"))
        self.assertEqual(shown, self.render(self.plain, "--frames", "11", graph="fixed.json"))

    def test_stills_and_records_too(self):
        numbers = ("-g", "number.json", "--tracks", "of_the_shot.txt")
        done = self.run_overlace("frame", self.plain, *numbers, "--first-frame", 1001, "-n", 1012, "-o", "a.png")
        self.assertEqual(done.stdout, "a.png: frame 1012\n")
        self.write("fixed.json", self.document("1012"))
        self.run_overlace("frame", self.plain, "-g", "fixed.json", "--tracks", "tracks.txt", "-n", 11, "-o", "b.png")
        self.assertEqual((self.folder / "a.png").read_bytes(), (self.folder / "b.png").read_bytes())
        rows = self.run_overlace("dump", "boxes", "--stage", "tracks", "--json", "--tracks", "of_the_shot.txt", "-i",
                                 self.plain, "--first-frame", 1001, "-n", 1012).stdout
        self.assertEqual([row["box"] for row in json.loads(rows) if "box" in row][0], [65, 60, 80, 60])

    def test_numbered_pictures_keep_their_numbers(self):
        ffmpeg("-i", self.plain, "-start_number", 1001, self.folder / "shot.%04d.png")
        named = self.render("shot.####.png", "--frames", "1012", graph="number.json", tracks="of_the_shot.txt")
        again = self.render("shot.####.png", "--first-frame", 0, "--frames", "11", graph="number.json")
        self.assertNotEqual(named, again)  # the text tells 1012, and 11
        self.assertEqual(self.render("shot.####.png", tracks="of_the_shot.txt"),
                         self.render("shot.####.png", "--first-frame", 0))
        self.run_overlace("render", "shot.####.png", "-g", "number.json", "--tracks", "of_the_shot.txt", "-o",
                          "out.####.png")
        self.assertEqual(sorted(p.name for p in self.folder.glob("out.*.png")),
                         [f"out.{n}.png" for n in range(1001, 1021)])

    def test_reports_name_damage_by_the_numbers_of_the_shot(self):
        ffmpeg("-i", self.plain, "-start_number", 1001, self.folder / "shot.%04d.png")
        (self.folder / "shot.1005.png").unlink()
        self.run_overlace("render", "shot.####.png", "-g", "number.json", "--tracks", "of_the_shot.txt", "-o",
                          "out.mkv", "--report", "report.json", code=3)
        damage = json.loads((self.folder / "report.json").read_text())["outcome"]["damage"]
        self.assertEqual(damage["frame_spans"], [[1005, 1005]])
