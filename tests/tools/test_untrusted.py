# SPDX-License-Identifier: Apache-2.0
"""What files of other people may try: programs, other people's files, memory, time, and other files' content.

Each attempt is refused within seconds and 200 MB, or does no harm.
"""

import contextlib
import gzip
import io
import json
import os
import pathlib
import pickle
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
import zipfile

from cli import EMPTY_GRAPH, PROGRAM, SOURCE, CliTest, ffmpeg, needs_ffmpeg

TIME_LIMIT_S = 3  # of a processor: six times what the slowest refusal takes
PATIENCE = 10  # how much longer a run may take where tests share the processors
MEMORY_LIMIT_BYTES = 200 << 20
SECRET = "hunter2-do-not-show"
BOX = "".join(f"{frame},1,10,10,30,20,0.9,1,-1,-1\n" for frame in range(1, 11))
LIBRARY = pathlib.Path(PROGRAM).resolve().parent.parent / "lib" / "libovl.so"


def graph_of(kind, inputs=None, **params):
    """A graph that paints one node, with tracks for it to draw."""
    nodes = {"people": {"type": "track_file", "params": {"path": "$tracks"}}}
    wires = {"tracks": "people"} if inputs is None else inputs
    nodes["it"] = {"type": kind, "inputs": wires, "params": params}
    return json.dumps({"overlace": 1, "nodes": nodes, "composite": ["it"]})


@needs_ffmpeg
class UntrustedTest(CliTest):
    def setUp(self):
        super().setUp()
        self.write("box.txt", BOX)
        self.write("empty.json", EMPTY_GRAPH)

    def black(self, name="in.mkv", size="64x48", frames=10):
        ffmpeg("-f", "lavfi", "-i", f"color=black:s={size}:r=10", "-frames:v", frames, "-pix_fmt", "yuv444p", "-c:v", "ffv1", self.folder / name)
        return name

    def measured(self, *words, seconds=TIME_LIMIT_S, megabytes=MEMORY_LIMIT_BYTES >> 20, **how):
        """Runs a program; returns its exit code and what it printed, and fails where it takes too much."""
        with tempfile.TemporaryFile() as printed:
            run = subprocess.Popen(list(map(str, words)), cwd=self.folder, stdin=subprocess.DEVNULL,  # pylint: disable=consider-using-with
                                   stdout=printed, stderr=printed, **how)
            timer = threading.Timer(PATIENCE * seconds, run.kill)
            timer.start()
            _, status, usage = os.wait4(run.pid, 0)
            timer.cancel()
            run.returncode = os.waitstatus_to_exitcode(status)
            printed.seek(0)
            text = printed.read().decode("utf-8", "replace")
        told = f"{words}\n{text[-2000:]}"
        self.assertNotEqual(run.returncode, -signal.SIGKILL, f"has no end: {told}")
        self.assertLess(usage.ru_utime + usage.ru_stime, seconds, told)
        self.assertLess(usage.ru_maxrss >> 10, megabytes, told)
        self.assertNotIn(SECRET, text)
        return run.returncode, text

    def refused(self, *words, codes=(2, 4, 6, 8), **limits):
        """What an attempt that must be refused prints."""
        code, text = self.measured(PROGRAM, *words, **limits)
        self.assertIn(code, codes, f"{words}\n{text}")
        self.assertLess(len(text), 20_000)
        return text

    def frame(self, graph, *options):
        return ("frame", "in.mkv", "-g", graph, "-o", "out.png", "--overwrite", "--tracks", "box.txt", "-n", 2, *options)


