# SPDX-License-Identifier: Apache-2.0
"""What the editor does with files: exports, drafts, merges; and how it starts."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from cli import PROGRAM, ffmpeg, probe
from support import Editor

NEON = '{\n  "overlace": 1,\n  "extends": "neon"\n}\n'


class Export(unittest.TestCase):
    def start(self, editor, text, **choice):
        asked = {"text": text, "folder": 0, "name": "out.mp4", "codec": "", "crf": None, "frames": "", "overlay_only": False,
                 "overwrite": False, **choice}
        status, _, body = editor.request("POST", "/export", asked)
        return status, json.loads(body)

    def steps(self, editor, text, **choice):
        """All events of an export, to its end."""
        with editor.events() as events:
            self.assertEqual(self.start(editor, text, **choice)[0], 200)
            steps = []
            for event in events:
                if event["event"] == "export":
                    steps.append(event)
                    if event["step"] == "end":
                        return steps
        self.fail("no end")

    def rendered(self, editor, *options):
        """What the command makes of the graph's file."""
        out = editor.folder / f"rendered{len(options)}.mp4"
        subprocess.run([PROGRAM, "render", editor.video, "-g", editor.file, "--tracks", editor.tracks, "-o", out, *options],
                       check=True, capture_output=True, cwd=editor.folder)
        return out.read_bytes()

    def test_is_what_render_makes(self):
        with Editor() as editor:
            unsaved = editor.text.replace('"width": "0.3%"', '"width": "1%"')
            steps = self.steps(editor, unsaved, crf=30, frames="10-29")
            self.assertEqual([steps[0]["step"], steps[-1]["step"], steps[-1]["in_place"], steps[-1]["frames"]], ["start", "end", True, 20])
            self.assertEqual(steps[-1]["output"], str(editor.folder / "out.mp4"))
            self.assertIn("progress", [step["step"] for step in steps])
            self.assertNotEqual(editor.text, unsaved)
            editor.file.write_text(unsaved, encoding="utf-8")
            made = (editor.folder / "out.mp4").read_bytes()
            self.assertEqual(made, self.rendered(editor, "--crf", "30", "--frames", "10-29"))
            status, answer = self.start(editor, unsaved)
            self.assertEqual((status, answer["exists"]), (409, str(editor.folder / "out.mp4")))
            self.assertEqual((editor.folder / "out.mp4").read_bytes(), made)
            self.assertTrue(self.steps(editor, unsaved, overwrite=True)[-1]["in_place"])
            self.assertEqual((editor.folder / "out.mp4").read_bytes(), self.rendered(editor))

    def test_the_overlay_alone(self):
        with Editor("boxes") as editor:
            self.assertTrue(self.steps(editor, editor.text, name="over.mov", overlay_only=True, frames="0-4")[-1]["in_place"])
            self.assertIn("codec_name=prores", probe(editor.folder / "over.mov", "codec_name"))

    def test_what_is_wrong_is_said(self):
        with Editor() as editor:
            end = self.steps(editor, editor.text, name="out.webm", codec="prores")[-1]
            self.assertFalse(end["in_place"])
            self.assertIn("prores", end["errors"][0])
            end = self.steps(editor, editor.text.replace('"width": "0.3%"', '"wdth": "0.3%"'))[-1]
            self.assertIn("wdth", end["errors"][0])
            for name in ("../out.mp4", "/tmp/out.mp4", ".out.mp4", "out_####.png", "out"):
                self.assertEqual(self.start(editor, editor.text, name=name)[0], 422, name)
            self.assertEqual(self.start(editor, editor.text, folder=7)[0], 422)

    def test_cancelling_leaves_nothing(self):
        with Editor("neon") as editor:
            before = sorted(path.name for path in editor.folder.iterdir())
            with editor.events() as events:
                self.start(editor, editor.text, codec="libaom-av1", name="out.mkv")  # slow
                while next(events).get("step") != "start":
                    pass
                self.assertEqual(self.start(editor, editor.text, name="other.mkv")[0], 422)  # one at a time
                self.assertEqual(editor.request("DELETE", "/export", {})[0], 200)
                for event in events:
                    if event.get("step") == "end":
                        break
            self.assertEqual((event["in_place"], event["stopped"]), (False, True))
            self.assertEqual(sorted(path.name for path in editor.folder.iterdir()), before)

    def test_an_editor_that_is_killed_takes_its_export_along(self):
        with Editor("neon") as editor:
            with editor.events() as events:
                self.start(editor, editor.text, codec="libaom-av1", name="out.mkv")  # slow
                while next(events).get("step") != "start":
                    pass
                editor.kill()
            for _ in range(200):
                if not [path for path in editor.folder.iterdir() if "out.mkv" in path.name]:
                    break
                time.sleep(0.05)
            self.assertEqual([path.name for path in editor.folder.iterdir() if "out.mkv" in path.name], [])
            editor.start(editor.video, "-g", editor.file)


