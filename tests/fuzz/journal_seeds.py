# SPDX-License-Identifier: Apache-2.0
"""Makes the seeds of the journal's fuzzer: journals with rows, and what somebody else may have made of one.

    python3 journal_seeds.py FOLDER
"""

import contextlib
import pathlib
import re
import sqlite3
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = re.search(r'R"\((.*?)\)"', (ROOT / "batch/journal.cpp").read_text(encoding="utf-8"), re.DOTALL)[1]
ROWS = """INSERT INTO clips VALUES ('a', 2, 1, 0, 0, 0, 0, 0, 0, '', 'x', 12, 3456, 1.5, 1000);
          INSERT INTO clips VALUES ('b', 4, 2, 1, 0, 1, 0, 0, 4, 'no video', '', 0, 0, 0, 0); INSERT INTO notes VALUES ('plan', 'p');"""
COLUMNS = re.search(r"clips \((.*?)\) WITHOUT", TABLES, re.DOTALL)[1]
NAMES = ", ".join(column.split()[0] for column in COLUMNS.split(","))
SEEDS = {
    "empty": TABLES,
    "rows": TABLES + ROWS,
    "odd": TABLES + ROWS + "UPDATE clips SET state = 99, attempts = -1, seconds = 'x', reason = NULL, frames = 1e300, id = x'ff00fe' WHERE id = 'b';",
    "endless": "CREATE VIEW clips AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "
               + ", ".join(f"i AS {name}" for name in NAMES.split(", ")) + " FROM n;",
    "few": "CREATE TABLE clips (id TEXT PRIMARY KEY); INSERT INTO clips VALUES ('a');",
}


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for seed, script in SEEDS.items():
        (folder / seed).unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(folder / seed)) as database:
            database.executescript("PRAGMA page_size = 512;" + script)
