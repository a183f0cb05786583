# SPDX-License-Identifier: Apache-2.0
"""--view: pictures in terminals that say that they show them."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest

from cli import PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg, probe
from fake_terminal import KITTY, PLAIN, SIXEL, Terminal, kitty_pictures, sixel_pictures

GRAPH = {"overlace": 1,
         "nodes": {"people": {"type": "track_file", "params": {"path": "$tracks"}},
                   "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": {"stroke_width": 2}}},
         "composite": ["boxes"]}
HAS_SIXEL = (pathlib.Path(PROGRAM).parent / "overlace-sixel.so").exists()


@needs_ffmpeg
class View(CliTest):
    def setUp(self):
        super().setUp()
        self.clip()
        self.write("tracks.txt", "".join(f"{frame + 1},1,{20 + 4 * frame},40,60,80,1,-1,-1,-1\n" for frame in range(20)))
        self.graph(2)
        self.names = self.folder_names()

    def graph(self, width):
        """Saves the graph as editors do: another file takes its name."""
        document = json.loads(json.dumps(GRAPH))
        document["nodes"]["boxes"]["params"]["stroke_width"] = width
        self.write("mine.json~", json.dumps(document))
        os.replace(self.folder / "mine.json~", self.folder / "mine.json")

    def start(self, *options, command="watch", frames="5", **terminal):
        screen = Terminal(**terminal)
        screen.start([PROGRAM, command, "in.mkv", "-g", "mine.json", "--tracks", "tracks.txt", "-n", frames, "--view",
                      *map(str, options)], self.folder)
        self.addCleanup(screen.close)
        return screen

    def frame(self):
        """The picture as overlace frame makes it."""
        path = self.folder / "frame.png"
        self.run_overlace("frame", "in.mkv", "-g", "mine.json", "--tracks", "tracks.txt", "-n", 5, "-o", path, "--overwrite")
        return path

    def picture(self, data, name="seen.png"):
        (self.folder / name).write_bytes(data)
        return self.folder / name

    def pixels(self, path, scale=""):
        """Its pixels, R'G'B'; `scale` is another size, by ffmpeg's mean over areas."""
        filters = ("-vf", f"scale={scale}:flags=area+accurate_rnd+full_chroma_int") if scale else ()
        return subprocess.run(["ffmpeg", "-v", "error", "-i", path, *filters, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                              check=True, capture_output=True).stdout

    def differences(self, a, b):
        self.assertEqual(len(a), len(b))
        return [abs(x - y) for x, y in zip(a, b)]

    def test_kitty_gets_every_picture_in_the_same_place(self):
        screen = self.start(answers=(KITTY, PLAIN))
        screen.wait_for(rb"frame 5: \d+ ms \(start\)")
        self.assertEqual(framemd5(self.picture(kitty_pictures(screen.text())[0])), framemd5(self.frame()))
        self.graph(9)
        screen.wait_for(rb"frame 5: \d+ ms \(mine\.json\)")
        pictures = kitty_pictures(screen.text())
        self.assertEqual(len(pictures), 2)
        self.assertNotEqual(*pictures)
        self.assertEqual(framemd5(self.picture(pictures[1])), framemd5(self.frame()))
        # one picture, whose place is the first row; 180 px are nine rows of text
        keys = re.findall(rb"\033\[H\033_Ga=T,([^;]*)", screen.text())
        self.assertEqual(len(keys), 2)
        self.assertEqual(len({re.search(rb"i=\d+,p=\d+", key)[0] for key in keys}), 1)
        self.assertRegex(screen.text(), rb"\033\\\033\[10;1H\033\[J")
        self.assertEqual(screen.interrupt(), 0)
        self.assertTrue(screen.settings_are_as_before())
        self.assertEqual(self.folder_names(), sorted([*self.names, "frame.png", "seen.png"]))

    def test_a_small_terminal_gets_a_small_picture(self):
        for told in (True, False):  # by the kernel, or in answer to a question
            screen = self.start(answers=(KITTY, SIXEL), size=(160, 400), tells_pixels=told)
            screen.wait_for(rb"\(start\)")
            seen = self.picture(kitty_pictures(screen.text())[0])
            self.assertEqual(probe(seen, "width", "height"), ["width=160", "height=90"])
            self.assertLessEqual(max(self.differences(self.pixels(seen), self.pixels(self.frame(), "160:90"))), 2)
            if told:  # a terminal that grows is drawn anew
                screen.resize((640, 480))
                screen.wait_for(rb"another size")
                seen = self.picture(kitty_pictures(screen.text())[-1])
                self.assertEqual(framemd5(seen), framemd5(self.frame()))

    @unittest.skipUnless(HAS_SIXEL, "overlace is built without libsixel")
    @unittest.skipUnless(shutil.which("sixel2png"), "sixel2png is not installed")
    def test_sixels_show_the_picture(self):
        screen = self.start(answers=(b"", SIXEL))
        screen.wait_for(rb"\(start\)")
        data = sixel_pictures(screen.text())[0].replace(b"\r\n", b"\n")
        subprocess.run(["sixel2png", "-i", self.picture(data, "seen.six"), "-o", self.folder / "seen.png"], check=True)
        differences = self.differences(self.pixels(self.folder / "seen.png"), self.pixels(self.frame()))
        self.assertLess(sum(differences) / len(differences), 6)  # 256 colours

    def test_a_terminal_without_pictures_names_the_file(self):
        for answers in ((b"", PLAIN), (b"", b"")):  # it says so, or says nothing
            screen = self.start(answers=answers)
            path = pathlib.Path(screen.wait_for(rb"look at (\S+still\.png)")[0][1].decode())
            screen.wait_for(rb"\(start\)")
            self.assertEqual(framemd5(path), framemd5(self.frame()))
            self.assertEqual(screen.interrupt(), 0)
            self.assertFalse(path.parent.exists())
            self.assertTrue(screen.settings_are_as_before())
        screen = self.start("-o", "mine.png", answers=(b"", PLAIN))
        screen.wait_for(rb"look at mine\.png\r\n.*mine\.png: \d+ ms \(start\)")
        self.assertEqual(framemd5(self.folder / "mine.png"), framemd5(self.frame()))

    def test_settings_of_the_terminal_survive_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            screen = self.start(answers=(b"", b""))
            screen.wait_for(rb"\033\[c")
            self.assertFalse(screen.settings_are_as_before())  # it waits for answers
            begin = time.monotonic()
            screen.run.send_signal(number)
            screen.run.wait(timeout=60)
            self.assertLess(time.monotonic() - begin, 20)
            self.assertTrue(screen.settings_are_as_before(), number)

    def test_problems_are_below_the_picture(self):
        screen = self.start("-o", "mine.png", answers=(KITTY, PLAIN))
        screen.wait_for(rb"mine\.png: \d+ ms")
        self.assertEqual(framemd5(self.folder / "mine.png"), framemd5(self.picture(kitty_pictures(screen.text())[0])))
        self.write("mine.json", '{"overlace": 1,\n "nodes": }')
        screen.wait_for(rb"\033\[10;1H\033\[J[^\033]*mine\.json:2[^\033]*1 problem: not drawn")
        self.assertEqual(len(kitty_pictures(screen.text())), 1)

    def test_one_frame_is_shown_where_the_cursor_is(self):
        screen = self.start(command="frame", answers=(KITTY, PLAIN))
        screen.wait_for(rb"frame 5")
        self.assertEqual(screen.run.wait(timeout=60), 0)
        self.assertEqual(framemd5(self.picture(kitty_pictures(screen.text())[0])), framemd5(self.frame()))
        self.assertNotIn(b"\033[H", screen.text())
        screen = self.start(command="frame", answers=(b"", PLAIN))
        screen.wait_for(rb"shows no pictures.*-o FILE")
        self.assertNotEqual(screen.run.wait(timeout=60), 0)

    def test_without_a_terminal_it_says_so(self):
        arguments = ("in.mkv", "-g", "mine.json", "--tracks", "tracks.txt")
        self.assertIn("--view", self.run_overlace("watch", *arguments, code=2).stderr)
        self.assertIn("-o FILE", self.run_overlace("frame", *arguments, code=2).stderr)
        done = subprocess.run([PROGRAM, "frame", *arguments, "--view", "-o", "a.png"], cwd=self.folder, capture_output=True,
                              text=True, start_new_session=True, check=True)
        self.assertIn("there is no terminal; look at a.png", done.stderr)
        self.assertTrue((self.folder / "a.png").exists())


if __name__ == "__main__":
    unittest.main()
