#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""struct_layouts.py sees every struct of overlace.h, all of its members, and the values of enums."""

import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import struct_layouts  # noqa: E402


class StructLayouts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = struct_layouts.layouts()
        cls.text = struct_layouts.without_comments(struct_layouts.HEADER.read_text(encoding="utf-8"))

    def test_every_struct_with_members_is_there(self):
        defined = re.findall(r"^\} (ovl_\w+);", self.text, re.MULTILINE)
        self.assertGreater(len(defined), 15)
        self.assertEqual(sorted(defined), sorted(self.found["structs"]))

    def test_members_fill_their_struct(self):
        for name, struct in self.found["structs"].items():
            with self.subTest(name):
                end = 0
                for member, (offset, size) in struct["members"].items():
                    self.assertLess(offset - end, 8, member)
                    self.assertGreaterEqual(offset, end, member)
                    end = offset + size
                self.assertLess(struct["size"] - end, 8)

    def test_struct_size_comes_first(self):
        for name, struct in self.found["structs"].items():
            if "struct_size" in struct["members"]:
                self.assertEqual(struct["members"]["struct_size"], [0, 4], name)

    def test_known_layouts(self):
        clip = self.found["structs"]["ovl_clip"]
        self.assertEqual(clip["size"], 40)
        self.assertEqual(clip["members"]["rate_den"], [24, 8])
        self.assertEqual(self.found["structs"]["ovl_image"]["members"]["plane"], [32, 64])
        self.assertEqual(self.found["enums"]["OVL_UNAVAILABLE"], 75)
        self.assertEqual(self.found["enums"]["OVL_FORMAT_NONE"], 0)


if __name__ == "__main__":
    unittest.main()
