# SPDX-License-Identifier: Apache-2.0
"""overlace series, and the numbers in a render's report: crossings that were counted by hand."""

import csv
import io
import json
import subprocess
import unittest

import cli

# Centres of boxes 20 px wide and high. The line is 90 px from the top: 1 goes down over it between frames 2 and 3,
# 2 goes up between 4 and 5, and the car 3 goes down between 3 and 4.
WAYS = {(1, "person"): lambda f: 65 + 10 * f, (2, "person"): lambda f: 135 - 10 * f, (3, "car"): lambda f: 75 + 4 * f}
FRAMES = 10
IN = [0, 0, 0, 1, 2, 2, 2, 2, 2, 2]
OUT = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
EVENTS = [(3, "in", 1, "person"), (4, "in", 3, "car"), (5, "out", 2, "person")]
GATE = {"type": "track_line", "inputs": {"tracks": "people"},
        "params": {"name": "gate", "points": [[0, 90], [320, 90]], "anchor": "center", "margin": 0, "hold": 1}}
GRAPH = {"overlace": 1,
         "nodes": {"people": {"type": "track_input", "params": {"path": "$tracks"}}, "gate": GATE,
                   "light": {"type": "draw_fill", "params": {
                       "color": {"series": "gate.total", "ramp": [[0, "#000000"], [1, "#555555"], [2, "#aaaaaa"], [3, "#ffffff"]]}}}},
         "composite": ["light"]}


