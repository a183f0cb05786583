# SPDX-License-Identifier: Apache-2.0
"""The other commands, and what is generated from the node types."""

import importlib.util
import json
import os
import re
import subprocess
import unittest
import xml.etree.ElementTree as ET

from cli import DATA, EMPTY_GRAPH, PROGRAM, SOURCE, CliTest, ffmpeg, needs_ffmpeg, needs_footage


def presets():
    return sorted(path.stem for path in (SOURCE / "presets").glob("*.json")
                  if not path.name.endswith(".schema.json"))


class Reference(CliTest):
    def test_generated_files_are_up_to_date(self):
        markdown = self.run_overlace("nodes", "--markdown").stdout
        self.assertEqual((SOURCE / "docs/nodes.md").read_text(encoding="utf-8"), markdown,
                         "run: build/bin/overlace nodes --markdown > docs/nodes.md")
        formats = self.run_overlace("tracks", "formats", "--markdown").stdout
        self.assertEqual((SOURCE / "docs/track-formats.md").read_text(encoding="utf-8"), formats,
                         "run: build/bin/overlace tracks formats --markdown > docs/track-formats.md")
        schema = self.run_overlace("schema").stdout
        self.assertEqual((SOURCE / "presets/overlace-graph.schema.json").read_text(encoding="utf-8"),
                         schema, "run: build/bin/overlace schema > presets/overlace-graph.schema.json")

    @unittest.skipUnless(importlib.util.find_spec("jsonschema"), "python3-jsonschema is not installed")
    def test_a_saved_preset_leads_to_its_schema(self):
        # As editors do: "$schema" is resolved from the document's own place.
        import jsonschema
        (self.folder / "away").mkdir()
        self.run_overlace("presets", "neon", "-o", "away/mine.json")
        path = self.folder / "away" / "mine.json"
        document = json.loads(path.read_text(encoding="utf-8"))
        schema = json.loads((path.parent / document["$schema"]).read_text(encoding="utf-8"))
        validator = jsonschema.validators.validator_for(schema)
        validator.check_schema(schema)
        self.assertEqual(list(validator(schema).iter_errors(document)), [])
        next(iter(document["nodes"].values()))["type"] = "draw_boxen"
        self.assertTrue(list(validator(schema).iter_errors(document)))
        self.run_overlace("presets", "neon", "-o", "away/mine.json", code=2)
        self.run_overlace("presets", "neon", "-o", "away/overlace-graph.schema.json", "--overwrite", code=2)
        self.run_overlace("check", "away/mine.json")

    def test_programs_are_told_what_people_are_told(self):
        text = self.run_overlace("codecs").stdout
        codecs = json.loads(self.run_overlace("codecs", "--json").stdout)
        told = set(text.split())
        for codec in codecs:
            for fact in codec.values():
                self.assertTrue(set((fact or "").split()) <= told, fact)
        listed = {word for codec in codecs for fact in codec.values() for word in (fact or "").split()}
        labels = {"also", "in", "alpha", "--crf", "--encoder-preset", "not", "this", "libav"}
        self.assertEqual(set(text.split("\n\n--vcodec", maxsplit=1)[0].split()) - listed - labels, set())
        only = json.loads(self.run_overlace("codecs", "vp9", "--json").stdout)
        self.assertEqual(only, [codec for codec in codecs if codec["name"] == "vp9"])

        text = self.run_overlace("devices").stdout
        machine = json.loads(self.run_overlace("devices", "--json").stdout)
        self.assertIn(f"{machine['cpu']['threads']} threads, {machine['cpu']['simd']}", text)
        self.assertEqual(machine["cpu"]["threads"], os.cpu_count())
        self.assertEqual(len(machine["cuda"]), text.count("compute capability"))
        if not machine["cuda"]:
            self.assertIn(machine["why_no_cuda"], text)

    def test_table_of_codecs_is_the_documented_one(self):
        table = self.run_overlace("codecs", "--markdown").stdout
        self.assertIn(table, (SOURCE / "docs/output.md").read_text(encoding="utf-8"),
                      "put the output of 'overlace codecs --markdown' into docs/output.md")
        self.assertIn("prores_ks", self.run_overlace("codecs").stdout)
        self.assertIn("did you mean 'h264'", self.run_overlace("codecs", "h246", code=2).stderr)

    def test_every_preset_is_known_and_fine(self):
        self.assertGreaterEqual(len(presets()), 8)
        listing = self.run_overlace("presets").stdout
        for preset in presets():
            self.assertIn(preset, listing)
            self.run_overlace("check", preset)

    def test_help_names_every_command(self):
        text = self.run_overlace("--help").stdout
        for command in ("render", "frame", "check", "explain", "dump", "nodes", "schema", "presets", "set",
                        "tracks", "devices", "sheet", "codecs"):
            self.assertIn(command, text)
            self.run_overlace(command, "--help")

    def test_nodes_as_json_and_text(self):
        nodes = json.loads(self.run_overlace("nodes", "--json").stdout)
        self.assertTrue(nodes)
        self.assertIn("max_distance", self.run_overlace("nodes", "link_knn").stdout)
        self.assertIn("draw_lines", self.run_overlace("nodes", "draw_line", code=2).stderr)


