# SPDX-License-Identifier: Apache-2.0
"""overlace render: containers, codecs, quality, alpha and pipes, judged by ffmpeg and ffprobe."""

import array
import json
import os
import re
import struct
import subprocess
import unittest
import unittest.mock
import zlib

from cli import EMPTY_GRAPH, PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg, probe
from test_input import MATRICES, set_matrix

# Boxes that overlap the edges of the picture and each other; nothing on frame 3.
TRACKS = "".join(f"{frame},{i + 1},{20 * i - 6 + frame},{9 * i},31,37,0.9,-1,-1,-1\n"
                 for frame in (1, 2, 4, 5) for i in range(5))


def samples(path, pix_fmt, code, *options):
    """Planes of all frames, as ffmpeg converts them."""
    raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *options, "-i", path, "-f", "rawvideo",
                          "-pix_fmt", pix_fmt, "-"], check=True, capture_output=True).stdout
    return array.array(code, raw)


def show(path, what):
    listing = subprocess.run(["ffprobe", "-v", "error", *what.split(), "-of", "json", path], check=True,
                             capture_output=True, text=True).stdout
    return json.loads(listing)


class OutputTest(CliTest):
    def render(self, source, out, *options, graph=None, code=0):
        graph = graph or self.write("empty.json", EMPTY_GRAPH)
        return self.run_overlace("render", source, "-g", graph, "-o", out, "--overwrite", *options, code=code)

    def draw(self, source, out, *options):
        self.write("tracks.txt", TRACKS)
        self.run_overlace("render", source, "-g", "boxes", "--tracks", "tracks.txt", "-o", out, *options)


@needs_ffmpeg
class Codecs(OutputTest):
    # Extension, codec and what ffprobe says of the file. libav's names.
    CASES = [("mp4", "h264", "h264", "yuv420p"), ("mp4", "hevc", "hevc", "yuv420p"),
             ("mp4", "av1", "av1", "yuv420p"), ("mp4", "vp9", "vp9", "yuv420p"),
             ("mov", "prores", "prores", "yuv422p10le"), ("mov", "dnxhr", "dnxhd", "yuv422p"),
             ("mov", "png", "png", "rgb24"), ("mov", "animation", "qtrle", "rgb24"),
             ("mkv", "ffv1", "ffv1", "yuv420p"), ("webm", "vp9", "vp9", "yuv420p"),
             ("webm", "vp8", "vp8", "yuv420p"), ("webm", "av1", "av1", "yuv420p"),
             ("avi", "utvideo", "utvideo", "yuv420p"), ("avi", "mjpeg", "mjpeg", "yuvj420p"),
             ("avi", "h264", "h264", "yuv420p"), ("ts", "h264", "h264", "yuv420p"),
             ("mxf", "dnxhr", "dnxhd", "yuv422p"), ("nut", "raw", "rawvideo", "yuv420p"),
             ("y4m", "y4m", "rawvideo", "yuv420p"), ("hevc", "hevc", "hevc", "yuv420p")]

    def test_every_codec_in_a_container_that_holds_it(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-frames:v", 6, "-c:v", "ffv1",
               self.folder / "in.mkv")
        for extension, codec, name, pix_fmt in self.CASES:
            with self.subTest(f"{codec} in {extension}"):
                out = self.folder / f"out.{extension}"
                self.render("in.mkv", out, "--vcodec", codec)
                told = probe(out, "codec_name", "pix_fmt", "nb_read_frames")[-3:]  # programs come first
                self.assertEqual(told, [f"codec_name={name}", f"pix_fmt={pix_fmt}", "nb_read_frames=6"])

    def test_containers_that_count_frames_get_the_rate(self):
        clip = self.clip(frames=6, extra=["-an"])
        for name in ("out.avi", "out.mxf"):
            self.render(clip, name, "--vcodec", "dnxhr" if "mxf" in name else "ffv1")
            self.assertEqual(probe(self.folder / name, "r_frame_rate"), ["r_frame_rate=30/1"])

    def test_container_decides_where_no_codec_is_named(self):
        clip = self.clip(frames=2, extra=["-an"])
        ffmpeg("-i", clip, "-map", "0:v", "-r", 25, "-c:v", "ffv1", self.folder / "v.mkv")
        for codec, extensions in (("h264", "mp4 mov mkv ts flv avi"), ("vp9", "webm"), ("dnxhd", "mxf"), ("rawvideo", "y4m")):
            for extension in extensions.split():
                with self.subTest(extension):
                    self.render("v.mkv", f"a.{extension}")
                    self.assertEqual(probe(self.folder / f"a.{extension}", "codec_name")[-1:], [f"codec_name={codec}"])

    def test_depth_and_chroma_choose_the_profile(self):
        for pix_fmt, codec, profile in (("yuv422p10le", "dnxhr", "DNXHR HQX"), ("yuv444p10le", "dnxhr", "DNXHR 444"),
                                        ("yuv420p", "prores", "HQ"), ("yuva444p10le", "prores", "4444")):
            clip = self.clip(f"{pix_fmt}-{codec}.mkv", frames=2, pix_fmt=pix_fmt)
            self.render(clip, "out.mov", "--vcodec", codec, "--audio", "none")
            self.assertEqual(show(self.folder / "out.mov", "-select_streams v -show_entries stream=profile")
                             ["streams"][0]["profile"], profile)

    def test_bytes_do_not_depend_on_what_memory_held_before(self):
        self.clip(frames=8, size="320x240")
        for codec in ("h264", "libx264rgb", "hevc", "av1", "vp9", "mpeg4"):
            made = set()
            for fill in ("0", "1", "85"):  # of memory that is asked for; 0: as it comes
                with unittest.mock.patch.dict(os.environ, MALLOC_PERTURB_=fill):
                    self.render("in.mkv", "out.mkv", "--vcodec", codec)
                made.add((self.folder / "out.mkv").read_bytes())
            self.assertEqual(len(made), 1, codec)

    def test_key_frames_come_every_two_seconds_or_as_asked(self):
        clip = self.clip(frames=130)
        for options, gap in (((), 60), (("--gop", 25), 25)):
            self.render(clip, "out.mp4", *options, "--vopt", "sc_threshold=0")
            packets = show(self.folder / "out.mp4", "-select_streams v -show_entries packet=flags")["packets"]
            self.assertEqual([n for n, p in enumerate(packets) if "K" in p["flags"]], list(range(0, 130, gap)))

    def test_odd_sizes_are_kept_or_refused(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=130x130,crop=127:129:exact=1", "-frames:v", 3, "-pix_fmt",
               "yuv420p", "-c:v", "ffv1", self.folder / "odd.mkv")
        self.render("odd.mkv", "odd.webm", "--vcodec", "vp9")
        self.assertEqual(probe(self.folder / "odd.webm", "width", "height", "pix_fmt"),
                         ["width=127", "height=129", "pix_fmt=yuv420p"])
        self.render("odd.mkv", "odd.mp4")
        self.assertEqual(probe(self.folder / "odd.mp4", "width", "height", "pix_fmt"),
                         ["width=127", "height=129", "pix_fmt=yuv444p"])
        refused = self.render("odd.mkv", "odd2.mkv", "--vcodec", "libsvtav1", code=2)
        self.assertIn("127x129", refused.stderr)

    def test_full_range_becomes_limited_where_a_codec_knows_no_other(self):
        # By ITU-R BT.709 limited luma is 16 + 219 E', times 4 for 10 bits.
        for pix_fmt, codec, name, luma in (("yuv422p10le", "prores", "out.mov", 4 * (16 + 219 * 48 / 255)),
                                           ("yuv420p", "mpeg4", "out.mp4", 16 + 219 * 48 / 255)):
            with self.subTest(codec):
                ffmpeg("-f", "lavfi", "-i", "color=0x303030:s=64x48", "-frames:v", 2, "-vf",
                       f"scale=out_range=pc,format={pix_fmt}", "-color_range", "pc", "-c:v", "ffv1",
                       self.folder / "full.mkv")
                said = self.render("full.mkv", name, "--vcodec", codec).stderr
                self.assertIn("full range become limited", said)
                planes = samples(self.folder / name, pix_fmt, "H" if "10" in pix_fmt else "B")
                self.assertAlmostEqual(sum(planes[:64 * 48]) / (64 * 48), luma, delta=1)


