# SPDX-License-Identifier: Apache-2.0
"""Makes the inputs that break video programs: odd clocks, odd pictures, damage, lies, bombs and odd names.

make(NAME, FOLDER) makes one of RECIPES. `python3 nasty_inputs.py FOLDER` makes them all.
"""

import argparse
import os
import pathlib
import random
import shlex
import struct
import subprocess
import zlib

MASTER = "00-master-barcode.mkv"
X264 = "-c:v libx264 -preset ultrafast -threads 2"
RECIPES = {}


def recipe(name):
    """Registers a function that makes `name` in the folder it gets."""
    def register(function):
        RECIPES[name] = function
        return function
    return register


def make(name, folder):
    """Makes one input, and the master if that one comes from it. Returns its path."""
    if not (folder / MASTER).exists():
        RECIPES[MASTER](folder)
    if name != MASTER:
        RECIPES[name](folder)
    return folder / name


def ffmpeg(folder, arguments, output):
    """Runs ffmpeg in the folder; the output's name may be anything."""
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-filter_threads", "1",
                    *shlex.split(arguments), f"file:{output}"], cwd=folder, check=True)


def from_master(name, arguments):
    """An input that ffmpeg makes from the master, in one step."""
    recipe(name)(lambda folder: ffmpeg(folder, f"-i {MASTER} {arguments}", name))


def from_test_picture(name, source, arguments):
    """An input that ffmpeg makes from its test picture."""
    recipe(name)(lambda folder: ffmpeg(folder, f"-f lavfi -i {source} {arguments}", name))


def patch(path, change):
    """Changes the bytes of a file in place."""
    data = bytearray(path.read_bytes())
    changed = change(data)
    path.write_bytes(data if changed is None else changed)


def join(folder, name, parts):
    (folder / name).write_bytes(b"".join((folder / part).read_bytes() for part in parts))
    for part in set(parts):
        (folder / part).unlink()


# The frame number stands in the top rows of each picture as 16 blocks, bright where the bit is set.
@recipe(MASTER)
def master(folder):
    luma = r"if(lt(Y\,16)\,16+219*mod(floor(N/pow(2\,floor(X/20)))\,2)\,lum(X\,Y))"
    chroma = r"if(lt(Y\,8)\,128\,{0}(X\,Y))"
    ffmpeg(folder, "-f lavfi -i testsrc2=s=320x180:r=30:d=2 -f lavfi -i sine=440:r=48000:d=2 -vf "
           f"\"format=yuv420p,geq=lum='{luma}':cb='{chroma.format('cb')}':cr='{chroma.format('cr')}'\" "
           "-c:v ffv1 -level 3 -g 1 -c:a pcm_s16le", MASTER)


# Time

from_master("01-vfr.mp4", "-vf \"settb=1/90000,setpts='(N*3003+400*mod(N*N,7))'\" -fps_mode passthrough "
            f"-enc_time_base 1:90000 -video_track_timescale 90000 {X264} -bf 3 -c:a aac")
from_master("02-gap-10s.mkv", f"-an -vf \"setpts='PTS+gte(N,30)*10/TB'\" -fps_mode passthrough {X264}")
from_master("03-bpyramid-opengop.mp4",
            f"{X264} -bf 8 -x264-params b-pyramid=normal:open-gop=1:keyint=12:ref=4 -c:a aac")


@recipe("04-editlist-preroll.mp4")
def edit_list(folder):
    ffmpeg(folder, f"-i {MASTER} {X264} -bf 2 -g 60 -keyint_min 60 -sc_threshold 0 -c:a aac", "t.mp4")
    ffmpeg(folder, "-ss 0.5 -i t.mp4 -c copy", "04-editlist-preroll.mp4")


@recipe("05-video-starts-late.mp4")
def starts_late(folder):
    ffmpeg(folder, f"-i {MASTER} {X264} -c:a aac", "t.mp4")
    ffmpeg(folder, "-itsoffset 1.7 -i t.mp4 -i t.mp4 -map 0:v -map 1:a -c copy", "05-video-starts-late.mp4")


