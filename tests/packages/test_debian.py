# SPDX-License-Identifier: Apache-2.0
"""The Debian packages: what lintian says of them, and that apt installs them from the signed repository in a bare Debian 12."""

import functools
import http.server
import re
import shutil
import threading
import time
import unittest

from drawing import draw_code, drawn_by_the_build
from support import FRAME, RELEASE, BareDebian, Case, attempt, dejavu_alone, inside, make_clip, released, run

# What lintian says of packages that are not Debian's own, and why it may.
ACCEPTED = {
    "bogus-mail-host": "the project has no address",
    "bogus-mail-host-in-debian-changelog": "the same",
    "maintscript-calls-ldconfig": "CPack's scripts do that for all that lies below /usr/lib",
    "non-standard-dir-in-usr": "/usr/OFX is where hosts of OpenFX look",
    "file-in-unusual-dir": "the same",
    "pkg-config-unavailable-for-cross-compilation": "builds for any prefix put the library into lib",
    "embedded-javascript-library": "the site is made by a newer Sphinx than Debian's, with that one's scripts",
    "zero-byte-file-in-doc-directory": "furo's pages load it",
}


def field(package, name):
    return run("dpkg-deb", "--field", package, name).strip()


class Packages(Case):
    def package(self, name):
        return released(f"{name}_*.deb")

    def files(self, name):
        listing = run("dpkg-deb", "--contents", self.package(name))
        return set(re.findall(r" \./(\S*[^/\s])$", listing, re.MULTILINE))

    def test_lintian_finds_nothing_that_is_not_accepted(self):
        told = attempt("lintian", "--tag-display-limit", "0", "--allow-root", *sorted(RELEASE.glob("*.deb")))
        self.assertNotIn("error", told.stderr.lower())
        found = re.findall(r"(?m)^([EWI]): (\S+): (\S+)(.*)$", told.stdout)
        rest = [" ".join(line) for line in found if line[2] not in ACCEPTED]
        self.assertFalse(rest, "\n".join(rest))
        self.assertFalse(set(ACCEPTED) - {line[2] for line in found}, "accepted, but not found")

    def test_every_module_is_a_package_of_its_name(self):
        for module in ("vision", "svg", "dnn", "faiss", "ocio"):
            name = f"overlace-{module}"
            inside_it = [path for path in self.files(name) if path.startswith("usr/lib/overlace/")]
            self.assertEqual([path.split("/")[-1].removesuffix(".so") for path in inside_it], [name])
            self.assertIn("overlace (<< ", field(self.package(name), "Breaks"))
        self.assertFalse([path for path in self.files("overlace") if path.endswith(".so")])

    def test_a_program_has_a_font_manuals_and_completion(self):
        overlace = self.package("overlace")
        self.assertIn("fonts-dejavu-core", field(overlace, "Depends"))
        self.assertEqual(field(overlace, "Recommends"), "overlace-vision, overlace-svg")
        self.assertLessEqual({"usr/bin/overlace", "usr/lib/overlace/overlace-commands", "usr/share/man/man1/overlace.1.gz",
                              "usr/share/bash-completion/completions/overlace", "usr/share/zsh/vendor-completions/_overlace",
                              "usr/share/fish/vendor_completions.d/overlace.fish"}, self.files("overlace"))  # fmt: skip

    def test_python_and_documentation_serve_all_machines(self):
        for name in ("python3-overlace", "overlace-doc"):
            self.assertEqual(field(self.package(name), "Architecture"), "all")
        self.assertRegex(field(self.package("python3-overlace"), "Depends"), r"python3 .*python3-numpy, libovl0 \(= ")
        self.assertIn("usr/lib/python3/dist-packages/overlace/py.typed", self.files("python3-overlace"))
        self.assertIn("usr/share/doc/overlace-doc/html/index.html", self.files("overlace-doc"))


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Apt(BareDebian):
    def serve(self, folder):
        """Serves a folder to this machine; returns its address."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def test_from_the_repository_to_a_picture_in_a_minute(self):
        repository = self.folder / "apt"
        repository.mkdir()
        run("tar", "-xf", released("*-apt-*.tar"), "-C", repository, "--strip-components=1")
        address = self.serve(repository)
        root = self.bare_root()
        for name in ("resolv.conf", "hosts"):
            shutil.copy(f"/etc/{name}", root / "etc" / name)
        make_clip(root / "root")
        shutil.copy(repository / "overlace.asc", root / "etc/apt/keyrings")
        line = f"deb [signed-by=/etc/apt/keyrings/overlace.asc] {address} bookworm main\n"
        (root / "etc/apt/sources.list.d/overlace.list").write_text(line)

        begin = time.monotonic()
        self.inside(root, "apt-get", "-qq", "update")
        self.inside(root, "apt-get", "-qq", "-y", "install", "overlace")
        self.at_home(root, "overlace", *FRAME)
        passed = time.monotonic() - begin
        print(f"from the repository's line to the picture: {passed:.1f} s")
        self.assertEqual((root / "root/still.png").read_bytes(), self.drawn_by_the_build(dejavu_alone(self.folder)))
        self.assertLess(passed, 60)

        with self.subTest("without a module, its package is named"):
            self.at_home(root, "overlace", "tracks", "make", "in.mkv", "-o", "found.json")
            self.inside(root, "apt-get", "-qq", "-y", "remove", "overlace-vision")
            refused = inside(root, "sh", "-c", "cd && overlace tracks make in.mkv -o again.json")
            self.assertNotEqual(refused.returncode, 0)
            self.assertIn("install the package overlace-vision", refused.stderr)

        with self.subTest("Python draws"):
            self.inside(root, "apt-get", "-qq", "-y", "install", "python3-overlace")
            self.inside(root, "python3", "-c", draw_code(), "/root/drawn.raw")
            self.assertEqual((root / "root/drawn.raw").read_bytes(), drawn_by_the_build(self.folder))
            self.inside(root, "python3", "-c", "from importlib.metadata import version; import overlace; "
                        "assert version('overlace') == '.'.join(map(str, overlace.version()))")

        with self.subTest("a repository that somebody changed is refused"):
            release = repository / "dists/bookworm/InRelease"
            release.write_text(release.read_text().replace("Label: overlace", "Label: changed"))
            shutil.rmtree(root / "var/lib/apt/lists")
            refused = inside(root, "apt-get", "update", "-oAPT::Update::Error-Mode=any", "-oDir::Etc::SourceList=/dev/null")
            self.assertNotEqual(refused.returncode, 0)
            self.assertIn("BADSIG", refused.stdout + refused.stderr)

    def at_home(self, root, *words):
        return self.inside(root, "sh", "-c", 'cd && exec "$@"', "sh", *words)


if __name__ == "__main__":
    unittest.main()