@needs_ffmpeg
class Settings(OutputTest):
    # Options, and words of the answer: the range, or the nearest name.
    REFUSED = [(("--crf", "999"), ("0 (best) to 51", "18")),
               (("--crf", "nan"), ("'nan' is not a number",)),
               (("--vcodec", "vp9", "--crf", "64"), ("0 (best) to 63",)),
               (("--vcodec", "ffv1", "--crf", "10"), ("ffv1",)),
               (("--crf", "20", "--bitrate", "1M"), ("bitrate",)),
               (("--bitrate", "8Q"), ("800k",)),
               (("--encoder-preset", "fasst"), ("did you mean 'fast'",)),
               (("--vcodec", "av1", "--encoder-preset", "99"), ("13",)),
               (("--vcodec", "ffv1", "--encoder-preset", "fast"), ("no presets",)),
               (("--vopt", "crf=999"), ("from 0 to 51",)),
               (("--vopt", "qmin=99999"), ("from -1 to 69",)),
               (("--vopt", "x264-params=crf=999"), ("from 0 to 51", "crf=999")),
               (("--vopt", "x264-params=no-mbtree=1:rc_lookahead=251"), ("from 0 to 250", "rc_lookahead=251")),
               (("--vopt", "refs=0"), ("from 1 to 16",)),
               (("--vcodec", "ffv1", "--vopt", "level=9"), ("from 0 to 3",)),
               (("--vcodec", "mpeg4", "--vopt", "bf=17"), ("from 0 to 16",)),
               (("--vcodec", "hevc", "--vopt", "crf=52"), ("from 0 to 51",)),
               (("--vcodec", "mpeg4", "--gop", "9999"), ("600",)),
               (("--vopt", "bff=3"), ("did you mean 'bf'",)),
               (("--vopt", "x264-params=meh=1"), ("meh",)),
               (("--vcodec", "hevc", "--vopt", "x265-params=meh=1"), ("meh",)),
               (("--vcodec", "av1", "--vopt", "svtav1-params=meh=1"), ("meh",)),
               (("--vcodec", "h265x"), ("did you mean 'h265'",)),
               (("--pixel-format", "yuv420p9"), ("yuv420p",)),
               (("--vcodec", "ffv1", "--gop", "0"), ("--gop",)),
               (("--vcodec", "libx264", "--overlay-only"), ("prores", ".exr")),
               (("--alpha", "strait"), ("did you mean 'straight'",)),
               (("--start-number", "7"), ("sequence",))]

    def test_wrong_ones_are_refused_with_what_would_do(self):
        clip = self.clip(frames=2)
        before = sorted([*self.folder_names(), "empty.json"])
        for options, words in self.REFUSED:
            with self.subTest(options):
                refused = self.render(clip, "out.mkv", *options, code=2)
                for word in words:
                    self.assertIn(word, refused.stderr)
                self.assertEqual(self.folder_names(), before)

    # Options, the most that x264 takes, and its own name for it. It writes what it has made of them into the stream.
    LIMITS = [("refs", 16, "ref"), ("bf", 16, "bframes"), ("subq", 11, "subme"), ("trellis", 2, "trellis"),
              ("rc-lookahead", 250, "rc_lookahead"), ("qcomp", 1, "qcomp"), ("aq-strength", 3, "aq")]

    def test_what_x264_would_lower_is_refused(self):
        clip = self.clip(frames=2)
        for option, most, name in self.LIMITS:
            with self.subTest(option):
                self.render(clip, "out.mp4", "--vopt", f"{option}={most}", "--vopt",
                            "x264-params=keyint=300:trellis=2")  # less does not allow the most of the others
                settings = re.search(rb"options: ([^\0]*)", (self.folder / "out.mp4").read_bytes()).group(1).decode()
                value = re.search(rf" {name}=(?:\d:)?([\d.]+)", settings).group(1)
                self.assertEqual(float(value), most)
                refused = self.render(clip, "out.mp4", "--vopt", f"{option}={most + 1}", code=2)
                self.assertIn(f"to {most}", refused.stderr)

    def test_pairs_that_cannot_be_are_refused(self):
        clip = self.clip(frames=2)
        for codec, name, instead in (("vp9", "a.mov", "webm"), ("av1", "a.mov", "mp4"), ("prores", "a.mp4", "mov"),
                                     ("h264", "a.webm", "mp4"), ("ffv1", "a.ts", "matroska")):
            refused = self.render(clip, name, "--vcodec", codec, code=2)
            self.assertIn(f"containers for {codec}", refused.stderr)
            self.assertIn(instead, refused.stderr)

    def test_bitrate_is_met(self):
        # Ten seconds: with twelve frames in flight, an encoder notices late that it spends too much.
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=25,noise=alls=40:allf=t", "-frames:v", 250, "-c:v", "ffv1",
               self.folder / "noise.mkv")
        self.render("noise.mkv", "out.mp4", "--bitrate", "1.5M")
        rate = int(show(self.folder / "out.mp4", "-show_entries format=bit_rate")["format"]["bit_rate"])
        self.assertAlmostEqual(rate, 1.5e6, delta=0.5e6)


