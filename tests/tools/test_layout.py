#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks who includes whom, and the size budgets, by reading the sources."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

DATA = {"graph/core", "graph/data"}
GRAPH = DATA | {"graph/values", "graph/plan", "graph/types", "graph/document", "graph/analysis", "graph/compile"}
IO = DATA | {"io/av", "io/cuda", "io/exr", "io/files", "io/frames", "io/read", "io/write"}

# Folder -> folders that it may include from, beside itself.
ALLOWED = {
    "graph/core": set(),
    "graph/data": {"graph/core"},
    "graph/values": DATA,
    "graph/plan": DATA | {"graph/values"},
    "graph/types": DATA | {"graph/values", "graph/plan"},
    "graph/document": DATA | {"graph/values", "graph/plan", "graph/types"},
    "graph/analysis": DATA | {"graph/values", "graph/plan", "graph/types", "graph/document"},
    "graph/compile": GRAPH,
    "text": DATA | {"graph/values"},
    "sound": DATA,
    "sound/synth": DATA | {"sound"},
    "tracking": DATA,
    "tracking/finders": DATA | {"tracking"},
    "nodes": GRAPH | {"sound", "text", "tracking"},
    "gpu/kernels": GRAPH | {"gpu"},
    "gpu/effects": GRAPH | {"gpu", "gpu/kernels"},
    "gpu/host": GRAPH | {"gpu", "gpu/kernels", "gpu/effects"},
    "gpu/cpu": GRAPH | {"gpu", "gpu/kernels", "gpu/effects", "gpu/host"},
    "gpu/device": GRAPH | {"gpu", "gpu/kernels", "gpu/effects", "gpu/host"},
    "gpu/cuda": GRAPH | {"gpu", "gpu/kernels", "gpu/effects", "gpu/host", "gpu/device"},
    "gpu/emulation": {"gpu/device"},
    "gpu": GRAPH | {"gpu/kernels"},
    "io/av": DATA,
    "io/cuda": IO,
    "io/exr": IO | {"gpu"},
    "io/files": IO,
    "io/frames": IO | {"gpu"},
    "io/read": IO,
    "io/ocio": DATA | {"io/frames"},
    "io/svg": DATA | {"io/read"},
    "io/write": IO,
    "io/tracks": DATA | {"io/files"},
    "io/tracks/formats": DATA | {"io/tracks"},
    "render": GRAPH | IO | {"gpu", "gpu/device", "io/tracks", "sound/synth"},
    "batch": GRAPH | IO | {"render", "io/tracks", "text"},
    "api": GRAPH | IO | {"gpu", "render", "io/tracks"},
    "plugins": set(),
    "plugins/frei0r": {"api", "plugins"},
    "plugins/gstreamer": {"api", "plugins"},
    "plugins/openfx": {"api", "plugins"},
    "plugins/vapoursynth": {"api", "plugins"},
}
# Third-party headers that may appear in these folders or files only.
CONFINED = {
    r"^libav(?!util/hwcontext_cuda)|^libsw": ("io/av", "bench/peers"),
    r"^cu(da|blas|rand)|^cooperative_groups": ("gpu/cuda", "bench/gpu"),
    r"ffnvcodec|hwcontext_cuda": ("io/cuda/cuda_driver.h",),
    r"^nvtx": ("gpu/trace.cpp",),
    r"opencv2/": ("tracking/finders", "bench/peers"),
    r"cairo|blend2d|nanoflann|^vips/|^Halide": ("bench/peers",),
    r"^Imf|^Iex|^half": ("io/exr",),
    r"ft2build|freetype|hb\.h|hb-ft|fontconfig|^unilbrk": ("text",),
    r"^librsvg": ("io/svg",),
    r"^OpenColorIO": ("io/ocio/convert_colors.cpp",),
    r"^expat": ("io/tracks",),
    r"nlohmann/": ("graph/core", "io/tracks", "io/tracks/formats"),
    r"CLI/": ("tools/cli/options.cpp",),
    r"sqlite3": ("batch/journal.cpp",),
    r"^ebur128": ("sound/loudness.cpp",),
    r"frei0r": ("plugins/frei0r",),
    r"^gst/|^glib": ("plugins/gstreamer",),
    r"^VapourSynth": ("plugins/vapoursynth",),
}
LINES_PER_FILE = 600
LINES_PER_COMMAND = 100  # a command is a table of options and a call


def sources():
    for folder in ("graph", "text", "tracking", "sound", "nodes", "gpu", "io", "render", "batch", "api", "plugins", "tools",
                   "bench"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".cu", ".cuh", ".inl"):
                yield path


def folder_of(path):
    return str(path.relative_to(ROOT).parent)


def first_include(lines):
    for line in lines:
        if match := re.match(r'\s*#\s*include\s+[<"]([^">]+)', line):
            return match.group(1)
    return None


def problems():
    for path in sources():
        name = path.relative_to(ROOT)
        lines = path.read_text(encoding="utf-8").splitlines()
        if len(lines) > LINES_PER_FILE:
            yield f"{name}: {len(lines)} lines, at most {LINES_PER_FILE}"
        if str(name).startswith(("tools/cli/command_", "bench/cli/command_")) and len(lines) >= LINES_PER_COMMAND:
            yield f"{name}: {len(lines)} lines, a command has less than {LINES_PER_COMMAND}"
        if not lines or "SPDX-License-Identifier: Apache-2.0" not in lines[0]:
            yield f"{name}: the first line names the licence"
        if path.suffix == ".cpp" and path.with_suffix(".h").exists() and first_include(lines) != f"{name.with_suffix('.h')}":
            yield f"{name}: includes its own header first"
        folder = folder_of(path)
        of_tools = folder.split("/")[0] in ("tools", "bench")
        if not of_tools and folder not in ALLOWED:
            yield f"{name}: no rule says what {folder} may include"
            continue
        for number, line in enumerate(lines, 1):
            match = re.match(r'\s*#\s*include\s+([<"])([^">]+)', line)
            if not match:
                continue
            own, header = match.group(1) == '"', match.group(2)
            if own and "/" in header and not of_tools:
                target = str(pathlib.Path(header).parent)
                if target != folder and target not in ALLOWED[folder]:
                    yield f"{name}:{number}: {folder} may not include {header}"
            if own and header.startswith("bench/") and not folder.startswith(("bench", "tools/gpu_model")):
                yield f"{name}:{number}: the product does not depend on the benchmarks"
            if own and header.startswith("bench/peers/") and folder != "bench/peers":
                yield f"{name}:{number}: nothing depends on the peers"
            if own and folder == "nodes" and header.startswith("nodes/") and (ROOT / header).with_suffix(".cpp").exists():
                yield f"{name}:{number}: nodes do not include each other"
            for pattern, places in CONFINED.items():
                if not own and re.search(pattern, header) and folder not in places and str(name) not in places:
                    yield f"{name}:{number}: {header} belongs into {', '.join(places)}"


def main():
    found = list(problems())
    print("\n".join(found) if found else "layout: fine")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
