# SPDX-License-Identifier: Apache-2.0
"""tools/gpu-check: a bundle is complete, small enough, and tells the truth about the machine that it runs on."""

import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest

from cli import PROGRAM, SOURCE, needs_ffmpeg

MAKER = SOURCE / "tools" / "gpu-check"
PARTS = SOURCE / "tools" / "bundle"
STAND_INS = SOURCE / "tests" / "tools" / "gpu_check_stand_ins"
BROKEN_DRIVER = os.environ["OVERLACE_BROKEN_DRIVER"]  # a folder with a libcuda.so.1
BUILD = pathlib.Path(PROGRAM).resolve().parents[1]
# Packing takes long; the maker refuses a packed bundle of more than 60 MiB. It packs such libraries and clips to less
# than this fraction; 1 / 5.43 was measured.
PACKED_LIMIT = 60 * 1024 * 1024
PACKED_FRACTION = 1 / 5.4
SANITIZED = 8  # runs of compute-sanitizer
BARE = {"PATH": "/usr/bin:/bin"}  # nothing of this machine's settings may be needed


def run(*command, **options):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=600, check=False,
                          **options)


def fatbin_code(path):
    """The compute capabilities of a program's machine code and PTX, as CUDA's container of device code names them.

    Its header is the magic number, a version, its own size and that of all entries; an entry has its kind (1 PTX,
    2 machine code), its header's size, its body's size and, at byte 28, ten times the compute capability."""
    data = path.read_bytes()
    code = {1: set(), 2: set()}
    for match in re.finditer(re.escape(struct.pack("<I", 0xBA55ED50)), data):
        _, _, header, size = struct.unpack_from("<IHHQ", data, match.start())
        at, end = match.start() + header, match.start() + header + size
        while at < end:
            kind, _, header, size = struct.unpack_from("<HHIQ", data, at)
            code[kind].add(struct.unpack_from("<I", data, at + 28)[0])
            at += header + size
    return code[2], code[1]


def cached(name):
    """What CMake was told."""
    text = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    return re.search(rf"^{name}:\w+=(.*)$", text, re.M).group(1)


def dynamic(path, field):
    """Names of an ELF file's dynamic section."""
    listing = run("readelf", "-d", path).stdout
    return re.findall(rf"\({field}\).*\[(.*)\]", listing)


def c_versions(path):
    """The versions of the C library that an ELF file defines, and those that it needs."""
    defines, _, needs = run("readelf", "-V", path).stdout.partition("Version needs section")
    return tuple(set(re.findall(r"Name: (GLIBC_\S+)", text)) for text in (defines, needs))