from_master("06-pts-wrap-33bit.ts", f"{X264} -bf 2 -c:a mp2 -muxdelay 0 -output_ts_offset 95442.5")
from_master("07-no-timestamps.h264", f"-an {X264} -bf 2 -f h264")


@recipe("08-duplicate-pts.mkv")
def duplicate_stamps(folder):
    ffmpeg(folder, f"-i {MASTER} -an {X264} -bf 0", "t.mkv")
    ffmpeg(folder, "-i t.mkv -c copy -bsf:v \"setts=ts='if(eq(mod(N,5),4),PREV_OUTPTS,TS)'\"",
           "08-duplicate-pts.mkv")


@recipe("09-timestamp-reset.ts")
def stamps_start_again(folder):
    ffmpeg(folder, f"-i {MASTER} {X264} -bf 2 -c:a mp2", "t.ts")
    join(folder, "09-timestamp-reset.ts", ["t.ts", "t.ts"])


from_test_picture("10-ntsc-2997.mp4", "testsrc2=s=320x180:r=30000/1001:d=4 -f lavfi -i sine=440:r=44100:d=4",
                  f"{X264} -c:a aac")
from_test_picture("11-1000fps.mkv", "testsrc2=s=160x90:r=1000:d=0.5", X264)
from_test_picture("12-slideshow-0.2fps.mp4", "testsrc2=s=160x90:r=1/5:d=20", X264)
from_master("13-start-at-24-days.flv", "-an -vf \"setpts='PTS-1/TB'\" -fps_mode passthrough "
            f"-avoid_negative_ts disabled {X264} -bf 0")
from_test_picture("14-audio-longer.mp4", "testsrc2=s=160x90:r=30:d=1 -f lavfi -i sine=440:d=3", f"{X264} -c:a aac")
from_master("15-one-frame.mp4", f"-an -frames:v 1 {X264}")
from_test_picture("16-zero-frames.mp4", "testsrc2=s=160x90:r=30:d=1",
                  f"-t 0 {X264} -movflags empty_moov+frag_keyframe")


@recipe("17-duration-lies.mp4")
def duration_lies(folder):
    ffmpeg(folder, f"-i {MASTER} {X264} -c:a aac -map_metadata -1", "17-duration-lies.mp4")

    def ten_times(data):
        for box, offset in ((b"mvhd", 16), (b"tkhd", 20), (b"mdhd", 16)):
            at = data.find(box)
            while at >= 0:
                claimed, = struct.unpack_from(">I", data, at + 4 + offset)
                struct.pack_into(">I", data, at + 4 + offset, min(claimed * 10, 2**32 - 2))
                at = data.find(box, at + 4)
    patch(folder / "17-duration-lies.mp4", ten_times)


# Geometry and scan

from_test_picture("20-odd-637x359-vp9.webm", "testsrc2=s=638x360:r=30:d=1",
                  "-vf crop=637:359:0:0:exact=1,format=yuv420p -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 400k")
from_test_picture("21-odd-321x181-444.mp4", "testsrc2=s=322x182:r=30:d=1",
                  f"-vf format=yuv444p,crop=321:181:0:0:exact=1 {X264}")
from_test_picture("22-coded-height-crop.mp4", "testsrc2=s=636x362:r=30:d=1", f"-pix_fmt yuv420p {X264}")
from_test_picture("23-anamorphic-sar.mp4", "testsrc2=s=720x576:r=25:d=1", f"-vf setsar=64/45,setdar=16/9 {X264}")


@recipe("24-rotate-90.mp4")
def rotated(folder):
    ffmpeg(folder, f"-i {MASTER} {X264} -c:a aac", "t.mp4")
    ffmpeg(folder, "-i t.mp4 -c copy -metadata:s:v:0 rotate=90", "24-rotate-90.mp4")


