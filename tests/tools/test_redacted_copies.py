# SPDX-License-Identifier: Apache-2.0
"""What leaves a redacting render beside its pictures: ffprobe lists the streams, a search of all bytes finds words."""

import json
import re
import struct
import subprocess
import unittest

import exr_files
from cli import EMPTY_GRAPH, CliTest, ffmpeg, framemd5, needs_ffmpeg
from test_batch_parts import PartsTest

WORD = "Zephyrine"  # in every text of the source, and nowhere else
TAGS = ("title", "artist", "comment", "description", "location", "com.apple.quicktime.make",
        "com.apple.quicktime.location.ISO6709", "copyright", "synopsis")
A53 = bytes([0xb5, 0, 0x31]) + b"GA94" + bytes([3, 0xc1, 0xff, 0xfc, 0x94, 0x2c, 0xff])  # CEA-608, as ATSC A/53 has it
BOX = "".join(f"{f},1,8,8,16,16,1,-1,-1,-1\n" for f in range(1, 11))


def probed(path, *entries):
    return json.loads(subprocess.run(["ffprobe", "-v", "error", "-of", "json", *entries, path], check=True,
                                     capture_output=True).stdout)


def kinds(path):
    """Of all streams but the texts of chapters in MP4; a cover picture has a star."""
    return sorted(s["codec_type"] + ("*" if s["disposition"]["attached_pic"] else "")
                  for s in probed(path, "-show_streams")["streams"] if s.get("codec_tag_string") != "text")


def captions(path):
    frames = probed(path, "-select_streams", "v:0", "-show_frames")["frames"]
    return sum("Closed Captions" in d["side_data_type"] for f in frames for d in f.get("side_data_list", []))


def sei(payload, kind):
    return bytes([6, kind, len(payload)]) + payload + b"\x80"


class Redacted(CliTest):
    def setUp(self):
        super().setUp()
        self.write("t.txt", BOX)
        self.write("empty.json", EMPTY_GRAPH)

    def redact(self, source, out, *options, code=0):
        return self.run_overlace("render", source, "-g", "redact", "--tracks", "t.txt", "-o", out, "--overwrite",
                                 "--report", "r.json", *options, code=code)

    def assert_wordless(self, path):
        self.assertNotIn(WORD.encode(), (self.folder / path).read_bytes(), path)

    def outcome(self):
        return json.loads((self.folder / "r.json").read_text())["outcome"]