@needs_ffmpeg
@unittest.skipUnless((BUILD / "bin/overlace-bench").exists(), "the benchmarks are not built (OVERLACE_BENCH)")
class Bundle(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.bundle = cls.folder / "bundle"
        cls.made = run(MAKER, "--bundle", cls.bundle, "--build", BUILD, "--unpacked")

    def setUp(self):
        self.assertEqual(self.made.returncode, 0, self.made.stderr)

    def check(self, *arguments, **environment):
        return run(self.bundle / "gpu-check", *arguments, env={**BARE, **environment}, cwd="/")

    def with_driver(self, **driver):
        """The check's last words with the broken driver in the variable."""
        done = self.check(LD_LIBRARY_PATH=BROKEN_DRIVER,
                          **{f"BROKEN_DRIVER_{name}": str(value) for name, value in driver.items()})
        self.assertEqual(done.returncode, 75, done.stdout + done.stderr)
        return done.stderr

    def test_it_is_small_enough(self):
        size = sum(path.stat().st_size for path in self.bundle.rglob("*") if path.is_file())
        self.assertLessEqual(size * PACKED_FRACTION, PACKED_LIMIT)

    def test_it_is_complete(self):
        for name in ("gpu-check", "bin/overlace", "bin/overlace-bench", "clips/h264_8.mp4", "clips/h264_10.mp4",
                     "clips/hevc_8.mp4", "clips/hevc_10.mp4", "clips/tracks.txt", "commit"):
            self.assertTrue((self.bundle / name).is_file(), name)

    def test_it_leaves_the_driver_to_the_machine(self):
        for name in os.listdir(self.bundle / "lib"):
            self.assertFalse(name.startswith(("libcuda", "libnv")), name)

    def test_no_library_is_the_machines(self):
        """Whatever its C library is: all that is asked for by name lies in the bundle, and no other place is named."""
        files = [path for folder in ("bin", "lib", "glibc") for path in (self.bundle / folder).iterdir()]
        there = {path.name for path in files}
        for path in files:
            self.assertLessEqual(set(dynamic(path, "NEEDED")), there, path.name)
            self.assertEqual(dynamic(path, "R(?:UN)?PATH"), [], path.name)

    def test_the_c_library_is_whole(self):
        """It has each version that is asked for, and the parts that drivers and sanitizers want though we do not."""
        folder = self.bundle / "glibc"
        for name in ("libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1"):
            self.assertTrue((folder / name).is_file(), name)
        made = set().union(*(c_versions(path)[0] for path in folder.iterdir()))
        for part in ("bin", "lib", "glibc"):
            for path in (self.bundle / part).iterdir():
                self.assertLessEqual(c_versions(path)[1], made, path.name)

    def has_cuda(self):
        """Whether the build that was bundled has the CUDA back-end."""
        return (self.bundle / "lib/overlace/overlace-cuda.so").exists()

    def need_cuda(self):
        if not self.has_cuda():
            self.skipTest("built without CUDA")

    def test_everything_starts_from_its_own_libraries(self):
        done = self.check("--self-test")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout.count(": ok"), 3, done.stdout)

    def test_a_missing_library_is_found(self):
        for name in ("lib/libavcodec.so.*", "glibc/libm.so.*"):
            library = next(self.bundle.glob(name))
            library.rename(self.folder / library.name)
            try:
                done = self.check("--self-test")
            finally:
                (self.folder / library.name).rename(library)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn("libraries: FAILED", done.stdout)

    def test_code_is_there_for_the_gpus_that_were_asked_for(self):
        self.need_cuda()
        wanted = cached("OVERLACE_CUDA_ARCHITECTURES")
        known = {"release": {75, 80, 86, 89, 90, 100, 120}}
        machine = known.get(wanted) or {int(number) for number in wanted.split(";")}
        with_code = [path for path in (self.bundle / "bin").iterdir() if path.name != "overlace"]
        for path in [*with_code, self.bundle / "lib/overlace/overlace-cuda.so"]:
            self.assertEqual(fatbin_code(path), (machine, {max(machine)}), path.name)
        self.assertEqual(fatbin_code(self.bundle / "bin/overlace"), (set(), set()))

    def test_without_a_gpu_it_says_so(self):
        if pathlib.Path("/dev/nvidiactl").exists():
            self.skipTest("there is a GPU")
        done = self.check()
        self.assertEqual(done.returncode, 75, done.stdout + done.stderr)
        self.assertIn("no usable GPU", done.stderr)

    def test_a_driver_that_only_the_variable_names_is_found(self):
        self.need_cuda()
        no_device, unknown = 100, 999  # CUDA_ERROR_NO_DEVICE, CUDA_ERROR_UNKNOWN
        self.assertIn("there is no NVIDIA GPU", self.with_driver(INIT=no_device, VERSION=99000))
        self.assertIn("driver does not work: cudaErrorUnknown", self.with_driver(INIT=unknown, VERSION=99000))

    def test_an_old_driver_is_told_from_none(self):
        self.need_cuda()
        self.assertIn("driver supports CUDA 11.4 and must support", self.with_driver(INIT=0, VERSION=11040))

    def test_a_folder_is_not_overwritten(self):
        self.assertEqual(run(MAKER, "--bundle", self.bundle).returncode, 2)
        self.assertEqual(run(MAKER).returncode, 2)

    def test_a_rebuild_has_what_it_compiles(self):
        self.need_cuda()
        rebuild = self.bundle / "rebuild"
        source = rebuild / "source"
        sources = (rebuild / "sources").read_text(encoding="utf-8").split()
        self.assertIn("gpu/cuda/kernels_paint.cu", sources)
        missing, seen, left = set(), set(), list(sources)
        while left:
            name = left.pop()
            if name in seen or not (source / name).exists():
                missing |= {name} - seen
                continue
            seen.add(name)
            left += re.findall(r'^ *#include "(.*)"', (source / name).read_text(encoding="utf-8"), re.M)
        self.assertEqual(missing, set())
        options = (rebuild / "options.cpp").read_text(encoding="utf-8").split()
        compiled = run("g++", *options, "-fsyntax-only", "-x", "c++", "-c", "/dev/null")
        self.assertEqual((compiled.returncode, compiled.stderr), (0, ""))

    def test_a_rebuild_says_what_it_lacks(self):
        done = self.check("--rebuild", "90", CUDA_PATH="/nowhere")
        lacks = "there is no nvcc" if self.has_cuda() else "this bundle was made without CUDA"
        self.assertEqual((done.returncode, done.stderr), (75, f"gpu-check: --rebuild: {lacks}\n"))


