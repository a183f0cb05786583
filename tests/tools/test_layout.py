#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks who includes whom, and the size budgets, by reading the sources."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

DATA = {"graph/core", "geometry", "graph/data"}
GRAPH = DATA | {"graph/values", "graph/plan", "graph/types", "graph/document", "graph/analysis", "graph/compile"}
GPU = GRAPH | {"color", "gpu"}
CPU = GPU | {"gpu/kernels", "gpu/effects", "gpu/host", "gpu/cpu/lanes", "gpu/cpu/layers", "gpu/cpu/passes"}
IO = DATA | {"color", "io/files", "io/av", "io/frames", "io/cuda", "io/exr", "io/read", "io/write"}
TRACKS = DATA | {"io/files", "io/tracks", "io/tracks/builder", "io/tracks/json", "io/tracks/rows", "io/tracks/xml"}

# Folder -> folders that it may include from, beside itself.
ALLOWED = {
    "graph/core": set(),
    "geometry": {"graph/core"},
    "graph/data": {"graph/core", "geometry"},
    "color": DATA,
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
    "detect": DATA | {"detect/heads", "tracking"},
    "detect/heads": DATA | {"detect"},
    "detect/engines": DATA | {"detect"},
    "nodes": GRAPH | {"nodes/parts", "detect", "sound", "text", "tracking"},
    "nodes/parts": GRAPH | {"sound", "text", "tracking"},
    "gpu/kernels": GPU,
    "gpu/effects": GPU | {"gpu/kernels"},
    "gpu/host": GPU | {"gpu/kernels", "gpu/effects"},
    "gpu/cpu": GPU | CPU | {"gpu/cpu/tiles", "gpu/cpu/planes"},
    "gpu/cpu/lanes": GPU | {"gpu/kernels", "gpu/host"},
    "gpu/cpu/tiles": GPU | {"gpu/kernels", "gpu/host", "gpu/cpu/lanes"},
    "gpu/cpu/passes": GPU | {"gpu/kernels", "gpu/effects", "gpu/host", "gpu/cpu/lanes"},
    "gpu/cpu/layers": CPU,
    "gpu/cpu/planes": CPU,
    "gpu/device": GPU | {"gpu/kernels", "gpu/effects", "gpu/host"},
    "gpu/cuda": GPU | {"gpu/kernels", "gpu/effects", "gpu/host", "gpu/device"},
    "gpu/emulation": {"gpu/device"},
    "gpu": GPU | {"gpu/kernels"},
    "io/files": DATA,
    "io/av": DATA,
    "io/frames": DATA | {"color", "io/av", "io/files"},
    "io/cuda": DATA | {"io/av", "io/frames"},
    "io/exr": DATA | {"color", "io/av", "io/frames"},
    "io/read": IO - {"io/write"},
    "io/ocio": DATA | {"io/frames"},
    "io/svg": DATA | {"io/read"},
    "io/write": IO,
    "io/tracks": TRACKS,
    "io/tracks/builder": TRACKS,
    "io/tracks/json": TRACKS,
    "io/tracks/rows": TRACKS,
    "io/tracks/xml": TRACKS,
    "io/tracks/formats": TRACKS,
    "io/tracks/formats/coco": TRACKS,
    "io/tracks/formats/cvat": TRACKS,
    "io/tracks/formats/kitti": TRACKS,
    "io/tracks/formats/mot": TRACKS,
    "io/tracks/formats/nuke": TRACKS,
    "io/tracks/formats/via": TRACKS,
    "io/tracks/formats/yolo": TRACKS,
    "render": GRAPH | IO | {"gpu", "gpu/device", "io/tracks", "sound/synth", "tracking"},
    "edit": GRAPH | IO | {"edit/answers", "render"},
    "edit/answers": GRAPH | {"gpu", "render"},  # and no decoder: what links it shows that
    "wasm": GRAPH | {"color", "edit/answers", "gpu", "render"},
    "batch": GRAPH | IO | {"render", "io/tracks", "io/tracks/rows", "text"},
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
    r"opencv2/(?!dnn|core/utils/logger)": ("tracking/finders", "bench/peers"),
    r"opencv2/(dnn|core/utils/logger)": ("detect/engines/opencv_engine.cpp",),
    r"^openvino": ("detect/engines/openvino_engine.cpp",),
    r"blend2d|nanoflann|^vips/|^Halide": ("bench/peers",),
    r"cairo": ("bench/peers", "io/svg"),
    r"^Imf|^Iex|^half": ("io/exr",),
    r"ft2build|freetype|hb\.h|hb-ft|fontconfig|^unilbrk": ("text",),
    r"^librsvg": ("io/svg",),
    r"^OpenColorIO": ("io/ocio/convert_colors.cpp",),
    r"^expat": ("io/tracks/xml",),
    r"nlohmann/": ("graph/core", "io/tracks/json"),
    r"CLI/": ("cli/options.cpp",),
    r"^sixel": ("cli/sixel",),
    r"sqlite3": ("batch/journal.cpp",),
    r"^ebur128": ("sound/loudness.cpp",),
    r"frei0r": ("plugins/frei0r",),
    r"^gst/|^glib": ("plugins/gstreamer",),
    r"^VapourSynth": ("plugins/vapoursynth",),
}
# What others' libraries are compiled with for WebAssembly, or what stands for them there.
FOR_OTHERS = ("wasm/libraries", "wasm/tbb", "wasm/toolchain")
LINES_PER_FILE = 600
LINES_PER_COMMAND = 100  # a command is a table of options and a call


def sources():
    for folder in ("graph", "geometry", "color", "text", "tracking", "detect", "sound", "nodes", "gpu", "io", "render", "edit", "batch", "api", "plugins", "cli",
                   "tools", "wasm", "bench"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".cu", ".cuh", ".inl") and not folder_of(path).startswith(FOR_OTHERS):
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
        if str(name).startswith(("cli/command_", "bench/cli/command_")) and len(lines) >= LINES_PER_COMMAND:
            yield f"{name}: {len(lines)} lines, a command has less than {LINES_PER_COMMAND}"
        if not lines or "SPDX-License-Identifier: Apache-2.0" not in lines[0]:
            yield f"{name}: the first line names the licence"
        if path.suffix == ".cpp" and path.with_suffix(".h").exists() and first_include(lines) != f"{name.with_suffix('.h')}":
            yield f"{name}: includes its own header first"
        folder = folder_of(path)
        of_tools = folder.split("/")[0] in ("cli", "tools", "bench")
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