class Plans(UntrustedTest):
    def plan(self, name="plan.jsonl", root="out", **row):
        row = {"id": "a", "input": str(self.folder / "in.mkv"), "output": str(self.folder / "out/a.mp4"), "options": {}, **row}
        return self.write(name, json.dumps({"overlace_plan": 1, "root": str(self.folder / root), "overwrite": True}) + "\n" + json.dumps(row) + "\n")

    def test_no_program_is_run(self):
        self.black()
        touch = ["sh", "-c", f"touch {self.folder}/MARKER", "{path}"]
        for key in ("fetch", "publish"):
            self.plan(**{key: touch})
            self.write("list.jsonl", json.dumps({"input": "in.mkv", "output": "a.mp4", key: touch}) + "\n")
            for words in (("plan.jsonl",), ("list.jsonl", "-o", "out/{stem}.mp4")):
                self.assertIn("--allow-programs", self.refused("batch", "run", *words, "--state", "state"))
        self.assertFalse((self.folder / "MARKER").exists())

    def test_nothing_outside_the_root_is_replaced(self):
        self.black()
        victim = self.write("victim.mp4", "precious")
        for output in (victim, f"{self.folder}/out/../victim.mp4", "../victim.mp4"):
            self.plan(output=str(output))
            self.refused("batch", "run", "plan.jsonl", "--state", "state", "--overwrite")
            self.write("list.jsonl", json.dumps({"input": "in.mkv", "output": str(output)}) + "\n")
            self.refused("batch", "run", "list.jsonl", "-o", "out/{stem}.mp4", "--state", "state", "--overwrite")
        self.assertEqual(victim.read_text(), "precious")

    def test_a_plan_cannot_allow_overwriting(self):
        self.black()
        (self.folder / "out").mkdir()
        victim = self.write("out/a.mp4", "precious")
        self.plan()
        self.measured(PROGRAM, "batch", "run", "plan.jsonl", "--state", "state", seconds=20)
        self.assertEqual(victim.read_text(), "precious")

    def test_rows_have_no_options_of_the_batch(self):
        self.black()
        for name in ("report", "trace", "on-fail", "state", "output", "overwrite", "allow-programs"):
            self.plan(options={name: str(self.folder / "MARKER")})
            self.measured(PROGRAM, "batch", "run", "plan.jsonl", "--state", "state", "--retries", "0", seconds=20)
            self.assertFalse((self.folder / "MARKER").exists(), name)

    def test_names_are_words_for_every_shell(self):
        self.black()
        names = ["a'b", "$(touch MARKER)", "`touch MARKER`", "two\nlines", "-rf", "--help", "{{Param.Plan}}", "\x1b[31m", "; touch MARKER"]
        (self.folder / "in").mkdir()
        for name in names:
            shutil.copy(self.folder / "in.mkv", self.folder / "in" / f"{name}.mkv")
        job = self.folder / "job `touch MARKER` $(touch MARKER) ' \" ; touch MARKER"
        self.write("plan.jsonl", self.run_overlace("batch", "plan", "in", "-o", "out/{stem}.mkv", "-g", EMPTY_GRAPH).stdout)
        self.run_overlace("batch", "export", "plan.jsonl", "--engine", "slurm", "-o", job)
        told = "#!/bin/sh\nfor word; do printf '%s\\0' \"$word\" >> \"$TOLD\"; done\necho 7\n"
        for name in ("srun", "sbatch", "scontrol"):
            self.write(name, told).chmod(0o755)
        for script in ("shards.sh", "collect.sh", "submit.sh"):
            for shell in filter(shutil.which, ("dash", "bash")):
                subprocess.run([shell, "-n", job / script], check=True)
                subprocess.run([shell, job / script], cwd=self.folder, check=True, capture_output=True,
                               env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "TOLD": str(self.folder / "told"), "SLURM_ARRAY_TASK_ID": "0"})
        words = (self.folder / "told").read_bytes().decode().split("\0")
        self.assertIn(str(job / "plan.jsonl"), words)
        self.assertEqual(list(self.folder.rglob("MARKER*")), [])

    def test_a_task_keeps_its_state_where_nobody_can_have_prepared_it(self):
        self.black()
        self.plan()
        self.run_overlace("batch", "export", "plan.jsonl", "--engine", "slurm", "-o", "job")
        temporary = self.folder / "tmp"
        (temporary / "overlace-7").mkdir(parents=True)
        self.write("srun", "#!/bin/sh\nwhile [ \"$1\" != --state ]; do shift; done\nstat -c '%a %n' \"$2\" >> told\n").chmod(0o755)
        for script in ("shards.sh", "collect.sh"):
            subprocess.run(["sh", f"job/{script}"], cwd=self.folder, check=True,
                           env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "TMPDIR": str(temporary), "SLURM_ARRAY_JOB_ID": "7",
                                "SLURM_ARRAY_TASK_ID": "0"})
        for line in (self.folder / "told").read_text().splitlines():
            mode, name = line.split()
            self.assertEqual(mode, "700")
            self.assertNotEqual(name, str(temporary / "overlace-7"))
            self.assertFalse(pathlib.Path(name).exists(), "it is left behind")


