# SPDX-License-Identifier: Apache-2.0
"""Sound through the whole program: where a click is drawn, what damage and silence cost, what is refused."""

import json
import math
import struct
import subprocess
import unittest

from cli import CliTest, ffmpeg, needs_ffmpeg

# A click of 5 ms at 1.5 s of four seconds of silence.
CLICK = "aevalsrc='if(between(t,1.5,1.505),0.9*sin(2*PI*2000*t),0)':s=48000:d=4"
HOP_S = 512 / 48000
SIZE, SECONDS = (400, 60), 4

SPECTROGRAM = json.dumps({
    "overlace": 1,
    "nodes": {
        "heard": {"type": "audio_input"},
        "bands": {"type": "audio_spectrum", "inputs": {"audio": "heard"}},
        "black": {"type": "draw_fill", "params": {"color": "#000"}},
        "gram": {"type": "draw_spectrogram", "inputs": {"audio": "bands"}, "params": {
            "left": 0, "right": 1, "top": 0, "bottom": 1, "ramp": ["#000", "#fff"], "seconds": SECONDS, "now": 0.5}},
    },
    "composite": ["black", "gram"],
})
FLASH = json.dumps({
    "overlace": 1,
    "nodes": {
        "heard": {"type": "audio_input"},
        "levels": {"type": "audio_levels", "inputs": {"audio": "heard"}},
        "flash": {"type": "draw_fill",
                  "params": {"color": {"series": "sound.peak", "from": [-60, 0], "to": ["#000", "#fff"],
                                       "missing": "#f00"}}},
    },
    "composite": ["flash"],
})