MOT = "1,1,100,100,40,80,1,-1,-1,-1\n1,2,200,100,40,80,1,-1,-1,-1\n1,3,320,100,40,80,1,-1,-1,-1\n"


class Conversion(CliTest):
    def convert(self, *options, code=0):
        source = SOURCE / "tests/io/tracks/conformance/coco_keypoints.json"
        return self.run_overlace("tracks", "convert", source, *options, code=code)

    def test_what_a_format_cannot_hold_is_said_before_anything_is_written(self):
        refused = self.convert("-o", "out.txt", code=2).stderr
        for lost in ("classes", "key points", "outlines", "masks", "attribute iscrowd", "--accept-loss"):
            self.assertIn(lost, refused)
        self.assertEqual(list(self.folder.iterdir()), [])
        self.assertIn("not kept: masks", self.convert("-o", "out.txt", "--accept-loss").stderr)
        self.assertEqual((self.folder / "out.txt").read_text(encoding="utf-8").splitlines()[0],
                         "1,-1,1,2,3,2,-1,-1,-1,-1")

    def test_the_way_through_overlace_json_changes_nothing(self):
        self.convert("-o", "a.json")
        self.run_overlace("tracks", "convert", "a.json", "-o", "b.json", "--to", "coco")
        self.run_overlace("tracks", "convert", "b.json", "-o", "c.json")
        a, c = (json.loads((self.folder / name).read_text(encoding="utf-8")) for name in ("a.json", "c.json"))
        for key in ("rows", "classes", "columns", "size"):
            self.assertEqual(a[key], c[key], key)

    def test_only_written_formats_can_be_asked_for(self):
        self.assertIn("does not write", self.convert("-o", "a.txt", "--to", "viper", code=2).stderr)


class Stages(CliTest):
    def dump(self, stage, *options):
        self.write("t.txt", MOT)
        done = self.run_overlace("dump", "constellation", "--stage", stage, "--frame", 0, "--tracks",
                                 "t.txt", "--size", "640x480", "--json", "-q", *options)
        return json.loads(done.stdout)

    def test_every_stage_can_be_dumped(self):
        tracks = self.dump("tracks")
        for node in ("people", "tracked", "whole", "steady"):
            self.assertEqual([row["id"] for row in tracks if row["node"] == node], [1, 2, 3], node)
        # Centres at x = 120, 220, 340 and k = 3 within 45 % of 480 px: the outer pair is 220 px apart.
        links = self.dump("links")
        self.assertEqual({(r["id_a"], r["id_b"]) for r in links}, {(1, 2), (2, 3)})
        self.assertEqual(len(self.dump("curves")), 2)
        kinds = [r["kind"] for r in self.dump("display_list")]
        self.assertEqual(kinds.count("curve"), 2)
        self.assertEqual(kinds.count("fill"), 1)
        self.assertEqual(len(self.dump("tiles")), 40 * 30)  # the shade touches every tile
        self.assertEqual(self.dump("frame")[0]["size"], [640, 480])

    def test_a_class_without_a_name_is_dumped_by_its_number(self):
        self.write("c.txt", "1,1,10,10,20,20,0.9,3,0.5\n")
        done = self.run_overlace("dump", "boxes", "--stage", "tracks", "--frame", 0, "--tracks", "c.txt",
                                 "--tracks-format", "mot", "--size", "64x48", "--json", "-q")
        self.assertEqual({row["class"] for row in json.loads(done.stdout) if "id" in row}, {"3"})

    def test_a_graph_is_drawn(self):
        for name in ("boxes", "glass", "chimes", "count_line"):
            root = ET.fromstring(self.run_overlace("explain", name, "--svg").stdout)
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertIn("boxes", self.run_overlace("explain", "boxs", "--svg", code=2).stderr)

    def test_fused_and_layered_plans_are_explained(self):
        self.write("t.txt", MOT)
        fused = self.run_overlace("explain", "boxes", "--tracks", "t.txt").stdout
        layered = self.run_overlace("explain", "boxes", "--tracks", "t.txt", "--layered").stdout
        self.assertIn("one tile pass", fused)
        self.assertIn("layer 1", layered)


