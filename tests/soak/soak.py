# SPDX-License-Identifier: Apache-2.0
"""Long runs: any frame of odd inputs, flat memory over an hour of video, over many clips and over a live stream, and
four renders at once that agree.

    python3 soak.py PROGRAM [--minutes 60]

Exits with 1 when memory grows or pictures differ.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

GROWTH_LIMIT = 1024  # bytes a second, over the second half of a run
LIVE_GROWTH_LIMIT = 16  # bytes a frame, over the second half: caches of labels are full by then
RATE = 30


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, arguments)], check=True)


def framemd5(path):
    return subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode",
                           "passthrough", "-f", "framemd5", "-"], check=True, capture_output=True).stdout


def slope(samples):
    """Least squares: units of the second column per unit of the first."""
    n = len(samples)
    mean_x, mean_y = sum(x for x, _ in samples) / n, sum(y for _, y in samples) / n
    spread = sum((x - mean_x) ** 2 for x, _ in samples)
    return sum((x - mean_x) * (y - mean_y) for x, y in samples) / spread if spread else 0.0


class Process:
    """Resident memory, threads and open files of a process, sampled while it runs."""

    def __init__(self, *arguments):
        self.samples = []
        began = time.monotonic()
        with subprocess.Popen([*map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
            while run.poll() is None:
                self.sample(run.pid, time.monotonic() - began)
                time.sleep(0.25)
            self.code, self.stderr = run.returncode, run.stderr.read().decode()
        self.took_s = time.monotonic() - began

    def sample(self, pid, at_s):
        folder = pathlib.Path(f"/proc/{pid}")
        try:
            status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
            self.samples.append((at_s, int(status["VmRSS"].split()[0]) * 1024, int(status["Threads"]),
                                 len(list((folder / "fd").iterdir()))))
        except (OSError, KeyError):  # it has just ended
            pass

    def growth(self, column):
        """Per second, over the second half."""
        half = self.samples[len(self.samples) // 2:]
        return slope([(row[0], row[column]) for row in half]) if len(half) > 2 else 0.0

    def peak_mb(self):
        return max(row[1] for row in self.samples) / 1e6


class Soak:
    def __init__(self, program, folder, minutes):
        self.program, self.folder, self.minutes = program, folder, minutes
        self.failed = False
        (folder / "tracks.txt").write_text("".join(
            f"{f},{i},{10 * i + f % 40},{20 + f % 30},24,20,1,-1,-1,-1\n"
            for f in range(1, minutes * 60 * RATE + 1) for i in range(1, 6)), encoding="ascii")

    def render(self, clip, out, *options):
        return [self.program, "render", clip, "-g", "constellation", "--tracks", self.folder / "tracks.txt", "-o",
                self.folder / out, "--overwrite", "-q", *options]

    def judge(self, name, good, text):
        self.failed = self.failed or not good
        print(f"{name:28} {'ok' if good else 'FAILED':7} {text}", flush=True)

    def clip(self, name, seconds):
        path = self.folder / name
        if not path.exists():
            ffmpeg("-f", "lavfi", "-i", f"testsrc2=s=160x90:r={RATE}", "-f", "lavfi", "-i", "sine=r=16000", "-t",
                   seconds, "-c:v", "mpeg4", "-q:v", 5, "-c:a", "aac", path)
        return path

    def long_clip(self):
        """Into Matroska: MP4's index, which is kept until the end, would hide a leak."""
        clip = self.clip("long.mp4", self.minutes * 60)
        run = Process(*self.render(clip, "long-out.mkv", "--encoder-preset", "ultrafast"))
        frames = self.minutes * 60 * RATE
        count = json.loads(subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
             "stream=nb_read_packets", "-of", "json", self.folder / "long-out.mkv"], check=True,
            capture_output=True).stdout)["streams"][0]["nb_read_packets"]
        growth = run.growth(1)
        good = run.code == 0 and int(count) == frames and growth < GROWTH_LIMIT
        good = good and abs(run.growth(2)) < 0.01 and abs(run.growth(3)) < 0.01
        self.judge(f"{self.minutes} minutes of video", good,
                   f"{count} frames in {run.took_s:.0f} s; memory {run.peak_mb():.0f} MB at most, "
                   f"{growth:+.0f} bytes a second; {run.samples[-1][2]} threads, {run.samples[-1][3]} files open")

    def many_clips(self):
        """The bytes that a clip leaves behind, from peaks after few and after many in one process."""
        clip = self.clip("short.mp4", 1)
        peaks, codes = {}, set()
        for count in (50, 100, 200, 400):
            listing = self.folder / f"{count}.txt"
            listing.write_text("\n".join([str(clip)] * count), encoding="ascii")
            run = Process(self.reader(), listing)
            peaks[count] = run.peak_mb() * 1e6
            codes.add(run.code)
        per_clip = slope(list(peaks.items()))
        self.judge("clips opened and closed", codes == {0} and per_clip < 1024,
                   f"{per_clip:+.0f} bytes a clip over 400" if codes == {0} else f"ended with {sorted(codes)}")

    def reader(self):
        return pathlib.Path(self.program).parent / "soak_reader"

    def any_frame(self):
        """200 random frames of every nasty input that is a video, against a run from the start."""
        sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
        import nasty_inputs
        clips = [nasty_inputs.make(name, self.folder) for name in nasty_inputs.RECIPES
                 if not name.endswith((".json", ".csv"))]
        seek = pathlib.Path(self.program).parent / "soak_seek"
        run = subprocess.run([seek, "200", *map(str, clips)], capture_output=True, text=True, check=False)
        print(run.stdout, end="")
        self.judge("frames sought", run.returncode == 0 and " 0 differ" in run.stdout, f"in {len(clips)} inputs")

    def four_at_once(self):
        clip = self.clip("minute.mp4", 20)
        lossless = ("--vcodec", "ffv1")
        subprocess.run([*map(str, self.render(clip, "solo.mkv", *lossless))], check=True, stdout=subprocess.DEVNULL)
        runs = [subprocess.Popen([*map(str, self.render(clip, f"of-four-{n}.mkv", *lossless))],
                                 stdout=subprocess.DEVNULL) for n in range(4)]
        codes = [run.wait() for run in runs]
        solo = framemd5(self.folder / "solo.mkv")
        same = all(framemd5(self.folder / f"of-four-{n}.mkv") == solo for n in range(4))
        self.judge("four renders at once", codes == [0] * 4 and same, "equal to one alone" if same else "they differ")

    def live(self, frames=100_000):
        """A stream in Python: as fast and as small at its end as near its beginning."""
        build, source = pathlib.Path(self.program).resolve().parents[1], pathlib.Path(__file__).resolve().parents[2]
        environment = {**os.environ, "PYTHONPATH": str(source / "python"), "OVERLACE_LIBRARY": str(build / "lib/libovl.so")}
        for preset in ("boxes", "constellation"):
            run = subprocess.run([sys.executable, "-B", source / "tests/soak/soak_live.py", preset, str(frames)],
                                 env=environment, stdout=subprocess.PIPE, text=True, check=False)
            found = json.loads(run.stdout) if run.returncode == 0 else None
            good = found is not None and found["growth"] < LIVE_GROWTH_LIMIT and found["late_ms"] < 1.3 * found["early_ms"]
            self.judge(f"{preset}, live", good, f"{frames} frames; {found['early_ms']:.3f} ms a frame early, "
                       f"{found['late_ms']:.3f} late; {found['growth']:+.2f} bytes a frame" if found else "it ended")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--minutes", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="overlace-soak-") as folder:
        soak = Soak(options.program, pathlib.Path(folder), options.minutes)
        soak.any_frame()
        soak.four_at_once()
        soak.many_clips()
        soak.live()
        soak.long_clip()
    return 1 if soak.failed else 0


if __name__ == "__main__":
    sys.exit(main())