@needs_ffmpeg
class Copies(Redacted):
    def source(self, name):
        """A clip with what a container can hold beside its pictures: libav writes covers to MP4, any tags to MOV."""
        self.write("s.srt", f"1\n00:00:00,000 --> 00:00:00,900\n{WORD} speaks\n")
        self.write("meta.txt", ";FFMETADATA1\n" + "".join(f"{tag}={WORD} {tag}\n" for tag in TAGS) +
                   "creation_time=2024-05-06T05:08:09Z\n"
                   f"[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle={WORD} begins\n")
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", 1, self.folder / "cover.png")
        cover = ["-map", "4:v", "-c:v:1", "png", "-disposition:v:1", "attached_pic"]
        if name.endswith("mkv"):
            self.write("note.txt", f"{WORD} was here")
            cover = ["-attach", self.folder / "cover.png", "-metadata:s:3", "mimetype=image/png", "-metadata:s:3",
                     "filename=cover.png", "-attach", self.folder / "note.txt", "-metadata:s:4", "mimetype=text/plain"]
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1", "-f", "lavfi", "-i", "sine=d=1", "-i",
               self.folder / "s.srt", "-i", self.folder / "meta.txt",
               *(["-i", self.folder / "cover.png"] if not name.endswith("mkv") else []), "-map", "0", "-map", "1",
               "-map", "2", *cover, "-map_metadata", "3", "-map_chapters", "3", "-c:v:0", "libx264", "-c:a", "aac",
               "-c:s", "srt" if name.endswith("mkv") else "mov_text",
               *(["-movflags", "use_metadata_tags"] if name.endswith("mov") else []), "-metadata:s:v:0",
               f"handler_name={WORD} camera", "-metadata:s:a:0", f"handler_name={WORD} microphone",
               "-metadata:s:a:0", "language=deu", "-metadata:s:s:0", f"title={WORD}", self.folder / name)
        self.assertGreater((self.folder / name).read_bytes().count(WORD.encode()), 5)

    def test_only_sound_and_no_word(self):
        for name in ("in.mp4", "in.mov", "in.mkv"):
            self.source(name)
            for out in ("out.mp4", "out.mov", "out.mkv", "out.nut"):
                with self.subTest(source=name, output=out):
                    done = self.redact(name, out, "--strict-redaction")
                    self.assertEqual(kinds(self.folder / out), ["audio", "video"])
                    self.assert_wordless(out)
                    beside = {"in.mp4": "cover picture", "in.mov": "com.apple.quicktime.make", "in.mkv": "attachment"}
                    for told in ("subtitle", "title", beside[name]):
                        self.assertRegex(done.stderr, f"left out: .*{told}")
                    self.assertEqual(self.outcome()["not_hidden"], ["stream 1: audio (aac)"])
                    tags = probed(self.folder / out, "-show_format", "-show_streams")
                    if out != "out.nut":
                        self.assertIn("2024-05-06T05:08:09", json.dumps(tags))
                    if "mov" not in name + out and out != "out.nut":  # MOV has no such code
                        self.assertIn("deu", {s["tags"].get("language") for s in tags["streams"]})

    def test_metadata_is_kept_on_demand(self):
        for name, out in (("in.mp4", "out.mp4"), ("in.mkv", "out.mkv")):
            self.source(name)
            self.redact(name, out, "--keep-metadata")
            self.assertEqual(kinds(self.folder / out), ["audio", "subtitle", "video"])
            found = probed(self.folder / out, "-show_format", "-show_chapters")
            self.assertEqual(found["format"]["tags"]["title"], f"{WORD} title")
            self.assertEqual(found["chapters"][0]["tags"]["title"], f"{WORD} begins")
            beside = " ".join(self.outcome()["not_hidden"])
            for word in ("audio", "subtitle", "tags"):
                self.assertIn(word, beside)
        done = self.redact("in.mp4", "out.mp4", "--keep-metadata", "--strict-redaction", code=2)
        self.assertIn("--keep-metadata", done.stderr)
        self.run_overlace("render", "in.mp4", "-g", "empty.json", "-o", "out.mp4", "--overwrite", "--keep-metadata",
                          code=2)

    def test_other_graphs_keep_everything(self):
        self.source("in.mp4")
        self.run_overlace("render", "in.mp4", "-g", "empty.json", "-o", "out.mp4")
        self.assertEqual(kinds(self.folder / "out.mp4"), ["audio", "subtitle", "video", "video*"])
        self.assertEqual(probed(self.folder / "out.mp4", "-show_format")["format"]["tags"]["title"], f"{WORD} title")

    def test_every_way_to_write(self):
        self.source("in.mp4")
        for way in (("--copy-if-untouched",), ("--frames", "2-8"), ("--audio", "none"), ("--audio", "all")):
            self.redact("in.mp4", "out.mp4", *way)
            self.assert_wordless("out.mp4")
            self.assertNotIn("subtitle", kinds(self.folder / "out.mp4"))
        self.redact("in.mp4", "o_%d.png")
        self.assert_wordless("o_3.png")
        self.run_overlace("frame", "in.mp4", "-g", "redact", "--tracks", "t.txt", "-n", 3, "-o", "one.png")
        self.assert_wordless("one.png")
        done = self.redact("in.mp4", "out.mp4", "--dry-run")
        self.assertIn("stream 1: audio", done.stdout)
        self.assertNotIn("keep   stream 2", done.stdout)

    def test_joined_parts_bring_nothing_back(self):
        self.source("in.mp4")
        for suffix in ("mp4", "mov", "mkv", "nut"):
            for part, frames in (("a", "0-4"), ("b", "5-9")):
                self.redact("in.mp4", f"{part}.{suffix}", "--frames", frames)
            self.run_overlace("join", "in.mp4", f"a.{suffix}", f"b.{suffix}", "-o", f"joined.{suffix}")
            self.assertEqual(kinds(self.folder / f"joined.{suffix}"), ["audio", "video"], suffix)
            self.assert_wordless(f"joined.{suffix}")

    def test_data_and_further_video(self):
        """A telemetry track is made out of a subtitle track, as ffmpeg makes none."""
        self.write("s.srt", f"1\n00:00:00,000 --> 00:00:00,900\n{WORD} 52.5 N 13.4 E\n")
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1", "-f", "lavfi", "-i", "testsrc=s=32x32:r=10:d=1", "-i",
               self.folder / "s.srt", "-map", 0, "-map", 1, "-map", 2, "-c:v", "libx264", "-c:s", "mov_text",
               self.folder / "in.mp4")
        data = bytearray((self.folder / "in.mp4").read_bytes())
        at = data.find(b"tx3g")
        data[at:at + 4] = b"gpmd"
        handler = data.rfind(b"hdlr", 0, at)
        data[handler + 12:handler + 16] = b"meta"
        (self.folder / "in.mp4").write_bytes(data)
        for out in ("out.mp4", "out.mov", "out.mkv"):
            done = self.redact("in.mp4", out)
            self.assertEqual(kinds(self.folder / out), ["video"])
            self.assert_wordless(out)
            self.assertRegex(done.stderr, "left out: stream 1, video")
            self.assertRegex(done.stderr, "left out: stream 2, data")