class ExplainedToPrograms(CliTest):
    """explain --json has what the text has, and no number that the text lacks."""

    def both(self, *options):
        self.write("t.txt", MOT)
        arguments = ("explain", "constellation", "--tracks", "t.txt", "-q", *options)
        return (self.run_overlace(*arguments).stdout,
                json.loads(self.run_overlace(*arguments, "--json").stdout))

    def test_plan_has_the_same_fields(self):
        text, facts = self.both("--size", "640x480")
        lines = [line.split() for line in text.splitlines()]
        self.assertIn(f"{facts['title']}: {facts['width']}x{facts['height']}, {facts['frame_rate']:g}", text)
        self.assertEqual((facts["width"], facts["height"], facts["frame_rate"]), (640, 480, 25))
        for each in facts["passes"]:
            self.assertIn([each["name"], str(each["edits"])], lines)
        tables = [(t["name"], t["boxes"], t["frames"], t["first_frame"]) for t in facts["tracks"]]
        self.assertEqual(tables, [(node, 3, 1, 0) for node in ("people", "tracked", "whole", "steady")])
        for slot in facts["slots"]:
            self.assertIn([slot["name"], slot["stage"], str(slot["records"]), "records", str(slot["bytes"]), "bytes",
                           "buffer", str(slot["buffer"]), "steps", f"{slot['first_step']}-{slot['last_step']}"], lines)
        for number, step in enumerate(facts["steps"], 1):
            self.assertIn([str(number), *step["stage"].split(), step["name"], *step["work"].split()], lines)
        self.assertIn(f"memory for these buffers: {facts['buffer_bytes']} bytes", text)

    def test_way_and_memory_have_the_same_fields(self):
        text, facts = self.both("--size", "1000x1000", "--device", "cuda")
        way, memory = text.split("path of a frame, ")[1].split("memory of a render", maxsplit=1)
        self.assertIn(f"{facts['route_report']['decoder']} -> {facts['route_report']['encoder']}", way)
        lines = way.splitlines()[2:]
        for line, step in zip(lines, facts["route_report"]["steps"]):
            self.assertEqual(line.split()[0], step["name"])
            for key in ("read_bytes", "written_bytes"):
                self.assertIn(f"{step[key] / 1e6:.2f} MB", line)
            self.assertEqual("<=" in line, not step["always"])
        self.assertEqual(len(lines), len(facts["route_report"]["steps"]) + 2)
        for budget in (facts["memory"], facts["gpu_memory"]):
            self.assertEqual(sum(part["bytes"] for part in budget["parts"]), budget["bytes"])
            for part in budget["parts"]:
                self.assertRegex(memory, rf"{re.escape(part['what'])} +{part['bytes'] / 2**20:.2f} MiB")
                self.assertIn(part["note"], memory)
        self.assertIsNone(self.both()[1]["gpu_memory"])


