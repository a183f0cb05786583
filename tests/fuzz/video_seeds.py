# SPDX-License-Identifier: Apache-2.0
"""Makes the seeds of fuzz_video: tiny clips of many kinds, each behind the byte that chooses the options.

    python3 video_seeds.py FOLDER
"""

import pathlib
import shlex
import subprocess
import sys
import tempfile

SEEDS = {
    "h264.mp4": "-c:v libx264 -bf 2 -c:a aac -b:a 16k",
    "h264.ts": "-c:v libx264 -bf 2 -c:a mp2",
    "h264.h264": "-c:v libx264 -an",
    "hevc.mkv": "-c:v libx265 -x265-params log-level=none -c:a libopus -b:a 16k",
    "ffv1.mkv": "-c:v ffv1 -an",
    "vp9.webm": "-c:v libvpx-vp9 -deadline realtime -an",
    "mpeg4.avi": "-c:v mpeg4 -an",
    "mpeg2.mpg": "-c:v mpeg2video -an",
    "prores.mov": "-c:v prores_ks -profile:v 0 -timecode 01:00:00:00 -an",
    "palette.gif": "-an",
    "raw.y4m": "-an -frames:v 2",
    "picture.png": "-an -frames:v 1",
    "flash.flv": "-c:v flv1 -an",
}


def make(folder, name, arguments):
    """One clip of six pictures."""
    pixels = {"prores.mov": "yuv422p10", "palette.gif": "bgr8", "picture.png": "rgb24"}.get(name, "yuv420p")
    with tempfile.TemporaryDirectory() as work:
        clip = pathlib.Path(work) / name
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-f",
                        "lavfi", "-i", "sine=440:r=16000", "-t", "0.24", "-pix_fmt", pixels,
                        *shlex.split(arguments), clip], check=True)
        options = bytes([list(SEEDS).index(name) % 6])
        (folder / name).write_bytes(options + clip.read_bytes())


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for seed_name, seed_arguments in SEEDS.items():
        if not (target / seed_name).exists():
            make(target, seed_name, seed_arguments)