@recipe("25-rotate-270-hflip.mp4")
def mirrored(folder):
    ffmpeg(folder, f"-i {MASTER} -an {X264}", "t.mp4")
    ffmpeg(folder, "-i t.mp4 -c copy -metadata:s:v:0 rotate=270", "25-rotate-270-hflip.mp4")

    def mirror(data):  # the first row of the 3x3 matrix in a version 0 tkhd
        at = data.find(b"tkhd") + 4 + 40
        a, b = struct.unpack_from(">ii", data, at)
        struct.pack_into(">ii", data, at, -a, -b)
    patch(folder / "25-rotate-270-hflip.mp4", mirror)


from_test_picture("26-interlaced-tff.mp4", "testsrc2=s=352x288:r=50:d=2",
                  "-vf format=yuv420p,tinterlace=interleave_top,fieldorder=tff,format=yuv420p "
                  f"{X264} -flags +ilme+ildct -x264-params tff=1")
from_test_picture("27-interlaced-bff-mpeg2.ts", "testsrc2=s=352x288:r=50:d=2",
                  "-vf format=yuv420p,tinterlace=interleave_bottom,fieldorder=bff,format=yuv420p "
                  "-c:v mpeg2video -flags +ilme+ildct -top 0 -q:v 4")


@recipe("28-resolution-change.ts")
def size_changes(folder):
    ffmpeg(folder, f"-f lavfi -i testsrc2=s=640x360:r=30:d=1 {X264}", "a.ts")
    ffmpeg(folder, f"-f lavfi -i testsrc2=s=320x240:r=30:d=1 {X264} -output_ts_offset 1", "b.ts")
    join(folder, "28-resolution-change.ts", ["a.ts", "b.ts"])


@recipe("29-bitdepth-change.ts")
def depth_changes(folder):
    ffmpeg(folder, f"-f lavfi -i testsrc2=s=320x180:r=30:d=1 -pix_fmt yuv420p {X264}", "a.ts")
    ffmpeg(folder, f"-f lavfi -i testsrc2=s=320x180:r=30:d=1 -pix_fmt yuv420p10le {X264} -output_ts_offset 1", "b.ts")
    join(folder, "29-bitdepth-change.ts", ["a.ts", "b.ts"])


# Colour, depth, alpha

from_test_picture("30-full-range-709.mp4", "testsrc2=s=320x180:r=30:d=1",
                  "-vf scale=out_color_matrix=bt709:out_range=pc,format=yuvj420p -color_range pc -colorspace bt709 "
                  f"-color_trc bt709 -color_primaries bt709 {X264}")
from_test_picture("31-hd-untagged-709-pixels.mp4", "color=c=0xff0000:s=1920x1080:r=30:d=0.3",
                  "-vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=colorspace=unknown "
                  f"{X264} -qp 0")
from_test_picture("32-sd-601-tagged.mp4", "color=c=0xff0000:s=720x480:r=30:d=0.3",
                  "-vf scale=out_color_matrix=bt601:out_range=tv,format=yuv420p -color_range tv "
                  f"-colorspace smpte170m -color_trc smpte170m -color_primaries smpte170m {X264} -qp 0")
from_test_picture("33-tag-conflict.mkv", "color=c=0xff0000:s=720x480:r=30:d=0.3",
                  f"-vf scale=out_color_matrix=bt601:out_range=tv,format=yuv420p {X264} -qp 0 -color_range tv "
                  "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc "
                  "-bsf:v h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1")
X265 = "-pix_fmt yuv420p10le -c:v libx265 -preset ultrafast -color_range tv -colorspace bt2020nc -color_primaries bt2020"
from_test_picture("34-hdr10-pq.mp4", "testsrc2=s=320x180:r=24:d=0.5",
                  f"{X265} -tag:v hvc1 -color_trc smpte2084 -x265-params log-level=none:pools=2:hdr10=1:"
                  "repeat-headers=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:master-display="
                  "'G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)':max-cll=1000,400")
from_test_picture("35-hlg-10bit.mkv", "testsrc2=s=320x180:r=24:d=0.5",
                  f"{X265} -color_trc arib-std-b67 -x265-params "
                  "log-level=none:pools=2:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc")
