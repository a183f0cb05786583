# SPDX-License-Identifier: Apache-2.0
"""overlace render: what is copied beside the pictures, in every container. ffmpeg, which copies the same streams, judges."""

import functools
import json
import re
import subprocess
import unittest

from cli import EMPTY_GRAPH, CliTest, ffmpeg, framemd5, needs_ffmpeg, sampled

# Encoder and options; the container that it comes from is one that holds it.
SOUNDS = {"pcm_s16be": "mov", "pcm_s24le": "mkv", "pcm_u8": "avi", "pcm_mulaw": "mkv", "adpcm_ms": "avi", "mp2": "ts",
          "aac": "mp4", "eac3": "mkv", "truehd": "mkv", "alac": "mov", "libopus": "mkv", "libvorbis": "mkv",
          "wmav2": "asf", "s302m": "ts"}
TARGETS = ("mp4", "mov", "mkv", "ts", "avi", "flv", "webm")


def has_encoder(name):
    listing = subprocess.run(["ffmpeg", "-hide_banner", "-encoders"], capture_output=True, text=True, check=True).stdout
    return re.search(rf"^ \S+ {name} ", listing, re.M) is not None


def show(path, *entries):
    listing = subprocess.run(["ffprobe", "-v", "error", *entries, "-of", "json", path], check=True, capture_output=True,
                             text=True).stdout
    return json.loads(listing)


def sound_of(path):
    """Codec, and sizes and checksums of all packets of the sound; nothing if there is none that decodes."""
    samples, packets = (path.with_name(f"{path.name}.{what}") for what in ("samples", "packets"))
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", path, "-map", "0:a:0", "-c", "copy", "-f", "framecrc", packets,
                    "-map", "0:a:0", "-f", "s16le", samples], capture_output=True, check=False)
    if not samples.exists() or samples.stat().st_size == 0:
        return None
    lines = packets.read_text(encoding="utf-8").splitlines()
    codec = next(line for line in lines if line.startswith("#codec_id"))
    rows = [tuple(line.split(",")[4:6]) for line in lines if not line.startswith("#")]
    samples.unlink()
    packets.unlink()
    return codec, rows


class StreamTest(CliTest):
    def render(self, source, out, *options, code=0):
        graph = self.write("empty.json", EMPTY_GRAPH)
        return self.run_overlace("render", source, "-g", graph, "-o", out, "--overwrite", *options, code=code)


@needs_ffmpeg
class Sound(StreamTest):
    """Codec by container."""

    def make(self, codec, container):
        path = self.folder / f"{codec}.{container}"
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=2", "-f", "lavfi", "-i", "sine=440:r=48000:d=2", "-ac", 2,
               "-c:v", "mpeg4" if container in ("avi", "asf") else "libx264", "-c:a", codec, "-strict", -2, path)
        return path

    @functools.lru_cache(maxsize=None)
    def copied_by_ffmpeg(self, source, target):
        """What ffmpeg's own copy has; nothing if it cannot copy, or if nobody reads the copy."""
        path = self.folder / f"copy.{target}"
        path.unlink(missing_ok=True)
        done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", source, "-map", "0:a", "-c", "copy",
                               "-strict", "-2", path], capture_output=True, check=False)
        return sound_of(path) if done.returncode == 0 else None

    def test_what_a_container_holds_is_kept_and_the_rest_is_a_loss(self):
        for turn, (codec, container) in enumerate(SOUNDS.items()):
            if not has_encoder(codec):
                continue
            source = self.make(codec, container)
            for target in sampled(TARGETS[turn % 3:] + TARGETS[:turn % 3]):
                with self.subTest(f"{codec} to {target}"):
                    wanted = self.copied_by_ffmpeg(source, target)
                    holds = wanted is not None
                    said = self.render(source, f"out.{target}", code=0 if holds else 3).stderr
                    if holds:
                        self.assertEqual(sound_of(self.folder / f"out.{target}"), wanted)
                        continue
                    self.assertIn("cannot hold it", said)
                    for other in re.search(r"; ([a-z0-9 ]+) can", said)[1].split(" or "):
                        self.assertIsNotNone(self.copied_by_ffmpeg(source, other), other)

    def test_times_that_repeat_are_no_step_back(self):
        if not has_encoder("truehd"):
            self.skipTest("ffmpeg makes no TrueHD")
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2:r=48000", "-c:v", "libx264",
               "-c:a", "truehd", "-strict", -2, self.folder / "in.mkv")
        wanted, count = sound_of(self.folder / "in.mkv"), self.packets("in.mkv")
        for name in ("out.mkv", "out.mp4", "out.ts"):
            with self.subTest(name):
                self.render("in.mkv", name)
                self.assertEqual(sound_of(self.folder / name), wanted)
                self.assertEqual(self.packets(name), count)

    def packets(self, name):
        found = show(self.folder / name, "-select_streams", "a", "-count_packets", "-show_entries", "stream=nb_read_packets")
        return int(found["streams"][0]["nb_read_packets"])

    def test_a_container_without_any_sound_loses_none(self):
        self.render(self.make("aac", "mp4"), "out.y4m")

    def test_sound_without_a_packet_leaves_the_pictures(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-itsoffset", 3, "-f", "lavfi", "-i", "sine=d=1", "-c:v",
               "libx264", "-c:a", "aac", self.folder / "whole.ts")
        packets = show(self.folder / "whole.ts", "-select_streams", "a", "-show_entries", "packet=pos")["packets"]
        first = min(int(packet["pos"]) for packet in packets if "pos" in packet)
        (self.folder / "cut.ts").write_bytes((self.folder / "whole.ts").read_bytes()[:first // 188 * 188])
        for target in ("mp4", "mkv"):
            with self.subTest(target):
                said = self.render("cut.ts", f"out.{target}", code=3).stderr
                self.assertIn("sample rate", said)
                self.assertGreater(len(framemd5(self.folder / f"out.{target}")), 40)


@needs_ffmpeg
class Videos(StreamTest):
    """More than one video in a file."""

    def make(self, name, *options):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=1", "-f", "lavfi", "-i", "smptebars=s=128x64:r=25:d=1", "-f",
               "lavfi", "-i", "sine=d=1", "-map", 0, "-map", 1, "-map", 2, "-c:a", "aac", *options, self.folder / name)

    def second(self, name):
        listing = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", self.folder / name, "-map", "0:v:1", "-f",
                                  "framemd5", "-"], check=True, capture_output=True, text=True).stdout
        return [line.split(",")[5].strip() for line in listing.splitlines() if not line.startswith("#")]

    def test_the_second_is_kept_where_it_can_be(self):
        self.make("in.mp4", "-c:v", "libx264")
        wanted = self.second("in.mp4")
        for target in ("mp4", "mov", "mkv", "ts", "nut", "avi"):
            with self.subTest(target):
                self.assertNotIn("left out", self.render("in.mp4", f"out.{target}").stderr)
                self.assertEqual(self.second(f"out.{target}"), wanted)
        self.assertIn("left out: stream 1, video (h264): a flv file", self.render("in.mp4", "out.flv").stderr)

    def test_programmes_of_a_transport_stream(self):
        self.make("in.ts", "-c:v", "mpeg2video", "-program", "program_num=10:title=One:st=0:st=2", "-program",
                  "program_num=20:title=Two:st=1")
        self.render("in.ts", "out.ts")
        before, after = ([(p["program_id"], p["tags"]["service_name"], [s["width"] for s in p["streams"] if "width" in s])
                          for p in show(self.folder / name, "-show_programs")["programs"]] for name in ("in.ts", "out.ts"))
        self.assertEqual(after, before)