@needs_ffmpeg
class Fields(OutputTest):
    def test_interlaced_stays_interlaced_or_it_is_said(self):
        for order, first in (("tt", "top"), ("bb", "bottom")):
            ffmpeg("-f", "lavfi", "-i", "testsrc2=s=352x288:r=50", "-frames:v", 12, "-vf",
                   f"format=yuv420p,tinterlace=interleave_{first},fieldorder={order[0]}ff", "-c:v", "mpeg2video",
                   "-flags", "+ilme+ildct", "-b:v", "4M", "-field_order", order, self.folder / "in.ts")
            for name, codec in (("o.mp4", "h264"), ("o.mov", "prores"), ("o.mkv", "ffv1")):
                with self.subTest(f"{order} {codec}"):
                    self.assertNotIn("interlaced", self.render("in.ts", name, "--vcodec", codec).stderr)
                    self.assertEqual(probe(self.folder / name, "field_order"), [f"field_order={order}"])
            for name, codec in (("o.mp4", "hevc"), ("o.mov", "dnxhr")):
                self.assertIn("interlaced", self.render("in.ts", name, "--vcodec", codec).stderr)

    def test_fields_that_come_later_are_told_or_made_progressive(self):
        before, source = 10, self.folder / "in.ts"
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=176x144:r=25", "-frames:v", before, "-c:v", "libx264", self.folder / "a.ts")
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=176x144:r=50", "-frames:v", 12, "-vf",
               "format=yuv420p,tinterlace=interleave_top,fieldorder=tff", "-c:v", "libx264", "-flags", "+ilme+ildct",
               "-x264-params", "tff=1", "-output_ts_offset", before / 25, self.folder / "b.ts")
        source.write_bytes((self.folder / "a.ts").read_bytes() + (self.folder / "b.ts").read_bytes())
        lossless = ("--vcodec", "ffv1", "--interlaced")
        told = self.render("in.ts", "drawn.mkv", *lossless, "refuse").stderr
        self.assertRegex(told, f"from frame {before} on, pictures are .*interlaced")
        self.assertIn("--interlaced deinterlace", told)
        self.assertNotIn("interlaced", self.render("in.ts", "made.mkv", *lossless, "deinterlace").stderr)
        made, woven = framemd5(self.folder / "made.mkv"), framemd5(self.folder / "drawn.mkv")
        self.assertEqual(len(made), len(woven))
        self.assertEqual(made[:before], woven[:before])
        self.assertFalse(set(made[before:]) & set(woven[before:]))
        for number in (before, before + 1, before + 3):
            self.render("in.ts", "one.mkv", *lossless, "deinterlace", "--frames", number)
            self.assertEqual(framemd5(self.folder / "one.mkv"), made[number:number + 1], number)


