#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs tools/release on a copy of these sources, with a key that is thrown away, and without its run of the tests.

make_release.py SOURCE FOLDER"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

SOURCE, INTO = map(pathlib.Path, sys.argv[1:3])
NEEDED = ("reprepro", "buildah", "gpg", "git", "lintian", "mmdebstrap")


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


def copy_tree(tree):
    """A clean checkout of the files that git knows here, or would, as they are now; it uses this tree's build."""
    listed = run("git", "-C", SOURCE, "ls-files", "-coz", "--exclude-standard", capture_output=True).stdout.decode().split("\0")
    for name in sorted(set(filter(None, listed))):
        if (SOURCE / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(SOURCE / name, tree / name)
    (tree / "tools/test").write_text('#!/bin/sh\ncd "$(dirname "$0")/.." && echo "$@" >build/packages/tested\n')
    changes = tree / "CHANGELOG.md"
    changes.write_text(re.sub(r"(?m)^(## [0-9.]+) \(unreleased\)$", r"\1 (2026-01-31)", changes.read_text(encoding="utf-8")))
    (tree / "build").symlink_to(SOURCE / "build")
    git = ("git", "-C", tree, "-c", "user.name=overlace", "-c", "user.email=overlace@localhost")
    run(*git, "init", "-q")
    (tree / ".git/info/exclude").write_text("build\n")
    run(*git, "add", "-A")
    run(*git, "commit", "-q", "-m", "tests: a release")


def main():
    if missing := [name for name in NEEDED if not shutil.which(name)] or not (SOURCE / "build/packages/complete").exists():
        print(f"run tools/setup packages first: {missing}")
        return
    shutil.rmtree(INTO, ignore_errors=True)
    version = re.search(r"project\(overlace VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
    with tempfile.TemporaryDirectory(prefix="ovl-", dir="/tmp") as temporary:  # short: GnuPG makes sockets in it
        keys, tree = pathlib.Path(temporary, "gpg"), pathlib.Path(temporary, "tree")
        keys.mkdir(mode=0o700)
        tree.mkdir()
        environment = {**os.environ, "GNUPGHOME": str(keys)}
        run("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "overlace's test", "ed25519", "sign", "1d",
            env=environment)  # fmt: skip
        copy_tree(tree)
        begin = time.monotonic()
        try:
            run(tree / "tools/release", version, "--key", "overlace's test", "--into", INTO, env=environment)
        finally:
            run("gpgconf", "--kill", "gpg-agent", env=environment)
        print(f"made a release in {time.monotonic() - begin:.0f} s")


main()
