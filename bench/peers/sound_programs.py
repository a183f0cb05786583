#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times whole programs that show sound or make it, in turn with overlace, and prints our ratios.

Pictures: FFmpeg's showspectrum and showcqt beside the same picture by overlace, 1080p at 30 frames per
second, as raw video for nobody and as H.264 with the same settings. Both read the sound alone, or both decode
a video as well and lay the picture over it. Voices: csound's foscili, pluck and mode beside `overlace-bench
sound`.

    bench/peers/bench-peers --sound [--seconds 10] [--rounds 3]

Times are those of one frame, or of a second of sound. A ratio is that of processor times, as machines are seldom quiet; wall
time is printed as well.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZE, RATE = "1920x1080", 30
# Both programs have settings of their own for these, which change what the encoder takes.
X264_THREADS, X264_GOP = 3, 60
VOICES = 64
WANTED_PICTURES, WANTED_VOICES = 2, 4

# As showcqt's bands: their windows end at 0.17 s (its timeclamp), and this is its inverse in hertz.
VARIABLE_Q = {"kind": "vqt", "gamma": 5.88, "bins_per_octave": 24, "bands": 192}
# A graph for each of FFmpeg's pictures, and the filter that makes it.
PICTURES = {
    "showspectrum": (
        f"showspectrum=s={SIZE}:mode=combined:slide=scroll:fps={RATE}",
        {"kind": "stft", "size": 4096, "hop": 1024},
        {"picture": ("draw_spectrogram", {"axis": "linear", "low": 0, "high": 24000, "top": 0, "bottom": 1})}),
    "showcqt": (
        f"showcqt=s={SIZE}:fps={RATE}:axis=0",
        VARIABLE_Q,
        {"bars": ("draw_spectrum", {"top": 0, "bottom": 0.5}),
         "picture": ("draw_spectrogram", {"low": 32, "high": 8000, "top": 0.5, "bottom": 1})}),
    "showcqt, bars alone": (
        f"showcqt=s={SIZE}:fps={RATE}:axis=0:sono_h=0:bar_h=1080",
        VARIABLE_Q,
        {"bars": ("draw_spectrum", {"top": 0, "bottom": 1})}),
}
# What both read, our options for it, and what FFmpeg does with its picture, [0:a]… before it and nothing after it.
WAYS = {"": ("sound.flac", ("--size", SIZE, "--fps", RATE), "{},format=yuv420p"),
        " over video": ("clip.mkv", (), "{}[sound];[0:v][sound]overlay=format=yuv420,format=yuv420p")}
# Frequencies of a bar's modes by that of the first.
MODES = (1, 2.7565, 5.404, 8.933, 13.344, 18.638, 24.81, 31.87)
# For each of our instruments: csound's opcode, and a voice that makes a1 of the frequency p4.
VOICE_CODE = {
    "fm": ("foscili", "a1 foscili 0.01, p4, 1, 1, 4, gisine"),
    "pluck": ("pluck", "a1 pluck 0.01, p4, p4, 0, 1"),
    "modal": ("mode", "\n".join(["aclick mpulse 0.01, 0", "a1 = 0"] +
                               [f"am mode aclick, p4 * {ratio}, 200\na1 = a1 + am" for ratio in MODES])),
}


@dataclasses.dataclass
class Times:
    """Seconds of a finished process."""
    wall: float
    busy: float


def timed(*command, **options):
    """Runs a program to its end. Its standard output goes nowhere."""
    began = time.monotonic()
    with subprocess.Popen([*map(str, command)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, **options) as run:
        said = run.stderr.read().decode()
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        raise SystemExit(f"bench-peers: {command[0]} failed: {said.strip()}")
    return Times(time.monotonic() - began, usage.ru_utime + usage.ru_stime)


def graph_of(spectrum, drawings):
    """A document that draws them over the whole width."""
    nodes = {"sound": {"type": "audio_input"},
             "bands": {"type": "audio_spectrum", "inputs": {"audio": "sound"}, "params": spectrum}}
    for name, (kind, params) in drawings.items():
        nodes[name] = {"type": kind, "inputs": {"audio": "bands"}, "params": {"left": 0, "right": 1, **params}}
    return json.dumps({"overlace": 1, "nodes": nodes, "composite": list(drawings)})


def make_clip(path, seconds):
    """A grey video with noise and gliding tones, whose pictures take next to no time to decode; and sound.flac beside it."""
    tones = "+".join(f"0.1*sin(2*PI*({110 * n}*t+{20 * n}*sin(t)))" for n in (1, 3, 7, 20))
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"color=gray:s={SIZE}:r={RATE}:d={seconds}", "-f", "lavfi",
         "-i", f"aevalsrc='{tones}+0.02*(random(0)-0.5)':s=48000:d={seconds}", "-c:v", "libx264", "-preset", "ultrafast",
         "-c:a", "flac", str(path)], check=True)
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", str(path), "-vn", "-c:a", "copy", str(path.with_name("sound.flac"))],
                   check=True)


def frames_of(path):
    """How many frames a video has."""
    return int(subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
                               "stream=nb_read_packets", "-of", "csv=p=0", str(path)], check=True, capture_output=True,
                              text=True).stdout.strip().rstrip(","))


def median_for_each(times, count):
    """Medians of some runs, in ms for each of `count` things that a run makes."""
    return Times(*(1000 / count * statistics.median(getattr(t, clock) for t in times) for clock in ("wall", "busy")))


def print_row(options, name, ours, theirs, wanted):
    """One comparison, and how many times longer the other one is busy."""
    ratio = theirs.busy / ours.busy
    if options.json:
        print(json.dumps({"name": name, "ratio": ratio, "wanted": wanted, "busy_ms": [ours.busy, theirs.busy],
                          "wall_ms": [ours.wall, theirs.wall]}), flush=True)
        return
    print(f"{name:<42} {ours.busy:8.2f} {theirs.busy:8.2f} {ours.wall:8.2f} {theirs.wall:8.2f} ms   {ratio:6.2f} x"
          f"   wanted: {wanted} x", flush=True)


def in_turn(rounds, ours, theirs):
    """Times of both: every other round in the opposite order."""
    times = ([], [])
    for number in range(rounds):
        for which in ((0, 1), (1, 0))[number % 2]:
            times[which].append((ours, theirs)[which]())
    return times


def compare_pictures(options, folder):
    make_clip(folder / "clip.mkv", options.seconds)
    sinks = {"raw video": (["-o", "-", "--format", "rawvideo"], ["-f", "rawvideo", "-y", "/dev/null"]),
             "H.264": (["-o", folder / "ours.mkv", "--overwrite", "--vcodec", "h264", "--encoder-preset", "ultrafast", "--crf", "23",
                        "--gop", X264_GOP, "--vopt", f"threads={X264_THREADS}"],
                       ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "23", "-g", X264_GOP, "-threads", X264_THREADS, "-y",
                        folder / "theirs.mkv"])}
    for name, (filters, spectrum, drawings) in PICTURES.items():
        graph = folder / "graph.json"
        graph.write_text(graph_of(spectrum, drawings))
        for way, (name_of_clip, canvas, chain) in WAYS.items():
            if options.rows not in name + way:
                continue
            clip = folder / name_of_clip
            times = {sink: in_turn(
                options.rounds,
                lambda: timed(options.program, "render", clip, *canvas, "-g", graph, "--audio", "none", "--progress", "none", "-q",
                              *ours),
                lambda: timed("ffmpeg", "-nostdin", "-v", "error", "-i", clip, "-filter_complex",
                              "[0:a]" + chain.format(filters), "-an", *theirs)) for sink, (ours, theirs) in sinks.items()}
            # FFmpeg's filters end before the sound does, and make fewer frames.
            counts = [frames_of(folder / "ours.mkv"), frames_of(folder / "theirs.mkv")]
            for sink, both in times.items():
                print_row(options, f"{name}{way}, {sink}", *map(median_for_each, both, counts), WANTED_PICTURES)


def csound_text(code, seconds):
    """An orchestra of one instrument, and a score that holds all voices."""
    score = "\n".join(f"i1 0 {seconds} {100 + 7 * i}" for i in range(VOICES))
    return (f"<CsoundSynthesizer>\n<CsOptions>\n-n -d -m0\n</CsOptions>\n<CsInstruments>\nsr = 48000\nksmps = 64\nnchnls = 2\n"
            f"0dbfs = 1\ngisine ftgen 1, 0, 8192, 10, 1\ninstr 1\n{code}\nouts a1 * 0.7, a1 * 0.7\nendin\n</CsInstruments>\n"
            f"<CsScore>\n{score}\n</CsScore>\n</CsoundSynthesizer>\n")


def compare_voices(options, folder):
    """csound, less what its start takes, beside our times of the same number of voices."""
    if options.rows not in "voices":
        return
    if shutil.which("csound") is None:
        print("csound: absent (tools/setup peers)")
        return
    seconds = 6 * options.seconds
    rows = subprocess.run([options.bench, "sound", "--seconds", "20", "--json"], check=True, capture_output=True,
                          text=True).stdout.splitlines()
    speeds = {row["name"]: row["times_real_time"] for row in map(json.loads, rows) if "times_real_time" in row}

    def csound(code, length):
        score = folder / "voices.csd"
        score.write_text(csound_text(code, length))
        return timed("csound", score)

    for instrument, (opcode, code) in VOICE_CODE.items():
        ours = 1000 / speeds[f"{instrument} x {VOICES}"]
        theirs = [csound(code, seconds) for _ in range(options.rounds)]
        start = Times(*(statistics.median(clock) for clock in zip(*(csound(code, 0.01) for _ in range(options.rounds)))))
        theirs = [Times(max(t.wall - start.wall, 1e-3), max(t.busy - start.busy, 1e-3)) for t in theirs]
        print_row(options, f"{VOICES} voices, csound {opcode}", Times(ours, ours), median_for_each(theirs, seconds),
                  WANTED_VOICES)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], prog="bench-peers --sound")
    parser.add_argument("--program", default=ROOT / "build/bin/overlace", help="overlace")
    parser.add_argument("--bench", default=ROOT / "build/bin/overlace-bench", help="overlace-bench")
    parser.add_argument("--seconds", type=int, default=10, help="of sound in each picture row; voices get six times as much")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rows", default="", help="only pictures whose name has this in it, or voices")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each row")
    options = parser.parse_args()
    if not options.json:
        print(f"{'':<42} {'busy':>8} {'theirs':>8} {'wall':>8} {'theirs':>8}      theirs / ours, busy; a frame, or a second of "
              "sound")
    with tempfile.TemporaryDirectory() as folder:
        compare_pictures(options, pathlib.Path(folder))
        compare_voices(options, pathlib.Path(folder))


if __name__ == "__main__":
    main()