class OutputFolders(UntrustedTest):
    """Others may write to the folder of outputs."""

    def batch(self, *options):
        return self.measured(PROGRAM, "batch", "run", "in.mkv", "-o", "out/{stem}.mp4", "-g", "empty.json", "--state", "state", *options, seconds=20)

    def setUp(self):
        super().setUp()
        self.black()
        (self.folder / "out/.overlace").mkdir(parents=True)
        (self.folder / "away/in.mp4.part").mkdir(parents=True)
        self.victim = self.write("away/victim", "precious")
        self.kept = self.write("away/in.mp4.part/kept", "precious")

    def assert_unharmed(self):
        self.assertEqual((self.victim.read_text(), self.kept.read_text()), ("precious", "precious"))
        self.assertEqual(sorted(path.name for path in (self.folder / "away").iterdir()), ["in.mp4.part", "victim"])

    def test_a_lock_that_is_a_link(self):
        (self.folder / "out/.overlace/batch.lock").symlink_to(self.victim)
        self.assertNotEqual(self.batch()[0], 0)
        self.assert_unharmed()

    def test_a_state_folder_that_is_a_link(self):
        (self.folder / "out/.overlace").rmdir()
        (self.folder / "out/.overlace").symlink_to(self.folder / "away")
        self.assertNotEqual(self.batch()[0], 0)
        self.assert_unharmed()

    def test_a_folder_of_outputs_that_is_a_link(self):
        (self.folder / "out/deep").symlink_to(self.folder / "away")
        code, _ = self.measured(PROGRAM, "batch", "run", "in.mkv", "-o", "out/{rel}/deep/{stem}.mp4", "-g", "empty.json", "--state", "state", seconds=20)
        self.assertNotEqual(code, 0)
        self.assert_unharmed()

    def test_a_receipt_that_moves_files(self):
        self.assertEqual(self.batch()[0], 0)
        receipt = self.folder / "out/.overlace/in.mp4.json"
        text = json.loads(receipt.read_text())
        text["made"][0]["name"] = "../away/victim"
        receipt.write_text(json.dumps(text))
        (self.folder / "out/.overlace/in.mp4.part").mkdir()
        shutil.copy(self.folder / "out/in.mp4", self.folder / "out/.overlace/victim")
        self.batch()
        self.assert_unharmed()

    def test_a_receipt_that_is_a_pipe(self):
        os.mkfifo(self.folder / "out/.overlace/in.mp4.json")
        self.assertIn("is a device, pipe or socket", self.batch()[1])


class Caches(UntrustedTest):
    def test_a_redaction_believes_no_cache(self):
        """A forged table: another file's, under this one's key. Whoever draws boxes is fooled, whoever is hidden is not."""
        ffmpeg("-f", "lavfi", "-i", "color=white:s=64x48:r=10", "-frames:v", 5, "-pix_fmt", "yuv444p", "-c:v", "ffv1", self.folder / "in.mkv")
        cache = self.folder / "cache"

        def entries():
            return {path: path.read_bytes() for path in cache.iterdir()}

        def frame_of(graph, *options):
            self.run_overlace("frame", "in.mkv", "-g", graph, "-o", "out.png", "--overwrite", "-n", 2, "--tracks", "box.txt", *options)
            return subprocess.run(["ffmpeg", "-v", "error", "-i", self.folder / "out.png", "-f", "rawvideo", "-pix_fmt", "gray", "-"], check=True,
                                  capture_output=True).stdout

        kept = ("--tracks-cache", cache)
        box = BOX.replace("10,10,", "40,30,")
        self.write("box.txt", box)
        frame_of("boxes", *kept)
        (elsewhere,) = entries().values()
        self.write("box.txt", BOX)
        right = {graph: frame_of(graph) for graph in ("boxes", "redact")}
        self.assertEqual(frame_of("boxes", *kept), right["boxes"])
        (path,) = [path for path, content in entries().items() if content != elsewhere]
        head = path.read_bytes()[:24]  # magic and key, which no hash covers
        path.write_bytes(head + elsewhere[24:])
        self.assertNotEqual(frame_of("boxes", *kept), right["boxes"], "the forgery is not believed by anybody")
        self.assertEqual(frame_of("redact", *kept), right["redact"])