class Drafts(unittest.TestCase):
    def keep(self, editor, text):
        self.assertEqual(editor.request("PUT", "/draft", {"text": text, "base": editor.text})[0], 200)

    def again(self, editor):
        editor.start(editor.video, "-g", editor.file, "--tracks", editor.tracks)

    def test_are_offered_after_a_kill(self):
        with Editor() as editor:
            self.assertIsNone(editor.clip["draft"])
            self.keep(editor, NEON)
            files = list((editor.folder / "state" / "overlace" / "drafts").iterdir())
            self.assertEqual([path.stat().st_mode & 0o777 for path in files], [0o600])
            editor.kill()
            self.again(editor)
            draft = editor.clip["draft"]
            self.assertEqual((draft["text"], draft["base"]), (NEON, editor.text))
            self.assertLess(abs(draft["time"] - time.time()), 60)
            self.assertEqual(editor.request("DELETE", "/draft")[0], 200)
            self.assertIsNone(editor.clip["draft"])

    def test_end_with_saving(self):
        with Editor() as editor:
            self.keep(editor, NEON)
            self.assertEqual(editor.clip["draft"]["text"], NEON)  # for a page that was closed
            self.assertEqual(editor.request("PUT", "/document", {"text": NEON, "base": editor.clip["hash"]})[0], 200)
            self.assertIsNone(editor.clip["draft"])
            self.assertEqual(list((editor.folder / "state" / "overlace" / "drafts").iterdir()), [])

    def test_a_file_that_is_gone_is_made_anew(self):
        with Editor() as editor:
            clip = editor.clip
            with editor.events() as events:
                editor.file.unlink()
                while not (event := next(events))["event"] == "gone":
                    pass
                self.assertTrue(event["is_gone"])
            self.assertEqual(editor.request("PUT", "/document", {"text": NEON, "base": clip["hash"]})[0], 200)
            self.assertEqual(editor.text, NEON)

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "SKIPPED: only root may mount a small disk")
    def test_a_full_disk_and_one_that_is_read_only(self):
        """The graph lies on a disk of 64 KiB, which only the editor sees."""
        for options in ("size=64k", "ro"):
            with self.subTest(options), Editor() as editor:
                small, text = editor.folder / "small", editor.text
                small.mkdir()
                editor.kill()
                mount = f'mount -t tmpfs -o size=64k none {small} && cp {editor.file} {small}/mine.json && mount -o remount,{options} {small} && exec "$@"'
                editor.start(editor.video, "-g", small / "mine.json", through=("unshare", "-m", "sh", "-ec", mount, "sh"))
                clip = editor.clip
                self.assertEqual(clip["text"], text)
                status, _, body = editor.request("PUT", "/document", {"text": text + " " * 100_000, "base": clip["hash"]})
                self.assertEqual(status, 422)
                self.assertRegex(json.loads(body)["problems"][0]["message"], "No space left|Read-only")
                self.assertEqual(editor.clip["hash"], clip["hash"])
                self.keep(editor, text + "\n")


class Merging(unittest.TestCase):
    def test_both_changes(self):
        with Editor() as editor:
            base = editor.text
            mine = base.replace('"width": "0.3%"', '"width": "1%"')
            theirs = base.replace('"title": "', '"title": "Their ').replace('"width": "0.3%"', '"width": "2%"')
            merged = editor.ask("merge", base=base, mine=mine, theirs=theirs)
            self.assertEqual(merged["both"], ["/nodes/lines/params/width"])
            self.assertEqual(merged["text"], theirs.replace('"width": "2%"', '"width": "1%"'))
            status, _, _ = editor.request("POST", "/merge", {"base": base, "mine": "{", "theirs": theirs})
            self.assertEqual(status, 422)