class JoinedByBatch(PartsTest):
    def test_parts_of_a_batch(self):
        self.source("in/walk.mp4", "-metadata", f"artist={WORD}")
        self.plan("out", "mp4", "-g", "redact", "--part-frames", 21, "--gop", 3)
        self.assertEqual(len(self.parts_of("out")), 2)
        self.assertEqual(set(self.run_plan("out").values()), {"done"})
        self.assertEqual(kinds(self.folder / "out/walk.mp4"), ["audio", "video"])
        made = (self.folder / "out/walk.mp4").read_bytes()
        self.assertNotIn(WORD.encode(), made)
        self.assertNotIn(b"Walk", made)


@needs_ffmpeg
class Plates(Redacted):
    """OpenEXR pictures hold more than the picture that is drawn on."""

    DISPLAY, DATA = (0, 0, 63, 47), (-8, -8, 71, 55)

    def setUp(self):
        super().setUp()
        count = 80 * 64
        one, half = [1.0] * count, [0.25] * count
        for number in range(1, 4):
            exr_files.write(self.folder / f"p_{number}.exr", self.DISPLAY, self.DATA,
                            {"R": (exr_files.HALF, half), "G": (exr_files.HALF, half), "B": (exr_files.HALF, half),
                             "face.R": (exr_files.HALF, one), "Z": (exr_files.FLOAT, one)},
                            [("owner", "string", WORD.encode()), ("latitude", "float", struct.pack("<f", 52.5)),
                             ("framesPerSecond", "rational", struct.pack("<iI", 24, 1))])

    def test_only_the_picture_is_left(self):
        done = self.redact("p_%d.exr", "o_%d.exr")
        self.run_overlace("frame", "p_%d.exr", "-g", "redact", "--tracks", "t.txt", "-n", 2, "-o", "one.exr")
        for made in ("o_2.exr", "one.exr"):
            data = (self.folder / made).read_bytes()
            for lost in (WORD.encode(), b"face.R", b"latitude", b"Z\0"):
                self.assertNotIn(lost, data.split(b"lineOrder")[0] if lost == b"Z\0" else data, made)
            self.assertIn(b"framesPerSecond", data)
            window = data.index(b"dataWindow\0box2i\0") + len(b"dataWindow\0box2i\0") + 4
            self.assertEqual(struct.unpack("<4i", data[window:window + 16]), self.DISPLAY, made)
        for told in ("channel Z", "channel face.R", "attribute owner", "pixels outside the display window"):
            self.assertRegex(done.stderr, f"left out: .*{told}")

    def test_attributes_on_demand(self):
        self.redact("p_%d.exr", "o_%d.exr", "--keep-metadata")
        data = (self.folder / "o_2.exr").read_bytes()
        self.assertIn(WORD.encode(), data)
        self.assertNotIn(b"face.R", data)