@cli.needs_ffmpeg
class Series(cli.CliTest):
    def setUp(self):
        super().setUp()
        rows = [f"{f},{i},{60 * i},{way(f) - 10},20,20,{name}" for f in range(FRAMES) for (i, name), way in WAYS.items()]
        self.write("t.csv", "\n".join(["frame,id,x,y,w,h,class", *rows, ""]))
        self.write("g.json", json.dumps(GRAPH))
        cli.ffmpeg("-f", "lavfi", "-i", "color=c=black:s=320x180:r=10", "-frames:v", FRAMES, "-pix_fmt", "bgr0",
                   "-c:v", "ffv1", self.folder / "in.mkv")

    def series(self, *options, graph="g.json", clip="in.mkv", code=0):
        return self.run_overlace("series", graph, clip, "--tracks", "t.csv", "-q", *options, code=code)

    def table(self, *options, **named):
        return list(csv.DictReader(io.StringIO(self.series(*options, **named).stdout)))

    def test_a_row_per_frame_has_the_counts(self):
        rows = self.table()
        self.assertEqual([int(row["frame"]) for row in rows], list(range(FRAMES)))
        self.assertEqual([float(row["seconds"]) for row in rows], [f / 10 for f in range(FRAMES)])
        self.assertEqual([int(row["gate.in"]) for row in rows], IN)
        self.assertEqual([int(row["gate.out"]) for row in rows], OUT)
        self.assertEqual([int(row["gate.total"]) for row in rows], [a + b for a, b in zip(IN, OUT)])
        self.assertEqual(rows[-1]["gate.in.car"], "1")
        self.assertEqual(rows[-1]["gate.known"], "1")

    def test_they_are_what_is_dumped_and_painted(self):
        rows = self.table()
        for f, row in enumerate(rows):
            dumped = json.loads(self.run_overlace("dump", "g.json", "--tracks", "t.csv", "-i", "in.mkv", "-q", "--stage",
                                                  "tracks", "-n", f, "--json").stdout)
            values = {entry["series"]: entry["value"] for entry in dumped if "series" in entry}
            self.assertEqual({name: float(row[name]) for name in values}, values)
        self.run_overlace("render", "in.mkv", "-g", "g.json", "--tracks", "t.csv", "-o", "out.mkv", "--vcodec", "ffv1", "-q")
        gray = subprocess.run(["ffmpeg", "-v", "error", "-i", self.folder / "out.mkv", "-vf", "crop=1:1", "-f", "rawvideo",
                               "-pix_fmt", "rgb24", "-"], check=True, capture_output=True).stdout[::3]
        self.assertEqual(list(gray), [0x55 * int(row["gate.total"]) for row in rows])

    def test_events_are_who_crossed(self):
        self.series("--events", "e.csv")
        with open(self.folder / "e.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(int(r["frame"]), r["event"], int(r["id"]), r["class"]) for r in rows], EVENTS)
        self.assertEqual({r["name"] for r in rows}, {"gate"})
        self.assertEqual([float(r["seconds"]) for r in rows], [0.3, 0.4, 0.5])
        self.assertEqual((float(rows[0]["x"]), float(rows[0]["y"])), (70, 95))  # the centre of 1 in frame 3
        self.series("--events", "e.jsonl", "-o", "s.jsonl")
        lines = [json.loads(line) for line in (self.folder / "e.jsonl").read_text().splitlines()]
        self.assertEqual([(e["frame"], e["event"], e["id"], e["class"]) for e in lines], EVENTS)
        first = json.loads((self.folder / "s.jsonl").read_text().splitlines()[4])
        self.assertEqual((first["frame"], first["gate.in"]), (4, 2))

    def test_an_alarm_is_an_event_without_an_object(self):
        graph = json.loads(json.dumps(GRAPH))
        graph["nodes"]["alarm"] = {"type": "track_series", "inputs": {"tracks": "gate"},
                                   "params": {"name": "busy", "of": "gate.in >= 2", "event": "alarm"}}
        self.write("alarm.json", json.dumps(graph))
        self.series("--events", "e.jsonl", graph="alarm.json")
        lines = [json.loads(line) for line in (self.folder / "e.jsonl").read_text().splitlines()]
        alarms = [e for e in lines if e["event"] == "alarm"]
        self.assertEqual(len(lines), len(EVENTS) + 1)
        self.assertEqual([(e["frame"], e["name"], e["id"], e["x"]) for e in alarms], [(4, "busy", None, None)])

    def test_json_has_columns_and_equals_csv(self):
        self.series("-o", "s.json")
        columns = json.loads((self.folder / "s.json").read_text())
        rows = self.table()
        self.assertEqual(list(columns), list(rows[0]))
        for name, values in columns.items():
            self.assertEqual(values, [float(row[name]) for row in rows], name)

    def test_the_report_of_a_render_has_the_same(self):
        self.series("-o", "s.json")
        self.run_overlace("render", "in.mkv", "-g", "g.json", "--tracks", "t.csv", "-o", "out.mkv", "--report", "r.json", "-q")
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(report["series"], json.loads((self.folder / "s.json").read_text()))
        self.assertEqual([(e["frame"], e["event"], e["id"], e["class"]) for e in report["events"]], EVENTS)
        self.run_overlace("render", "in.mkv", "-g", "g.json", "--tracks", "t.csv", "-o", "part.mkv", "--frames", "3-4",
                          "--report", "p.json", "-q")
        part = json.loads((self.folder / "p.json").read_text())
        self.assertEqual((part["series"]["frame"], part["series"]["gate.in"]), ([3, 4], [1, 2]))
        self.assertEqual([e["frame"] for e in part["events"]], [3, 4])
        self.run_overlace("render", "in.mkv", "-g", "boxes", "--tracks", "t.csv", "-o", "b.mkv", "--report", "b.json", "-q")
        self.assertNotIn("series", json.loads((self.folder / "b.json").read_text()))

    def test_frames_are_chosen_and_numbered_as_in_the_shot(self):
        self.assertEqual([row["frame"] for row in self.table("--frames", "2-8x3")], ["2", "5", "8"])
        rows = self.table("--first-frame", 1001, "--frames", "1003-1004", "--frame-base", 0)
        self.assertEqual([(r["frame"], r["seconds"], r["gate.in"]) for r in rows], [("1003", "0.2", "0"), ("1004", "0.3", "1")])

    def test_seconds_are_the_frames_own(self):
        cli.ffmpeg("-i", self.folder / "in.mkv", "-vf", "setpts=N*N*0.01/TB", "-fps_mode", "vfr", "-enc_time_base", "1/1000", "-c:v", "ffv1",
                   self.folder / "vfr.mkv")
        times = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of",
                                "csv=p=0", self.folder / "vfr.mkv"], check=True, capture_output=True, text=True).stdout
        rows = self.table(clip="vfr.mkv")
        for row, time in zip(rows, times.split(), strict=True):
            self.assertAlmostEqual(float(row["seconds"]), float(time.rstrip(",")), places=3)
        self.assertAlmostEqual(float(rows[9]["seconds"]), 0.81, places=3)

    def test_nodes_count_whether_they_are_painted_or_not(self):
        graph = {**GRAPH, "nodes": {name: node for name, node in GRAPH["nodes"].items() if name != "light"}, "composite": []}
        self.write("alone.json", json.dumps(graph))
        self.assertEqual(self.table(graph="alone.json"), self.table())

    def test_what_counts_nothing_is_refused(self):
        self.assertIn("track_line", self.series(graph="boxes", code=2).stderr)
        self.assertIn(".csv", self.series("-o", "s.txt", code=2).stderr)
        self.assertIn(".jsonl", self.series("--events", "e.json", code=2).stderr)
        self.assertEqual(self.folder_names(), ["g.json", "in.mkv", "t.csv"])

    def test_files_are_complete_or_absent_and_replace_nothing(self):
        self.write("s.csv", "mine")
        self.series("-o", "s.csv", "--events", "e.csv", code=2)
        self.assertEqual((self.folder / "s.csv").read_text(), "mine")
        self.assertFalse((self.folder / "e.csv").exists())
        self.series("-o", "s.csv", "--overwrite")
        self.assertEqual(len((self.folder / "s.csv").read_text().splitlines()), FRAMES + 1)
        before = (self.folder / "t.csv").read_text()
        self.series("-o", "t.csv", "--overwrite", code=2)
        self.series("-o", "x.csv", "--events", "x.csv", code=2)
        self.assertEqual((self.folder / "t.csv").read_text(), before)
        self.assertFalse((self.folder / "x.csv").exists())