class StandIns(unittest.TestCase):
    """The check itself, where stand-ins take the place of programs and of what a machine has."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        shutil.copytree(PARTS, self.folder, dirs_exist_ok=True)
        shutil.copytree(STAND_INS, self.folder, dirs_exist_ok=True)
        program = self.folder / "bin" / "test_program"
        shutil.copy(program, program.with_name("test_cuda_queue"))
        program.rename(program.with_name("test_cuda_replay"))
        for folder in ("clips", "fonts"):
            (self.folder / folder).mkdir()
        for name in ("h264_8", "hevc_10", "uhd_h264", "uhd_hevc"):
            (self.folder / "clips" / f"{name}.mp4").touch()
        (self.folder / "commit").write_text("of the test\n", encoding="utf-8")
        (self.folder / "check" / "counts.md").write_text("| `PaintTiles` | 5 | 9 | 66,000,000 | 1 | 1 | 1 |\n",
                                                         encoding="utf-8")

    def environment(self, machine, **more):
        return {"PATH": f"{self.folder / 'machine'}:{BARE['PATH']}", "CUDA_PATH": "/nowhere", "MACHINE": machine,
                **more}

    def check(self, machine="", code=0, within=465, arguments=(), **more):
        """The rows of a check, by name: (value, status)."""
        done = run(self.folder / "gpu-check", "--seed", 7, "--within", within, *arguments,
                   env=self.environment(machine, **more))
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.text = done.stdout
        return self.rows()

    def rows(self):
        self.report = json.loads((self.folder / "log" / "gpu-check.json").read_text(encoding="utf-8"))
        return {row["name"]: (row["value"], row["status"]) for row in self.report["rows"]}

    def of_status(self, rows, status):
        return {name: value for name, (value, of) in rows.items() if of == status}

    def change(self, file, pattern, text):
        """Changes the copy of one of the check's files."""
        path = self.folder / file
        changed, count = re.subn(pattern, text, path.read_text(encoding="utf-8"), flags=re.M)
        self.assertGreater(count, 0, pattern)
        path.write_text(changed, encoding="utf-8")

    def keep_part(self, name):
        """Leaves a single part of the check."""
        self.change("gpu-check", rf"^parts=\(\n(?:.*\n)*?(  {name}:.*\n)(?:.*\n)*?\)", r"parts=(\n\1)")

    def write_script(self, name, text):
        path = self.folder / "machine" / name
        path.write_text(f"#!/usr/bin/env bash\n{text}\n", encoding="utf-8")
        path.chmod(0o755)


