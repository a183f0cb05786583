# SPDX-License-Identifier: Apache-2.0
"""What overlace reports of GPUs, on machines that have none: a driver that only pretends stands in for broken ones."""

import os
import subprocess
import unittest

from cli import EMPTY_GRAPH, PROGRAM, CliTest, needs_ffmpeg

DRIVER = os.environ["OVERLACE_BROKEN_DRIVER"]  # a folder with a libcuda.so.1
NEWEST = 99000


def devices(**environment):
    return subprocess.run([PROGRAM, "devices"], capture_output=True, text=True, check=True,
                          env={**os.environ, **environment}).stdout


def with_driver(init=0, version=NEWEST):
    return {"LD_LIBRARY_PATH": DRIVER, "BROKEN_DRIVER_INIT": str(init), "BROKEN_DRIVER_VERSION": str(version)}


def needs_cuda_build(test):
    return unittest.skipIf("has no CUDA back-end" in devices(), "built without the CUDA back-end")(test)


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
        if "no NVIDIA driver" not in devices() and "no CUDA back-end" not in devices():
            self.skipTest("there is a driver")
        self.assertNotIn("GPU", self.render("auto", {}))
        self.assertNotIn("NVIDIA", self.render("auto", {}))

    def test_a_demanded_gpu_that_is_not_there_is_temporary(self):
        for device in ("cuda", "cuda:0", "cuda:7"):
            text = self.render(device, with_driver(100), code=75)
            self.assertRegex(text, "--device: (there is no NVIDIA GPU|this build has no CUDA back-end)")

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
