# SPDX-License-Identifier: Apache-2.0
"""overlace batch run --watch: videos that come while it runs."""

import json
import os
import shutil
import signal
import time
import unittest

from cli import needs_ffmpeg
from test_batch import BOX, BatchTest


@needs_ffmpeg
class Watched(BatchTest):
    """Videos that come while the batch runs: none early, none twice, none missed."""

    def settled(self, run, count):
        """The next clips that the batch reports."""
        clips = []
        while len(clips) < count:
            event = json.loads(run.stdout.readline())
            if event["event"] == "clip":
                clips.append((event["id"], event["state"]))
        return sorted(clips)

    def test_videos_are_taken_once_they_are_whole(self):
        whole = self.clip("whole.mkv", frames=4, size="64x48")
        data = whole.read_bytes()
        run = self.start("--watch", "--settle", "0.5", "--jobs", 2)
        slow = self.folder / "in/slow.mkv"
        self.write("in/slow.txt", BOX)
        with slow.open("wb") as writer:  # is as it is for longer than it takes to settle
            writer.write(data[:len(data) // 2])
            writer.flush()
            time.sleep(4)
            for i in range(50):
                self.write(f"in/c{i}.txt", BOX)
                shutil.copy(whole, self.folder / f"in/.c{i}.mkv.part")
                os.rename(self.folder / f"in/.c{i}.mkv.part", self.folder / f"in/c{i}.mkv")
            self.assertEqual(self.settled(run, 50), sorted((f"c{i}.mkv", "done") for i in range(50)))
            writer.write(data[len(data) // 2:])
        self.assertEqual(self.settled(run, 1), [("slow.mkv", "done")])
        late = self.folder / "in/late.mkv"
        shutil.copy(whole, late)
        self.assertIn("late.txt", run.stderr.readline())  # waits for its tracks
        self.write("in/late.txt", BOX)
        self.assertEqual(self.settled(run, 1), [("late.mkv", "done")])
        run.send_signal(signal.SIGINT)
        rest, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 128 + signal.SIGINT)
        self.assertNotIn('"event":"clip"', rest)
        self.assertEqual(self.batch()[0], [])  # all of it is done

    def test_a_folder_of_many_that_is_moved_in_is_taken_whole(self):
        """OVERLACE_DROPPED_FILES asks for more: ten thousand take minutes."""
        count = int(os.environ.get("OVERLACE_DROPPED_FILES", "300"))
        whole = self.clip("whole.mkv", frames=4, size="64x48")
        day = self.folder / "day"
        day.mkdir()
        for i in range(count):
            shutil.copy(whole, day / f"c{i}.mkv")
            (day / f"c{i}.txt").write_text(BOX)
        run = self.start("--watch", "--settle", "0.5", "--jobs", 2, out="out/{rel}/{stem}.mkv")
        shutil.copy(whole, self.folder / "in/first.mkv")
        self.write("in/first.txt", BOX)
        self.assertEqual(self.settled(run, 1), [("first.mkv", "done")])  # it watches
        os.rename(day, self.folder / "in/day")
        self.assertEqual(self.settled(run, count), sorted((f"day/c{i}.mkv", "done") for i in range(count)))
        run.send_signal(signal.SIGINT)
        rest, _ = run.communicate(timeout=120)
        self.assertNotIn('"event":"clip"', rest)
        self.assertEqual(len(list((self.folder / "out/day").glob("*.mkv"))), count)
        self.assertEqual(self.batch(out="out/{rel}/{stem}.mkv")[0], [])

    def test_what_cannot_be_watched_is_refused(self):
        self.write("in/list.csv", "input\nc0.mkv\n")
        self.assertIn("manifest", self.run_overlace(*self.command("--watch", sources=["in/list.csv"]), code=2).stderr)
        self.assertIn("folder", self.run_overlace(*self.command("--watch", out="{stem}.mkv"), code=2).stderr)


if __name__ == "__main__":
    unittest.main()