@needs_ffmpeg
class EstimatedMemory(CliTest):
    """The memory that explain tells of, and the most that the kernel saw resident."""

    def peak_and_estimate(self, clip, *options, document=EMPTY_GRAPH):
        graph = self.write("graph.json", document)
        with subprocess.Popen([PROGRAM, "render", clip, "-g", graph, *map(str, options), "--device", "cpu",
                               "--progress", "none"], cwd=self.folder) as run:
            _, status, usage = os.wait4(run.pid, 0)
            run.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(run.returncode, 0)
        facts = json.loads(self.run_overlace("explain", graph, "-i", clip, *options, "--json").stdout)
        return usage.ru_maxrss * 1024, facts["memory"]["bytes"]

    def test_estimate_holds_within_the_documented_factor(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25", "-frames:v", 60, "-c:v", "libx264", "-preset",
               "ultrafast", "-bf", 2, "-pix_fmt", "yuv420p", self.folder / "in.mp4")
        for options in (("-o", "a.mp4"), ("-o", "b.mkv", "--vcodec", "ffv1"), ("-o", "c.mp4", "--encoder-preset", "veryfast")):
            with self.subTest(options):
                peak, estimate = self.peak_and_estimate("in.mp4", *options)
                self.assertGreater(estimate, 0.8 * peak)
                self.assertLess(estimate, 1.4 * peak)

    def test_layers_mattes_and_aovs_are_counted(self):
        ffmpeg("-f", "lavfi", "-i", "color=gray:s=1280x720:r=25", "-frames:v", 6, "-c:v", "ffv1", self.folder / "in.mkv")
        self.write("tracks.csv", "frame,id,x,y,w,h,class\n" + "".join(
            f"{frame},{i},{640 * (i % 2)},{360 * (i // 2)},640,360,c{i}\n" for frame in range(6) for i in range(4)))
        boxes = {"type": "draw_boxes", "inputs": {"tracks": "all"}, "params": {"stroke_width": 0, "fill": "#ff800080"}}
        document = json.dumps({"overlace": 1, "composite": ["boxes"], "nodes": {
            "all": {"type": "track_file", "params": {"path": "$tracks"}}, "boxes": boxes}})
        alone = "--overlay-only"
        for i, options in enumerate(((alone,), (alone, "--layers", "class"), (alone, "--cryptomatte", "track,class,node"),
                                     (alone, "--layers", "node", "--parts", "--aov", "id,uv,forward", "--exr-window", "whole"),
                                     ("--layers", "class", "--cryptomatte", "track"))):
            with self.subTest(options):
                peak, estimate = self.peak_and_estimate("in.mkv", "--tracks", "tracks.csv", "-o", f"o{i}.####.exr", *options,
                                                        document=document)
                self.assertGreater(estimate, 0.8 * peak)
                self.assertLess(estimate, 1.4 * peak)

    def test_what_the_encoder_looks_ahead_is_counted(self):
        def encoder(*options):
            facts = json.loads(self.run_overlace("explain", self.write("empty.json", EMPTY_GRAPH), "--size",
                                                 "1000x1000", *options, "--json").stdout)
            return next(p["bytes"] for p in facts["memory"]["parts"] if p["what"].startswith("encoder"))
        # Ten frames more, each as two pictures of 1.5 MB.
        self.assertEqual(encoder("--vopt", "rc-lookahead=30") - encoder("--vopt", "rc-lookahead=20"), 30_000_000)
        self.assertEqual(encoder("--encoder-preset", "fast"), encoder())