@needs_ffmpeg
class Hdr(OutputTest):
    MASTERING = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"

    def test_hdr10_is_in_the_stream_itself(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-frames:v", 3, "-pix_fmt", "yuv420p10le",
               "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-c:v", "libx265",
               "-x265-params", f"log-level=none:hdr10=1:max-cll=1000,400:master-display={self.MASTERING}",
               self.folder / "in.mp4")
        for codec, bare in (("hevc", "hevc"), ("av1", "obu")):
            with self.subTest(codec):
                # An elementary stream has nothing but what the encoder wrote.
                self.render("in.mp4", f"out.{bare}", "--vcodec", codec)
                data = self.side_data(f"out.{bare}")
                display, light = data["Mastering display metadata"], data["Content light level metadata"]
                self.assertEqual((light["max_content"], light["max_average"]), (1000, 400))
                expected = {"red_x": 0.68, "green_y": 0.69, "blue_x": 0.15, "white_point_y": 0.329,
                            "max_luminance": 1000, "min_luminance": 0.0001}
                for key, value in expected.items():
                    above, below = map(int, display[key].split("/"))
                    self.assertAlmostEqual(above / below, value, delta=3e-5, msg=key)
                self.assertEqual(probe(self.folder / f"out.{bare}", "color_transfer"), ["color_transfer=smpte2084"])

    def test_png_states_what_it_holds(self):
        for transfer, primaries, codes in (("smpte2084", "bt2020", (9, 16)), ("arib-std-b67", "bt2020", (9, 18)),
                                           ("bt709", "bt709", None)):
            ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-frames:v", 2, "-pix_fmt", "yuv420p10le",
                   "-color_primaries", primaries, "-color_trc", transfer, "-colorspace", "bt2020nc", "-c:v", "libx265",
                   "-x265-params", "log-level=none", self.folder / "in.mp4")
            self.render("in.mp4", "o_%d.png")
            self.run_overlace("frame", "in.mp4", "-g", "empty.json", "-n", 1, "-o", "s.png", "--overwrite")
            for name in ("o_0.png", "o_1.png", "s.png"):
                chunks = self.chunks(name)
                self.assertEqual(chunks.get(b"cICP"), bytes((*codes, 0, 1)) if codes else None, (name, transfer))
                if codes:
                    self.assertLess(list(chunks).index(b"cICP"), list(chunks).index(b"IDAT"))
            told = self.render("in.mp4", "o_%d.tif").stderr
            self.assertEqual("TIFF cannot state" in told, codes is not None)

    def chunks(self, name):
        """Contents by type, in order; every checksum must be right."""
        png, at, found = (self.folder / name).read_bytes(), 8, {}
        while at < len(png):
            size, = struct.unpack_from(">I", png, at)
            kind, content = png[at + 4:at + 8], png[at + 8:at + 8 + size]
            self.assertEqual(struct.unpack_from(">I", png, at + 8 + size)[0], zlib.crc32(kind + content), kind)
            found.setdefault(kind, content)
            at += 12 + size
        return found

    def side_data(self, name):
        frames = show(self.folder / name, "-select_streams v -read_intervals %+#1 -show_frames")["frames"]
        return {data["side_data_type"]: data for data in frames[0]["side_data_list"]}


