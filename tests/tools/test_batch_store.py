# SPDX-License-Identifier: Apache-2.0
"""overlace batch with videos that lie elsewhere: programs that fetch and publish, which are slow, fail and get killed.
The last test talks S3 to a server of its own (PyPI: moto, awscli; skipped where they are not)."""

import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

from cli import ffmpeg, needs_ffmpeg
from test_batch import BOX, BatchTest, digests

PEERS = pathlib.Path(sys.executable).parent  # Amazon's client, and a server for it, if they are installed

# Copies in two steps, and fails as often as the file fail-get, or fail-put, has lines.
STORE = """#!/bin/sh
cd "$(dirname "$0")" || exit 1
echo "$1 $2" >> calls
if [ -s "fail-$1" ]; then
  sed -i 1d "fail-$1"
  echo "connecting" >&2
  echo "no route to store" >&2
  exit 9
fi
half=$(($(stat -c %s "$2") / 2))
head -c "$half" "$2" > "$3" && sleep "$(cat delay)" && tail -c "+$((half + 1))" "$2" >> "$3"
"""


@needs_ffmpeg
class StoreTest(BatchTest):
    def setUp(self):
        super().setUp()
        self.store = self.folder / "store"
        self.store.mkdir()
        self.write("store/store", STORE).chmod(0o755)
        self.write("store/delay", "0")
        self.write("box.txt", BOX)

    def objects(self, count):
        """Small clips in the store, all different."""
        for i in range(count):
            ffmpeg("-f", "lavfi", "-i", f"testsrc2=s=64x48:r=30,hue=h={40 * i}", "-frames:v", 4, "-pix_fmt", "yuv420p",
                   "-c:v", "ffv1", self.store / f"c{i}.mkv")

    def row(self, i, **changes):
        tool = str(self.store / "store")
        return {"input": f"c{i}.mkv", "output": f"c{i}.mkv", "tracks": "box.txt", "version": "1",
                "fetch": [tool, "get", "{uri}", "{path}"], "col.to": f"made-{i}",
                "publish": [tool, "put", "{path}", "{col.to}.mkv"], **changes}

    def manifest(self, rows):
        return self.write("list.jsonl", "".join(json.dumps(row) + "\n" for row in rows))

    def command(self, *options, out="out", sources=("list.jsonl",)):
        return ["batch", "run", *map(str, sources), "-o", out, "--vcodec", "ffv1", "-q", "--allow-programs", *map(str, options)]

    def calls(self):
        """What the store was asked for since the last call."""
        path = self.store / "calls"
        calls = [line.split()[0] for line in path.read_text().splitlines()] if path.exists() else []
        path.unlink(missing_ok=True)
        return calls

    def receipt(self, i):
        return json.loads((self.folder / f"out/.overlace/c{i}.mkv.json").read_text())

    def expected(self, count):
        """What plain renders make of the same objects."""
        for i in range(count):
            self.run_overlace("render", self.store / f"c{i}.mkv", "--tracks", "box.txt", "--vcodec", "ffv1", "-q",
                              "-o", f"calm-{i}.mkv")
        return [(self.folder / f"calm-{i}.mkv").read_bytes() for i in range(count)]

    def assert_all_there(self, expected):
        for i, data in enumerate(expected):
            self.assertEqual((self.folder / f"out/c{i}.mkv").read_bytes(), data)
            self.assertEqual((self.store / f"made-{i}.mkv").read_bytes(), data)
        names = sorted(path.name for path in (self.folder / "out/.overlace").iterdir() if path.name.startswith("c"))
        self.assertEqual(names, sorted(f"c{i}.mkv.json" for i in range(len(expected))))


