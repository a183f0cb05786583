# SPDX-License-Identifier: Apache-2.0
"""overlace watch: the picture follows the files that it is made of."""

import json
import os
import queue
import re
import signal
import subprocess
import threading
import time
import unittest

from cli import PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg, probe

GRAPH = {"overlace": 1,
         "nodes": {"people": {"type": "track_file", "params": {"path": "$tracks"}},
                   "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": {"stroke_width": 2}}},
         "composite": ["boxes"]}
TRACKS = "".join(f"{frame + 1},1,{20 + 4 * frame},40,60,80,1,-1,-1,-1\n" for frame in range(20))


@needs_ffmpeg
class Watch(CliTest):
    def setUp(self):
        super().setUp()
        self.clip()
        self.write("tracks.txt", TRACKS)
        self.graph()

    def graph(self, width=2, **params):
        """Saves the graph as editors do: another file takes its name."""
        document = json.loads(json.dumps(GRAPH))
        document["nodes"]["boxes"]["params"] = {"stroke_width": width, **params}
        self.save("mine.json", json.dumps(document, indent=2))

    def save(self, name, text):
        self.write(name + "~", text)
        os.replace(self.folder / (name + "~"), self.folder / name)

    def start(self, *options, frames="5", graph="mine.json"):
        run = subprocess.Popen(
            [PROGRAM, "watch", "in.mkv", "-g", graph, "--tracks", "tracks.txt", "-n", frames, "-o", "still.png",
             *map(str, options)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        self.lines, self.notes = queue.Queue(), []
        threading.Thread(target=lambda: [self.lines.put(line) for line in run.stdout], daemon=True).start()
        return run

    def next_line(self):
        """The report of the next redraw; `self.notes` has what was told before it."""
        while not re.match(r"\d\d:\d\d:\d\d  ", line := self.lines.get(timeout=60)):
            self.notes.append(line)
        return line

    def assert_still_is_a_frame(self, *options):
        self.run_overlace("frame", "in.mkv", "-g", "mine.json", "--tracks", "tracks.txt", "-n", 5, "-o", "frame.png",
                          "--overwrite", *options)
        self.assertEqual(framemd5(self.folder / "still.png"), framemd5(self.folder / "frame.png"))

    def test_every_file_that_the_picture_is_made_of_redraws_it(self):
        self.start()
        self.assertRegex(self.next_line(), r"^\d\d:\d\d:\d\d  still\.png: \d+ ms \(start\)$")
        self.assert_still_is_a_frame()
        seen = {(self.folder / "still.png").read_bytes()}

        def changes(name, text):
            self.save(name, text)
            self.assertIn(f"({name})", self.next_line())
            self.assert_still_is_a_frame()
            still = (self.folder / "still.png").read_bytes()
            self.assertNotIn(still, seen, name)
            seen.add(still)

        self.graph(width=9)
        self.assertIn("(mine.json)", self.next_line())
        changes("tracks.txt", TRACKS.replace(",60,80,", ",70,90,"))
        # files that a changed graph names are watched from then on
        patch = {"overlace": 1, "extends": "./base.json", "nodes": {"boxes": {"params": {"stroke_width": 3}}}}
        self.write("base.json", json.dumps(GRAPH))
        changes("mine.json", json.dumps(patch))
        red = json.loads(json.dumps(GRAPH))
        red["nodes"]["boxes"]["params"]["color"] = "#f00"
        changes("base.json", json.dumps(red))
        red["nodes"]["badge"] = {"type": "draw_image", "inputs": {"tracks": "people"}, "params": {"path": "badge.svg"}}
        red["composite"].append("badge")
        svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="{}"/></svg>'
        self.write("badge.svg", svg.format("#00f"))
        changes("base.json", json.dumps(red))
        changes("badge.svg", svg.format("#ff0"))

    def test_a_file_that_is_written_in_place_is_one_change(self):
        self.start()
        self.next_line()
        with (self.folder / "mine.json").open("w", encoding="utf-8") as file:
            text = json.dumps(GRAPH).replace("_width\": 2", "_width\": 6")
            file.write(text[:50])
            file.flush()
            time.sleep(0.2)
            file.write(text[50:])
        line = self.next_line()
        self.assertIn("still.png", line)
        self.assertEqual(self.notes, [note for note in self.notes if "mine.json" not in note])

    def test_problems_are_placed_and_the_picture_stays(self):
        self.start()
        self.next_line()
        good = (self.folder / "still.png").read_bytes()
        self.graph(stroke_widht=3)
        self.assertIn("1 problem: not drawn (mine.json)", self.next_line())
        line = next(i for i, text in enumerate((self.folder / "mine.json").read_text().splitlines(), 1) if "stroke_widht" in text)
        found = re.search(r"mine\.json:(\d+):(\d+) (.*)", self.notes[-1])
        self.assertEqual((int(found[1]), int(found[2])), (line, 9))
        self.assertIn("did you mean 'stroke_width'?", found[3])
        self.save("mine.json", '{"overlace": 1,\n "nodes": }')
        self.assertIn("not drawn", self.next_line())
        self.assertIn("mine.json:2", self.notes[-1])
        self.assertIn("column 11", self.notes[-1])
        self.save("tracks.txt", "no tracks at all\n")
        self.next_line()
        self.assertEqual((self.folder / "still.png").read_bytes(), good)
        self.save("tracks.txt", TRACKS)
        self.next_line()
        self.graph()
        self.assertIn("still.png: ", self.next_line())
        self.assert_still_is_a_frame()

    def test_a_graph_may_come_later(self):
        os.remove(self.folder / "mine.json")
        run = self.start()
        self.assertIn("not drawn", self.next_line())
        self.graph()
        self.assertIn("still.png: ", self.next_line())
        self.assertIsNone(run.poll())

    def test_nobody_sees_half_a_picture(self):
        self.start()
        self.next_line()
        torn, done = [], threading.Event()

        def look():
            while not done.is_set():
                data = (self.folder / "still.png").read_bytes()
                if not data.endswith(b"IEND\xaeB`\x82"):
                    torn.append(len(data))

        looker = threading.Thread(target=look)
        looker.start()
        for width in range(3, 23):
            self.graph(width=width)
            self.next_line()
        done.set()
        looker.join()
        self.assertEqual(torn, [])

    def test_an_interrupt_ends_it_and_leaves_the_picture(self):
        run = self.start()
        self.next_line()
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=60), 0)
        self.assertEqual(self.folder_names(), ["in.mkv", "mine.json", "still.png", "tracks.txt"])

    def test_several_frames_are_a_strip(self):
        self.start(frames="2,5,middle,11")
        self.next_line()
        picture = probe(self.folder / "still.png", "width", "height")
        width = int(picture[0].split("=")[1])
        # three thumbnails of a third of 320 px, a gap around each; the fourth is below
        self.assertGreater(width, 318)
        self.assertLess(width, 420)
        before = (self.folder / "still.png").read_bytes()
        self.graph(width=20)
        self.next_line()
        self.assertNotEqual((self.folder / "still.png").read_bytes(), before)

    def test_what_cannot_be_is_refused_at_once(self):
        self.write("still.png", "mine")
        arguments = ("in.mkv", "-g", "mine.json", "--tracks", "tracks.txt")
        self.assertIn("--overwrite", self.run_overlace("watch", *arguments, "-o", "still.png", code=2).stderr)
        self.assertEqual((self.folder / "still.png").read_text(), "mine")
        self.assertIn("frames 0 to 19", self.run_overlace("watch", *arguments, "-n", 20, "-o", "a.png", code=2).stderr)
        self.run_overlace("watch", "no.mkv", "-g", "mine.json", "-o", "a.png", code=4)
        self.assertIn("'1,x'", self.run_overlace("watch", *arguments, "-n", "1,x", "-o", "a.png", code=2).stderr
                      .replace("'x'", "'1,x'"))