from_test_picture("36-h264-hi10-422.mkv", "testsrc2=s=320x180:r=30:d=1", f"-pix_fmt yuv422p10le {X264}")
from_test_picture("37-rgb-gbrp-lossless.mkv", "testsrc2=s=320x180:r=30:d=0.5",
                  "-c:v libx264rgb -preset ultrafast -qp 0")
from_test_picture("38-gray-mono.mkv", "testsrc2=s=320x180:r=30:d=0.5", "-pix_fmt gray -c:v ffv1")
ALPHA_RAMP = r"geq=lum='lum(X\,Y)':cb='cb(X\,Y)':cr='cr(X\,Y)':a='{0}*X/W'"
from_test_picture("39-prores4444-alpha.mov", "testsrc2=s=320x180:r=30:d=0.4",
                  f"-vf \"format=yuva444p10le,{ALPHA_RAMP.format(1023)}\" -c:v prores_ks -profile:v 4444 -alpha_bits 16")
from_test_picture("40-vp9-alpha.webm", "testsrc2=s=320x180:r=30:d=0.5",
                  f"-vf \"format=yuva420p,{ALPHA_RAMP.format(255)}\" -c:v libvpx-vp9 -deadline realtime -cpu-used 8 "
                  "-b:v 400k -auto-alt-ref 0")
from_test_picture("41-palette-delays.gif", "testsrc2=s=160x90:r=10:d=1",
                  "-vf \"setpts='PTS+gte(N,5)*0.7/TB'\" -fps_mode passthrough")


# Streams beside the picture

@recipe("45-everything.mkv")
def everything(folder):
    (folder / "t.srt").write_text("1\n00:00:00,100 --> 00:00:01,500\nGrüße\n", encoding="utf-8")
    (folder / "t.meta").write_text(
        ";FFMETADATA1\ntitle=☃ snow\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=one\n"
        "[CHAPTER]\nTIMEBASE=1/1000\nSTART=900\nEND=2000\ntitle=two\n", encoding="utf-8")
    (folder / "t.ttf").write_bytes(bytes(3000))
    ffmpeg(folder, f"-i {MASTER} -f lavfi -i sine=880:d=2 -i t.srt -i t.meta -map 0:v -map 0:a -map 1:a -map 2 "
           f"-map_metadata 3 -map_chapters 3 {X264} -c:a:0 libopus -c:a:1 flac -c:s srt "
           "-metadata:s:a:0 language=deu -metadata:s:a:1 language=fra -disposition:a:1 default "
           "-attach t.ttf -metadata:s:t mimetype=application/x-truetype-font", "45-everything.mkv")


@recipe("46-cover-art.m4a")
def cover_art(folder):
    ffmpeg(folder, "-f lavfi -i testsrc2=s=200x200:r=1:d=1 -frames:v 1", "t.png")
    ffmpeg(folder, "-f lavfi -i sine=440:d=2 -i t.png -map 0 -map 1 -c:a aac -c:v copy -disposition:v:0 attached_pic",
           "46-cover-art.m4a")


from_test_picture("47-audio-only.mkv", "sine=440:d=1", "-c:a flac")
from_master("48-timecode-track.mov", "-c:v prores_ks -profile:v 0 -c:a pcm_s16le -timecode 01:00:00:00")
from_test_picture("49-many-streams.mkv", "sine=440:r=8000:d=0.2 -f lavfi -i testsrc2=s=320x180:r=30:d=2",
                  f"-map 1:v {'-map 0:a ' * 120} {X264} -c:a pcm_s16le -t 0.2")


# Damage

@recipe("50-empty.mp4")
def empty(folder):
    (folder / "50-empty.mp4").touch()


@recipe("51-random-bytes.mp4")
def random_bytes(folder):
    (folder / "51-random-bytes.mp4").write_bytes(random.Random(7).randbytes(65536))