class Stores(StoreTest):
    def test_rows_run_no_programs_on_their_own(self):
        """A manifest or a plan may be a stranger's."""
        self.objects(1)
        self.manifest([self.row(0)])
        words = [word for word in self.command() if word != "--allow-programs"]
        self.assertIn("store/store get", self.run_overlace(*words, code=2).stderr)
        self.write("plan.jsonl", self.run_overlace("batch", "plan", *words[2:]).stdout)
        for command in (("run", "plan.jsonl"), ("collect", "plan.jsonl"),
                        ("export", "plan.jsonl", "--engine", "slurm", "-o", "job")):
            self.assertIn("--allow-programs", self.run_overlace("batch", *command, code=2).stderr)
        self.assertEqual(self.calls(), [])
        self.run_overlace("batch", "export", "plan.jsonl", "--engine", "slurm", "-o", "job", "--allow-programs")
        self.assertIn(" --allow-programs\n", (self.folder / "job/shards.sh").read_text())

    def test_clips_are_fetched_rendered_and_published_once(self):
        self.objects(3)
        self.manifest([self.row(i) for i in range(3)])
        clips, end, _ = self.batch()
        self.assertEqual([clip["state"] for clip in clips], ["done"] * 3, end)
        self.assertEqual(sorted(self.calls()), ["get"] * 3 + ["put"] * 3)
        self.assert_all_there(self.expected(3))
        source = next(file for file in self.receipt(0)["files"] if file["role"] == "input")
        self.assertEqual(source["path"], "c0.mkv")
        shutil.copy(self.store / "c0.mkv", self.folder / "here.mkv")  # the same content has the same digest
        self.run_overlace("batch", "run", "here.mkv", "-o", "beside/{stem}.mkv", "--tracks", "box.txt", "-q")
        here = json.loads((self.folder / "beside/.overlace/here.mkv.json").read_text())["files"]
        self.assertEqual(source["hash"], next(file["hash"] for file in here if file["role"] == "input"))
        self.assertEqual(self.batch()[0], [])
        self.manifest([self.row(0), self.row(1, version="2"), self.row(2, **{"col.to": "again"})])
        self.assertEqual([clip["id"] for clip in sorted(self.batch()[0], key=lambda c: c["id"])], ["c1.mkv", "c2.mkv"])
        self.assertEqual(sorted(self.calls()), ["get", "put", "put"])  # the third is only published, elsewhere
        self.assertEqual((self.store / "again.mkv").read_bytes(), (self.store / "made-2.mkv").read_bytes())

    def test_track_files_are_fetched_as_well(self):
        self.objects(2)
        self.write("store/schemes", "#!/bin/sh\nexec \"$(dirname \"$0\")/store\" \"$1\" \"${2#shots://}\" \"$3\"\n").chmod(0o755)
        shutil.copy(self.folder / "box.txt", self.store / "c0.txt")
        tool = str(self.store / "schemes")
        remote = {"tracks": "shots://{stem}.txt", "fetch": [tool, "get", "{uri}", "{path}"]}
        self.manifest([self.row(0, **remote), self.row(1)])
        self.assertEqual([clip["state"] for clip in self.batch()[0]], ["done"] * 2)
        self.assertEqual(sorted(self.calls()), ["get"] * 3 + ["put"] * 2)
        self.assert_all_there(self.expected(2))
        tracks = next(file for file in self.receipt(0)["files"] if file["role"] == "tracks")
        self.assertEqual(tracks["path"], "shots://c0.txt")
        self.assertEqual(tracks["hash"], next(file["hash"] for file in self.receipt(1)["files"] if file["role"] == "tracks"))
        self.assertEqual(self.batch()[0], [])
        shutil.copy(self.folder / "box.txt", self.store / "other.txt")
        self.manifest([self.row(0, **{**remote, "tracks": "shots://other.txt"}), self.row(1)])
        self.assertEqual([clip["id"] for clip in self.batch()[0]], ["c0.mkv"])
        self.manifest([self.row(0, **{**remote, "tracks": "shots://none.txt"})])
        self.assertIn("fetch", self.batch("--retry-wait", 0, code=8)[0][0]["reason"])
        self.manifest([{"input": "box.txt", "tracks": "shots://c0.txt", "output": "x.mkv"}])
        self.assertIn("there is no file", self.run_overlace(*self.command(), code=2).stderr)

    def test_what_is_joined_of_parts_is_published_once(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=30", "-frames:v", 12, "-pix_fmt", "yuv420p", "-c:v", "ffv1",
               self.folder / "long.mkv")
        self.manifest([{"input": "long.mkv", "output": "long.mkv", "tracks": "box.txt",
                        "publish": [str(self.store / "store"), "put", "{path}", "made.mkv"]}])
        self.write("plan.jsonl", self.run_overlace("batch", "plan", "list.jsonl", "-o", "out", "--vcodec", "ffv1", "-q",
                                                   "--part-frames", "4").stdout)
        self.write("store/fail-put", "1\n")
        for i in range(3):
            self.run_overlace("batch", "run", "plan.jsonl", "--allow-programs", "--shard", f"{i}/3")
        self.assertEqual(self.calls(), [])  # parts stay where they are
        self.run_overlace("batch", "collect", "plan.jsonl", "--allow-programs", "--retry-wait", "0")
        self.assertEqual(self.calls(), ["put"] * 2)
        self.assertEqual((self.store / "made.mkv").read_bytes(), (self.folder / "out/long.mkv").read_bytes())
        self.run_overlace("batch", "collect", "plan.jsonl", "--allow-programs")
        self.assertEqual(self.calls(), [])

    def test_a_plan_knows_how(self):
        self.objects(2)
        self.manifest([self.row(0), {**self.row(1), "publish": None}])
        plan = self.run_overlace("batch", "plan", "list.jsonl", "-o", "out", "--vcodec", "ffv1", "--part-frames", "2").stdout
        self.write("plan.jsonl", plan)
        self.assertEqual(json.loads(plan.splitlines()[1])["publish"][-1], "made-0.mkv")
        self.assertEqual(len(self.calls()), 0)
        done = self.run_overlace("batch", "run", "plan.jsonl", "-q", "--allow-programs", "--scratch", "scratch", "--keep-scratch")
        self.assertEqual(done.stderr, "")
        self.assertEqual(sorted(self.calls()), ["get", "get", "put"])
        self.assertEqual([path.read_bytes() for path in (self.folder / "scratch").glob("*/c0-*.mkv")],
                         [(self.store / "c0.mkv").read_bytes()])
        self.assertEqual(self.run_overlace("batch", "collect", "plan.jsonl", "--allow-programs").stdout.count("missing"), 0)

    def test_what_fails_is_tried_again_and_nothing_is_made_twice(self):
        self.objects(2)
        self.manifest([self.row(i) for i in range(2)])
        self.write("store/fail-get", "1\n2\n")
        self.write("store/fail-put", "1\n2\n")
        clips, _, _ = self.batch("--jobs", 1, "--retry-wait", 0)
        self.assertEqual([clip["state"] for clip in clips], ["done"] * 2)
        self.assertEqual(sorted(self.calls()), ["get"] * 4 + ["put"] * 4)
        self.assert_all_there(self.expected(2))

    def test_what_keeps_failing_is_told_with_its_last_words(self):
        self.objects(1)
        self.write("store/fail-get", "x\n" * 9)
        self.manifest([self.row(0), self.row(1, fetch=["/no/such/program", "{path}"])])
        clips, _, _ = self.batch("--retry-wait", 0, code=8)
        self.assertEqual(self.calls(), ["get"] * 4)
        reasons = {clip["id"]: clip["reason"] for clip in clips}
        for word in ("c0.mkv", "fetch", "store/store", "ended with 9", "connecting | no route to store"):
            self.assertIn(word, reasons["c0.mkv"])
        self.assertIn("/no/such/program", reasons["c1.mkv"])
        self.assertIn("cannot be started", reasons["c1.mkv"])
        self.assertEqual(list((self.folder / "out").rglob("*.fetched")), [])
        self.write("store/fail-get", "")
        states = {clip["id"]: clip["state"] for clip in self.batch(code=8)[0]}
        self.assertEqual(states["c0.mkv"], "done")  # the other is wrong in itself

    def test_a_program_that_says_nothing_is_ended(self):
        self.manifest([{**self.row(0), "fetch": ["sh", "-c", "sleep 600", "{path}"], "publish": None}])
        begin = time.monotonic()
        clips, _, _ = self.batch("--stall", 1, code=8)
        self.assertEqual([clip["state"] for clip in clips], ["poison"])
        self.assertLess(time.monotonic() - begin, 60)

    def test_mistakes_are_found_beforehand(self):
        self.manifest([self.row(0, fetch=["cp", "{uri}"]), self.row(1, fetch=["cp", "{url}", "{path}"]),
                       self.row(2, fetch=None), self.row(3, publish=[]), self.row(4, fetch=["cp", 5])])
        found = self.run_overlace(*self.command(), code=2).stderr
        mistakes = ("'fetch' does not say where", "{url}", "'version' is of what 'fetch' brings", "no program", "no argument")
        for line, words in enumerate(mistakes, 1):
            self.assertIn(words, found)
            self.assertIn(f"list.jsonl:{line}", found)
        self.assertFalse((self.folder / "out").exists())

    def test_kills_lose_nothing_and_leave_nothing_half(self):
        count = 5
        self.objects(count)
        self.manifest([self.row(i) for i in range(count)])
        self.write("store/delay", "0.2")
        chance = random.Random(5)
        for _ in range(14):
            run = self.start()
            time.sleep(chance.uniform(0.1, 1.2))
            kills = chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM])
            run.send_signal(kills)
            run.communicate(timeout=60)
            for path in (self.folder / "out").glob("*.mkv"):
                ffmpeg("-xerror", "-i", path, "-f", "null", "-")
        self.batch(code=None)
        self.assertEqual(self.batch()[0], [])
        self.assert_all_there(self.expected(count))