class Machines(StandIns):
    def test_where_all_is_well(self):
        rows = self.check()
        self.assertEqual({status for _, status in rows.values()}, {"ok"})
        self.assertEqual(list(rows)[0], "queue")
        self.assertEqual(rows["scenes 8 to 1007"], ("1 passed", "ok"))
        self.assertEqual(rows["G2 frame"], ('41.3 us "best"', "ok"))
        self.assertEqual(rows["SM clock while timing"], ("1755 to 1755 MHz", "ok"))
        self.assertEqual(rows["kernel BuildItems"], ("36.9 us", "ok"))
        self.assertEqual(rows["PaintTiles, warp instructions"], ("66911202", "ok"))
        self.assertIn("66000000 +- 4 %", self.text)
        self.assertEqual(self.report["complete"], True)
        self.assertEqual((self.report["seed"], self.report["commit"]), (7, "of the test"))
        self.assertEqual(self.report["machine"]["driver_version"], "580.01")
        self.assertIn({"type": "kernel", "name": "PaintTiles", "registers": 117}, self.report["details"])
        self.assertEqual(next(row for row in self.report["rows"] if row["name"] == "G2 frame")["us"], 41.3)
        self.assertIn(f"{len(self.report['rows'])} ok, 0 missed, 0 failed, 0 out of time, 0 not run", self.text)

    def test_tests_get_the_seed(self):
        self.keep_part("scenes")
        self.check()
        arguments = (self.folder / "tests-arguments").read_text(encoding="utf-8")
        self.assertIn("--gtest_filter=*.AThousandRandomScenes* --gtest_random_seed=8\n", arguments)

    def test_no_nvdec_is_not_run(self):
        rows = self.check("no_nvdec")
        self.assertEqual(self.of_status(rows, "not run"), dict.fromkeys(
            ("NVDEC h264_8", "NVDEC hevc_10", "bench video h264", "bench video hevc"),
            "NVDEC: libnvcuvid.so.1 is not there"))

    def test_no_nvenc_is_not_run(self):
        self.assertEqual(self.of_status(self.check("no_nvenc"), "not run"), dict.fromkeys(
            ("NVENC h264", "NVENC hevc", "NVENC av1"), "NVENC: this GPU has no encoder"))

    def test_what_software_encoded_is_not_run(self):
        self.assertEqual(self.of_status(self.check("no_av1"), "not run"),
                         {"NVENC av1": "another way: nvdec -> cuda -> libsvtav1"})

    def test_no_tools_of_cuda_are_not_run(self):
        shutil.rmtree(self.folder / "machine")
        missing = self.of_status(self.check(), "not run")
        self.assertEqual(len([why for why in missing.values() if why == "there is no compute-sanitizer"]), SANITIZED)
        self.assertEqual(missing["PaintTiles, warp instructions"], "there is no ncu")
        self.assertEqual(missing["SM clock while timing"], "there is no nvidia-smi")
        self.assertIn("driver and clocks are not known", missing["nvidia-smi"])

    def test_tools_that_may_not_are_not_run(self):
        missing = self.of_status(self.check("sanitizer_refuses no_permission"), "not run")
        self.assertEqual(len([why for why in missing.values() if why.startswith("Device not supported")]), SANITIZED)
        self.assertIn("ERR_NVGPUCTRPERM", missing["PaintTiles, warp instructions"])

    def test_a_sanitizer_that_the_loader_hides_from_gets_another_try(self):
        self.assertEqual(self.check("loader_hides")["synccheck, 5,000 points"], ("no faults", "ok"))

    def test_a_count_far_from_the_models_misses(self):
        counts = self.folder / "check" / "counts.md"
        self.keep_part("counters")
        for model, status in (("64,400,000", "ok"), ("64,200,000", "missed"), ("69,800,000", "missed")):
            counts.write_text(f"| `PaintTiles` | 5 | 9 | {model} | 1 | 1 | 1 | 1 |\n", encoding="utf-8")
            self.assertEqual(self.check()["PaintTiles, warp instructions"], ("66911202", status), model)

    def test_other_code_than_the_models_has_no_count_to_reach(self):
        self.keep_part("counters")
        self.assertEqual(self.check("ada")["PaintTiles, warp instructions"], ("66911202", "ok"))
        self.assertNotIn("+- 4 %", self.text)

    def test_parts_fit_into_the_whole(self):
        text = (PARTS / "gpu-check").read_text(encoding="utf-8")
        describing_the_machine = 20
        for mode, count in (("parts", 11), ("experiments", 4)):
            parts = re.search(rf"^{mode}=\(\n(.*?)^\)", text, re.M | re.S).group(1)
            seconds = [int(number) for number in re.findall(r"^  \w+:(\d+):\w+$", parts, re.M)]
            self.assertEqual(len(seconds), count)
            self.assertLessEqual(sum(seconds) + describing_the_machine, 8 * 60)

    def test_experiments_stand_beside_predictions(self):
        predictions = self.folder / "check" / "predictions.tsv"
        predictions.write_text("G2 frame\t40 us\nkernel BuildItems\t37 us\nPaintTiles, cycles for code\t2.2\n",
                               encoding="utf-8")
        rows = self.check(arguments=["--experiments"])
        self.assertEqual(rows["first: G2 frame"], ('41.3 us "best"', "ok"))
        self.assertEqual((list(rows)[0], list(rows)[-1]), ("first: G2 frame", "last: G2 frame"))
        self.assertEqual(rows["PaintTiles, cycles for code"], ("2.43", "ok"))
        self.assertIn("Failed to find metric", rows["BuildItems, requests for code"][0])
        targets = {row["name"]: row["target"] for row in self.report["rows"]}
        self.assertEqual(targets["last: G2 frame"], "<= 75 us, predicted 40 us")
        self.assertEqual(targets["kernel BuildItems"], "predicted 37 us")
        self.assertEqual(targets["PaintTiles, cycles for code"], "predicted 2.2")

    def test_every_prediction_is_of_a_row(self):
        """Of the benchmark's, or of those that the check itself makes."""
        sources = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "bench").rglob("*.cpp"))
        sources += (PARTS / "check" / "experiments.sh").read_text(encoding="utf-8")
        for line in (PARTS / "check" / "predictions.tsv").read_text(encoding="utf-8").splitlines():
            name, prediction = line.split("\t")
            self.assertTrue(prediction, name)
            if name.startswith(("kernel ", "empty graph", "G6 ")):
                continue
            self.assertIn(name.split(", ")[-1] if "cycles" in name else name, sources)

    def test_timings_without_rows_fail(self):
        self.assertEqual(self.of_status(self.check("silent", code=1), "failed"), dict.fromkeys(
            ("bench gpu", "experiments", "effects"), "it printed no rows"))

    def test_no_jit_compiler_is_not_run(self):
        missing = self.of_status(self.check("no_jit"), "not run")
        for part in ("bench gpu", "experiments", "effects"):
            self.assertIn("no compiler for the PTX", missing[part])

    def test_no_test_programs_are_not_run(self):
        for program in (self.folder / "bin").glob("test_*"):
            program.unlink()
        missing = self.of_status(self.check(), "not run")
        self.assertEqual(missing["queue"], "test_cuda_queue is not in this bundle")
        self.assertEqual(missing["scenes 8 to 1007"], "test_cuda_replay is not in this bundle")
        self.assertIn("memcheck, a few scenes", missing)

    def test_skipped_tests_are_not_run(self):
        missing = self.of_status(self.check("skips"), "not run")
        for name in ("queue", "replays", "memcheck, a few scenes"):
            self.assertEqual(missing[name], "no usable GPU: none")

    def test_a_crash_names_its_case(self):
        failed = self.of_status(self.check("crash", code=1), "failed")
        self.assertEqual(failed["queue"], "1 passed, stopped by signal 11 in Second")

    def test_a_wrong_picture_fails(self):
        failed = self.of_status(self.check("wrong_picture", code=1), "failed")
        self.assertEqual(failed["NVDEC h264_8"], "frames differ")
        self.assertEqual(failed["replays"], "0 passed, 1 failed: First")

    def test_a_bad_access_fails(self):
        failed = self.of_status(self.check("bad_access", code=1), "failed")
        self.assertEqual(failed["memcheck, 5,000 points"], "3 faults, see memcheck-5,000-points.log")
        self.assertEqual(len(failed), SANITIZED)

    def test_out_of_memory_fails_wherever_it_comes(self):
        first, all_starts = 3, 40  # after the look for a GPU
        rows = self.check(code=1, OUT_OF_MEMORY_AT=" ".join(map(str, range(first, all_starts, 5))))
        starts = (self.folder / "starts").read_text(encoding="utf-8").splitlines()
        self.assertEqual(starts.index("overlace-bench gpu --probe"), first - 3)
        self.assertLess(len(starts), all_starts)
        failed = self.of_status(rows, "failed")
        self.assertEqual(len(failed), len(range(first, len(starts) + 1, 5)), failed)
        for name, value in failed.items():
            self.assertIn("out of memory", value, name)