@needs_ffmpeg
class Sound(CliTest):
    def make(self, name, *codecs, offset_s=0, sound=CLICK):
        """Four seconds of grey at 25 frames per second, and a sound that begins so much later."""
        path = self.folder / name
        ffmpeg("-f", "lavfi", "-i", f"color=gray:s={SIZE[0]}x{SIZE[1]}:r=25:d=4", "-itsoffset", offset_s,
               "-f", "lavfi", "-i", sound, *codecs, path)
        return path

    def gray(self, picture):
        """Brightness of the picture's columns of pixels."""
        raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", picture, "-f", "rawvideo", "-pix_fmt", "gray", "-"],
                             check=True, capture_output=True, cwd=self.folder).stdout
        return [sum(raw[x::SIZE[0]]) for x in range(SIZE[0])]

    def shown_s(self, clip, frame):
        """When a frame is shown, after the first one, as ffprobe says."""
        times = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time",
                                "-of", "csv=p=0", clip], check=True, capture_output=True, text=True).stdout.split()
        times = [float(time.rstrip(",")) for time in times]
        return times[frame] - times[0]

    def click_s(self, clip, frame):
        """Where the brightest column of the spectrogram lies in time."""
        self.write("gram.json", SPECTROGRAM)
        self.run_overlace("frame", clip, "-n", frame, "-g", "gram.json", "-o", "still.png", "--overwrite", "-q")
        columns = self.gray("still.png")
        most = max(columns)
        bright = [x for x, value in enumerate(columns) if value > 0.98 * most]
        middle = sum(bright) / len(bright)
        return self.shown_s(clip, frame) + (middle + 0.5 - SIZE[0] / 2) * SECONDS / SIZE[0]

    def test_a_click_stands_at_its_time(self):
        vfr = ("-vf", "select='not(mod(n,3))+lt(n,20)'", "-vsync", "vfr")
        clips = {
            "aac.mp4": (self.make("aac.mp4", "-c:v", "libx264", "-bf", "3", "-c:a", "aac"), 1.5),
            "opus.mkv": (self.make("opus.mkv", "-c:v", "libx264", "-c:a", "libopus"), 1.5),
            "late.mkv": (self.make("late.mkv", "-c:v", "libx264", "-c:a", "flac", offset_s=0.5), 2.0),
            "vfr.mkv": (self.make("vfr.mkv", *vfr, "-c:v", "libx264", "-c:a", "flac"), 1.5),
        }
        for name, (clip, at_s) in clips.items():
            for frame in (20, 35):
                with self.subTest(name, frame=frame):
                    self.assertAlmostEqual(self.click_s(clip, frame), at_s + 0.0025, delta=HOP_S)

    def test_a_frame_alone_is_that_of_the_run(self):
        clip = self.make("in.mkv", "-c:v", "ffv1", "-c:a", "flac")
        self.write("gram.json", SPECTROGRAM)
        self.run_overlace("render", clip, "-g", "gram.json", "-o", "out.mkv", "--vcodec", "ffv1", "-q")
        self.run_overlace("render", clip, "-g", "gram.json", "-o", "part.mkv", "--vcodec", "ffv1", "-q", "--frames", "60-62")

        def checksums(name):
            return subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", name, "-map", "0:v", "-f", "framemd5", "-"],
                                  check=True, capture_output=True, text=True, cwd=self.folder).stdout

        def last_fields(name):
            return [line.split(",")[5] for line in checksums(name).splitlines() if not line.startswith("#")]

        self.assertEqual(last_fields("out.mkv")[60:63], last_fields("part.mkv"))

    def test_no_sound_is_said_and_refused_where_it_is_required(self):
        clip = self.folder / "silent.mp4"
        ffmpeg("-f", "lavfi", "-i", "color=gray:s=400x60:r=25:d=1", "-c:v", "libx264", clip)
        self.write("flash.json", FLASH)
        done = self.run_overlace("render", clip, "-g", "flash.json", "-o", "out.mp4")
        self.assertIn("has no sound", done.stdout + done.stderr)
        done = self.run_overlace("render", clip, "-g", "flash.json", "-o", "not.mp4", "--require-audio", code=4)
        self.assertIn("has no sound", done.stderr)
        self.assertFalse((self.folder / "not.mp4").exists())
        for preset in ("pulse", "spectrum_ring", "vu_boxes", "sonogram", "sound_brush", "waveform_lower_third"):
            with self.subTest(preset):
                self.run_overlace("frame", clip, "-g", preset, "-n", "12", "-o", "still.png", "--overwrite", "-q")

    def test_a_stream_that_is_not_there_is_refused(self):
        clip = self.make("in.mkv", "-c:v", "libx264", "-c:a", "flac")
        self.write("flash.json", FLASH)
        done = self.run_overlace("render", clip, "-g", "flash.json", "-o", "out.mp4", "--set", "heard.stream=3", code=4)
        self.assertIn("no audio stream 3", done.stderr)
        done = self.run_overlace("render", clip, "-g", "flash.json", "-o", "out.mp4", "--set", "heard.path=gone.wav",
                                 code=4)
        self.assertIn("gone.wav", done.stderr)

    def test_damaged_sound_is_a_loss(self):
        whole = self.make("whole.mkv", "-c:v", "libx264", "-c:a", "flac", sound="sine=f=440:d=4:r=48000")
        ffmpeg("-i", whole, "-c", "copy", "-bsf:a", "noise=amount='eq(n,10)*20'", self.folder / "damaged.mkv")
        self.write("flash.json", FLASH)
        done = self.run_overlace("render", "damaged.mkv", "-g", "flash.json", "-o", "out.mkv", "--report", "report.json",
                                 code=3)
        self.assertIn("damaged packet of sound", done.stderr)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertIn('"sound_packets": 1', json.dumps(report))
        self.run_overlace("render", "damaged.mkv", "-g", "flash.json", "-o", "stop.mkv", "--on-corrupt", "stop", code=4)
        self.run_overlace("render", "whole.mkv", "-g", "flash.json", "-o", "fine.mkv")

    def test_odd_sounds_are_heard_or_refused(self):
        """Samples that are no numbers, one sample, silence; and none at all in a file that the graph names."""
        clip = self.folder / "silent.mp4"
        ffmpeg("-f", "lavfi", "-i", "color=gray:s=400x60:r=25:d=1", "-c:v", "libx264", clip)
        none = float("nan")
        sounds = {"none.wav": [none, math.inf, -math.inf, 0.1] * 12000, "one.wav": [0.5], "still.wav": [0.0] * 48000}
        for graph in (SPECTROGRAM, FLASH):
            document = json.loads(graph)
            for name, samples in sounds.items():
                with self.subTest(name, drawn=document["composite"]):
                    self.write_float_wav(name, samples)
                    document["nodes"]["heard"]["params"] = {"path": name}
                    self.write("odd.json", json.dumps(document))
                    self.run_overlace("render", clip, "-g", "odd.json", "-o", "out.mp4", "--overwrite", "-q")
        self.write_float_wav("empty.wav", [])
        document["nodes"]["heard"]["params"] = {"path": "empty.wav"}
        self.write("odd.json", json.dumps(document))
        done = self.run_overlace("render", clip, "-g", "odd.json", "-o", "not.mp4", "-q", code=4)
        self.assertIn("empty.wav: has no sound", done.stderr)

    def write_float_wav(self, name, samples, rate=48000):
        """A mono file of 32-bit floats, as they are."""
        data = struct.pack(f"<{len(samples)}f", *samples)
        form = struct.pack("<IHHIIHH", 16, 3, 1, rate, 4 * rate, 4, 32)
        riff = b"WAVEfmt " + form + b"data" + struct.pack("<I", len(data)) + data
        (self.folder / name).write_bytes(b"RIFF" + struct.pack("<I", len(riff)) + riff)

    def test_a_series_that_nobody_makes_is_refused(self):
        clip = self.make("in.mkv", "-c:v", "libx264", "-c:a", "flac")
        self.write("flash.json", FLASH.replace("sound.peak", "sound.peek"))
        done = self.run_overlace("render", clip, "-g", "flash.json", "-o", "out.mp4", code=2)
        self.assertIn("/nodes/flash/params/color", done.stderr)
        self.assertIn("did you mean 'sound.peak'?", done.stderr)

    def test_explain_tells_what_was_heard(self):
        clip = self.make("in.mkv", "-c:v", "libx264", "-c:a", "flac")
        self.write("gram.json", SPECTROGRAM)
        text = self.run_overlace("explain", "gram.json", "--input", clip).stdout
        self.assertIn("1 channels of 192000 samples at 48000 Hz, 768000 bytes", text)
        self.assertIn("1 channels of 192000 samples at 48000 Hz, 1025 bands in 376 columns of 10.67 ms, 770800 bytes", text)

    def test_a_trace_tells_when_it_was_heard(self):
        clip = self.make("in.mkv", "-c:v", "libx264", "-c:a", "flac")
        self.write("gram.json", SPECTROGRAM)
        self.run_overlace("render", clip, "-g", "gram.json", "-o", "out.mkv", "-q", "--trace", "trace.json")
        spans = {event["name"]: event for event in json.loads((self.folder / "trace.json").read_text()) if event["ph"] == "X"}
        outer, inner = spans["analyse"], spans["decode sound"]
        self.assertGreaterEqual(inner["ts"], outer["ts"])
        self.assertLessEqual(inner["ts"] + inner["dur"], outer["ts"] + outer["dur"] + 0.001)

    def test_a_file_of_its_own(self):
        clip = self.folder / "silent.mp4"
        ffmpeg("-f", "lavfi", "-i", "color=gray:s=400x60:r=25:d=4", "-c:v", "libx264", clip)
        ffmpeg("-f", "lavfi", "-i", CLICK, self.folder / "click.wav")
        graph = json.loads(SPECTROGRAM)
        graph["nodes"]["heard"]["params"] = {"path": "click.wav"}
        self.write("named.json", json.dumps(graph))
        self.run_overlace("frame", clip, "-n", "35", "-g", "named.json", "-o", "still.png", "-q")
        columns = self.gray("still.png")
        at_s = 35 / 25 + (columns.index(max(columns)) + 0.5 - SIZE[0] / 2) * SECONDS / SIZE[0]
        self.assertAlmostEqual(at_s, 1.5025, delta=2 * HOP_S)


if __name__ == "__main__":
    unittest.main()