@needs_ffmpeg
class WayOfAFrame(CliTest):
    """What explain says of a frame's bytes, and what a render counts."""

    def clip(self, name, *options):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:r=25", "-frames:v", 50, *options, self.folder / name)
        return name

    def way(self, graph, *options):
        """The steps that explain lists, with their lines."""
        text = self.run_overlace("explain", graph, *options).stdout.split("path of a frame")[1].split("\nmemory")[0]
        return {line.split()[0]: line for line in text.splitlines()[2:-1]}, text

    def render(self, clip, graph, output, *options):
        done = self.run_overlace("render", clip, "-g", graph, "-o", output, *options, "--device", "cpu",
                                 "--progress", "json")
        return json.loads(done.stdout.splitlines()[-1])

    def check(self, clip, graph, drawn, output, *options):
        steps, _ = self.way(graph, "-i", clip, "-o", output, *options)
        done = self.render(clip, graph, output, *options)
        self.assertEqual(done["frames"], 50)
        self.assertEqual(done["drawn"], drawn)
        self.assertEqual(done["converted"], 50 if "convert" in steps else 0)
        if drawn == 0 or "copy" not in steps:
            self.assertEqual(done["copied"], 0)
        self.assertEqual((done["downloaded"], done["uploaded"]), (0, 0))
        return steps, done

    def test_what_is_said_is_what_is_done(self):
        empty = self.write("empty.json", EMPTY_GRAPH)
        shade = self.write("shade.json", """{"overlace": 1, "composite": ["dim"], "nodes": {
            "dim": {"type": "draw_fill", "params": {"color": "#00000080"}}}}""")
        clip = self.clip("in.mp4", "-c:v", "libx264", "-bf", 2, "-pix_fmt", "yuv420p")
        steps, done = self.check(clip, shade, 50, "a.mp4")
        self.assertEqual(list(steps), ["decode", "copy", "draw", "encode"])
        self.assertGreater(done["copied"], 0)
        self.check(clip, empty, 0, "b.mp4")
        steps, _ = self.check(clip, shade, 50, "c.mov", "--vcodec", "prores")
        self.assertEqual(list(steps), ["decode", "convert", "draw", "encode"])
        self.check(clip, empty, 0, "d.mov", "--vcodec", "prores")
        self.check(self.clip("rgb.mkv", "-c:v", "ffv1", "-pix_fmt", "bgr0"), shade, 50, "e.mp4")
        self.check(self.clip("gray.mkv", "-c:v", "ffv1", "-pix_fmt", "gray"), shade, 50, "f.mkv", "--vcodec", "ffv1")

    def test_bytes_are_those_of_the_formats(self):
        graph = self.write("empty.json", EMPTY_GRAPH)
        size = ("--size", "1000x1000")
        steps, text = self.way(graph, *size)  # 8-bit 4:2:0: 1.5 bytes a pixel
        self.assertEqual(steps["decode"].split()[1:5], ["0.00", "MB", "1.50", "MB"])
        self.assertEqual(steps["encode"].split()[1:5], ["1.50", "MB", "0.00", "MB"])
        self.assertIn("1 and 1 where nothing is drawn, 3 and 3 at most", text)
        steps, _ = self.way(graph, *size, "-o", "o.mov", "--vcodec", "prores")  # 10-bit 4:2:2: 4 bytes
        self.assertEqual(steps["convert"].split()[1:5], ["1.50", "MB", "4.00", "MB"])
        self.run_overlace("explain", graph, "--pixel-format", "yuv421p", code=2)
        self.run_overlace("explain", graph, "-o", "name.without_meaning", code=2)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["empty.json"])  # nothing is made

    def test_the_encoder_is_the_one_that_renders(self):
        empty = self.write("empty.json", EMPTY_GRAPH)
        clip = self.clip("in.mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p")
        for output in ("a.mkv", "f_####.exr", "f_####.tif", "f_####.png"):
            with self.subTest(output):
                text = self.run_overlace("explain", empty, "-i", clip, "-o", output).stdout
                encoder = re.search("path of a frame, .* -> (.*)", text).group(1)
                done = self.run_overlace("render", clip, "-g", empty, "-o", output, "--frames", "0", "--dry-run")
                self.assertIn(encoder, done.stdout)
        # NVENC takes no odd sizes, so a render encodes them in software.
        for size, where in (("1000x1000", "nvenc"), ("1001x1000", "libx264")):
            facts = json.loads(self.run_overlace("explain", empty, "--size", size, "--device", "cuda", "--vcodec",
                                                 "h264", "--json").stdout)
            self.assertIn(where, facts["route_report"]["encoder"])


@needs_ffmpeg
class SavedFirstPass(CliTest):
    def test_it_draws_the_same_picture(self):
        clip = self.clip(frames=30)
        made = self.run_overlace("tracks", "make", clip, "-g", "features", "-o", "points.json").stdout
        self.assertGreater(int(made.split()[1]), 100)
        for name, options in (("direct", ()), ("saved", ("--tracks", "points.json"))):
            self.run_overlace("frame", clip, "-g", "features", "-n", 20, "-o", f"{name}.png", *options)
        self.assertEqual((self.folder / "direct.png").read_bytes(), (self.folder / "saved.png").read_bytes())

    def test_another_node_can_be_saved(self):
        clip = self.clip(frames=20)
        self.run_overlace("tracks", "make", clip, "-g", "features", "--node", "calm", "-o", "calm.json")
        hint = self.run_overlace("tracks", "make", clip, "-g", "features", "--node", "clam", "-o", "x.json", code=2)
        self.assertIn("calm", hint.stderr)
        self.assertFalse((self.folder / "x.json").exists())


