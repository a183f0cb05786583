#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks rules that keep the kernels' arithmetic and their waiting the same on every GPU, in their PTX.

check_ptx.py --build FOLDER            what the build's library of kernels has; ends with 77 without a disassembler
check_ptx.py --expect TEXT FILE…       succeeds when a rule is broken in these files and the report has this TEXT
"""

import argparse
import pathlib
import re
import subprocess
import sys

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[3]

# What a line must not have, and why.
FORBIDDEN = [
    (r"\.nc\b", "a load through the read-only cache: kernels write what others read"),
    (r"\.ftz\b", "denormal numbers are flushed"),
    (r"\.approx\b", "an approximation"),
    (r"^\s*(@!?%p\d+ )?call\b", "a call"),
    (r"\.local\b", "local memory"),
]
# Arithmetic that rounds names its rounding, and rounds to the nearest; but for round(double), which adds a half towards
# zero.
ROUNDED = re.compile(r"^\s*(?:@!?%p\d+ )?((?:add|sub|mul|fma|mad|div|rcp|sqrt)\.(\S*)f(?:32|64))\s")
# Votes, shuffles and barriers of a warp are for all of it.
MASKED = re.compile(r"^\s*(?:@!?%p\d+ )?((?:shfl|vote)\.sync\.\S+|bar\.warp\.sync)\s+(.*);")
WRITTEN = re.compile(r"^\s*(?:@!?%p\d+ )?(\S+)\s+(%r\d+)(?:\|%p\d+)?, (.*);")
ENTRY = re.compile(r"\.entry (\w+)\(")
# Instructions that may come before the wait for the kernel before: they touch no memory.
BEFORE_WAIT = re.compile(r"^\s*(mov|ld\.param|cvta|griddepcontrol\.launch_dependents)\b")
INSTRUCTION = re.compile(r"^\s*(@!?%p\d+ )?[a-z]\w*(\.\w+)*\s*[^:]*;")  # and no directive


def rounding_problem(line):
    match = ROUNDED.match(line)
    if match and "rn" not in match.group(2).split(".") and match.group(1) != "add.rz.f64":
        return f"{match.group(1)} does not round to the nearest"
    return None


def mask_problem(line, all_lanes):
    match = MASKED.match(line)
    if not match:
        return None
    mask = match.group(2).split(",")[-1].strip()
    return None if mask == "-1" or mask in all_lanes else f"{match.group(1)} is for the lanes of {mask}, not for all"


def registers_of_all_lanes(body):
    """The registers that are set to -1, and to nothing else."""
    set_to = {}
    for line in body:
        if match := WRITTEN.match(line):
            set_to.setdefault(match.group(2), set()).add((match.group(1)[:4], match.group(3)))
    return {register for register, values in set_to.items() if values == {("mov.", "-1")}}


def line_problems(line, all_lanes):
    for pattern, why in FORBIDDEN:
        if re.search(pattern, line):
            yield why
    for problem in (rounding_problem(line), mask_problem(line, all_lanes)):
        if problem:
            yield problem


def wait_problem(body):
    """What comes before the wait for the kernel before."""
    for line in body:
        if "griddepcontrol.wait" in line:
            return None
        if INSTRUCTION.match(line) and not BEFORE_WAIT.match(line):
            return f"this comes before griddepcontrol.wait: {line.strip()}"
    return "there is no griddepcontrol.wait"


def kernels_of(text):
    """Yields the name and the lines of each kernel."""
    parts = ENTRY.split(text)
    for name, body in zip(parts[1::2], parts[2::2]):
        yield name, body.splitlines()


def problems(text):
    """Yields what breaks a rule, with the kernel and the line."""
    for name, body in kernels_of(text):
        all_lanes = registers_of_all_lanes(body)
        for line in body:
            for problem in line_problems(line, all_lanes):
                yield f"{name}: {problem}: {line.strip()}"
        if problem := wait_problem(body):
            yield f"{name}: {problem}"


def ptx_of_build(build):
    found = subprocess.run([ROOT / "tools/gpu_model/find-disassemblers", build], capture_output=True, text=True,
                           check=False)
    if found.returncode != 0:
        print("skipped: no cuobjdump found")
        sys.exit(SKIPPED)
    folder = found.stdout.strip()
    library = pathlib.Path(build) / "gpu/cuda/liboverlace_cuda.a"
    return subprocess.run([f"{folder}/cuobjdump", "-ptx", library], capture_output=True, text=True, check=True,
                          env={"PATH": f"{folder}:/usr/bin:/bin"}).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", help="the build folder")
    parser.add_argument("--expect", help="what must be found wrong")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    text = ptx_of_build(options.build) if options.build else ""
    text += "".join(pathlib.Path(name).read_text(encoding="utf-8") for name in options.files)
    kernels = len(ENTRY.findall(text))
    found = list(problems(text))
    if kernels == 0:
        found.append("there are no kernels")
    print("\n".join(found[:20]) if found else f"{kernels} kernels: fine")
    if options.expect:
        return 0 if any(options.expect in problem for problem in found) else 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
