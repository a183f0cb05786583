# SPDX-License-Identifier: Apache-2.0
"""Writes what Sphinx builds the site from: the pages of docs/, and those that overlace makes of its nodes and presets.

    python -m site_pages FOLDER

OVERLACE_PROGRAM and OVERLACE_LIBRARY say which overlace. Where a package with footage is missing, it says so, and pages that
need it have no pictures. FOLDER/pictures.json has the hashes of all pictures' pixels.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import multiprocessing
import os
import pathlib
import shutil
import subprocess
import sys
import time

from . import clips, node_pages, preset_pages, reference_pages, scenes
from .node_pages import Made


def node_section(folder: pathlib.Path, only: list[str], workers: int) -> Made:
    """All pages of nodes, by this many processes."""
    kinds = node_pages.kinds()
    program = os.environ["OVERLACE_PROGRAM"]
    markdown = subprocess.run([program, "nodes", "--markdown"], check=True, capture_output=True, text=True).stdout
    tables = node_pages.tables(markdown)
    folder.mkdir(exist_ok=True)
    (folder / "mark.svg").write_text(scenes.MARK)
    names = [name for name in kinds if not only or name in only]
    hashes: dict[str, str] = {}
    unshown: list[str] = []
    with concurrent.futures.ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        # Nodes that hear sound stand together in the registry: a process that has opened a clip for them keeps it.
        parts = [names[i::workers] for i in range(workers)]
        for made, refused in pool.map(node_pages.make_pages, parts, [folder] * workers, [tables] * workers):
            hashes |= made
            unshown += refused
    node_pages.index(folder, {name: kinds[name] for name in names})
    return dict(sorted(hashes.items())), unshown


def main() -> None:
    parser = argparse.ArgumentParser(prog="site_pages", description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", action="append", default=[], help="pages of these nodes alone")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="that draw (default: one for each core)")
    args = parser.parse_args()
    start = time.monotonic()
    args.folder = args.folder.resolve()
    shutil.rmtree(args.folder, ignore_errors=True)
    shutil.copytree(clips.ROOT / "docs", args.folder)
    missing = sorted({clip.video for clip in clips.CLIPS.values() if clip.path is None})
    if missing:
        print(f"without {', '.join(missing)}: pages that need them have no pictures; tools/setup site brings them", file=sys.stderr)
    preset_pages.write(args.folder / "looks")
    reference_pages.write(args.folder, os.environ["OVERLACE_PROGRAM"])
    hashes, unshown = node_section(args.folder / "nodes", args.only, args.processes)
    (args.folder / "pictures.json").write_text(json.dumps(hashes, indent=0) + "\n")
    for line in unshown:
        print(f"not drawn: {line}", file=sys.stderr)
    print(f"{len(hashes)} pictures in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
