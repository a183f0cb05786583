# SPDX-License-Identifier: Apache-2.0
"""overlace join: parts that were rendered apart become one video; judged by ffmpeg and ffprobe."""

import json
import subprocess

from cli import CliTest, ffmpeg, framemd5, needs_ffmpeg

FRAMES = 42


def packets(path, stream):
    """Times, sizes and checksums of a stream's packets, as ffprobe reads them."""
    listing = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", stream, "-show_packets", "-show_data_hash", "md5",
         "-show_entries", "packet=pts_time,dts_time,flags,data_hash", "-of", "json", path],
        check=True, capture_output=True, text=True).stdout
    return json.loads(listing)["packets"]


def of(path, stream, *names):
    return [tuple(packet.get(name) for name in names) for packet in packets(path, stream)]


def times(path):
    """When the frames are shown, counted from the first."""
    shown = sorted(float(pts) for pts, in of(path, "v", "pts_time"))
    return [round(time - shown[0], 6) for time in shown]


@needs_ffmpeg
class Join(CliTest):
    def setUp(self):
        super().setUp()
        self.write("t.txt", "".join(f"{n},1,{20 + n},20,60,90,1,-1,-1,-1\n" for n in range(1, FRAMES + 1)))

    def source(self, name="in.mp4", *options):
        """A clip with B-frames, sound and a title."""
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=30", "-f", "lavfi", "-i", "sine=440:r=48000",
               "-frames:v", FRAMES, "-t", FRAMES / 30, "-c:v", "libx264", "-bf", 3, "-c:a", "aac", "-pix_fmt", "yuv420p",
               "-metadata", "title=Walk", *options, self.folder / name)
        return name

    def render(self, source, out, *options):
        self.run_overlace("render", source, "--tracks", "t.txt", "-o", out, "-q", "--overwrite", "--progress", "none",
                          *options)

    def parts(self, source, count, extension, *options):
        """Renders the parts, the last one first."""
        ends = [FRAMES * i // count for i in range(count + 1)]
        names = [f"part{count}-{i}.{extension}" for i in range(count)]
        for i in reversed(range(count)):
            self.render(source, names[i], "--frames", f"{ends[i]}-{ends[i + 1] - 1}", *options)
        return names

    # Containers, codecs, and into how many parts.
    CODECS = [("mp4", "h264", (1, 2, 7), ()), ("mkv", "h264", (7,), ()), ("mp4", "hevc", (3,), ("--encoder-preset", "ultrafast")),
              ("mp4", "av1", (3,), ("--encoder-preset", "12")), ("mkv", "vp9", (3,), ()), ("mkv", "ffv1", (1, 7), ()),
              ("mov", "prores", (7,), ())]

    def test_every_codec_in_parts(self):
        source = self.source()
        shown = times(self.folder / source)
        sound = of(self.folder / source, "a", "data_hash")
        for extension, codec, counts, options in self.CODECS:
            for count in counts:
                with self.subTest(f"{codec} in {extension}, {count} parts"):
                    names = self.parts(source, count, extension, "--vcodec", codec, *options)
                    out = self.folder / f"out.{extension}"
                    self.run_overlace("join", source, *names, "-o", out, "--overwrite")
                    frames = [digest for name in names for digest in framemd5(self.folder / name)]
                    self.assertEqual(framemd5(out), frames)
                    self.assertEqual(of(out, "v", "data_hash"),
                                     [p for name in names for p in of(self.folder / name, "v", "data_hash")])
                    for time, wanted in zip(times(out), shown, strict=True):
                        self.assertAlmostEqual(time, wanted, delta=0.00101)  # Matroska has milliseconds
                    for pts, dts in of(out, "v", "pts_time", "dts_time"):
                        if dts:
                            self.assertLessEqual(float(dts), float(pts))
                    self.assertEqual(of(out, "a", "data_hash"), sound)
                    read = subprocess.run(["ffmpeg", "-nostdin", "-v", "warning", "-i", out, "-f", "null", "-"],
                                          check=True, capture_output=True, text=True)
                    self.assertEqual(read.stderr, "")

    def test_intra_codecs_joined_are_the_whole_run(self):
        source = self.source()
        for extension, codec in (("mkv", "ffv1"), ("mov", "prores")):
            self.render(source, f"whole.{extension}", "--vcodec", codec)
            names = self.parts(source, 3, extension, "--vcodec", codec)
            self.run_overlace("join", source, *names, "-o", f"out.{extension}")
            for stream in ("v", "a"):
                entries = ("pts_time", "dts_time", "flags", "data_hash")
                self.assertEqual(of(self.folder / f"out.{extension}", stream, *entries),
                                 of(self.folder / f"whole.{extension}", stream, *entries))

    def test_times_of_a_variable_rate_are_the_sources(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:r=30", "-frames:v", FRAMES, "-vf", "setpts='(N+0.2*mod(N,5))/30/TB'",
               "-fps_mode", "passthrough", "-c:v", "ffv1", self.folder / "vfr.mkv")
        names = self.parts("vfr.mkv", 4, "mkv")
        self.run_overlace("join", "vfr.mkv", *names, "-o", "out.mkv")
        self.assertEqual(times(self.folder / "out.mkv"), times(self.folder / "vfr.mkv"))

    def test_what_does_not_fit_is_refused_and_nothing_is_left(self):
        source = self.source()
        names = self.parts(source, 3, "mkv", "--vcodec", "ffv1")
        self.render(source, "other.mkv", "--vcodec", "ffv1", "--frames", "14-27", "--pixel-format", "yuv444p")
        self.render(source, "h264.mkv", "--vcodec", "h264", "--frames", "14-27")
        cases = [(names[:2], 4, "28 frames, and the source 42"), ([*names, names[0]], 4, "56 frames"),
                 ([names[0], "other.mkv", names[2]], 4, "pixel format"),
                 ([names[0], "h264.mkv", names[2]], 4, "another codec"), ([names[0], "t.txt"], 4, "")]
        for parts, code, words in cases:
            with self.subTest(parts):
                self.assertIn(words, self.run_overlace("join", source, *parts, "-o", "out.mkv", code=code).stderr)
                self.assertFalse((self.folder / "out.mkv").exists())
        self.assertIn("counts frames", self.run_overlace("join", source, *names, "-o", "out.avi", code=2).stderr)
        self.run_overlace("join", source, *names, "-o", names[0], "--overwrite", code=2)
        self.run_overlace("join", source, *names, "-o", source, "--overwrite", code=2)
        self.assertEqual([name for name in self.folder_names() if name.endswith(".part")], [])