@needs_footage
@needs_ffmpeg
class RealFootage(CliTest):
    """The beginning of a recording, so that what looks at the whole clip is quick."""

    FRAMES = 120

    def setUp(self):
        super().setUp()
        self.video, self.detections = self.folder / "video.avi", self.folder / "det.txt"
        ffmpeg("-i", DATA / "video.avi", "-c", "copy", "-frames:v", self.FRAMES, self.video)
        rows = (DATA / "det.txt").read_text(encoding="utf-8").splitlines(keepends=True)
        self.write("det.txt", "".join(row for row in rows if int(row.split(",")[0]) <= self.FRAMES))

    def test_each_preset_draws_with_a_file_of_detections(self):
        for preset in presets():
            with self.subTest(preset):
                self.run_overlace("frame", self.video, "-g", preset, "--tracks", self.detections, "-n", 60, "-o", f"{preset}.png")
                self.assertGreater((self.folder / f"{preset}.png").stat().st_size, 10000)

    def test_tracks_are_made_saved_and_used(self):
        self.run_overlace("tracks", "make", self.video, "-o", "made.json")
        info = self.run_overlace("tracks", "info", "made.json").stdout
        self.assertIn("ids", info)
        self.run_overlace("sheet", self.video, "--tracks", "made.json", "-n", "middle",
                          "--width", 200, "-o", "sheet.png")
        self.assertGreater((self.folder / "sheet.png").stat().st_size, 10000)

    def test_a_sheet_says_which_preset_cannot_be_drawn(self):
        graph = {"overlace": 1, "nodes": {"title": {"type": "draw_title", "params": {"from": 9, "to": 7}}},
                 "composite": ["title"]}
        (self.folder / "never.json").write_text(json.dumps(graph))
        run = self.run_overlace("sheet", self.video, "--tracks", self.detections, "-n", 20, "--width", 200,
                                "--presets", "never.json", "boxes", "-o", "sheet.png", code=3)
        self.assertIn("never.json cannot be drawn", run.stderr)
        self.assertIn("gone at 7 s", run.stderr)
        self.assertGreater((self.folder / "sheet.png").stat().st_size, 10000)
        self.run_overlace("sheet", self.video, "--presets", "never.json", "-o", "none.png", code=2)
        self.assertFalse((self.folder / "none.png").exists())

    def test_values_on_a_sheet_go_to_the_presets_that_have_them(self):
        def drawn(name, *options):
            self.run_overlace("sheet", self.video, "--tracks", self.detections, "-n", 20, "--width", 200,
                              "--presets", "boxes", "bloom", *options, "-o", name)
            return (self.folder / name).read_bytes()
        plain = drawn("plain.png")
        self.assertNotEqual(drawn("knob.png", "--set", "halo=#00ff00"), plain)  # bloom's alone
        self.assertNotEqual(drawn("param.png", "--set", "boxes.stroke_width=9"), plain)  # both have the node
        refused = self.run_overlace("sheet", self.video, "--presets", "boxes", "bloom", "--set", "nothing=1", "-o",
                                    "none.png", code=2)
        self.assertIn("no preset of the sheet has 'nothing'", refused.stderr)
        self.assertFalse((self.folder / "none.png").exists())

    def test_a_preset_needs_no_tracks_on_a_static_camera(self):
        self.run_overlace("frame", self.video, "-g", "boxes", "-n", 50, "-o", "still.png")
        listing = subprocess.run([PROGRAM, "dump", "boxes", "--stage", "tracks", "-n", "50", "-q", "-i",
                                  self.video], capture_output=True, text=True, check=True).stdout
        self.assertGreaterEqual(len(listing.splitlines()), 3)  # several people walk there


if __name__ == "__main__":
    unittest.main()