@unittest.skipUnless((PEERS / "moto_server").exists() and (PEERS / "aws").exists(), "moto_server and aws are not installed")
class SimpleStorage(StoreTest):
    """Amazon's own client against a server that speaks its protocol."""

    def setUp(self):
        super().setUp()
        with socket.socket() as any_port:
            any_port.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{any_port.getsockname()[1]}"
        os.environ.update(AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test", AWS_DEFAULT_REGION="us-east-1",
                          AWS_ENDPOINT_URL=self.url)
        server = subprocess.Popen(  # pylint: disable=consider-using-with
            [PEERS / "moto_server", "-H", "127.0.0.1", "-p", self.url.rsplit(":", 1)[1]],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        for _ in range(100):
            if subprocess.run(["curl", "-s", self.url], stdout=subprocess.DEVNULL, check=False).returncode == 0:
                break
            time.sleep(0.3)

    def aws(self, *words):
        return subprocess.run([PEERS / "aws", *map(str, words)], check=True, capture_output=True, text=True).stdout

    def test_objects_come_and_go(self):
        self.objects(2)
        self.aws("s3", "mb", "s3://shots")
        rows = []
        for i in range(2):
            self.aws("s3", "cp", self.store / f"c{i}.mkv", f"s3://shots/day one/c{i}.mkv")
            head = json.loads(self.aws("s3api", "head-object", "--bucket", "shots", "--key", f"day one/c{i}.mkv"))
            rows.append(self.row(i, input=f"s3://shots/day one/c{i}.mkv", version=head["ETag"],
                                 fetch=[str(PEERS / "aws"), "s3", "cp", "{uri}", "{path}"],
                                 publish=[str(PEERS / "aws"), "s3", "cp", "{path}", "s3://shots/made/{stem}{ext}.mkv"]))
        self.manifest(rows)
        self.assertEqual([clip["state"] for clip in self.batch()[0]], ["done"] * 2)
        for i, data in enumerate(self.expected(2)):
            self.aws("s3", "cp", f"s3://shots/made/c{i}mkv.mkv", self.folder / "back.mkv")
            self.assertEqual((self.folder / "back.mkv").read_bytes(), data)
        self.manifest([self.row(0, **{**rows[0], "input": "s3://shots/nothing.mkv"})])
        clips, _, _ = self.batch("--retry-wait", 0, code=8)
        self.assertIn("404", clips[0]["reason"])


if __name__ == "__main__":
    unittest.main()