class Starting(unittest.TestCase):
    def test_without_a_video(self):
        with Editor() as editor:
            editor.kill()
            editor.start()
            clip = editor.clip
            self.assertEqual([clip[key] for key in ("width", "height", "frame_rate", "frame_count", "is_example", "begins", "graph")],
                             [1280, 720, 25, 250, True, True, "untitled.json"])
            boxes = editor.ask("look", text=clip["text"], look="lanes", node="people")["lanes"]
            self.assertEqual([lane["class"] for lane in boxes], ["person"] * 5 + ["car"])
            pictures = [editor.frame(clip["text"], number)[2] for number in (60, 120, 60)]
            self.assertNotEqual(pictures[0], pictures[1])
            self.assertEqual(pictures[0], pictures[2])
            self.assertEqual(editor.request("GET", "/export")[0], 200)
            names = set(path.name for path in editor.folder.iterdir())
            self.assertNotIn("untitled.json", names)

    def test_a_new_name_does_not_take_an_old_files_place(self):
        with Editor(name="untitled.json") as editor:
            editor.kill()
            editor.start(editor.video)
            self.assertEqual((editor.clip["graph"], editor.clip["begins"]), ("untitled-2.json", True))

    def test_tracks_need_a_video(self):
        with Editor() as editor:
            done = subprocess.run([PROGRAM, "edit", "--no-browser", "--tracks", editor.tracks], cwd=editor.folder, capture_output=True,
                                  text=True, check=False, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn("tracks belong to a video", done.stderr)

    def test_the_browser_gets_a_file_and_no_secret(self):
        with Editor() as editor:
            tools = editor.folder / "tools"
            tools.mkdir()
            opener = tools / "xdg-open"
            opener.write_text(f'#!/bin/sh\nstat -c "%a %n" "$1" > {editor.folder}/said.new\ncat "$1" >> {editor.folder}/said.new\n'
                              f'mv {editor.folder}/said.new {editor.folder}/said\n', encoding="ascii")
            opener.chmod(0o755)
            environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "DISPLAY": ":99", "XDG_RUNTIME_DIR": str(editor.folder)}
            for more, is_opened in (({"SSH_CONNECTION": ""}, True), ({"SSH_CONNECTION": "a 1 b 2"}, False)):
                (editor.folder / "said").unlink(missing_ok=True)
                with subprocess.Popen([PROGRAM, "edit", editor.video, "-g", editor.file], cwd=editor.folder, text=True, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, env={**environment, **more}) as process:
                    address = process.stdout.readline().strip()
                    for _ in range(100 if is_opened else 10):
                        if (editor.folder / "said").exists():
                            break
                        time.sleep(0.05)
                    command = pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes().decode()
                    process.terminate()
                    notes = process.stderr.read()
                self.assertNotIn(address.split("#")[1], command)
                self.assertEqual((editor.folder / "said").exists(), is_opened)
                if is_opened:
                    said = (editor.folder / "said").read_text(encoding="utf-8")
                    mode, path = said.splitlines()[0].split()
                    self.assertEqual(mode, "600")
                    self.assertIn(f"url={address}", said)
                    self.assertFalse(pathlib.Path(path).exists())  # it goes with the editor
                else:
                    self.assertRegex(notes, r"ssh -L (\d+):127\.0\.0\.1:\1")


class Confinement(unittest.TestCase):
    def test_files_of_a_graph(self):
        """Beside the graph, and below --root; nothing else."""
        with Editor() as editor:
            elsewhere = editor.folder / "elsewhere"
            elsewhere.mkdir()
            home = editor.folder / "home"
            home.mkdir()
            for folder in (home, elsewhere):
                (folder / "base.json").write_text(NEON, encoding="utf-8")
            graph = home / "mine.json"
            graph.write_text(NEON, encoding="utf-8")
            documents = {name: json.dumps({"overlace": 1, "extends": str(path)}) for name, path in
                         (("beside", home / "base.json"), ("elsewhere", elsewhere / "base.json"), ("a link out", home / "link.json"),
                          ("below a link", home / "folder" / "base.json"), ("the system's", pathlib.Path("/etc/passwd")))}
            (home / "link.json").symlink_to(elsewhere / "base.json")
            (home / "folder").symlink_to(elsewhere)
            editor.kill()
            for options, allowed in (((), ["beside"]), (("--root", elsewhere), ["beside", "elsewhere"])):
                editor.start("-g", graph, *options)
                for name, text in documents.items():
                    with self.subTest(name, options=options):
                        problems = editor.ask("check", text=text)["problems"]
                        self.assertEqual(problems == [], name in allowed, problems)
                editor.kill()
            editor.start()

    def test_memory(self):
        """A graph that takes too much is refused, or ends its engine; the next one is drawn."""
        image = {"type": "draw_image", "params": {"path": "large.png"}}
        large = json.dumps({"overlace": 1, "nodes": {"image": image}, "composite": ["image"]})
        with Editor() as editor:
            editor.kill()
            # 700 MB once it is decoded, at once: a graph whose tables grow would first meet the limit of time on a slow machine.
            ffmpeg("-f", "lavfi", "-i", "color=black:s=6900x6900", "-frames:v", 1, "-pix_fmt", "gray", editor.folder / "large.png")
            editor.start(editor.video, "-g", editor.file, "--tracks", editor.tracks, "--max-memory", "512", "--max-seconds", "50")
            status, _, body = editor.frame(large, 3)
            self.assertEqual(status, 503, body[:500])
            self.assertRegex(json.loads(body)["problems"][0]["message"], "memory|ended")
            status, _, body = editor.frame(editor.text, 3)
            self.assertEqual(status, 200, body[:500])

    def test_time(self):
        """An engine that stands still is ended; the next one draws."""
        with Editor() as editor:
            editor.kill()
            editor.start(editor.video, "-g", editor.file, "--tracks", editor.tracks, "--max-seconds", "5")
            self.assertEqual(editor.frame(editor.text, 3)[0], 200)
            os.kill(editor.engine, signal.SIGSTOP)
            status, _, body = editor.frame(editor.text, 4)
            self.assertEqual(status, 503, body)
            self.assertIn("took more than 5 s", json.loads(body)["problems"][0]["message"])
            status, _, body = editor.frame(editor.text, 4)
            self.assertEqual(status, 200, body[:500])


if __name__ == "__main__":
    unittest.main()
