# SPDX-License-Identifier: Apache-2.0
"""Graphs that play: streams as ffprobe sees them, samples as ffmpeg decodes them, loudness by its ebur128."""

import array
import json
import re
import subprocess
import unittest

from cli import CliTest, ffmpeg, needs_ffmpeg

RATE = 48000
GRAPH = """{"overlace": 1, "nodes": {
  "tracks": {"type": "track_file", "params": {"path": "$tracks"}},
  "links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": {"k": 1, "max_distance": "50%%"}},
  "marks": {"type": "draw_points", "inputs": {"tracks": "tracks"}},
  "voices": {"type": "sonify_voices", "inputs": {"tracks": "tracks"}, "params": {"instrument": "fm"}},
  "plucks": {"type": "sonify_plucks", "inputs": {"links": "links"}}},
  "composite": ["marks"], "sound": %s}"""


def streams(path):
    shown = subprocess.run(["ffprobe", "-v", "error", "-show_entries",
                            "stream=codec_type,codec_name,channels,sample_rate,duration:stream_disposition=default",
                            "-of", "json", path], check=True, capture_output=True, text=True).stdout
    return json.loads(shown)["streams"]


def sounds(path):
    return [s["codec_name"] for s in streams(path) if s["codec_type"] == "audio"]


def samples(path, stream=0):
    """Decoded samples of one stream of sound, left and right in turn."""
    raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", f"0:a:{stream}", "-f", "f32le", "-"],
                         check=True, capture_output=True).stdout
    return array.array("f", raw)


def packets(path, stream=0):
    """Checksums of a stream's packets."""
    return subprocess.run(["ffprobe", "-v", "error", "-select_streams", f"a:{stream}", "-show_data_hash", "MD5",
                           "-show_entries", "packet=data_hash", "-of", "csv=p=0", path],
                          check=True, capture_output=True, text=True).stdout.split()


