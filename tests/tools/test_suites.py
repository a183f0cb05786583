#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ctest makes of a GoogleTest program: a test for each suite, or as many as it is split into. The program here
answers as GoogleTest does, and as tests/run_tests.cpp ends."""

import pathlib
import re
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "discover_suites.cmake"
LISTING = """Plain.
  One
  Two
Skipped.
  One
Every/Given.
  Case/0  # GetParam() = "a;b"
  Case/1  # GetParam() = "[c]"
Other/Given.
  Case/0  # GetParam() = "Plain."
Typed/0.  # TypeParam = int
  Case
Typed/1.  # TypeParam = std::vector<int, double>
  Case
Failing.
  One
"""
PROGRAM = f"""#!/bin/sh
case "$1" in
  --gtest_list_tests) cat <<'END'
{LISTING}END
    ;;
  *=Skipped.*) exit 77 ;;
  *=Failing.*) echo "Failing.One does not hold"; exit 1 ;;
esac
"""


class Suites(unittest.TestCase):
    def ctest(self, shards):
        """The status of each test, and what ctest printed."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(subprocess.run, ["rm", "-rf", folder], check=True)
        program = folder / "program"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        subprocess.run(["cmake", f"-DPROGRAM={program}", "-DNAME=test_it", "-DLABEL=unit", f"-DFOLDER={folder}", "-DTIMEOUT=60",
                        f"-DFILE={folder / 'CTestTestfile.cmake'}", f"-DSHARDS={shards}", "-DENVIRONMENT=", "-P", SCRIPT],
                       check=True)
        text = subprocess.run(["ctest", "-L", "unit", "--output-on-failure"], cwd=folder, capture_output=True, text=True,
                              check=False).stdout
        return dict(re.findall(r"Test +#\d+: (\S+) \.+\**(?: *)(Passed|Failed|Skipped)", text)), text

    def test_each_suite_is_a_test(self):
        statuses, text = self.ctest(1)
        self.assertEqual(statuses, {"test_it.Plain": "Passed", "test_it.Skipped": "Skipped", "test_it.Given": "Passed",
                                    "test_it.Typed": "Passed", "test_it.Failing": "Failed"})
        self.assertIn("Failing.One does not hold", text)

    def test_a_suite_is_split_into_no_more_tests_than_it_has_cases(self):
        statuses, _ = self.ctest(2)
        self.assertEqual(sorted(statuses), [
            "test_it.Failing", *(f"test_it.{suite}.{part}of2" for suite in ("Given", "Plain") for part in (1, 2)),
            "test_it.Skipped", "test_it.Typed.1of2", "test_it.Typed.2of2"])


if __name__ == "__main__":
    unittest.main()
