# SPDX-License-Identifier: Apache-2.0
"""The container image: its labels, its user, and that it draws what the build draws."""

import json
import os
import unittest

from support import FRAME, Case, make_clip, released, run
from test_release import VERSION


@unittest.skipUnless(os.geteuid() == 0, "buildah runs containers for root")
class Image(Case):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o777)  # of the container's user as well
        self.container = run("buildah", "from", f"oci-archive:{released('*-image.tar')}").strip()
        self.addCleanup(run, "buildah", "rm", self.container)

    def test_what_it_says_of_itself(self):
        config = json.loads(run("buildah", "inspect", self.container))["OCIv1"]["config"]
        self.assertEqual(config["Labels"]["org.opencontainers.image.version"], VERSION)
        self.assertEqual(config["Labels"]["org.opencontainers.image.title"], "overlace")
        self.assertEqual(config["User"], "65532:65532")
        self.assertEqual(config["Entrypoint"], ["/usr/bin/overlace-or-shell"])
        self.assertEqual(config["Cmd"], ["--help"])

    def in_container(self, *words):
        return run("buildah", "run", "--isolation", "chroot", "--volume", f"{self.folder}:/clips", "--workingdir", "/clips",
                   self.container, "/usr/bin/overlace-or-shell", *words)  # fmt: skip

    def test_it_draws_what_the_build_draws(self):
        make_clip(self.folder)
        self.in_container(*FRAME)
        still = self.folder / "still.png"
        self.assertEqual(still.stat().st_uid, 65532)
        self.assertEqual(still.read_bytes(), self.drawn_by_the_build({**os.environ, "OVERLACE_FOUND_CACHE": "off"}))

    def test_jobs_of_farms_are_scripts(self):
        self.assertIn(VERSION, self.in_container("--version"))
        self.assertIn(VERSION, self.in_container("overlace", "--version"))
        self.assertEqual(self.in_container("sh", "-c", 'echo "$0 $1"', "a", "b c").strip(), "a b c")


if __name__ == "__main__":
    unittest.main()
