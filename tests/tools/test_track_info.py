# SPDX-License-Identifier: Apache-2.0
"""overlace tracks info on files, folders and beside a video; the cache as a user sets it."""

import json
import os
import unittest
import unittest.mock

import cli

ROW = "{},1,10,20,30,40,0.5,-1,-1,-1\n"


class Info(cli.CliTest):
    def info(self, *arguments, code=0):
        done = self.run_overlace("tracks", "info", *arguments, code=code)
        return done.stdout if code == 0 else done.stderr

    def tracks(self, *frames):
        self.write("t.txt", "".join(ROW.format(frame) for frame in frames))
        return "t.txt"

    def clip(self):
        cli.ffmpeg("-f", "lavfi", "-i", "color=c=black:s=320x240:r=25:d=0.4", "-c:v", "mpeg4",
                   self.folder / "clip.mp4")
        return "clip.mp4"

    def test_conventions_counts_and_boxes_are_told(self):
        text = self.info(self.tracks(1, 3))
        for part in ("(mot)", "because", "--frame-base", "--pixel-base", "2 boxes in frames 0 to 2",
                     "(counted from 0), id 1", "frame 0 at 10.0, 20.0 size 30.0 x 40.0"):
            self.assertIn(part, text)

    def test_programs_are_told_what_people_are_told(self):
        self.write("bad.txt", ROW.format(1) + ROW.format("x") + ROW.format(3))
        lines = self.info("bad.txt").splitlines()
        facts = json.loads(self.info("bad.txt", "--json"))
        lost = facts["left_out"][0]
        told = [f"{facts['file']}: {facts['format_title']} ({facts['format']}), because {facts['recognised_by']}",
                *facts["assumptions"],
                f"{facts['boxes']} boxes in frames {facts['first_frame']} to {facts['last_frame']} (counted from 0), "
                f"id {facts['lowest_id']}",
                f"rows have {'; '.join(facts['contents'])}", f"first boxes: {'; '.join(facts['first_boxes'])}",
                f"{lost['rows']} row: {lost['what']} (left out), first at line {lost['first_line']}"]
        self.assertEqual(lines, told)
        self.assertEqual((facts["ids"], facts["highest_id"]), (1, facts["lowest_id"]))
        self.assertEqual((facts["boxes"], facts["first_frame"], facts["last_frame"]), (2, 0, 2))
        self.assertEqual((lost["rows"], lost["first_line"], lost["first_file"]), (1, 2, None))
        self.assertEqual((facts["oddities"], facts["fit"], facts["still"]), ([], [], None))

    @cli.needs_ffmpeg
    def test_programs_are_told_how_a_video_fits(self):
        options = (self.tracks(1, 10), "--video", self.clip(), "--still", "a.png", "--overwrite")
        text, facts = self.info(*options), json.loads(self.info(*options, "--json"))
        self.assertEqual(text.splitlines()[-1 - len(facts["fit"]):],
                         [*facts["fit"], f"{facts['still']}: frame {facts['still_frame']}"])
        self.assertEqual((len(facts["fit"]), facts["still"], facts["still_frame"]), (2, "a.png", 0))

    def test_overrides_are_taken(self):
        text = self.info(self.tracks(3), "--frame-base", 2, "--pixel-base", 1, "--source-size", "640x480",
                         "--tracks-format", "mot")
        self.assertIn("frames 1 to 1", text)
        self.assertIn("frame 1 at 9.0, 19.0", text)

    def test_the_pixel_base_may_be_two_numbers(self):
        text = self.info(self.tracks(1), "--pixel-base", "1,0")
        self.assertIn("frame 0 at 9.0, 20.0", text)
        self.assertIn("pixels count from 1 across and 0 down", text)
        for bad in (",", "1,", "2", "1,x", "1,0,1", "1 0", "-1", "nan", "left"):
            self.assertIn("--pixel-base", self.info(self.tracks(1), f"--pixel-base={bad}", code=2))

    def test_boxes_between_far_key_frames_are_refused_unless_allowed(self):
        box = '<box frame="%d" outside="0" xtl="1" ytl="2" xbr="11" ybr="12"/>'
        self.write("far.xml", f'<annotations><track id="0" label="a">{box % 0}{box % 9000000}</track></annotations>')
        self.assertIn("--max-filled MIB", self.info("far.xml", code=6))
        self.write("near.xml", f'<annotations><track id="0" label="a">{box % 0}{box % 20000}</track></annotations>')
        self.assertIn("19999 shapes between", self.info("near.xml"))
        self.assertIn("more than 1 MiB", self.info("near.xml", "--max-filled", 1, code=6))

    def test_texts_of_files_do_not_steer_the_terminal(self):
        self.write("t.csv", 'frame,x,y,w,h,class\n0,1,2,3,4,"\x1b[31mröd\x9b2J\x07"\n')
        self.assertIn("classes ?[31mröd?2J?\n", self.info("t.csv"))

    def test_a_folder_is_an_input(self):
        (self.folder / "labels").mkdir()
        self.write("labels/clip_2.txt", "0 0.5 0.5 0.5 0.5\n")
        self.assertIn("(yolo_detect)", self.info("labels"))
        self.assertIn("labels/x_*.txt", self.info("labels/x_*.txt", code=4))

    def test_bad_input_is_counted_and_strict_refuses_it(self):
        self.write("bad.txt", ROW.format(1) + ROW.format("x") + ROW.format(2))
        self.assertIn("1 row: the line is not a row of numbers (left out), first at line 2",
                      self.info("bad.txt"))
        self.assertIn("bad.txt:2", self.info("bad.txt", "--strict", code=4))

    def test_supervisions_sink_is_told_what_is_missing(self):
        self.write("s.csv", "x_min,y_min,x_max,y_max,class_id,confidence,tracker_id\n1,2,3,4,0,0.5,1\n")
        self.assertIn("--frame-column", self.info("s.csv", code=4))

    @cli.needs_ffmpeg
    def test_a_video_shows_what_does_not_fit(self):
        clip = self.clip()
        self.assertIn("they fit", self.info(self.tracks(1, 10), "--video", clip))
        self.assertIn("--frame-base 2", self.info(self.tracks(2, 11), "--video", clip))

    @cli.needs_ffmpeg
    def test_embeddings_without_boxes_to_belong_to_are_refused(self):
        self.write("e.npy", "")
        for command in (("check", "boxes"), ("frame", self.clip(), "-g", "boxes", "-o", "a.png")):
            alone = self.run_overlace(*command, "--embeddings", "e.npy", code=2)
            self.assertIn("--tracks", alone.stderr)
            missing = self.run_overlace(*command, "--tracks", self.tracks(1), "--embeddings", "no.npy", code=4)
            self.assertIn("no.npy: does not exist", missing.stderr)

    def test_check_reads_tracks_as_other_commands_do(self):
        self.write("odd.csv", "n,px,py\n0,1,2\n")
        self.run_overlace("check", "boxes", "--tracks", "odd.csv", code=4)
        self.run_overlace("check", "boxes", "--tracks", "odd.csv", "--map", "frame=n,x=px,y=py")

    def test_check_says_that_texts_of_labels_need_tracks(self):
        self.write("l.json", json.dumps({"overlace": 1, "composite": ["l"], "nodes": {
            "t": {"type": "track_input", "params": {"path": "$tracks"}},
            "l": {"type": "draw_labels", "inputs": {"tracks": "t"}, "params": {"text": "{nmae}"}}}}))
        self.write("t.csv", "frame,id,x,y,w,h,name\n0,1,2,3,4,5,Ann\n")
        self.assertIn("not checked: attributes, texts of labels", self.run_overlace("check", "l.json").stdout)
        wrong = self.run_overlace("check", "l.json", "--tracks", "t.csv", code=2)
        self.assertIn("nmae", wrong.stderr)
        self.assertIn("name", wrong.stderr)
        right = self.run_overlace("check", "l.json", "--tracks", "t.csv", "--set", "l.text={name}")
        self.assertNotIn("not checked", right.stdout)

    def test_the_first_boxes_are_drawn_on_a_still(self):
        clip = self.clip()
        self.info(self.tracks(4), "--video", clip, "--still", "still.png")
        raw = self.folder / "still.gray"
        cli.ffmpeg("-i", self.folder / "still.png", "-f", "rawvideo", "-pix_fmt", "gray", raw)
        picture = raw.read_bytes()
        self.assertEqual(len(picture), 320 * 240)
        lit = [(i % 320, i // 320) for i, value in enumerate(picture) if value > 100]
        # An outline around 10, 20 .. 40, 60.
        for low, high, values in ((10, 40, [x for x, _ in lit]), (20, 60, [y for _, y in lit])):
            self.assertAlmostEqual(min(values), low, delta=3)
            self.assertAlmostEqual(max(values), high, delta=3)
        self.info("t.txt", "--video", clip, "--still", "still.png", code=2)
        self.info("t.txt", "--still", "other.png", code=2)

    def test_the_cache_is_off_unless_asked_for(self):
        self.tracks(1)
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "home"))
        with unittest.mock.patch.dict(os.environ, environment):
            self.info("t.txt")
            self.assertFalse((self.folder / "home").exists())
            self.info("t.txt", "--tracks-cache", "auto")
            self.assertEqual(len(list((self.folder / "home/overlace/tracks").iterdir())), 1)
            self.assertIn("read before", self.info("t.txt", "--tracks-cache", "auto"))
        with unittest.mock.patch.dict(os.environ, OVERLACE_TRACKS_CACHE=str(self.folder / "other")):
            self.info("t.txt")
            self.assertIn("read before", self.info("t.txt"))
            self.assertNotIn("read before", self.info("t.txt", "--tracks-cache", "off"))


if __name__ == "__main__":
    unittest.main()
