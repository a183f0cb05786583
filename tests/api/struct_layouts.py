#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Layouts of the structs of overlace.h, and the values of its enums, as JSON: what a binding is compared with.

struct_layouts.py [HEADER]

A C program that is made from the header says them, compiled by $CC or cc:

    {"structs": {"ovl_clip": {"size": 40, "members": {"struct_size": [0, 4], "width": [4, 4], …}}, …},
     "enums": {"OVL_OK": 0, …}}

Each member has its offset and its size in bytes, in the order of the header."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HEADER = pathlib.Path(__file__).resolve().parents[2] / "api/overlace.h"


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)


def structs_of(header: str) -> dict[str, list[str]]:
    """The members of each struct that the header defines."""
    found = re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", without_comments(header), re.DOTALL)
    return {name: [match.group(1) for declarator in re.split("[,;]", body)
                   if (match := re.search(r"(\w+)\s*(?:\[\w+\])?\s*$", declarator))]
            for name, body in found}


def enums_of(header: str) -> list[str]:
    bodies = re.findall(r"enum \w+ \{(.*?)\};", without_comments(header), re.DOTALL)
    return [name for body in bodies for name in re.findall(r"\bOVL_\w+", body)]


def program_of(header: pathlib.Path) -> str:
    """A C program that prints the JSON."""
    text = header.read_text(encoding="utf-8")
    structs = []
    for name, members in structs_of(text).items():
        parts = [f'  printf("\\"{member}\\": [%zu, %zu]%s", offsetof({name}, {member}), sizeof (({name}*)0)->{member}, '
                 f'"{"" if member == members[-1] else ", "}");' for member in members]
        structs.append("\n".join([f'  printf("\\"{name}\\": {{\\"size\\": %zu, \\"members\\": {{", sizeof({name}));', *parts,
                                  '  printf("}}");']))
    enums = [f'  printf("\\"{name}\\": %d", {name});' for name in enums_of(text)]
    comma = '\n  printf(", ");\n'
    return "\n".join([f'#include "{header}"', "#include <stdio.h>", "int main(void) {", '  printf("{\\"structs\\": {");',
                      comma.join(structs), '  printf("}, \\"enums\\": {");', comma.join(enums), '  printf("}}\\n");',
                      "  return 0;", "}", ""])


def layouts(header: pathlib.Path = HEADER) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder) / "layouts.c", pathlib.Path(folder) / "layouts"
        source.write_text(program_of(header.resolve()), encoding="utf-8")
        subprocess.run([os.environ.get("CC", "cc"), "-std=c99", str(source), "-o", str(program)], check=True)
        return json.loads(subprocess.run([str(program)], check=True, capture_output=True).stdout)


if __name__ == "__main__":
    json.dump(layouts(*map(pathlib.Path, sys.argv[1:2])), sys.stdout, indent=1)
    print()
