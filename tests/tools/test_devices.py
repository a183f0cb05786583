# SPDX-License-Identifier: Apache-2.0
"""What overlace reports of GPUs, on machines that have none: a driver that only pretends stands in for broken ones."""

import os
import pathlib
import shutil
import subprocess
import unittest

from cli import EMPTY_GRAPH, PROGRAM, CliTest, needs_ffmpeg

DRIVER = os.environ["OVERLACE_BROKEN_DRIVER"]  # a folder with a libcuda.so.1
NEWEST = 99000
FAKE_MODULE = pathlib.Path(os.environ["OVERLACE_FAKE_MODULE"])  # a folder with an overlace-cuda.so, and folders of worse ones
NOT_INSTALLED = "overlace-cuda.so, which draws on NVIDIA GPUs, is not installed: install the package overlace-cuda"


def devices(**environment):
    return subprocess.run([PROGRAM, "devices"], capture_output=True, text=True, check=True,
                          env={**os.environ, **environment}).stdout


def with_driver(init=0, version=NEWEST):
    return {"LD_LIBRARY_PATH": DRIVER, "BROKEN_DRIVER_INIT": str(init), "BROKEN_DRIVER_VERSION": str(version)}


def needs_cuda_build(test):
    return unittest.skipIf(NOT_INSTALLED in devices(), "built without the CUDA back-end")(test)


class Listing(CliTest):
    def test_the_cpu_is_always_there(self):
        self.assertRegex(self.run_overlace("devices").stdout, r"^cpu +\d+ threads, (scalar|avx2|avx512)\n")

    def test_each_gpu_or_the_lack_of_any_has_a_line(self):
        self.assertRegex(devices(), r"\ncuda(:0  .+compute capability|    not usable: .+)")

    @needs_cuda_build
    def test_an_old_driver_is_told_from_none(self):
        text = devices(**with_driver(version=11040))
        self.assertRegex(text, r"driver supports CUDA 11\.4 and must support 1\d\.\d: install a newer driver")

    @needs_cuda_build
    def test_hidden_gpus_are_told_from_missing_ones(self):
        no_device = 100  # CUDA_ERROR_NO_DEVICE
        self.assertIn("there is no NVIDIA GPU\n", devices(**with_driver(no_device)))
        self.assertIn('among CUDA_VISIBLE_DEVICES=""',
                      devices(**with_driver(no_device), CUDA_VISIBLE_DEVICES=""))

    @needs_cuda_build
    def test_a_driver_that_fails_is_named(self):
        unknown = 999  # CUDA_ERROR_UNKNOWN
        self.assertIn("the NVIDIA driver does not work: cudaErrorUnknown", devices(**with_driver(unknown)))


@needs_ffmpeg
class Choice(CliTest):
    def setUp(self):
        super().setUp()
        self.clip(frames=2)
        self.write("empty.json", EMPTY_GRAPH)

    def render(self, device, environment, code=0):
        done = subprocess.run([PROGRAM, "render", "in.mkv", "-g", "empty.json", "-o", "out.mkv", "--overwrite", "--device",
                               device], cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual((self.folder / "out.mkv").exists(), code == 0)
        return done.stderr

    def test_without_a_driver_auto_is_the_cpu_and_says_nothing(self):
        if "no NVIDIA driver" not in devices() and NOT_INSTALLED not in devices():
            self.skipTest("there is a driver")
        self.assertNotIn("GPU", self.render("auto", {}))
        self.assertNotIn("NVIDIA", self.render("auto", {}))

    def test_a_demanded_gpu_that_is_not_there_is_temporary(self):
        for device in ("cuda", "cuda:0", "cuda:7"):
            text = self.render(device, with_driver(100), code=75)
            self.assertRegex(text, f"--device: (there is no NVIDIA GPU|{NOT_INSTALLED})")

    @needs_cuda_build
    def test_a_driver_that_cannot_be_used_is_reported_once(self):
        old = with_driver(version=11040)
        self.assertEqual(self.render("auto", old).count("install a newer driver; drawing on the CPU"), 1)
        self.assertNotIn("driver", self.render("cpu", old))

    def test_an_unknown_device_is_a_usage_error(self):
        for device in ("gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x"):
            self.assertIn(f"no device '{device}'", self.refused(device))

    def refused(self, device):
        return self.run_overlace("render", "absent.mkv", "-o", "out.mkv", "--device", device, code=2).stderr


@needs_ffmpeg
class Module(CliTest):
    """The CUDA back-end is a module beside the program. Here it lies alone, with a module of ours."""

    def setUp(self):
        super().setUp()
        self.programs = self.folder / "programs"
        self.programs.mkdir()
        for name in ("overlace", "overlace-commands"):
            shutil.copy(pathlib.Path(PROGRAM).with_name(name), self.programs)
        self.clip(frames=2)
        self.write("empty.json", EMPTY_GRAPH)

    def install(self, kind="", folder="programs"):
        (self.folder / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy(FAKE_MODULE / kind / "overlace-cuda.so", self.folder / folder)

    def run_alone(self, *words, code=0, **environment):
        done = subprocess.run([self.programs / "overlace", *words], cwd=self.folder, capture_output=True, text=True,
                              check=False, env={**os.environ, **environment})
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def render(self, device, code=0):
        return self.run_alone("render", "in.mkv", "-g", "empty.json", "-o", "out.mkv", "--overwrite", "--device", device,
                              code=code)

    def test_none_is_said_to_be_missing(self):
        self.assertIn(f"cuda    not usable: {NOT_INSTALLED}\n", self.run_alone("devices"))
        self.assertIn(f"--device: {NOT_INSTALLED}", self.render("cuda", code=75))
        self.assertNotIn("cuda", self.render("auto"))

    def test_one_beside_the_program_is_used(self):
        self.install()
        self.assertIn("cuda:0  Pretended GPU, 8.0 GiB of which 5.0 are free", self.run_alone("devices"))
        self.assertIn("drawing on GPU 0, Pretended GPU", self.render("auto"))

    def test_one_where_packages_put_it_is_used(self):
        bin_folder = self.folder / "usr/bin"
        bin_folder.parent.mkdir()
        self.programs = self.programs.rename(bin_folder)
        self.install(folder="usr/lib/overlace")
        self.assertIn("Pretended GPU", self.run_alone("devices"))

    def test_one_of_another_build_is_refused(self):
        self.install("other_build")
        why = f"{self.programs}/overlace-cuda.so is from another build of overlace; install that of this one"
        self.assertIn(f"cuda    not usable: {why}\n", self.run_alone("devices"))
        self.assertEqual(self.render("auto").count(f"{why}; drawing on the CPU"), 1)
        self.assertIn(f"--device: {why}", self.render("cuda", code=75))
        self.assertNotIn("overlace-cuda.so", self.render("cpu"))

    def test_what_is_no_module_is_refused(self):
        self.install("no_backend")
        self.assertIn("overlace-cuda.so cannot be loaded", self.run_alone("devices"))

    def test_none_is_taken_from_elsewhere(self):
        """Neither from where somebody works, nor from where the loader looks."""
        self.install(folder=".")
        self.assertIn(NOT_INSTALLED, self.run_alone("devices", LD_LIBRARY_PATH=str(self.folder)))