@needs_ffmpeg
class OverlayAlone(OutputTest):
    SIZE = (160, 90)

    def setUp(self):
        super().setUp()
        self.plate = self.clip("plate.mkv", frames=5, size="160x90", pix_fmt="bgr0")
        self.draw(self.plate, "burnt.mkv", "--vcodec", "ffv1")

    def check_over(self, colour, alpha, largest, tolerance):
        """colour + (1 - alpha) plate = burnt, in 8-bit code values; both in 0..largest, premultiplied."""
        plate, burnt = (samples(self.folder / name, "gbrp", "B") for name in ("plate.mkv", "burnt.mkv"))
        plane = self.SIZE[0] * self.SIZE[1]
        self.assertEqual(len(plate), 5 * 3 * plane)
        worst = 0
        for i, (under, wanted) in enumerate(zip(plate, burnt)):
            frame, pixel = i // (3 * plane), i % plane
            over = colour[frame * 3 * plane + i % (3 * plane)]
            rest = 1 - alpha[frame * plane + pixel] / largest
            worst = max(worst, abs(over / largest * 255 + rest * under - wanted))
        self.assertLessEqual(worst, tolerance)
        self.assertNotEqual(plate, burnt)

    def planes(self, name, pix_fmt, code, *options):
        values, plane = samples(self.folder / name, pix_fmt, code, *options), self.SIZE[0] * self.SIZE[1]
        colour, alpha = array.array(code), array.array(code)
        for start in range(0, len(values), 4 * plane):
            colour += values[start:start + 3 * plane]
            alpha += values[start + 3 * plane:start + 4 * plane]
        return colour, alpha

    def test_exr_over_the_plate_is_the_burn_in(self):
        self.draw(self.plate, "o.####.exr", "--overlay-only", "--exr-light", "display", "--start-number", 1001)
        names = [n for n in self.folder_names() if n.endswith(".exr")]
        self.assertEqual(names, [f"o.{n}.exr" for n in range(1001, 1006)])
        colour, alpha = self.planes("o.%04d.exr", "gbrapf32le", "f", "-start_number", "1001")
        self.check_over(colour, alpha, 1, 1)

    def test_premultiplied_png_over_the_plate_is_the_burn_in(self):
        self.draw(self.plate, "p%03d.png", "--overlay-only", "--alpha", "premultiplied")
        self.assertEqual(probe(self.folder / "p000.png", "pix_fmt"), ["pix_fmt=rgba64be"])
        colour, alpha = self.planes("p%03d.png", "gbrap16le", "H")
        self.check_over(colour, alpha, 65535, 1)

    def test_straight_png_over_the_plate_is_the_burn_in(self):
        self.draw(self.plate, "s%03d.png", "--overlay-only")
        colour, alpha = self.planes("s%03d.png", "gbrap16le", "H")
        plane = self.SIZE[0] * self.SIZE[1]
        premultiplied = [c * alpha[i // (3 * plane) * plane + i % plane] / 65535 for i, c in enumerate(colour)]
        self.check_over(premultiplied, alpha, 65535, 1)

    def test_linear_exr_is_what_a_display_shows(self):
        self.draw(self.plate, "l.%d.exr", "--overlay-only", "--frames", "0")
        self.draw(self.plate, "d.%d.exr", "--overlay-only", "--frames", "0", "--exr-light", "display")
        linear, alpha = self.planes("l.0.exr", "gbrapf32le", "f")
        shown, _ = self.planes("d.0.exr", "gbrapf32le", "f")
        plane, seen = self.SIZE[0] * self.SIZE[1], 0
        for i, value in enumerate(shown):
            cover = alpha[i % plane]
            if cover > 0.2:  # ITU-R BT.1886: gamma 2.4
                seen += value > 0.1
                self.assertAlmostEqual(linear[i] / cover, (value / cover) ** 2.4, delta=6e-3)
        self.assertGreater(seen, 100)

    def test_exr_says_where_and_when_it_is(self):
        ffmpeg("-i", self.plate, "-r", 25, "-timecode", "01:02:03:04", "-c:v", "prores_ks", self.folder / "in.mov")
        self.write("tracks.txt", "3,1,41,21,50,30,1,-1,-1,-1\n")
        self.run_overlace("render", "in.mov", "-g", "boxes", "--tracks", "tracks.txt", "-o", "x%04d.exr",
                          "--overlay-only", "--start-number", 100)
        data = (self.folder / "x0102.exr").read_bytes()
        x0, y0, x1, y1 = struct.unpack("<4i", self.attribute(data, b"dataWindow", b"box2i"))
        self.assertEqual(struct.unpack("<4i", self.attribute(data, b"displayWindow", b"box2i")), (0, 0, 159, 89))
        # A box from (41, 21), 50 x 30, its stroke and its label around it.
        self.assertTrue(30 <= x0 <= 40 and x1 <= 100 and 0 <= y0 <= 20 and 49 <= y1 <= 56, (x0, y0, x1, y1))
        self.assertEqual(struct.unpack("<iI", self.attribute(data, b"framesPerSecond", b"rational")), (25, 1))
        self.assertEqual(struct.unpack("<i", self.attribute(data, b"imageCounter", b"int")), (102,))
        time_code = struct.unpack("<II", self.attribute(data, b"timeCode", b"timecode"))[0]
        self.assertEqual(f"{time_code & 0x3f3f3f3f:08x}", "01020306")  # two frames on, BCD (SMPTE 12M)
        empty = (self.folder / "x0100.exr").read_bytes()
        self.assertEqual(struct.unpack("<4i", self.attribute(empty, b"dataWindow", b"box2i")), (0, 0, 0, 0))

    @staticmethod
    def attribute(data, name, kind):
        at = data.index(name + b"\0" + kind + b"\0") + len(name) + len(kind) + 2
        size = struct.unpack_from("<i", data, at)[0]
        return data[at + 4:at + 4 + size]

    def test_video_with_alpha(self):
        # Most pixels are transparent: without any alpha, the mean would differ by 3.6.
        for name, codec, tolerance in (("o.mov", "prores_ks", 0.02), ("o.webm", "libvpx-vp9", 0.3)):
            with self.subTest(name):
                self.draw(self.plate, name, "--overlay-only", "--audio", "none")
                decoder = ["-c:v", "libvpx-vp9"] if "vp9" in codec else []
                _, alpha = self.planes(name, "gbrap", "B", *decoder)
                self.draw(self.plate, "reference%d.png", "--overlay-only", "--overwrite")
                _, wanted = self.planes("reference%d.png", "gbrap", "B")
                self.assertGreater(sum(wanted) / len(wanted), 3)
                self.assertLess(sum(abs(a - b) for a, b in zip(alpha, wanted, strict=True)) / len(wanted), tolerance)


@needs_ffmpeg
class AlphaIn(OutputTest):
    def test_alpha_is_kept_or_its_loss_is_said(self):
        clip = self.clip(frames=3, pix_fmt="yuva444p10le")
        self.render(clip, "kept.mkv", "--vcodec", "ffv1")
        self.assertEqual(framemd5(self.folder / "kept.mkv"), framemd5(clip))
        self.render(clip, "kept.mov", "--vcodec", "prores", "--audio", "none")
        self.assertEqual(probe(self.folder / "kept.mov", "pix_fmt"), ["pix_fmt=yuva444p12le"])
        self.assertIn("alpha", self.render(clip, "lost.mp4").stderr)


@needs_ffmpeg
class Sequences(OutputTest):
    def test_pictures_of_a_longer_run_are_told(self):
        clip = self.clip(frames=8)
        self.assertNotIn("another run", self.render(clip, "p_%02d.png").stderr)
        told = self.render(clip, "p_%02d.png", "--frames", "1-5x2").stderr
        self.assertRegex(told, r"another run remain.*: 5, the first is p_00\.png")
        self.assertEqual(sum(name.startswith("p_") for name in self.folder_names()), 8, "nothing is removed")
        self.assertNotIn("another run", self.render(clip, "q_%02d.png", "--frames", "1-5x2").stderr)


@needs_ffmpeg
class Pipes(OutputTest):
    def pipe(self, clip, *options, code=0):
        graph = self.write("empty.json", EMPTY_GRAPH)
        done = subprocess.run([PROGRAM, "render", clip, "-g", graph, "-o", "-", *options], cwd=self.folder,
                              capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_formats_that_flow(self):
        clip = self.clip(frames=8)
        for options in (("--format", "y4m"), ("--format", "nut", "--vcodec", "ffv1"),
                        ("--format", "mkv", "--vcodec", "ffv1"), ("--format", "nut", "--vcodec", "raw")):
            with self.subTest(options):
                path = self.folder / "piped"
                path.write_bytes(self.pipe(clip, *options, "--progress", "plain").stdout)
                self.assertEqual(framemd5(path), framemd5(clip))

    def test_raw_pictures_are_nothing_but_samples(self):
        clip = self.clip(frames=4)
        raw = self.pipe(clip, "--format", "rawvideo", "--progress", "json").stdout
        self.assertEqual(array.array("B", raw), samples(clip, "yuv420p", "B"))

    def test_what_cannot_flow_is_refused(self):
        clip = self.clip(frames=2)
        for options in ((), ("--format", "mp4"), ("--format", "mxf")):
            refused = self.pipe(clip, *options, code=2)
            self.assertEqual(refused.stdout, b"")
            self.assertIn(b"nut", refused.stderr)

    def test_a_reader_that_leaves_is_a_failed_output(self):
        clip = self.clip(frames=200, size="640x360")
        graph = self.write("empty.json", EMPTY_GRAPH)
        with subprocess.Popen([PROGRAM, "render", clip, "-g", graph, "-o", "-", "--format", "y4m"],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
            run.stdout.read(1000)
            run.stdout.close()
            self.assertEqual(run.wait(timeout=60), 5)


@needs_ffmpeg
class Beside(OutputTest):
    """Everything else in the file."""

    def test_cover_art_goes_into_matroska_and_mp4(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", 1, self.folder / "cover.png")
        clip = self.clip("clip.mkv", frames=3)
        ffmpeg("-i", clip, "-i", self.folder / "cover.png", "-map", "0:v", "-map", 1, "-c:v:0", "libx264", "-c:v:1",
               "copy", "-disposition:v:1", "attached_pic", self.folder / "in.mp4")
        cover = (self.folder / "cover.png").read_bytes()
        for name in ("out.mkv", "out.mp4"):
            with self.subTest(name):
                self.assertNotIn("left out", self.render("in.mp4", name).stderr)
                stream = show(self.folder / name, "-show_streams")["streams"][1]
                self.assertEqual((stream["codec_name"], stream["disposition"]["attached_pic"]), ("png", 1))
                ffmpeg("-i", self.folder / name, "-map", "0:1", "-c", "copy", "-f", "image2", self.folder / "again.png")
                self.assertEqual((self.folder / "again.png").read_bytes(), cover)

    def test_what_is_left_out_is_named(self):
        self.write("s.srt", "1\n00:00:00,000 --> 00:00:01,000\nhello\n")
        clip = self.clip("clip.mkv", frames=3, extra=["-c:a", "pcm_s16le"])
        ffmpeg("-i", clip, "-i", self.folder / "s.srt", "-map", 0, "-map", 1, "-c", "copy", self.folder / "in.mkv")
        said = self.render("in.mkv", "out.mp4", code=3).stderr
        self.assertIn("stream 1, audio (pcm_s16le): a mp4 file cannot hold it", said)
        self.assertIn("stream 2, subtitle (subrip)", said)
        self.assertIn("left out", self.render("in.mkv", "part.mkv", "--frames", "0-1").stderr)

    def test_sound_stays_as_it_is(self):
        clip = self.clip("clip.mkv", frames=30)
        for codec, names in (("aac", ("o.mp4", "o.mov", "o.mkv", "o.ts", "o.flv", "o.nut", "o.avi")),
                             ("libopus", ("o.mkv", "o.webm", "o.mp4", "o.ts"))):
            ffmpeg("-i", clip, "-c:v", "ffv1", "-c:a", codec, self.folder / "in.mkv")
            for name in names:
                with self.subTest(f"{codec} in {name}"):
                    self.assertNotIn("left out", self.render("in.mkv", name).stderr)
                    self.assertEqual(self.sound_hash(name), self.sound_hash("in.mkv"))

    def sound_hash(self, name):
        # Transport streams carry ADTS headers, which are about the stream.
        bare = ["-bsf:a", "aac_adtstoasc"] if name.endswith(".ts") and "aac" in self.sound_codec(name) else []
        return subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", self.folder / name, "-map", "0:a:0",
                               "-c", "copy", *bare, "-f", "streamhash", "-"], check=True, capture_output=True).stdout

    def sound_codec(self, name):
        return show(self.folder / name, "-select_streams a -show_entries stream=codec_name")["streams"][0]["codec_name"]

    def test_timecode_moves_between_containers(self):
        clip = self.clip("clip.mkv", frames=3)
        ffmpeg("-i", clip, "-map", "0:v", "-r", 25, "-timecode", "10:00:00:12", "-c:v", "prores_ks",
               self.folder / "in.mov")
        for name in ("out.mov", "out.mkv", "out.mxf"):
            with self.subTest(name):
                self.assertNotIn("left out", self.render("in.mov", name).stderr)
                tags = show(self.folder / name, "-show_entries stream_tags=timecode:format_tags=timecode")
                self.assertIn("10:00:00:12", json.dumps(tags))


@needs_ffmpeg
class Untouched(OutputTest):
    """Frames that are passed on, packet by packet."""
    DRAWN = range(51, 66)  # of 150, with a key frame every 25

    def setUp(self):
        super().setUp()
        self.write("few.txt", "".join(f"{n + 1},1,{20 + n},30,40,60,1,-1,-1,-1\n" for n in self.DRAWN))
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=256x144:r=25", "-f", "lavfi", "-i", "sine", "-t", 6, "-c:v", "libx264",
               "-preset", "fast", "-g", 25, "-bf", 3, "-pix_fmt", "yuv420p", "-c:a", "aac", self.folder / "h264.mp4")

    def render_untouched(self, source, out, *options):
        return self.run_overlace("render", source, "-g", "boxes", "--tracks", "few.txt", "-o", out, "--overwrite",
                                 "--copy-if-untouched", *options).stderr

    def packets(self, name):
        entries = "-select_streams v -show_data_hash md5 -show_entries packet=pts_time,data_hash"
        found = show(self.folder / name, entries)["packets"]
        return [p["data_hash"] for p in sorted(found, key=lambda p: float(p["pts_time"]))], \
            sorted(float(p["pts_time"]) for p in found)

    def check(self, source, out, encoded):
        before, after = framemd5(self.folder / source), framemd5(self.folder / out)
        self.assertEqual(len(after), len(before))
        packets_before, times_before = self.packets(source)
        packets_after, times_after = self.packets(out)
        self.assertEqual(times_after, times_before)
        for n in range(len(before)):
            if n not in encoded:
                self.assertEqual(after[n], before[n], n)
                self.assertEqual(packets_after[n], packets_before[n], n)
            elif n in self.DRAWN:
                self.assertNotEqual(after[n], before[n], n)
        # Decoding stops at the first complaint, and nothing is reported.
        strict = subprocess.run(["ffmpeg", "-nostdin", "-v", "warning", "-xerror", "-err_detect", "explode", "-i",
                                 self.folder / out, "-map", "0:v", "-f", "null", "-"], capture_output=True, text=True,
                                check=True)
        self.assertEqual(strict.stderr, "")
        dts = [int(p["dts"]) for p in show(self.folder / out, "-select_streams v -show_entries packet=dts")["packets"]]
        self.assertEqual(dts, sorted(set(dts)))

    def test_h264_by_closed_groups(self):
        said = self.render_untouched("h264.mp4", "out.mp4")
        self.assertIn("125 of 150 frames are passed on", said)
        self.check("h264.mp4", "out.mp4", range(50, 75))

    def test_h264_as_others_set_it(self):
        for settings in ("bframes=0:keyint=25", "bframes=8:b-pyramid=normal:keyint=40:open-gop=1", "cabac=0:keyint=10"):
            with self.subTest(settings):
                ffmpeg("-i", self.folder / "h264.mp4", "-c:v", "libx264", "-preset", "fast", "-x264-params", settings,
                       "-c:a", "copy", self.folder / "other.mp4")
                self.render_untouched("other.mp4", "out.mp4")
                drawn = set(range(len(framemd5(self.folder / "other.mp4")))) - self.same("other.mp4", "out.mp4")
                self.check("other.mp4", "out.mp4", drawn)
                self.assertTrue(drawn.issuperset(self.DRAWN))

    def test_what_does_not_go_with_it(self):
        for options in (["--frames", "0-9"], ["--overlay-only"], ["--on-interrupt", "keep"],
                        ["--on-corrupt", "skip"]):
            with self.subTest(options):
                run = self.run_overlace("render", "h264.mp4", "-g", "boxes", "--tracks", "few.txt", "-o", "out.mov",
                                        "--copy-if-untouched", *options, code=2)
                self.assertIn("--copy-if-untouched", run.stderr)
                self.assertFalse((self.folder / "out.mov").exists())

    def same(self, source, out):
        """Frames whose packets are in both files."""
        pairs = zip(self.packets(source)[0], self.packets(out)[0])
        return {n for n, (before, after) in enumerate(pairs) if before == after}

    def test_intra_only_frame_by_frame(self):
        for name, options in (("prores.mov", ("-c:v", "prores_ks")), ("mjpeg.mkv", ("-c:v", "mjpeg", "-q:v", 2)),
                              ("png.mov", ("-c:v", "png")),
                              ("dnxhr.mov", ("-c:v", "dnxhd", "-profile:v", "dnxhr_hq", "-pix_fmt", "yuv422p"))):
            with self.subTest(name):
                ffmpeg("-i", self.folder / "h264.mp4", *options, self.folder / name)
                said = self.render_untouched(name, f"out-{name}", "--vcodec", name.split(".", maxsplit=1)[0])
                self.assertIn("135 of 150 frames are passed on", said)
                self.check(name, f"out-{name}", self.DRAWN)

    def test_what_the_reader_changes_is_encoded_again(self):
        turned = self.folder / "turned.mp4"
        turned.write_bytes((self.folder / "h264.mp4").read_bytes())
        set_matrix(turned, MATRICES["half turn"])
        said = self.render_untouched(turned, "out.mkv")  # which cannot say how pictures are shown
        self.assertIn("encoded again: pictures are rotated", said)
        similarity = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", self.folder / "out.mkv", "-i", turned,
                                   "-lavfi", "[0:v][1:v]psnr=stats_file=-", "-f", "null", "-"], check=True,
                                  capture_output=True, text=True).stdout
        psnr = [line.split("psnr_avg:")[1].split()[0] for line in similarity.splitlines()]
        self.assertEqual(len(psnr), 150)
        self.assertGreater(min(float(value) for n, value in enumerate(psnr) if n not in self.DRAWN), 30)

        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=256x144:r=50", "-t", 3, "-vf", "interlace", "-c:v", "prores_ks",
               "-flags", "+ildct", self.folder / "fields.mov")
        said = self.render_untouched("fields.mov", "out.mov", "--vcodec", "prores", "--interlaced", "deinterlace")
        self.assertIn("encoded again: pictures are de-interlaced", said)
        frames = show(self.folder / "out.mov", "-select_streams v -show_entries frame=interlaced_frame")["frames"]
        self.assertEqual({frame["interlaced_frame"] for frame in frames}, {0})
        self.assertEqual(len(frames), 75)

    def test_a_pipe_is_encoded_again(self):
        ffmpeg("-i", self.folder / "h264.mp4", "-c", "copy", self.folder / "in.mkv")
        with subprocess.Popen(["cat", self.folder / "in.mkv"], stdout=subprocess.PIPE) as cat:
            done = subprocess.run([PROGRAM, "render", "-", "-g", "boxes", "--tracks", "few.txt", "-o", "out.mkv",
                                   "--copy-if-untouched"], cwd=self.folder, stdin=cat.stdout, capture_output=True,
                                  text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("encoded again: a pipe", done.stderr)
        self.assertEqual(len(framemd5(self.folder / "out.mkv")), 150)

    def test_lost_frames_at_the_end_take_no_others_along(self):
        ffmpeg("-i", self.folder / "h264.mp4", "-an", "-c", "copy", "-movflags", "+faststart", self.folder / "whole.mp4")
        packet = show(self.folder / "whole.mp4", "-select_streams v -show_entries packet=pos,size")["packets"][119]
        data = bytearray((self.folder / "whole.mp4").read_bytes()[:int(packet["pos"]) + int(packet["size"])])
        slice_at = int(packet["pos"]) + 5  # behind the unit's length and kind
        data[slice_at:] = b"\xff" * (len(data) - slice_at)
        (self.folder / "short.mp4").write_bytes(data)
        self.run_overlace("render", "short.mp4", "-g", "boxes", "--tracks", "few.txt", "-o", "out.mp4",
                          "--copy-if-untouched", code=3)
        self.assertEqual(self.decodable("out.mp4"), self.decodable("short.mp4"))
        self.assertEqual(self.decodable("out.mp4"), 119)

    def decodable(self, name):
        """Frames that ffprobe can decode, whatever it complains of."""
        return int(show(self.folder / name, "-v quiet -select_streams v -count_frames -show_entries "
                                            "stream=nb_read_frames")["streams"][0]["nb_read_frames"])

    def test_numbered_pictures(self):
        # Large ones: libav knows a JPEG by its first bytes only where it is small.
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=640x360:r=25", "-frames:v", 70, "-q:v", 2, self.folder / "in_%04d.jpg")
        said = self.render_untouched("in_%04d.jpg", "out.mkv", "--vcodec", "mjpeg")
        self.assertIn("55 of 70 frames are passed on", said)
        before, after = framemd5(self.folder / "in_%04d.jpg"), framemd5(self.folder / "out.mkv")
        self.assertEqual(len(after), 70)
        for n, pair in enumerate(zip(before, after)):
            self.assertEqual(pair[0] == pair[1], n not in self.DRAWN, n)

    def test_what_is_not_certain_is_encoded_again(self):
        ffmpeg("-i", self.folder / "h264.mp4", "-t", 1, "-c:v", "libx265", "-x265-params", "log-level=none",
               self.folder / "hevc.mp4")
        for source, out, codec, why in (("hevc.mp4", "o.mp4", "hevc", "certain"), ("h264.mp4", "o.mkv", "ffv1", "h264"),
                                        ("h264.mp4", "o.ts", "h264", "parameter sets")):
            said = self.render_untouched(source, out, "--vcodec", codec)
            self.assertIn("all frames are encoded again", said)
            self.assertIn(why, said)
            self.assertEqual(len(framemd5(self.folder / out)), len(framemd5(self.folder / source)))


if __name__ == "__main__":
    unittest.main()