class Limits(StandIns):
    """What takes too long, or is told to end. The tests have less patience than users."""

    def setUp(self):
        super().setUp()
        self.change("check/clock.sh", r"^grace_s=\d+", "grace_s=1")

    def test_a_hang_is_out_of_time_and_the_rest_runs(self):
        self.change("gpu-check", r"^  (frames|experiments|effects):\d+:", r"  \1:2:")
        rows = self.check("hang", code=3)
        for part in ("bench gpu", "experiments", "effects"):
            self.assertEqual(rows[part], ("", "out of time"))
        self.assertEqual(rows["G2 frame"][1], "ok")
        self.assertEqual(rows["replays"][1], "ok")

    def test_what_cannot_be_killed_is_left_behind(self):
        (self.folder / "log").mkdir()
        self.write_script("timeout", "shift 3\ntrap '' TERM\nexec \"$@\"")
        begin = time.monotonic()
        done = run("bash", "-c", f'log={self.folder}/log; . {self.folder}/check/clock.sh; deadline=$((SECONDS + 1)); '
                   'limited sleep 20 >/dev/null 2>&1; echo "status $?"', env=self.environment(""))
        self.assertEqual(done.stdout, "status 124\n")
        self.assertLess(time.monotonic() - begin, 15)

    def test_a_cut_check_tells_what_it_knows(self):
        for name, number in (("SIGTERM", signal.SIGTERM), ("SIGINT", signal.SIGINT)):
            with self.subTest(name), subprocess.Popen(
                    [self.folder / "gpu-check", "--seed", "7"], env=self.environment("hang"), stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL, text=True) as check:
                for line in check.stdout:
                    if line.startswith("encoders:"):
                        break
                time.sleep(0.5)
                check.send_signal(number)
                self.assertIn(f"cut by {name}", check.stdout.read())
                self.assertEqual(check.wait(timeout=30), 128 + number)
                rows = self.rows()
                self.assertFalse(self.report["complete"])
                self.assertEqual(rows["queue"], ("1 passed", "ok"))
                self.assertEqual(list(self.of_status(rows, "out of time")),
                                 ["frames", "experiments", "effects", "video", "replays", "counters"])


if __name__ == "__main__":
    unittest.main()