@needs_ffmpeg
class Metadata(StreamTest):
    """Tags are kept, moved or told."""

    def timecode(self, name):
        found = json.dumps(show(self.folder / name, "-show_entries", "stream_tags=timecode:format_tags=timecode"))
        return re.search(r"\d\d:\d\d:\d\d[:;]\d\d", found)[0]

    def test_a_part_starts_at_its_own_timecode(self):
        # SMPTE 12M: frames 00 and 01 of a minute are dropped, except of every tenth one.
        cases = (("30000/1001", "00:00:59;20", 30, "00:01:00;22"), ("30000/1001", "00:09:59;29", 1, "00:10:00;00"),
                 ("30000/1001", "00:00:59:20", 30, "00:01:00:20"), ("25", "10:00:00:12", 13, "10:00:01:00"),
                 ("60000/1001", "00:00:59;59", 1, "00:01:00;04"))
        for rate, start, first, wanted in cases:
            ffmpeg("-f", "lavfi", "-i", f"testsrc2=s=256x144:r={rate}", "-frames:v", 40, "-c:v", "prores_ks", "-profile:v", 0,
                   "-timecode", start, self.folder / "in.mov")
            for target in ("out.mov", "out.mxf", "out.mkv"):
                with self.subTest(f"{rate} {start} {target}"):
                    self.render("in.mov", target)
                    self.assertEqual(self.timecode(target), start)
                    self.render("in.mov", target, "--frames", f"{first}-{first + 5}")
                    self.assertEqual(self.timecode(target), wanted)

    def test_tags_are_kept_or_told(self):
        tags = {"com.apple.quicktime.make": "Apple", "com.apple.quicktime.location.ISO6709": "+10.0000+020.0000/",
                "com.apple.quicktime.creationdate": "2024-05-06T07:08:09+0200", "artist": "me"}
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=0.4", "-c:v", "libx264", "-movflags", "use_metadata_tags",
               *(word for key, value in tags.items() for word in ("-metadata", f"{key}={value}")), self.folder / "in.mov")
        for target in ("mov", "mp4", "mkv", "nut", "avi", "ts"):
            with self.subTest(target):
                said = self.render("in.mov", f"out.{target}").stderr
                kept = {k.lower(): v for k, v in show(self.folder / f"out.{target}", "-show_format")["format"]
                        .get("tags", {}).items()}
                for key, value in tags.items():
                    if kept.get(key.lower()) != value:
                        self.assertIn(key, said)
        self.assertNotIn("left out", self.render("in.mov", "again.mov").stderr)


@needs_ffmpeg
class Encrypted(StreamTest):
    def test_the_reason_is_the_key(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=1", "-c:v", "libx264", "-encryption_scheme", "cenc-aes-ctr",
               "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
               self.folder / "in.mp4")
        self.assertIn("encrypted", self.render("in.mp4", "out.mp4", code=4).stderr)
        self.assertFalse((self.folder / "out.mp4").exists())


if __name__ == "__main__":
    unittest.main()
