# SPDX-License-Identifier: Apache-2.0
"""Help in layers, topics and manual pages: all of them say the same of the same options."""

import json
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import unittest

from cli import PROGRAM, SOURCE, CliTest, needs_ffmpeg
from test_completion import commands, description, long_options

PAGES = pathlib.Path(PROGRAM).parents[1] / "share/man/man1"


def long_names(text):
    return set(re.findall(r"(?<![\w-])--[a-z][\w-]*", text))


class Layers(CliTest):
    def test_render_shows_what_people_need(self):
        text = self.run_overlace("render", "--help").stdout
        rows = re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.MULTILINE)
        self.assertEqual(rows, ["--output", "--graph", "--set", "--tracks", "--frames", "--vcodec", "--crf", "--overlay-only",
                                "--dry-run", "--overwrite"])
        self.assertEqual(len(re.findall(r"^  overlace render ", text, re.MULTILINE)), 3)
        for group in ("Input", "Encoding", "Tracks", "Sound"):
            self.assertRegex(text, rf"{group} \(\d+\)")
        self.assertLessEqual(len(text.splitlines()), 45)

    def test_batch_run_shows_its_own_first(self):
        rows = re.findall(r"^  (?:-\w, )?(--[\w-]+)", self.run_overlace("batch", "run", "--help").stdout, re.MULTILINE)
        self.assertEqual(rows[:6], ["--output", "--jobs", "--watch", "--dry-run", "--report", "--on-fail"])

    def test_the_whole_help_has_every_option_in_its_group(self):
        for path, command in commands(description()):
            text = self.run_overlace(*path, "--help-all").stdout
            self.assertLessEqual(long_options(command), long_names(text), path)
            for group in {option["group"] for option in command["options"]}:
                self.assertIn(f"\n{group}:\n", text, path)

    def test_hidden_options_are_counted(self):
        command = next(command for path, command in commands(description()) if path == ("render",))
        more = self.run_overlace("render", "--help").stdout.split("More options: ")[1]
        counted = sum(map(int, re.findall(r"\((\d+)\)", more)))
        self.assertEqual(counted, len(command["options"]) - 10)

    def test_lines_fit_80_columns(self):
        for path, _ in commands(description()):
            for layer in ("--help", "--help-all"):
                for line in self.run_overlace(*path, layer).stdout.splitlines():
                    if not re.match(r"  overlace |  '|      ", line):  # examples are there to be copied
                        self.assertLessEqual(len(line), 80, line)


class Topics(CliTest):
    def test_topics_are_the_pages(self):
        listing = self.run_overlace("help").stdout
        pages = sorted((SOURCE / "docs/help").glob("*.md"))
        self.assertGreaterEqual(len(pages), 5)
        for page in pages:
            text = page.read_text(encoding="utf-8")
            self.assertEqual(self.run_overlace("help", page.stem).stdout, text)
            self.assertRegex(listing, rf"\n  {page.stem} +{re.escape(text.splitlines()[0].lstrip('# '))}\n")

    def test_commands_are_explained_by_name(self):
        self.assertEqual(self.run_overlace("help", "batch", "run").stdout, self.run_overlace("batch", "run", "--help").stdout)
        self.assertIn("batch collect", self.run_overlace("help", "commands").stdout)
        self.assertIn("did you mean 'render'", self.run_overlace("help", "rendr", code=2).stderr)
        self.assertIn("did you mean 'exit-codes'", self.run_overlace("help", "exit", code=2).stderr)

    def test_exit_codes_are_those_of_the_library(self):
        page = (SOURCE / "docs/help/exit-codes.md").read_text(encoding="utf-8")
        told = set(re.findall(r"^\| (\d+) ", page, re.MULTILINE))
        enum = re.search(r"enum class ErrorCode.*?\};", (SOURCE / "graph/core/error.h").read_text(encoding="utf-8"), re.DOTALL)[0]
        self.assertEqual(told, set(re.findall(r" = (\d+),", enum)) | {"0", "8"})

    def test_every_set_of_the_page_is_taken(self):
        """The lines of the page, on a graph that has what they name."""
        graph = {"overlace": 1, "theme": {"fast": "#f80"},
                 "knobs": {"accent": {"type": "color", "default": "#fff"}},
                 "nodes": {"people": {"type": "track_input", "params": {"path": "$tracks"}},
                           "links": {"type": "link_knn", "inputs": {"points": "people"}},
                           "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
                           "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}, "params": {"color": "$accent"}},
                           "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}},
                           "labels": {"type": "draw_labels", "inputs": {"tracks": "people"}},
                           "gate": {"type": "track_line", "inputs": {"tracks": "people"}}},
                 "composite": ["lines", "boxes", "labels"]}
        self.write("mine.json", json.dumps(graph))
        page = (SOURCE / "docs/help/set.md").read_text(encoding="utf-8")
        lines = re.findall(r"^    (--set .*)$", page, re.MULTILINE)
        self.assertGreaterEqual(len(lines), 5)
        for line in lines:
            self.run_overlace("check", "mine.json", *shlex.split(line))
        self.run_overlace("check", "mine.json", "--set", "theme.fast=red")


