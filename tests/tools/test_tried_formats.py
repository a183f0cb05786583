# SPDX-License-Identifier: Apache-2.0
"""Track files of other projects end right or are refused with the true reason; never as something else."""

import csv
import json
import re
import unittest

import cli

FILES = cli.DATA.parent.parent / "strangers" / "tracks"
# What is not read as EXPECTED.json counts it: "refused" gives words of the reason, "read" what is read
# instead, and "why" says whether that is right ("to do: …" where it is not).
EXCEPTIONS = cli.SOURCE / "tests" / "tools" / "tried_formats.json"
PICTURE = (1000, 1000)  # that fractions are of: round numbers


def number(pattern, text, otherwise=0.0):
    found = re.search(pattern, text)
    return float(found[1]) if found else otherwise


def expected(entry):
    """Objects, frames, ids and the first box as overlace counts them; None where the file says nothing."""
    first = entry["first"] or {}
    box = [first.get(key) for key in "xywh"]
    if "normalised" in entry["notes"]:
        box = [v * size for v, size in zip(box, PICTURE * 2)]
    if "as written: x,y are the CENTRE" in entry["notes"]:
        box[0], box[1] = box[0] - box[2] / 2, box[1] - box[3] / 2
    return {"boxes": entry["objects"], "frames": entry["frames"], "ids": entry["ids"] or 0, "first": box}


def alike(found, wanted):
    """Whether counts are the same and the first box is within what `tracks info` prints of it."""
    return all(found[key] == wanted[key] for key in ("boxes", "frames", "ids")) and all(
        abs(a - b) <= 0.0501 for a, b in zip(found["first"], wanted["first"]))


@unittest.skipUnless((FILES / "EXPECTED.json").exists(), "the files of other projects are not here")
class Formats(cli.CliTest):
    def read(self, entry):
        """What overlace makes of a file, or its reason to refuse it."""
        arguments = [FILES / entry["file"]]
        if "normalised" in entry["notes"]:
            arguments.append("--source-size={}x{}".format(*PICTURE))
        if "per cent of 1920x1080" in entry["notes"]:
            arguments.append("--source-size=1920x1080")
        if "only the left camera" in entry["notes"]:
            arguments.append("--tracks-sequence=CAM_LEFT")
        info = self.run_overlace("tracks", "info", *arguments, code=None)
        if info.returncode != 0:
            self.assertIn(info.returncode, (2, 4), info.stderr)
            return info.stderr
        base = number(r"pixels count from ([\d.]+)", info.stdout)
        first = re.search(r"first boxes: frame \d+ at (\S+), (\S+) size (\S+) x ([\d.]+)", info.stdout)
        box = [float(v) for v in first.groups()] if first else []
        return {"boxes": int(number(r"(\d+) box(?:es)? in frames", info.stdout)), "frames": self.frames(arguments),
                "ids": int(number(r"(\d+) ids from", info.stdout)) or len(re.findall(r"\), id \d+$", info.stdout, re.MULTILINE)),
                "first": [v + base * (i < 2) for i, v in enumerate(box)]}

    def frames(self, arguments):
        """How many frames have boxes."""
        self.run_overlace("tracks", "convert", *arguments, "-o", "t.csv", "--accept-loss", "--overwrite")
        with open(self.folder / "t.csv", encoding="utf-8") as rows:
            return len({row["frame"] for row in csv.DictReader(rows)})

    def judge(self, entry, exception):
        found, wanted = self.read(entry), expected(entry)
        refused = isinstance(found, str)
        if exception is None:
            self.assertFalse(refused, found)
            self.assertTrue(alike(found, wanted), f"{found} instead of {wanted}")
        elif "refused" in exception:
            self.assertTrue(refused, f"read as {found}: take it off the list if that is right")
            self.assertIn(exception["refused"], found)
        else:
            self.assertFalse(refused, found)
            self.assertFalse(alike(found, wanted), "it is read right: take it off the list")
            self.assertEqual({key: found[key] for key in exception["read"]}, exception["read"])

    def test_every_file_is_read_as_its_format_says_or_refused(self):
        exceptions = json.loads(EXCEPTIONS.read_text("utf-8"))
        for entry in json.loads((FILES / "EXPECTED.json").read_text("utf-8")):
            with self.subTest(entry["file"]):
                self.judge(entry, exceptions.pop(entry["file"], None))
        self.assertEqual(exceptions, {}, "files that are not there")
