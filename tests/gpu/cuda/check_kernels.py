#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what ptxas said of the kernels: no spilled registers, no stack in local memory.

check_kernels.py LOG…                what the build kept beside its CUDA objects
check_kernels.py --expect TEXT LOG…  succeeds when a rule is broken and the report has this TEXT in it
"""

import argparse
import pathlib
import re
import subprocess
import sys

# Kernels that may have a stack, bytes at most, and why. A pattern that meets no kernel is an error.
ALLOWED_STACK = {}
# Registers at most, up to Hopper and from Blackwell on (for which ptxas takes more): of the 65,536 of a
# multiprocessor, 128 leave room for 512 threads, 168 for 384, 80 for 768.
REGISTERS = {
    r"PaintTiles<": (128, 168),
    r"BuildItems": (168, 168),
    r"Search|Compare": (80, 80),
}

ENTRY = re.compile(r"(?:Compiling entry function|Function properties for) '?(\S+?)'?(?: for '(\w+)')?$")
STACK = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
USED = re.compile(r"Used (\d+) registers")


def demangled(text):
    return subprocess.run(["c++filt"], input=text, capture_output=True, text=True, check=True).stdout


def short(name):
    """'PaintTiles<…>' of 'void overlace::cuda::run_kernel<overlace::PaintTiles<…> >(…)'."""
    match = re.match(r"void overlace::cuda::run_kernel<(.*?) ?>\(", name)
    return (match.group(1) if match else name).replace("overlace::", "")


def functions(log):
    """Yields (name, architecture, figures) of each function in a log."""
    name, architecture, figures = None, "", {}
    for line in log.splitlines():
        if match := ENTRY.search(line):
            if match.group(1) != name and name is not None:
                yield name, architecture, figures
            if match.group(1) != name:
                figures = {}
            name, architecture = match.group(1), match.group(2) or architecture
        elif match := STACK.search(line):
            figures["stack"] = int(match.group(1))
            figures["spills"] = int(match.group(2)) + int(match.group(3))
        elif match := USED.search(line):
            figures["registers"] = int(match.group(1))
    if name is not None:
        yield name, architecture, figures


def limit(table, name, default):
    return next((value for pattern, value in table.items() if re.search(pattern, name)), default)


def register_limit(name, architecture):
    before, from_blackwell = limit(REGISTERS, name, (255, 255))
    return from_blackwell if int(re.sub(r"\D", "", architecture) or 0) >= 100 else before


def problems(kernels):
    for name, architecture, figures in kernels:
        where = f"{name} for {architecture}"
        if {"stack", "spills"} - figures.keys():
            yield f"{where}: ptxas says nothing about its memory"
            continue
        if figures["spills"]:
            yield f"{where}: {figures['spills']} bytes of spilled registers are stored or loaded"
        if figures["stack"] > limit(ALLOWED_STACK, name, 0):
            yield f"{where}: {figures['stack']} bytes of stack in local memory"
        most = register_limit(name, architecture)
        if figures.get("registers", 0) > most:
            yield f"{where}: {figures['registers']} registers, at most {most}"
    for pattern in (*ALLOWED_STACK, *REGISTERS):
        if not any(re.search(pattern, name) for name, _, _ in kernels):
            yield f"no kernel is called {pattern}"


def read_kernels(paths):
    for path in paths:
        log = pathlib.Path(path).read_text(encoding="utf-8")
        for name, architecture, figures in functions(log):
            yield short(demangled(name).strip()), architecture, figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--expect", help="what must be found wrong")
    parser.add_argument("logs", nargs="+")
    options = parser.parse_args()
    kernels = sorted(read_kernels(options.logs), key=lambda kernel: kernel[:2])
    for name, architecture, figures in kernels:
        print(f"{figures.get('registers', '-'):>4} registers {figures.get('stack', '-'):>4} stack"
              f"  {architecture}  {name}")
    found = list(problems(kernels))
    print("\n".join(found) if found else f"{len(kernels)} kernels: fine")
    if options.expect:
        return 0 if any(options.expect in problem for problem in found) else 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