@needs_ffmpeg
class InsidePackets(Redacted):
    def h264(self, payload, kind):
        """An H.264 clip with a message in every frame; libav's own notes are taken out first."""
        self.write("t.txt", BOX)
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=3", "-c:v", "libx264", "-bf", 0, "-g", 5, "-x264-params",
               "slices=1:sliced-threads=0:scenecut=0", "-f", "h264", self.folder / "t.h264")
        data = (self.folder / "t.h264").read_bytes()
        unit = b"\0\0\0\1" + sei(payload, kind)
        marked = re.sub(rb"\x00?\x00\x00\x01(?=[\x01\x21\x41\x61\x05\x25\x45\x65])", lambda _: unit + b"\0\0\0\1", data)
        (self.folder / "cc.h264").write_bytes(marked)
        ffmpeg("-r", 10, "-i", self.folder / "cc.h264", "-c", "copy", "-bsf:v", "filter_units=remove_types=7|8",
               self.folder / "in.mp4")

    def mpeg2(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "mpeg2video", "-f", "mpeg2video",
               self.folder / "t.m2v")
        data = (self.folder / "t.m2v").read_bytes()
        user_data = b"\0\0\1\xb2" + A53[3:]
        # before the first slice
        marked = re.sub(rb"\x00\x00\x01\x01", lambda _: user_data + b"\0\0\1\x01", data)
        (self.folder / "cc.m2v").write_bytes(marked)
        ffmpeg("-fflags", "+genpts", "-r", 25, "-i", self.folder / "cc.m2v", "-c", "copy", self.folder / "in.ts")

    def test_captions_of_every_codec_end_with_the_source(self):
        self.h264(A53, 4)
        self.assertEqual(captions(self.folder / "in.mp4"), 30)
        self.run_overlace("render", "in.mp4", "-g", "empty.json", "-o", "plain.mp4")
        self.assertEqual(captions(self.folder / "plain.mp4"), 30)
        for out, codec in (("out.mp4", "h264"), ("out.mkv", "hevc"), ("out.mov", "h264")):
            done = self.redact("in.mp4", out, "--vcodec", codec)
            self.assertEqual(captions(self.folder / out), 0, codec)
            self.assertRegex(done.stderr, "left out: captions")
        self.redact("in.mp4", "out.mp4", "--keep-metadata")
        self.assertEqual(captions(self.folder / "out.mp4"), 30)
        self.mpeg2()
        self.assertGreater(captions(self.folder / "in.ts"), 20)
        self.run_overlace("render", "in.ts", "-g", "empty.json", "-o", "plain.mkv")
        self.assertGreater(captions(self.folder / "plain.mkv"), 20)
        self.redact("in.ts", "out.mkv")
        self.assertEqual(captions(self.folder / "out.mkv"), 0)

    def test_copied_packets_lose_their_user_data_and_nothing_else(self):
        identifier = bytes(range(16))
        for payload, kind in ((identifier + WORD.encode(), 5), (A53 + WORD.encode(), 4), (WORD.encode(), 202)):
            with self.subTest(kind=kind):
                self.h264(payload, kind)
                done = self.redact("in.mp4", "out.mp4", "--copy-if-untouched", "--set", "extend=0")
                passed = int(re.search(r"(\d+) of 30 frames are passed on", done.stderr)[1])
                self.assertGreaterEqual(passed, 15)
                self.assert_wordless("out.mp4")
                self.assertEqual(captions(self.folder / "out.mp4"), 0)
                self.assertEqual(framemd5(self.folder / "out.mp4")[-passed:],
                                 framemd5(self.folder / "in.mp4")[-passed:])

    def test_packets_that_may_hold_texts_are_not_copied(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=3", "-c:v", "mjpeg", self.folder / "in.mov")
        done = self.redact("in.mov", "out.mov", "--vcodec", "mjpeg", "--copy-if-untouched", code=None)
        self.assertIn("all frames are encoded again: packets of mjpeg may hold", done.stderr)

    def test_texts_of_numbered_pictures(self):
        for frame in range(4):
            ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", 1, self.folder / f"p_{frame}.jpg")
            data = (self.folder / f"p_{frame}.jpg").read_bytes()
            comment = WORD.encode()
            xmp = b"http://ns.adobe.com/xap/1.0/\0<x>" + WORD.encode() + b"</x>"
            head = b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment
            head += b"\xff\xe1" + (len(xmp) + 2).to_bytes(2, "big") + xmp
            (self.folder / f"p_{frame}.jpg").write_bytes(data[:2] + head + data[2:])
        for out in ("o_%d.png", "o_%d.tif", "o_%d.exr", "out.mp4", "out.mkv"):
            self.redact("p_%d.jpg", out)
            made = out.replace("%d", "2")
            self.assert_wordless(made)


if __name__ == "__main__":
    unittest.main()