def keep_part(folder, name, part, arguments):
    """The first `part` of what ffmpeg makes."""
    ffmpeg(folder, f"-i {MASTER} {X264} -c:a aac {arguments}", name)
    patch(folder / name, lambda data: data[:int(len(data) * part)])


recipe("52-moov-missing.mp4")(lambda folder: keep_part(folder, "52-moov-missing.mp4", 0.5, ""))
recipe("53-truncated-faststart.mp4")(
    lambda folder: keep_part(folder, "53-truncated-faststart.mp4", 0.6, "-movflags +faststart"))
recipe("54-truncated.mkv")(lambda folder: keep_part(folder, "54-truncated.mkv", 0.6, ""))


@recipe("55-bitflips.ts")
def bit_flips(folder):
    ffmpeg(folder, f"-i {MASTER} {X264} -bf 2 -g 15 -c:a mp2", "55-bitflips.ts")

    def flip(data):
        choice = random.Random(1)
        for _ in range(60):
            data[choice.randrange(20 * 188, len(data))] ^= 1 << choice.randrange(8)
    patch(folder / "55-bitflips.ts", flip)


@recipe("56-zeroed-middle.mp4")
def zeroed_middle(folder):
    ffmpeg(folder, f"-i {MASTER} -an {X264} -bf 2 -g 15", "56-zeroed-middle.mp4")

    def zero(data):
        end = data.find(b"moov") - 4
        first, last = int(end * 0.40), int(end * 0.55)
        data[first:last] = bytes(last - first)
    patch(folder / "56-zeroed-middle.mp4", zero)


