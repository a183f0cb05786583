# SPDX-License-Identifier: Apache-2.0
"""The binding against the header, as a C compiler reads it."""

import ctypes
import re
import sys
import unittest

from overlace import _ovl
from support import SOURCE, run_python

sys.path.insert(0, str(SOURCE / "tests/api"))
import struct_layouts  # noqa: E402

HEADER = SOURCE / "api/overlace.h"
# What the package has no use for: it draws one picture after another, and copies by NumPy.
UNUSED = {"ovl_slots", "ovl_submit", "ovl_wait", "ovl_copy", "ovl_program_ref", "ovl_live_bounds"}
ENUMERATORS = {
    "OVL_DEVICE_": {**_ovl.DEVICES, "cuda_n": _ovl.CUDA_DEVICE_BY_INDEX},
    "OVL_MEMORY_": {"host": _ovl.MEMORY_HOST, "cuda": _ovl.MEMORY_CUDA},
    "OVL_IDS_": {"auto": _ovl.IDS[None], "given": _ovl.IDS[False], "assigned": _ovl.IDS[True]},
    "OVL_POINT_": _ovl.POINT_STATES,
    "OVL_KNOB_": {name: number for number, name in enumerate(_ovl.KNOB_KINDS)},
    "OVL_TEXT_": {"nodes": _ovl.TEXT_NODES, "schema": _ovl.TEXT_SCHEMA, "features": _ovl.TEXT_FEATURES},
    **{f"OVL_{name.upper()}_": words for name, words in _ovl.MEANINGS.items()},
}


class Header(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.layouts = struct_layouts.layouts()

    def test_structs_have_the_members_sizes_and_offsets_of_c(self):
        bound = {
            name: {
                "size": ctypes.sizeof(struct),
                "members": {
                    member: [getattr(struct, member).offset, getattr(struct, member).size] for member, *_ in struct._fields_
                },
            }
            for name, struct in _ovl.STRUCTS.items()
        }
        self.assertEqual(bound, self.layouts["structs"])

    def test_every_function_of_the_header_is_bound(self):
        header = HEADER.read_text(encoding="utf-8")
        declared = set(re.findall(r"^OVL_API [\w* ]*?\*?(ovl_\w+)\(", header, re.MULTILINE))
        self.assertGreater(len(declared), 50)
        self.assertEqual(declared - UNUSED, _ovl.FUNCTIONS)

    def test_functions_have_as_many_arguments_as_in_c(self):
        header = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name, arguments in re.findall(r"^OVL_API [\w* ]*?\*?(ovl_\w+)\(([^)]*)\)", header, re.MULTILINE):
            if name in UNUSED:
                continue
            count = 0 if arguments.strip() == "void" else len(arguments.split(","))
            self.assertEqual(len(_ovl.function(name).argtypes), count, name)

    def test_words_mean_the_enumerators_of_c(self):
        bound = {f"{prefix}{word.upper()}": value for prefix, words in ENUMERATORS.items() for word, value in words.items()}
        self.assertEqual({name: self.layouts["enums"][name] for name in bound}, bound)


class Library(unittest.TestCase):
    def test_a_missing_library_is_explained(self):
        run = run_python("import overlace; overlace.version()", OVERLACE_LIBRARY="/nowhere/libovl.so", LD_LIBRARY_PATH="")
        self.assertIn("UnavailableError: libovl was not found", run.stderr)
        self.assertIn("/nowhere/libovl.so", run.stderr)

    def test_an_error_has_all_problems_with_their_places(self):
        import overlace

        graph = {"overlace": 1, "nodes": {"a": {"type": "draw_boxs"}, "b": {"type": "draw_fill", "params": {"colour": 1}}}, "composite": []}
        with self.assertRaises(overlace.UsageError) as caught:
            overlace.Clip(graph, None, size=(64, 64))
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        self.assertEqual(error.code, 2)
        self.assertEqual({problem.pointer for problem in error.problems}, {"/nodes/a/type", "/nodes/b/params/colour"})
        self.assertIn("draw_boxes", str(error))
        self.assertEqual(len(str(error).splitlines()), 2)

    def test_texts_with_nul_are_refused(self):
        import overlace

        with self.assertRaisesRegex(ValueError, "NUL"):
            overlace.Clip("boxes\0x", None, size=(64, 64))


if __name__ == "__main__":
    unittest.main()
