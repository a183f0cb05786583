# SPDX-License-Identifier: Apache-2.0
"""A file that holds sound alone: it is drawn on a canvas, and heard in the output."""

import json
import subprocess
import unittest

from cli import PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg, probe

# 2.52 s, which is no whole number of frames at 30 per second: the last one begins at 2.5 s.
NOISE = "aevalsrc='0.2*sin(2*PI*440*t)+0.1*(random(0)-0.5)':s=48000:d=2.52"
GRAPH = json.dumps({
    "overlace": 1,
    "nodes": {
        "heard": {"type": "audio_input"},
        "bands": {"type": "audio_spectrum", "inputs": {"audio": "heard"}},
        "gram": {"type": "draw_spectrogram", "inputs": {"audio": "bands"}, "params": {
            "left": 0, "right": 1, "top": 0.5, "bottom": 1, "seconds": 1}},
    },
    "composite": ["gram"],
})


def sound_md5(path):
    """The samples of the first sound."""
    return subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-c:a", "pcm_s32le", "-f", "md5", "-"],
                          check=True, capture_output=True, text=True).stdout


@needs_ffmpeg
class SoundAlone(CliTest):
    def setUp(self):
        super().setUp()
        self.write("gram.json", GRAPH)

    def make(self, name, *codecs, sound=NOISE):
        path = self.folder / name
        ffmpeg("-f", "lavfi", "-i", sound, *codecs, path)
        return path

    def pixels(self, path, crop):
        """R'G'B' of a picture's part: "w:h:x:y"."""
        return subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vf", "crop=" + crop, "-frames:v", "1",
                               "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True, capture_output=True).stdout

    def test_as_many_frames_as_the_sound_lasts_and_the_sound_unchanged(self):
        for name in ("music.flac", "music.wav", "music.mka"):
            with self.subTest(name):
                clip = self.make(name, *([] if name.endswith("wav") else ["-c:a", "flac"]))
                self.run_overlace("render", clip, "-g", "gram.json", "-o", "out.mkv", "--overwrite", "-q")
                facts = probe(self.folder / "out.mkv", "width", "height", "r_frame_rate", "nb_read_frames", "pix_fmt")
                self.assertEqual(facts, ["width=1920", "height=1080", "pix_fmt=yuv420p", "r_frame_rate=30/1",
                                         "nb_read_frames=76"])
                self.assertEqual(sound_md5(self.folder / "out.mkv"), sound_md5(clip))

    def test_size_rate_and_colour_are_asked_for(self):
        clip = self.make("music.flac")
        self.run_overlace("render", clip, "-g", "gram.json", "-o", "out.mkv", "-q", "--size", "320x180", "--fps", "24000/1001",
                          "--background", "#203040", "--vcodec", "ffv1")
        facts = probe(self.folder / "out.mkv", "width", "height", "r_frame_rate", "nb_read_frames")
        self.assertEqual(facts, ["width=320", "height=180", "r_frame_rate=24000/1001", "nb_read_frames=61"])
        red, green, blue = self.pixels(self.folder / "out.mkv", "2:2:100:20")[:3]
        for code, wanted in ((red, 0x20), (green, 0x30), (blue, 0x40)):
            self.assertAlmostEqual(code, wanted, delta=2)

    def test_stamps_are_whole_frames(self):
        clip = self.make("music.flac")
        self.run_overlace("render", clip, "-g", "gram.json", "-o", "out.mp4", "-q", "--size", "320x180", "--fps", "25")
        times = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of",
                                "csv=p=0", self.folder / "out.mp4"], check=True, capture_output=True, text=True).stdout.split()
        times = sorted(float(time.rstrip(",")) for time in times)
        self.assertEqual(len(times), 63)
        for number, time in enumerate(times):
            self.assertAlmostEqual(time - times[0], number / 25, delta=1e-4)

    def test_a_click_stands_at_its_time(self):
        # 320 px are 1 s that ends at the frame's own time; frame 60 of 30 per second is at 2 s.
        click = "aevalsrc='if(between(t,1.5,1.505),0.9*sin(2*PI*2000*t),0)':s=48000:d=3"
        for name, codecs in (("click.flac", []), ("click.mp3", ["-c:a", "libmp3lame"]), ("click.m4a", ["-c:a", "aac"])):
            with self.subTest(name):
                clip = self.make(name, *codecs, sound=click)
                self.run_overlace("frame", clip, "-n", "60", "-g", "gram.json", "--size", "320x180", "-o", "still.png",
                                  "--overwrite", "-q")
                raw = self.pixels(self.folder / "still.png", "320:90:0:90")
                columns = [sum(raw[3 * x::960]) for x in range(320)]
                most = max(columns)
                bright = [x for x, value in enumerate(columns) if value > 0.98 * most]
                at_s = 2 - 1 + (sum(bright) / len(bright) + 0.5) / 320
                # MP3 says that its first sample is due a little after the start.
                start_s = float(subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0",
                                                clip], check=True, capture_output=True, text=True).stdout)
                self.assertAlmostEqual(at_s, start_s + 1.5025, delta=512 / 48000)

    def test_a_frame_alone_and_a_part_are_those_of_the_run(self):
        clip = self.make("music.flac")
        options = ("-g", "gram.json", "-q", "--size", "640x360", "--vcodec", "ffv1")
        self.run_overlace("render", clip, *options, "-o", "all.mkv")
        self.run_overlace("render", clip, *options, "-o", "part.mkv", "--frames", "40-49")
        frames = framemd5(self.folder / "all.mkv")
        self.assertEqual(len(frames), 76)
        self.assertEqual(framemd5(self.folder / "part.mkv"), frames[40:50])
        self.assertEqual(len(set(frames[30:])), 46, "the picture moves")

    def test_a_cover_is_no_video(self):
        ffmpeg("-f", "lavfi", "-i", "color=red:s=64x64:d=1:r=1", "-frames:v", "1", self.folder / "cover.png")
        self.make("plain.mp3", "-c:a", "libmp3lame")
        ffmpeg("-i", self.folder / "plain.mp3", "-i", self.folder / "cover.png", "-map", "0", "-map", "1", "-c", "copy",
               "-disposition:v", "attached_pic", self.folder / "music.mp3")
        self.run_overlace("render", "music.mp3", "-g", "gram.json", "-o", "out.mkv", "-q", "--size", "320x180")
        self.assertIn("width=320", probe(self.folder / "out.mkv", "width"))

    def test_chapters_and_tags_go_along(self):
        self.write("facts.txt", ";FFMETADATA1\ntitle=A tune\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=First\n"
                   "[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=2520\ntitle=Second\n")
        for name in ("music.m4a", "music.mka", "music.ogg", "music.mp3"):
            with self.subTest(name):
                ffmpeg("-f", "lavfi", "-i", NOISE, "-i", self.folder / "facts.txt", "-map", "0", "-map_metadata", "1",
                       "-map_chapters", "1", self.folder / name)
                self.run_overlace("render", name, "-g", "gram.json", "-o", "out.mkv", "--overwrite", "-q", "--size", "64x36")
                facts = json.loads(subprocess.run(
                    ["ffprobe", "-v", "error", "-show_chapters", "-show_format", "-of", "json", self.folder / "out.mkv"],
                    check=True, capture_output=True, text=True).stdout)
                self.assertEqual(facts["format"]["tags"]["title"], "A tune")
                titles = [(chapter["tags"]["title"], float(chapter["start_time"])) for chapter in facts["chapters"]]
                # libav writes no chapters into Ogg.
                self.assertEqual(titles, [] if name.endswith("ogg") else [("First", 0), ("Second", 1)])

    def test_tracks_have_no_use_for_it(self):
        clip = self.make("music.flac")
        self.write("t.txt", "1,1,10,20,30,40,0.5,-1,-1,-1\n")
        for command in (("info", "t.txt", "-i", clip), ("convert", "t.txt", "-i", clip, "-o", "t.json"),
                        ("make", clip, "--tracks", "t.txt", "-o", "t.json")):
            with self.subTest(command[0]):
                done = self.run_overlace("tracks", *command, code=2)
                self.assertIn("holds sound alone", done.stderr)
                self.assertIn("give their video", done.stderr)
        self.assertFalse((self.folder / "t.json").exists())

    def test_raw_pictures_are_those_of_any_encoder(self):
        # Rows of 128 pixels lie in memory as in a file, others have gaps between them.
        clip = self.make("music.flac")
        for size, rate, pixels in (("384x216", 30, 384 * 216), ("200x150", 30, 200 * 150), ("75x51", 10, 75 * 51)):
            with self.subTest(size):
                options = ("-g", "gram.json", "-q", "--size", size, "--fps", rate)
                self.run_overlace("render", clip, *options, "--vcodec", "ffv1", "-o", "out.mkv", "--overwrite")
                self.run_overlace("render", clip, *options, "--format", "rawvideo", "-o", "out.yuv", "--overwrite", "--audio", "none")
                self.run_overlace("render", clip, *options, "--vcodec", "rawvideo", "-o", "out.nut", "--overwrite")
                ffmpeg("-i", self.folder / "out.mkv", "-f", "rawvideo", self.folder / "wanted.yuv")
                ffmpeg("-i", self.folder / "out.nut", "-f", "rawvideo", self.folder / "nut.yuv")
                wanted = (self.folder / "wanted.yuv").read_bytes()
                self.assertGreater(len(wanted), pixels * 25)
                self.assertTrue((self.folder / "out.yuv").read_bytes() == wanted)
                self.assertTrue((self.folder / "nut.yuv").read_bytes() == wanted)

    def test_it_comes_through_a_pipe(self):
        clip = self.make("music.flac")
        self.write("fill.json", '{"overlace": 1, "nodes": {"all": {"type": "draw_fill"}}, "composite": ["all"]}')
        with clip.open("rb") as piped:
            done = subprocess.run([PROGRAM, "render", "-", "-g", "fill.json", "-o", "out.mkv", "-q", "--size", "64x64"],
                                  cwd=self.folder, stdin=piped, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nb_read_frames=76", probe(self.folder / "out.mkv", "nb_read_frames"))

    def test_explain_knows_the_canvas(self):
        clip = self.make("music.flac")
        said = self.run_overlace("explain", "gram.json", "-i", clip, "--size", "320x180").stdout
        self.assertIn("320x180", said)

    def test_what_looks_at_pictures_is_refused(self):
        clip = self.make("music.flac")
        done = self.run_overlace("render", clip, "-g", "boxes", "-o", "out.mp4", code=2)
        self.assertIn("holds sound alone", done.stderr)
        done = self.run_overlace("render", clip, "-g", "gram.json", "-o", "out.mp4", "--background", "#0000", code=2)
        self.assertIn("not an opaque colour", done.stderr)
        done = self.run_overlace("render", clip, "-g", "gram.json", "-o", "out.mp4", "--size", "wide", code=2)
        self.assertIn("not a picture size", done.stderr)
        done = self.run_overlace("render", clip, "-g", "gram.json", "-o", "out.mp4", "--size", "60000x60000", code=None)
        self.assertIn("over the limit", done.stderr)


if __name__ == "__main__":
    unittest.main()