def loudness(path):
    """ffmpeg's own measure: integrated loudness I in LUFS, and the true Peak in dBFS."""
    said = subprocess.run(["ffmpeg", "-nostdin", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"],
                          check=True, capture_output=True, text=True).stderr
    summary = said[said.rindex("Summary:"):]
    return {word: float(re.search(rf"{word}:\s+(-?[\d.]+) (?:LUFS|dBFS)", summary)[1]) for word in ("I", "Peak")}


def shown(frame):
    """The sample of a frame: Matroska counts milliseconds."""
    return round(round(frame * 1000 / 30) / 1000 * RATE)


@needs_ffmpeg
class Sonify(CliTest):
    def setUp(self):
        super().setUp()
        self.write("both.json", GRAPH % '["voices", "plucks"]')
        self.write("plucks.json", GRAPH % '["plucks"]')
        self.write("mute.json", GRAPH % "[]")
        rows = []
        for frame in range(1, 121):
            rows.append(f"{frame},1,{20 + frame},40,30,30,1,-1,-1,-1")
            if frame > 60:
                rows.append(f"{frame},2,{90 + frame},60,30,30,1,-1,-1,-1")
        self.write("tracks.txt", "\n".join(rows) + "\n")
        self.source = self.clip(frames=120, extra=("-af", "atrim=end=3.9"))

    def render(self, out, *options, graph="both.json", code=0):
        run = self.run_overlace("render", self.source, "-g", graph, "--tracks", "tracks.txt", "-o", out, "--overwrite",
                                *options, code=code)
        return self.folder / out, run.stderr

    def test_a_graph_that_plays_adds_a_stream(self):
        out, _ = self.render("out.mkv")
        self.assertEqual(sounds(out), ["flac", "flac"])
        self.assertEqual(packets(out), packets(self.source), "the source's packets are as they were")
        self.assertAlmostEqual(len(samples(out, 1)) / 2 / RATE, 4, delta=0.001)

    def test_containers_have_their_codecs(self):
        for name, codec in (("out.mp4", "aac"), ("out.mov", "aac"), ("out.mkv", "flac")):
            out, _ = self.render(name, "--audio", "replace")
            self.assertEqual(sounds(out), [codec])
            sound = next(s for s in streams(out) if s["codec_type"] == "audio")
            self.assertEqual((sound["channels"], sound["sample_rate"]), (2, "48000"))
            self.assertEqual(sound["disposition"]["default"], 1)
        out, _ = self.render("out.mkv", "--audio", "replace", "--sound-codec", "pcm_f32le")
        self.assertEqual(sounds(out), ["pcm_f32le"])

    def test_the_source_alone(self):
        for word in ("keep", "part", "all"):
            out, _ = self.render("out.mkv", "--audio", word)
            self.assertEqual(sounds(out), ["flac"])
        out, _ = self.render("out.mkv", "--audio", "none")
        self.assertEqual(sounds(out), [])
        out, _ = self.render("out.mkv", graph="mute.json")
        self.assertEqual(sounds(out), ["flac"])

    def test_a_mix_is_the_sum_of_both(self):
        """The source's 440 Hz, and the string of frame 60: too quiet for the limiter."""
        quiet = ("--sound-codec", "pcm_f32le", "--loudness=-30")
        out, _ = self.render("alone.mkv", "--audio", "replace", *quiet, graph="plucks.json")
        alone = samples(out)[::2]
        out, stderr = self.render("out.mkv", "--audio", "mix", *quiet, graph="plucks.json")
        self.assertEqual(sounds(out), ["pcm_f32le"])
        self.assertIn("mixed at the source's 48000 Hz", stderr)
        mixed, source = samples(out)[::2], samples(self.source)  # the source is mono
        self.assertEqual(len(mixed), len(alone))
        self.assertLess(len(source), len(mixed), "the source's sound ends before its pictures")
        for at in range(0, len(mixed), 97):
            recorded = source[at] if at < len(source) else 0
            self.assertAlmostEqual(mixed[at], recorded + alone[at], delta=2e-6)

    def test_a_loud_mix_is_limited(self):
        """Both together pass -1 dBTP: what is over it is turned down, and nothing else."""
        loud = ("--sound-codec", "pcm_f32le", "--loudness=-8")
        out, _ = self.render("out.mkv", "--audio", "mix", *loud, graph="plucks.json")
        peak = loudness(out)["Peak"]
        self.assertLess(peak, -0.9)
        self.assertGreater(peak, -1.6)

    def test_a_mix_takes_the_source_s_rate(self):
        self.source = self.clip("slow.mkv", frames=120, extra=("-ar", "44100"))
        out, _ = self.render("out.mkv", "--audio", "mix", graph="plucks.json")
        sound = next(s for s in streams(out) if s["codec_type"] == "audio")
        self.assertEqual((sound["codec_name"], sound["sample_rate"]), ("flac", "44100"))

    def test_a_note_is_heard_with_its_frame(self):
        """The link appears in frame 60, counted from 0: after two seconds."""
        for name in ("out.mkv", "out.mp4"):
            out, _ = self.render(name, "--audio", "replace", graph="plucks.json")
            sound = samples(out)
            loud = next(i for i, v in enumerate(sound) if abs(v) > 0.01) // 2
            self.assertAlmostEqual(loud / RATE, 2, delta=0.003 if name.endswith("mkv") else 0.03)

    def test_a_part_is_a_cut_of_the_whole(self):
        codec = ("--audio", "replace", "--sound-codec", "pcm_f32le")
        whole = samples(self.render("whole.mkv", *codec)[0])
        part = samples(self.render("part.mkv", *codec, "--frames", "50-89")[0])
        self.assertEqual(part, whole[2 * shown(50):2 * shown(90)])

    def test_loudness_and_peak(self):
        out = self.folder / "out.wav"
        self.run_overlace("sound", self.source, "-g", "both.json", "--tracks", "tracks.txt", "-o", out)
        heard = loudness(out)
        self.assertAlmostEqual(heard["I"], -16, delta=0.5)
        self.assertLessEqual(heard["Peak"], -1)

    def test_peaks_stay_low_through_encoders_that_lose_something(self):
        """As ffmpeg decodes them; -8 LUFS drives the limiter hard."""
        for name, codec in (("out.mp4", "aac"), ("out.mkv", "libopus")):
            with self.subTest(codec):
                out, _ = self.render(name, "--audio", "replace", "--sound-codec", codec, "--loudness=-8")
                self.assertLessEqual(loudness(out)["Peak"], -1)

    def test_explain_lists_what_is_played(self):
        arguments = ("explain", "both.json", "--tracks", "tracks.txt", "-i", self.source, "--voices", "32")
        facts = json.loads(self.run_overlace(*arguments, "--json").stdout)
        self.assertEqual([(part["name"], part["plays"], part["from"], part["instrument"])
                          for part in facts["sound"]["parts"]],
                         [("voices", "objects", "tracks", "fm"), ("plucks", "links", "links", "pluck")])
        self.assertEqual((facts["sound"]["voices"], facts["sound"]["sample_rate"]), (32, 48000))
        # Strings have a second of 8 Hz and more in each of 64 lanes: 8192 samples of 4 bytes.
        self.assertGreater(facts["sound"]["bytes"], 64 * 6000 * 4)
        self.assertIn("sound", [part["what"] for part in facts["memory"]["parts"]])
        text = self.run_overlace(*arguments).stdout
        self.assertIn("sound, 32 voices at 48000 Hz", text)
        mute = json.loads(self.run_overlace("explain", "mute.json", "--tracks", "tracks.txt", "--json").stdout)
        self.assertIsNone(mute["sound"])

    def test_a_trace_has_spans_of_sound(self):
        self.render("out.mkv", "--audio", "mix", "--trace", "trace.json")
        events = json.loads((self.folder / "trace.json").read_text())
        spans = {event["name"] for event in events if event["ph"] == "X"}
        self.assertLessEqual({"analyse", "measure sound", "synthesise", "encode"}, spans)

    def test_sound_alone_is_that_of_the_video(self):
        self.run_overlace("sound", self.source, "-g", "both.json", "--tracks", "tracks.txt", "-o", "out.wav")
        self.assertEqual(streams(self.folder / "out.wav")[0]["codec_name"], "pcm_f32le")
        out, _ = self.render("out.mkv", "--audio", "replace", "--sound-codec", "pcm_f32le")
        self.assertEqual(samples(self.folder / "out.wav"), samples(out))

    def test_frames_of_variable_rate_are_heard_when_they_are_shown(self):
        ffmpeg("-i", self.source, "-an", "-vf", "setpts='(N+if(gt(N,30),30,0))/30/TB'", "-fps_mode", "passthrough",
               "-c:v", "ffv1", self.folder / "variable.mkv")
        self.source = self.folder / "variable.mkv"
        out, _ = self.render("out.mkv", "--audio", "replace", graph="plucks.json")
        loud = next(i for i, v in enumerate(samples(out)) if abs(v) > 0.01) // 2
        self.assertAlmostEqual(loud / RATE, 3, delta=0.004)

    def test_refused(self):
        for options, graph, said in (
                (("--audio", "add"), "mute.json", "the graph plays nothing"),
                (("--audio", "replace"), "mute.json", "the graph plays nothing"),
                (("--sound-codec", "fllac"), "both.json", "did you mean 'flac'?"),
                (("--audio", "mix"), "mute.json", "the graph plays nothing"),
                (("--audio", "blend"), "both.json", "--audio"),
                (("--voices", "1"), "both.json", "--voices")):
            out, stderr = self.render("refused.mkv", *options, graph=graph, code=2)
            self.assertIn(said, stderr)
            self.assertFalse(out.exists())
        out, stderr = self.render("refused.mp4", "--sound-codec", "pcm_f32le", code=2)
        self.assertIn("cannot hold pcm_f32le", stderr)
        self.assertFalse(out.exists())
        self.run_overlace("sound", self.source, "-g", "mute.json", "-o", "out.wav", code=2)

    def test_what_holds_no_sound_goes_without(self):
        out, stderr = self.render("out.y4m")
        self.assertIn("left out: the graph's sound", stderr)
        self.assertEqual(sounds(out), [])
        _, stderr = self.render("frame_####.png", "--frames", "3-4")
        self.assertIn("left out: the graph's sound", stderr)

    def test_documents_are_refused_with_pointers(self):
        for sound, pointer, said in (('["voice"]', "/sound/0", "did you mean 'voices'?"),
                                     ('["links"]', "/sound/0", "makes links"), ('{}', "/sound", "a list of nodes")):
            self.write("bad.json", GRAPH % sound)
            run = self.run_overlace("check", "bad.json", code=2)
            self.assertIn(pointer, run.stderr)
            self.assertIn(said, run.stderr)


if __name__ == "__main__":
    unittest.main()
