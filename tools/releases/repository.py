# SPDX-License-Identifier: Apache-2.0
"""A signed repository of Debian packages, for apt: a folder, which any web server can serve as it is."""

import pathlib
import subprocess
import tempfile

from releases.debian import output, run

DISTRIBUTION = """\
Origin: overlace
Label: overlace
Codename: {suite}
Architectures: {architectures}
Components: main
Description: overlace, as its project builds it
SignWith: {key}
"""
KEY_FILE = "overlace.asc"


def suite():
    """The code name of the Debian or Ubuntu that this is: its packages serve it alone."""
    return output("sh", "-c", ". /etc/os-release && echo $VERSION_CODENAME").strip()


def make_repository(packages, key, into):
    """Makes the folder `into` a repository of these packages, signed by `key`, whose public part it contains."""
    with tempfile.TemporaryDirectory(prefix="overlace-repository-") as temporary:
        base = pathlib.Path(temporary)
        (base / "conf").mkdir()
        architecture = output("dpkg", "--print-architecture").strip()
        (base / "conf/distributions").write_text(DISTRIBUTION.format(suite=suite(), architectures=architecture, key=key))
        into.mkdir(parents=True)
        run("reprepro", "--silent", "--basedir", base, "--outdir", into.resolve(), "includedeb", suite(), *packages,
            stdout=subprocess.DEVNULL)  # fmt: skip
    (into / KEY_FILE).write_text(output("gpg", "--batch", "--armor", "--export", key))