def moving_box(path, x="4*n", frames=40, source="testsrc2=s=320x180:r=25,trim=end_frame=1,loop=-1:1"):
    """A white box that moves over a picture at rest."""
    ffmpeg("-f", "lavfi", "-i", source, "-f", "lavfi", "-i", "color=white:s=24x48:r=25", "-filter_complex",
           f"[0][1]overlay=x='{x}':y=80:shortest=1", "-frames:v", frames, "-pix_fmt", "yuv420p", "-c:v", "ffv1", path)


@needs_ffmpeg
class FoundTracks(CliTest):
    """Tracks that are found in a clip's pixels are found once."""

    def setUp(self):
        super().setUp()
        moving_box(self.folder / "in.mkv")

    def frame(self, *options, clip="in.mkv", cache="cache", graph="boxes"):
        """The notes of `overlace frame`, and the picture."""
        done = self.run_overlace("frame", clip, "-g", graph, "-n", 20, "-o", "still.png", "--overwrite", "--found-cache",
                                 cache if cache in ("off", "auto") else self.folder / cache, *options)
        return done.stderr, (self.folder / "still.png").read_bytes()

    def entries(self):
        return sorted((self.folder / "cache").glob("*.tracks"))

    def test_the_second_run_finds_what_the_first_one_found(self):
        first, picture = self.frame()
        self.assertIn("looking for what moves", first)
        self.assertIn("kept for the next run; 'overlace tracks make'", first)
        again, same = self.frame()
        self.assertNotIn("looking for what moves", again)
        self.assertIn("tracks of an earlier run", again)
        self.assertEqual(same, picture)
        self.assertEqual(len(self.entries()), 1)
        # elsewhere it is the same clip
        os.rename(self.folder / "in.mkv", self.folder / "moved.mkv")
        self.assertIn("tracks of an earlier run", self.frame(clip="moved.mkv")[0])

    def test_what_they_depend_on_finds_them_anew(self):
        self.frame()
        self.assertIn("looking for", self.frame("--set", "people.find=blobs")[0])
        self.assertIn("earlier run", self.frame("--set", "boxes.stroke_width=9")[0])
        moving_box(self.folder / "in.mkv", x="2*n")
        self.assertIn("looking for", self.frame()[0])
        self.assertEqual(len(self.entries()), 3)

    def test_it_can_be_switched_off_and_placed(self):
        self.assertNotIn("next run", self.frame(cache="off")[0])
        self.assertIn("looking for", self.frame(cache="off")[0])
        environment = {key: value for key, value in os.environ.items() if key != "OVERLACE_FOUND_CACHE"}
        environment["XDG_CACHE_HOME"] = str(self.folder / "home")
        subprocess.run([PROGRAM, "frame", "in.mkv", "-o", "a.png"], cwd=self.folder, env=environment, check=True, capture_output=True)
        self.assertEqual(len(list((self.folder / "home/overlace/found").glob("*.tracks"))), 1)

    def test_entries_of_others_are_not_trusted(self):
        _, picture = self.frame()
        entry, = self.entries()
        data = bytearray(entry.read_bytes())
        data[-40] ^= 1
        entry.write_bytes(data)
        notes, same = self.frame()
        self.assertIn("looking for", notes)
        self.assertEqual(same, picture)
        (self.folder / "cache").chmod(0o777)
        notes, _ = self.frame()
        self.assertIn("looking for", notes)
        self.assertIn("others may write to it", notes)

    def test_redaction_finds_them_itself(self):
        self.write("hide.json", json.dumps({
            "overlace": 1, "nodes": {"people": {"type": "track_input"},
                                     "cover": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": {"fill": "#000"}}},
            "composite": ["cover"], "redact": ["cover"]}))
        for _ in range(2):
            notes, _ = self.frame(graph="hide.json")
            self.assertIn("looking for", notes)
            self.assertNotIn("next run", notes)
        self.assertFalse((self.folder / "cache").exists())


@needs_ffmpeg
class FoundCuts(CliTest):
    """A clip of two scenes, in each of which a box moves on the same way."""

    def setUp(self):
        super().setUp()
        moving_box(self.folder / "a.mkv")
        moving_box(self.folder / "b.mkv", source="mandelbrot=s=320x180:r=25,trim=end_frame=1,loop=-1:1")
        ffmpeg("-i", self.folder / "a.mkv", "-i", self.folder / "b.mkv", "-filter_complex", "concat=n=2", "-c:v", "ffv1",
               self.folder / "in.mkv")

    def test_tracks_end_at_a_cut(self):
        notes = self.run_overlace("tracks", "make", "in.mkv", "-o", "tracks.json").stderr
        self.assertIn("1 cut, at frame 40: tracks end there", notes)
        table = json.loads((self.folder / "tracks.json").read_text())
        self.assertEqual(table["cuts"], [40])
        ids = [{row[1] for row in table["rows"] if (row[0] >= 40) == second} for second in (False, True)]
        self.assertTrue(ids[0] and ids[1])
        self.assertEqual(ids[0] & ids[1], set())


if __name__ == "__main__":
    unittest.main()