@needs_ffmpeg
class Examples(CliTest):
    def test_every_example_of_every_command_works(self):
        self.clip("in.mp4", frames=30, extra=("-c:v", "mpeg4", "-c:a", "aac"))
        self.write("det.txt", "".join(f"{frame},{track},{20 + 3 * frame},{30 * track},30,60,0.9,-1,-1,-1\n"
                                      for frame in range(1, 31) for track in (1, 2)))
        self.run_overlace("presets", "boxes", "-o", "mine.json")
        (self.folder / "clips").mkdir()
        for name in ("a", "b"):
            shutil.copy(self.folder / "in.mp4", self.folder / f"clips/{name}.mp4")
            shutil.copy(self.folder / "det.txt", self.folder / f"clips/{name}.txt")
        ran = set()
        for _, command in [((), description()), *commands(description())]:
            for example in command.get("examples", []):
                line = example["line"]
                if line in ran:
                    continue
                ran.add(line)
                for made in re.findall(r"-o ([\w.]+)", line):
                    (self.folder / made).unlink(missing_ok=True)
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                line = re.sub(r" -n (120|100,200,300) ", " -n 20 ", line)  # of a longer clip
                words = [PROGRAM, *shlex.split(line)[1:]]
                if words[1] in ("watch", "edit"):
                    self.assert_serves_until_interrupted(words)
                else:
                    done = subprocess.run(["bash", "-c", line.replace("overlace", shlex.quote(PROGRAM), 1)], cwd=self.folder,
                                          capture_output=True, text=True, timeout=300, check=False)
                    self.assertEqual(done.returncode, 0, f"{line}\n{done.stderr}")
        self.assertGreater(len(ran), 15)

    def assert_serves_until_interrupted(self, words):
        """The first line says that the picture, or the page, is there."""
        with subprocess.Popen(words, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
            self.addCleanup(run.kill)
            self.assertRegex(run.stdout.readline(), r" ms \(start\)$|^http://127\.0\.0\.1:", words)
            run.send_signal(signal.SIGINT)
            self.assertIn(run.wait(timeout=60), (0, 128 + signal.SIGINT), words)


class Manual(CliTest):
    def test_every_command_has_a_page_with_its_options(self):
        for path, command in commands(description()):
            page = PAGES / ("-".join(["overlace", *path]) + ".1")
            text = page.read_text(encoding="utf-8").replace("\\-", "-").replace("Fl -", "--")
            self.assertLessEqual(long_options(command), long_names(text), page.name)
            self.assertIn(".Sh EXIT STATUS", text)

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_shows_what_the_help_shows(self):
        for path, command in commands(description()):
            page = PAGES / ("-".join(["overlace", *path]) + ".1")
            shown = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=200", page], check=True, capture_output=True, text=True).stdout
            shown = re.sub(r".\x08", "", shown).replace("‐", "-").replace("−", "-")
            self.assertLessEqual(long_options(command), long_names(shown), page.name)
            for example in command.get("examples", []):
                self.assertIn(example["line"], shown)

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_finds_no_fault(self):
        pages = sorted(PAGES.glob("overlace*.1"))
        done = subprocess.run(["mandoc", "-T", "lint", *pages], capture_output=True, text=True, check=False)
        # It looks for other pages in the system's folders only.
        told = [line for line in done.stdout.splitlines() + done.stderr.splitlines()
                if "referenced manual not found" not in line and "mandoc.db" not in line]
        self.assertEqual(told, [])
        names = {page.stem for page in pages} | {"ffmpeg"}
        for page in pages:
            self.assertLessEqual(set(re.findall(r"^\.(?:It )?Xr (\S+) 1", page.read_text(encoding="utf-8"), re.MULTILINE)), names)


@needs_ffmpeg
class Notes(CliTest):
    """What is said of a track file that fits, and of one that does not."""

    def said(self, *words):
        return self.run_overlace("frame", "in.mkv", "--tracks", "det.txt", "-o", "a.png", "--overwrite", *words).stderr.splitlines()

    def setUp(self):
        super().setUp()
        self.clip(frames=5)

    def test_one_line_says_what_was_read(self):
        self.write("det.txt", "1,1,10,10,20,20,1,-1,-1,-1\n3,1,12,10,20,20,1,-1,-1,-1\n")
        told = [line for line in self.said() if "det.txt" in line or "count from" in line or "first boxes" in line]
        self.assertEqual(told, ["overlace: det.txt: MOTChallenge detections or results, 2 boxes and 1 id in frames 0 to 2, "
                                "counted from 1 in the file"])
        in_detail = "\n".join(self.said("-v"))
        for part in (told[0], "because", "(--frame-base)", "(--pixel-base)", "first boxes"):
            self.assertIn(part, in_detail)
        self.assertEqual(self.said("-q"), [])

    def test_all_is_said_where_something_is_doubtful(self):
        self.write("det.txt", "1,1,10,10,20,20,1,-1,-1,-1\n2,1,x,10,20,20,1,-1,-1,-1\n" +
                   "".join(f"{frame},1,12,10,20,20,1,-1,-1,-1\n" for frame in range(3, 6)))
        told = "\n".join(self.said())
        for part in ("1 row: ", "(left out)", "(--frame-base)", "first boxes"):
            self.assertIn(part, told)


class Renamed(CliTest):
    def test_the_old_name_of_the_encoders_preset_says_both(self):
        for words in (("render", "in.mp4", "-o", "out.mp4", "--preset", "neon"), ("explain", "boxes", "--preset=fast"),
                      ("batch", "run", "clips", "--preset", "slow")):
            told = self.run_overlace(*words, code=2).stderr
            self.assertIn("--encoder-preset", told)
            self.assertIn("-g neon", told)
        told = self.run_overlace("frame", "in.mp4", "-o", "a.png", "--preset", "neon", code=2).stderr
        self.assertIn("-g neon", told)
        self.assertNotIn("--encoder-preset", told)


class Editor(CliTest):
    def test_visual_studio_code_finds_the_schema(self):
        self.run_overlace("schema", "--vscode")
        settings = json.loads((self.folder / ".vscode/settings.json").read_text(encoding="utf-8"))
        (entry,) = settings["json.schemas"]
        self.assertEqual(entry["fileMatch"], ["*.overlace.json"])
        schema = self.folder / entry["url"]
        self.assertEqual(schema.read_text(encoding="utf-8"), self.run_overlace("schema").stdout)
        validate = ["/usr/bin/python3", SOURCE / "tests/graph/validate.py", schema]
        good = self.write("good.overlace.json", (SOURCE / "presets/boxes.json").read_text(encoding="utf-8"))
        bad = self.write("bad.overlace.json", '{"overlace": 1, "nodes": {"a": {"type": "draw_bokses"}}, "composite": ["a"]}')
        done = subprocess.run([*validate, good, bad], capture_output=True, text=True, check=False)
        if done.returncode == 77:
            self.skipTest("python3-jsonschema is not installed")
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()], ["valid", "invalid"], done.stdout)

    def test_settings_that_exist_are_left_alone(self):
        (self.folder / ".vscode").mkdir()
        self.write(".vscode/settings.json", "{ // mine\n}\n")
        told = self.run_overlace("schema", "--vscode").stdout
        self.assertIn('"json.schemas"', told)
        self.assertEqual((self.folder / ".vscode/settings.json").read_text(encoding="utf-8"), "{ // mine\n}\n")
        self.assertTrue((self.folder / ".vscode/overlace-graph.schema.json").exists())

    def test_editors_get_swatches_texts_and_snippets(self):
        schema = json.loads(self.run_overlace("schema").stdout)
        nodes = json.loads(self.run_overlace("nodes", "--json").stdout)
        self.assertEqual(schema["definitions"]["node_type"]["oneOf"],
                         [{"const": node["name"], "description": node["doc"]} for node in nodes])
        self.assertIn("color-hex", json.dumps(schema["definitions"]["color"]))
        snippets = schema["definitions"]["node"]["defaultSnippets"]
        self.assertEqual([snippet["label"] for snippet in snippets], [node["name"] for node in nodes])
        (document,) = schema["defaultSnippets"]
        # As vscode-json-languageservice turns a body into a snippet, and the editor a snippet into text.
        text = re.sub(r'"\^((?:[^"\\]|\\.)*)"', lambda raw: json.loads(f'"{raw[1]}"'), json.dumps(document["body"]))
        text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text).replace("\\$", "$")
        self.assertIn('"path": "$tracks"', text)
        self.write("new.overlace.json", text)
        self.run_overlace("check", "new.overlace.json")
