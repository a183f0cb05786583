# SPDX-License-Identifier: Apache-2.0
"""Makes the seeds of the track fuzzers: small files of every format, each behind two bytes that choose
the format and the options.

    python3 track_seeds.py FOLDER
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORMATS = sorted(path.stem for path in (ROOT / "io/tracks/formats").glob("*.cpp"))
SOURCES = [ROOT / "tests/io/tracks/conformance", ROOT / "tests/fuzz/seeds_tracks"]


def format_of(path):
    """The format that a file's name begins with, or with whose extension it makes one; None to recognise it."""
    names = [path.stem, path.stem + "_" + path.suffix[1:], path.suffix[1:]]
    known = [name for name in FORMATS if path.stem.startswith(name) or name in names]
    return max(known, key=lambda name: (path.stem.startswith(name), len(name)), default=None)


def make(target):
    """A seed of each file. Formats count from 1, as in fuzz_tracks.cpp; 0 recognises."""
    seeded = set()
    for source in SOURCES:
        for path in sorted(entry for entry in source.iterdir() if entry.is_file()):
            chosen = format_of(path)
            seeded.add(chosen)
            content = path.read_bytes()
            for number in {0, FORMATS.index(chosen) + 1 if chosen else 0}:
                (target / f"{number}-{path.name}").write_bytes(bytes([number, 0]) + content)
    if missing := set(FORMATS) - seeded:
        sys.exit(f"no seed for {', '.join(sorted(missing))}: add one to {SOURCES[1].relative_to(ROOT)}")


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    make(folder)