@recipe("57-starts-mid-gop.ts")
def starts_mid_gop(folder):
    ffmpeg(folder, f"-i {MASTER} {X264} -g 45 -bf 2 -c:a mp2", "57-starts-mid-gop.ts")
    patch(folder / "57-starts-mid-gop.ts", lambda data: data[len(data) // 188 // 4 * 188:])


def lie_about_size(folder, name, width, height):
    """The sample entry claims a size that the stream's own header does not."""
    ffmpeg(folder, f"-i {MASTER} -an {X264}", name)

    def lie(data):
        struct.pack_into(">HH", data, data.find(b"avc1", data.find(b"stsd")) + 4 + 24, width, height)
    patch(folder / name, lie)


recipe("58-header-size-lies.mp4")(lambda folder: lie_about_size(folder, "58-header-size-lies.mp4", 64, 48))
recipe("59-header-65535.mp4")(lambda folder: lie_about_size(folder, "59-header-65535.mp4", 65535, 65535))


def png_bomb(path, side):
    """A black 1-bit picture: huge when it is decoded, small as a file."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    packer, packed = zlib.compressobj(9), b""
    for _ in range(side):
        packed += packer.compress(bytes(1 + (side + 7) // 8))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0))
                     + chunk(b"IDAT", packed + packer.flush()) + chunk(b"IEND", b""))


recipe("60-png-bomb-30000.png")(lambda folder: png_bomb(folder / "60-png-bomb-30000.png", 30000))
recipe("60-png-bomb-16000.png")(lambda folder: png_bomb(folder / "60-png-bomb-16000.png", 16000))


@recipe("61-huge-atom-count.mp4")
def huge_count(folder):
    ffmpeg(folder, f"-i {MASTER} -an {X264}", "61-huge-atom-count.mp4")
    patch(folder / "61-huge-atom-count.mp4",
          lambda data: struct.pack_into(">I", data, data.find(b"stsz") + 4 + 8, 0x0fffffff))


# Playlists in disguise, kinds of file, names

SECRET = "65-secret.ts"


@recipe("65-playlist-hls.mp4")
def playlist_hls(folder):
    ffmpeg(folder, f"-i {MASTER} {X264} -c:a mp2", SECRET)
    (folder / "65-playlist-hls.mp4").write_text(
        f"#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n{SECRET}\n#EXT-X-ENDLIST\n",
        encoding="ascii")


@recipe("66-playlist-concat.mp4")
def playlist_concat(folder):
    (folder / "66-playlist-concat.mp4").write_text(f"ffconcat version 1.0\nfile {SECRET}\n", encoding="ascii")


@recipe("67-playlist-dash.mp4")
def playlist_dash(folder):
    (folder / "67-playlist-dash.mp4").write_text(
        '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" minBufferTime="PT1S" '
        'profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" mediaPresentationDuration="PT1S"><Period>'
        '<AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="100">'
        f"<BaseURL>{MASTER}</BaseURL></Representation></AdaptationSet></Period></MPD>", encoding="ascii")


def named(name):
    recipe(name)(lambda folder: ffmpeg(folder, f"-i {MASTER} -an -frames:v 1 {X264} -f mp4", name))


ODD_NAMES = ("-68-leading-dash.mp4", "69-100%d-percent.mp4", "http:70-colon.mp4", "71-new\nline-ü.mp4")
for odd_name in ODD_NAMES:
    named(odd_name)

recipe("72-a-folder.mp4")(lambda folder: (folder / "72-a-folder.mp4").mkdir())
recipe("73-fifo.mp4")(lambda folder: os.mkfifo(folder / "73-fifo.mp4"))
recipe("74-symlink-loop.mp4")(lambda folder: (folder / "74-symlink-loop.mp4").symlink_to("74-symlink-loop.mp4"))


# Graph and track files

DOCUMENTS = {
    "80-deep.json": b"[" * 200_000 + b"]" * 200_000,
    "81-numbers.json": b'{"overlace": 1, "nodes": {"n": {"type": "draw_boxes", "params": {"stroke_width": 1e999}}}}',
    "82-duplicate-keys.json": b'{"overlace": 1, "nodes": {}, "nodes": {"a": {"type": "draw_boxes"}}}',
    "83-bad-utf8.json": b'\xef\xbb\xbf{"overlace": 1, "title": "\xff\xfe\xed\xa0\x80\\ud800"}',
    "84-traversal.json": b'{"overlace": 1, "nodes": {"t": {"type": "track_file", "params": '
                         b'{"path": "../../../../etc/passwd"}}, "b": {"type": "draw_boxes", "inputs": {"tracks": "t"}}}, '
                         b'"composite": ["b"]}',
    "85-cycle.json": b'{"overlace": 1, "nodes": {"a": {"type": "track_filter", "inputs": {"tracks": "b"}}, '
                     b'"b": {"type": "track_filter", "inputs": {"tracks": "a"}}}, "composite": ["a"]}',
    "86-huge-counts.json": b'{"overlace": 1, "nodes": {"l": {"type": "link_knn", "params": {"k": 4294967295}}}}',
    "87-million-nodes.json": b'{"overlace": 1, "nodes": {' + b", ".join(
        b'"n%d": {}' % i for i in range(300_000)) + b"}}",
    "88-truncated.json": b'{"overlace": 1, "nodes": {"a": {"type": ',
}


def document(name):
    recipe(name)(lambda folder: (folder / name).write_bytes(DOCUMENTS[name]))


for document_name in DOCUMENTS:
    document(document_name)


@recipe("89-tracks.csv")
def tracks(folder):
    odd = ("1,1,nan,10,5,5,1,-1,-1,-1", "2,1,-1e308,inf,0,0,1,-1,-1,-1", "-5,2,1,1,1,1,1,-1,-1,-1",
           "2,1,5,5,5,5,1,-1,-1,-1", "2,1,6,6,5,5,1,-1,-1,-1", "3,1,,,", '"x', 'y",1,1,1,1,1,1')
    crowd = (f"7,{i},{i % 320},{i % 180},4,4,1,-1,-1,-1" for i in range(1, 100_001))
    (folder / "89-tracks.csv").write_text("\n".join((*odd, *crowd)) + "\n", encoding="ascii")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Makes inputs that break video programs.")
    parser.add_argument("folder", type=pathlib.Path, help="where they go; it is made if it is not there")
    target = parser.parse_args().folder
    target.mkdir(parents=True, exist_ok=True)
    for every in RECIPES:
        print(repr(make(every, target).name), flush=True)
