#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds what precompiled headers could hide: names of the standard library in a header of ours, where neither
it nor what it includes asks for them. Such a header compiles until somebody builds without precompiled headers."""

import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("api", "batch", "bench", "graph", "gpu", "io", "nodes", "plugins", "render", "sound", "text", "tools", "tracking", "tests")

# Header of cmake/precompile.cmake -> what comes from it, after std::.
NAMES = {
    "algorithm": "sort|stable_sort|min|max|clamp|find_if|any_of|all_of|none_of|copy|fill|transform|lower_bound|upper_bound",
    "array": "array",
    "cmath": "sqrt|floor|ceil|sin|cos|fma|round|lround|exp|log|pow|hypot|isfinite|isnan|trunc|ldexp|atan2|fmod",
    "cstdint": "u?int(?:8|16|32|64|ptr)_t",
    "functional": "function",
    "map": "map|multimap",
    "memory": "unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared",
    "optional": "optional|nullopt",
    "span": "span|as_bytes",
    "string": "string|to_string",
    "string_view": "string_view",
    "unordered_map": "unordered_map",
    "utility": "pair|move|exchange|swap|forward",
    "variant": "variant|visit|get_if|holds_alternative|monostate",
    "vector": "vector",
}
# Headers that bring others along, by the standard.
BRINGS = {"string": {"string_view"}}


def precompiled():
    text = (ROOT / "cmake" / "precompile.cmake").read_text(encoding="utf-8")
    return re.findall(r"<(\w+)>", re.search(r"set\(OVERLACE_COMMON_HEADERS([^)]*)\)", text).group(1))


@functools.cache
def code_of(path):
    return re.sub(r"//.*", "", path.read_text(encoding="utf-8"))


@functools.cache
def reached(path):
    """Headers of the standard library that a header includes, through the project's own."""
    found, seen, waiting = set(), set(), [path]
    while waiting:
        header = waiting.pop()
        if header in seen or not header.exists():
            continue
        seen.add(header)
        for opening, name in re.findall(r'^\s*#\s*include\s+([<"])([^">]+)', code_of(header), re.MULTILINE):
            if opening == "<":
                found |= {name} | BRINGS.get(name, set())
            else:
                waiting += [ROOT / name, header.parent / name]
    return found


def problems():
    headers = precompiled()
    for header in headers:
        if header not in NAMES:
            yield f"cmake/precompile.cmake: no rule says which names come from <{header}>"
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.h")):
            for header in headers:
                used = re.search(rf"\bstd::(?:{NAMES.get(header, '')})\b(?!::)", code_of(path))
                if used and header not in reached(path):
                    yield f"{path.relative_to(ROOT)}: {used.group(0)} without #include <{header}>"


def main():
    found = list(problems())
    print("\n".join(found) if found else "precompiled headers: hide nothing")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