class Bombs(UntrustedTest):
    """Little that becomes much."""

    def setUp(self):
        super().setUp()
        self.black()

    def test_merges_that_double(self):
        nodes = {"m0": {"type": "track_file", "params": {"path": "$tracks"}}}
        for i in range(1, 41):
            nodes[f"m{i}"] = {"type": "track_merge", "inputs": {"tracks": [f"m{i - 1}"] * 2}}
        nodes["boxes"] = {"type": "draw_boxes", "inputs": {"tracks": "m40"}}
        self.write("g.json", json.dumps({"overlace": 1, "nodes": nodes, "composite": ["boxes"]}))
        self.assertIn("boxes", self.refused(*self.frame("g.json"), codes=(6,)))

    def test_drawings(self):
        ten_uses = '<use xlink:href="#a{}"/>' * 10
        many = "".join(f'<g id="a{i}">{ten_uses.format(*[i - 1] * 10)}</g>' for i in range(1, 10))
        entities = "".join(f'<!ENTITY b{i} "{(f"&b{i - 1};" if i else "lol") * 10}">' for i in range(10))
        noise = '<feTurbulence baseFrequency="0.1" numOctaves="100000"/>' * 50
        slow = {"seconds": 40, "megabytes": 1700}  # the limits of overlace-svg itself
        for name, size, content, limits in (
                ("size", 'width="16384" height="16384"', "", {}), ("side", 'width="1e9" height="1"', "", {}),
                ("noise", 'width="900" height="900"', f'<filter id="f">{noise}</filter><rect width="900" height="900" filter="url(#f)"/>', slow),
                ("uses", 'width="9" height="9"', f'<g id="a0"><rect width="9" height="9"/></g>{many}', slow),
                ("depth", 'width="9" height="9"', "<g>" * 100_000 + "</g>" * 100_000, {})):
            with self.subTest(name):
                self.write("d.svg", f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {size}>{content}</svg>')
                self.refused(*self.frame(graph_of("draw_image", {}, path="d.svg")), **limits)
        self.write("d.svg", f'<!DOCTYPE svg [{entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&b9;</text></svg>')
        self.refused(*self.frame(graph_of("draw_image", {}, path="d.svg")))

    def test_documents(self):
        (self.folder / "gigabyte.json").touch()
        os.truncate(self.folder / "gigabyte.json", 1 << 30)
        points = '{"overlace": 1, "nodes": {"a": {"type": "draw_points", "params": {"size": {"expr": "%s"}}}}, "composite": ["a"]}'
        for name, text in (
                ("depth", "[" * 500_000), ("parentheses", points % ("(" * 200_000 + "1" + ")" * 200_000)), ("signs", points % ("-" * 900_000 + "1")),
                ("nodes", json.dumps({"overlace": 1, "nodes": {f"n{i}": {"type": "draw_fill"} for i in range(100_000)}})),
                ("keys", json.dumps({f"k{i}": 0 for i in range(500_000)}))):
            self.write(f"{name}.json", text)
        for name in ("gigabyte", "depth", "parentheses", "signs", "nodes", "keys"):
            with self.subTest(name):
                self.refused("check", f"{name}.json", codes=(2, 6))
        knobs = {f"k{i}": {"type": "number", "default": 0} for i in range(100_000)}
        self.write("knobs.json", json.dumps({"overlace": 1, "knobs": knobs, "nodes": {}, "composite": []}))
        self.measured(PROGRAM, "check", "knobs.json", megabytes=300)

    def test_pictures_and_videos(self):
        side = 60_000
        y4m = f"YUV4MPEG2 W{side} H{side} F25:1 C420\nFRAME\n".encode()
        bmp = b"BM" + struct.pack("<IHHIIiiHHIIiiII", 100, 0, 0, 54, 40, side, side, 1, 24, 0, 0, 0, 0, 0, 0)
        for name, content in (("a.y4m", y4m), ("a.bmp", bmp)):
            (self.folder / name).write_bytes(content)
            with self.subTest(name):
                self.refused("render", name, "-g", "empty.json", "-o", "out.mkv")
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", self.folder / "a.mp4")
        whole = (self.folder / "a.mp4").read_bytes()
        for box, at in ((b"stts", 12), (b"stsz", 12), (b"stco", 8), (b"stsc", 8)):
            data = bytearray(whole)
            struct.pack_into(">I", data, data.find(box) + at, 1_000_000_000)
            (self.folder / "b.mp4").write_bytes(data)
            with self.subTest(box):
                code, _ = self.measured(PROGRAM, "render", "b.mp4", "-g", "empty.json", "-o", "out.mkv", "--overwrite")
                self.assertIn(code, (0, 3, 4, 6))

    def test_crowds(self):
        """What is many but allowed takes its time and no more."""
        self.write("box.txt", "".join(f"3,{i},{i % 57 + i / 1e4:.4f},{i % 43},4,4,0.9,1,-1,-1\n" for i in range(1, 100_001)))
        for graph in ("boxes", "constellation"):
            with self.subTest(graph):
                self.assertEqual(self.measured(PROGRAM, *self.frame(graph), seconds=40, megabytes=1000)[0], 0)


class TrackFiles(UntrustedTest):
    def info(self, name, content, longer=0):
        """A file, with as many zero bytes behind it, is refused, or what is wrong in it is left out."""
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        os.truncate(self.folder / name, (self.folder / name).stat().st_size + longer)
        with self.subTest(name):
            before = sorted(self.folder.rglob("*"))
            code, text = self.measured(PROGRAM, "tracks", "info", name)
            self.assertIn(code, (0, 2, 3, 4, 6), text)
            self.assertEqual(sorted(self.folder.rglob("*")), before, "something was unpacked")
            return code, text

    def test_bombs(self):
        entities = "".join(f'<!ENTITY b{i} "{(f"&b{i - 1};" if i else "lol") * 10}">' for i in range(10))
        row = "1,1,9,9,9,9,0.9,1,-1,-1\n"
        self.info("cvat.xml", f"<?xml version='1.0'?><!DOCTYPE annotations [{entities}]><annotations><version>&b9;</version></annotations>")
        self.info("external.xml", "<!DOCTYPE a [<!ENTITY p SYSTEM 'file:///etc/passwd'>]><annotations><version>1.1</version><track id='0' label='&p;'/></annotations>")
        self.info("depth.json", "[" * 1_000_000)
        self.info("depth.xml", "<a>" * 1_000_000)
        self.info("line.txt", row, longer=200_000_000)
        self.info("late.txt", row + row.replace("1,1,", "2000000000,1,", 1))
        self.info("ids.txt", row + row.replace("1,1,", f"1,{2**70},", 1))
        self.info("nan.txt", row + "1,2,nan,inf,-inf,1e308,1,1,-1,-1\n")
        self.info("mask.txt", "1 1001 1 60000 40000 " + "A" * 99 + "\n")
        self.info("masks.json", json.dumps({"images": [{"id": 1, "width": 50_000, "height": 40_000}], "categories": [{"id": 1, "name": "a"}], "annotations": [
            {"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "segmentation": {"size": [40_000, 50_000], "counts": [0, 2_000_000_000]}}]}))
        self.info("names.json", json.dumps({"images": [{"id": 1, "file_name": "../../../../etc/passwd"}], "categories": [{"id": 1, "name": "../x"}],
                                            "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9]}]}))
        shape = '<box frame="{}" keyframe="1" outside="0" occluded="0" xtl="1" ytl="1" xbr="9" ybr="9"/>'
        self.info("keys.xml", "<annotations><version>1.1</version><track id='0' label='a'>" + shape.format(0) + shape.format(100_000_000) + "</track></annotations>")

    def test_archives_and_programs(self):
        packed, packed_by_numpy, tarred = io.BytesIO(), io.BytesIO(), io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("../../t.txt", BOX)
        with zipfile.ZipFile(packed_by_numpy, "w") as archive:
            archive.writestr("a.npy", b"\x93NUMPY\x01\x00")
        with tarfile.open(fileobj=tarred, mode="w") as archive:
            archive.add(self.folder / "box.txt", "../t.txt")

        class Runs:  # pylint: disable=too-few-public-methods
            def __reduce__(self):
                return os.system, ("touch MARKER",)
        objects = b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }".ljust(117) + b"\n"
        for name, content in (("t.txt.gz", gzip.compress(BOX.encode() * 1000)), ("t.zip", packed.getvalue()), ("t.npz", packed_by_numpy.getvalue()),
                              ("t.tar", tarred.getvalue()), ("t.pkl", pickle.dumps(Runs())),
                              ("t.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(objects)) + objects + pickle.dumps(Runs()))):
            self.assertNotEqual(self.info(name, content)[0], 0)
        self.assertFalse((self.folder / "MARKER").exists())


class Modules(UntrustedTest):
    """Companions of a library and of the program lie where it lies, not where somebody works."""

    def project(self):
        """A folder that holds programs by the names of ours, which leave a mark."""
        lib = self.folder / "project/host/lib"
        lib.mkdir(parents=True)
        for name in ("overlace-svg", "overlace-commands", "overlace-svg.so", "overlace-vision.so"):
            (lib / name).write_text(f"#!/bin/sh\ntouch {self.folder}/MARKER\n", encoding="ascii")
            (lib / name).chmod(0o755)
        (self.folder / "project/d.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', encoding="ascii")
        return self.folder / "project"

    @unittest.skipUnless(LIBRARY.exists(), "libovl is not built")
    def test_a_library_that_was_loaded_by_a_relative_name(self):
        project = self.project()
        (self.folder / "host/lib").mkdir(parents=True)
        shutil.copy(LIBRARY, self.folder / "host/lib/libovl.so")
        script = (f"import os, sys; sys.path.insert(0, {str(SOURCE / 'tests/plugins')!r}); import ctypes, libovl\n"
                  "ctypes.CDLL('host/lib/libovl.so')\n"
                  f"os.chdir({str(project)!r})\n"
                  f"libovl.Renderer({str(self.folder / 'host/lib/libovl.so')!r}, sys.argv[1], sys.argv[2], 64, 48)\n")
        _, text = self.measured(sys.executable, "-c", script, graph_of("draw_image", {}, path="d.svg"), self.folder / "box.txt")
        self.assertIn("d.svg", text, "the drawing is not asked for")
        self.assertFalse((self.folder / "MARKER").exists())

    def test_a_program_under_another_name(self):
        project = self.project()
        self.measured("bash", "-c", f"cd {shlex.quote(str(project))} && exec -a ./host/lib/overlace {shlex.quote(PROGRAM)} check boxes")
        self.assertFalse((self.folder / "MARKER").exists())


class NoFiles(UntrustedTest):
    """Something else than a file under the name of one: nothing waits for it."""

    def ways(self, name):
        """Every way to name a file, as words of a command."""
        self.write("extends.json", json.dumps({"extends": name, "nodes": {}}))
        lut = graph_of("picture_grade", {"region": "fill"}, lut=name)
        lut = lut.replace('"people"', '"fill": {"type": "draw_fill"}, "people"', 1)
        spectrum = {"overlace": 1, "nodes": {"sound": {"type": "audio_input", "params": {"path": name}},
                                             "it": {"type": "draw_waveform", "inputs": {"audio": "sound"}}}, "composite": ["it"]}
        listed = graph_of("draw_boxes").replace("$tracks", name)
        return {
            "graph": ("check", name), "extends": ("check", "extends.json"), "track_file": self.frame(listed), "tracks": ("tracks", "info", name),
            "picture": self.frame(graph_of("draw_image", {}, path=name)), "font": self.frame(graph_of("draw_labels", text="x", font=name)),
            "lut": self.frame(lut), "sound": self.frame(json.dumps(spectrum)), "video": ("render", name, "-g", "empty.json", "-o", "out.mkv"),
            "embeddings": self.frame("boxes", "--embeddings", name), "plan": ("batch", "run", name, "-o", "out/{stem}.mkv", "--state", "state"),
            "ocio": ("render", "plate.exr", "-g", "empty.json", "-o", "out.exr", "--working-space", "x", "--ocio", name)}

    def setUp(self):
        super().setUp()
        self.black()
        ffmpeg("-f", "lavfi", "-i", "color=black:s=64x48", "-frames:v", 1, "-pix_fmt", "gbrpf32le", self.folder / "plate.exr")

    def test_pipes(self):
        for ending in ("json", "txt", "svg", "png", "ttf", "cube", "wav", "jsonl", "npy"):
            os.mkfifo(self.folder / f"pipe.{ending}")
        ends = {"extends": "json", "graph": "json", "track_file": "txt", "tracks": "txt", "picture": "svg", "font": "ttf", "lut": "cube", "sound": "wav",
                "video": "png", "embeddings": "npy", "plan": "jsonl", "ocio": "json"}
        for kind, ending in ends.items():
            with self.subTest(kind):
                self.refused(*self.ways(f"./pipe.{ending}")[kind])

    def test_devices_and_folders(self):
        (self.folder / "folder").mkdir()
        for name in ("/dev/zero", "/dev/full", "./folder"):
            for kind, words in self.ways(name).items():
                if (name, kind) in (("./folder", "plan"), ("./folder", "tracks"), ("./folder", "track_file")):
                    continue  # which may be folders
                with self.subTest(name=name, kind=kind):
                    self.refused(*words)

    def test_files_of_other_kinds_are_not_quoted(self):
        """Every word of such a file is a secret, at its beginning too."""
        self.write(".env", f"{SECRET}=1\nAPI_KEY={SECRET}\n")
        self.write("secret.json", json.dumps({SECRET: {SECRET: SECRET}, "x": SECRET}))
        words = set(pathlib.Path("/etc/passwd").read_text(encoding="utf-8").split())
        for name in ("/etc/passwd", "./.env", "./secret.json", "/proc/self/environ"):
            for kind, command in self.ways(name).items():
                if (name, kind) == ("./secret.json", "extends"):
                    continue  # its names are those of a document's keys
                with self.subTest(name=name, kind=kind):
                    text = self.refused(*command, env={**os.environ, "PASSWORD": SECRET})
                    self.assertFalse([word for word in words if ":" in word and word in text])


class Drawings(UntrustedTest):
    """A drawing shows what lies in its folder, and nothing else."""

    def setUp(self):
        super().setUp()
        self.black()
        (self.folder / "job").mkdir()
        for name in ("secret.png", "job/own.png"):
            ffmpeg("-f", "lavfi", "-i", "color=magenta:s=16x16", "-frames:v", 1, self.folder / name)
        self.write("secret.txt", "XXXXXXXX")
        (self.folder / "job/link.png").symlink_to("../secret.png")

    def shows(self, content, head=""):
        """Whether any pixel is magenta."""
        self.write("job/d.svg", f'{head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
                                f'xmlns:xi="http://www.w3.org/2001/XInclude" width="40" height="40">{content}</svg>')
        with contextlib.suppress(FileNotFoundError):
            (self.folder / "out.png").unlink()
        code, text = self.measured(PROGRAM, *self.frame(graph_of("draw_image", {}, path="job/d.svg", size="100%", position="center")))
        self.assertIn(code, (0, 2, 4, 6), text)
        if code != 0:
            return False
        pixels = subprocess.run(["ffmpeg", "-v", "error", "-i", self.folder / "out.png", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True,
                                capture_output=True).stdout
        return any(pixels[i] > 100 and pixels[i + 2] > 100 and pixels[i + 1] < 60 for i in range(0, len(pixels), 3))

    def test_pictures(self):
        image = '<image xlink:href="{}" width="40" height="40"/>'
        self.assertTrue(self.shows(image.format("own.png")))
        secret = self.folder / "secret.png"
        for name in ("../secret.png", secret, f"file://{secret}", f"file:{secret}", "%2e%2e%2fsecret.png", "..%2fsecret.png", "link.png", "./../secret.png",
                     "x/../../secret.png", ".?../secret.png", f".?{secret}", "file:../secret.png"):
            with self.subTest(name):
                self.assertFalse(self.shows(image.format(name)))
                self.assertFalse(self.shows(f'<style>@import url("{name}");</style><filter id="f"><feImage xlink:href="{name}"/></filter>'
                                            '<rect width="40" height="40" filter="url(#f)"/>'))

    def test_texts(self):
        text = '<text y="30" font-size="30" fill="#f0f">{}</text>'
        self.assertTrue(self.shows(text.format("&e;"), '<!DOCTYPE svg [<!ENTITY e "XXXXXXXX">]>'))
        secret = self.folder / "secret.txt"
        for name in ("../secret.txt", secret, f"file://{secret}", f".?../../..{secret}", "/etc/passwd", ".?../../../../../../etc/passwd"):
            with self.subTest(name):
                self.assertFalse(self.shows(text.format("&e;"), f'<!DOCTYPE svg [<!ENTITY e SYSTEM "{name}">]>'))
                self.assertFalse(self.shows(text.format(f'<xi:include parse="text" encoding="ASCII" href="{name}"><xi:fallback/></xi:include>')))


if __name__ == "__main__":
    unittest.main()