@cli.needs_ffmpeg
class Places(cli.CliTest):
    """Lines and zones, however their points are written, and the grid that shows where they are."""

    def setUp(self):
        super().setUp()
        self.clip("in.mkv", frames=4, size="320x180")
        self.write("t.csv", "frame,id,x,y,w,h\n0,1,150,10,20,20\n1,1,150,80,20,20\n2,1,150,140,20,20\n3,1,150,150,20,20\n")

    def place(self, *settings, graph="count_line"):
        """The corners of the shape that is painted."""
        sets = [word for setting in settings for word in ("--set", setting)]
        dumped = json.loads(self.run_overlace("dump", graph, "-i", "in.mkv", "--tracks", "t.csv", "-q", *sets, "--json").stdout)
        return [(p["from"], p["to"]) for p in dumped if p.get("node") in ("line", "area", "floor") and "from" in p]

    def test_all_spellings_mean_the_same(self):
        first = self.place("line=50% 50%, 0% 50%")
        self.assertIn(([160, 90], [0, 90]), first)
        for text in ("160 90, 0 90", "160,90,0,90", "[[160, 90], [0, 90]]", '[["50%", "50%"], [0, 90]]', '["50% 50%", "0 90"]',
                     "[160, 90, 0, 90]", "50% 50%; 0% 50%", "(160, 90) (0, 90)"):
            self.assertEqual(self.place(f"line={text}"), first, text)
            self.assertEqual(self.place(f"gate.points={text}"), first, text)
        zone = self.place("zone=10% 10%, 90% 10%, 90% 90%", graph="dwell")
        self.assertEqual(self.place("zone.corners=32,18,288,18,288,162", graph="dwell"), zone)

    def test_what_is_no_place_is_refused_before_the_clip_is_played(self):
        for setting, word in (("line=100,200,300", "3 coordinates"), ("line=100 200", "at least 2"), ("line=a b, c d", "'a'"),
                              ("gate.points=[[1,2],[3]]", "1 coordinate"), ("gate.points=[[1,2],{}]", "an object"),
                              ("gate.points=7", "1 coordinate")):
            refused = self.run_overlace("render", "in.mkv", "-g", "count_line", "-o", "out.mp4", "--set", setting, code=2)
            self.assertIn(word, refused.stderr)
            self.assertNotIn("tracks:", refused.stdout)  # no pass began
        self.assertFalse((self.folder / "out.mp4").exists())

    def test_a_default_place_is_told_on_the_picture_and_in_a_note(self):
        def hints(*settings, graph):
            sets = [word for setting in settings for word in ("--set", setting)]
            done = self.run_overlace("dump", graph, "-i", "in.mkv", "--tracks", "t.csv", *sets, "--json")
            return sum(p.get("node") == "hint" and "fill" in p for p in json.loads(done.stdout)), "default place" in done.stderr

        zone = "zone=10% 10%, 90% 10%, 90% 90%"
        for graph, placed in (("count_line", ["line=0 9, 99 9"]), ("zone_watch", [zone]), ("dwell", [zone]), ("queue", [zone]),
                              ("parking", [f"bay_{i}=1 1, 9 1, 9 9" for i in range(1, 5)])):
            shown, noted = hints(graph=graph)
            self.assertGreater(shown, 10, graph)
            self.assertTrue(noted, graph)
            self.assertEqual(hints(*placed, graph=graph), (0, False), graph)

    def test_a_grid_shows_coordinates(self):
        common = ("in.mkv", "-g", "boxes", "--tracks", "t.csv", "-q")
        self.run_overlace("frame", *common, "-o", "plain.png")
        self.run_overlace("frame", *common, "-o", "grid.png", "--grid")

        def pixels(name):
            return subprocess.run(["ffmpeg", "-v", "error", "-i", self.folder / name, "-f", "rawvideo", "-pix_fmt", "gray", "-"],
                                  check=True, capture_output=True).stdout

        plain, grid = pixels("plain.png"), pixels("grid.png")
        changed = [i for i, (a, b) in enumerate(zip(plain, grid)) if a != b]
        columns = {i % 320 for i in changed if i // 320 > 172}  # below all labels
        for tenth in range(1, 10):  # a line lies between two columns
            self.assertTrue(columns & {32 * tenth - 1, 32 * tenth}, tenth)
        self.assertFalse(columns & {16, 48, 80, 112})


if __name__ == "__main__":
    unittest.main()
