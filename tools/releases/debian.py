# SPDX-License-Identifier: Apache-2.0
"""What files of this machine come from: Debian's packages, their sources and their licences."""

import pathlib
import subprocess
from typing import NamedTuple

# What `sans-serif` and `monospace` mean where nothing else is installed (text/font_config.cpp).
FONT_PACKAGE = "fonts-dejavu-core"
FONTS = [f"/usr/share/fonts/truetype/dejavu/DejaVu{name}.ttf" for name in ("Sans", "Sans-Bold", "SansMono")]
HEADER_PACKAGES = ["nlohmann-json3-dev"]  # compiled into libovl


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


def output(*words, **options):
    return run(*words, capture_output=True, text=True, **options).stdout


class Part(NamedTuple):
    """What a release brings: a Debian source package, and the file with its licence."""

    source: str
    version: str
    home: str
    licence: pathlib.Path


def packages_of(file_names):
    """The packages that have files of these names, in whichever folder."""
    found = output("dpkg-query", "-S", *(f"*/{name}" for name in file_names))
    return {line.split(":")[0] for line in found.splitlines()}


def part_of(package):
    facts = output("dpkg-query", "-W", "-f", "${source:Package}\t${source:Version}\t${Homepage}\n", package).splitlines()[0]
    return Part(*facts.split("\t"), pathlib.Path("/usr/share/doc", package, "copyright"))


def add_licences(folder, parts):
    """Copies the licence of each part into a folder; returns the list of parts, as lines of Markdown."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts:
        (folder / f"{part.source}.txt").write_bytes(part.licence.read_bytes())
    return "\n".join(f"- {part.source} {part.version}: {part.home}" for part in parts)


WHERE_SOURCES_ARE = """\
`apt-get source NAME=VERSION` gets a source with Debian's changes. Debian's snapshot archive keeps all versions."""
