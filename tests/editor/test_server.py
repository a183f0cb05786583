# SPDX-License-Identifier: Apache-2.0
"""The editor's server, asked as the page asks, and as others should not."""

import contextlib
import ctypes
import http.client
import itertools
import json
import os
import pathlib
import socket
import subprocess
import threading
import time
import unittest

import numpy as np

from cli import PROGRAM
from support import FRAMES, SIZE, Editor


def pixels(png, size=SIZE):
    """Decoded by FFmpeg: rows of R, G, B."""
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], input=png,
                         check=True, capture_output=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(size[1], size[0], 3)


class Answers(unittest.TestCase):
    def test_page(self):
        with Editor() as editor:
            status, headers, body = editor.request("GET", "/", headers={"Overlace-Token": None, "Origin": None})
            self.assertEqual(status, 200)
            self.assertIn(b'<div id="app">', body)
            policy = headers["content-security-policy"]
            for rule in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "connect-src 'self'"):
                self.assertIn(rule, policy)
            nonce = policy.split("'nonce-")[1].split("'")[0]
            self.assertIn(nonce.encode(), body)
            for path in ("/app.js", "/app.css", "/licences.txt"):
                status, _, body = editor.request("GET", path, headers={"Overlace-Token": None, "Origin": None})
                self.assertEqual((status, len(body) > 1000), (200, True), path)

    def test_clip_and_registry(self):
        with Editor() as editor:
            _, _, body = editor.request("GET", "/clip")
            clip = json.loads(body)
            self.assertEqual((clip["width"], clip["height"], clip["frame_rate"], clip["first_frame"]), (*SIZE, 25, 0))
            self.assertEqual(clip["frame_count"], FRAMES)
            self.assertEqual(clip["text"], editor.text)
            _, _, body = editor.request("GET", "/registry")
            registry = json.loads(body)
            nodes = json.loads(subprocess.run([PROGRAM, "nodes", "--json"], check=True, capture_output=True).stdout)
            self.assertEqual(registry["nodes"], nodes)
            self.assertIn("constellation", [preset["name"] for preset in registry["presets"]])

    def test_at_rest_equals_frame(self):
        for preset in ("boxes", "constellation"):  # test_frames has more
            with self.subTest(preset), Editor(preset) as editor:
                for number in (13, FRAMES - 1):
                    status, headers, body = editor.frame(editor.text, number)
                    self.assertEqual((status, headers["content-type"]), (200, "image/png"))
                    np.testing.assert_array_equal(pixels(body), pixels(editor.still(number)))

    def test_a_part_has_the_pixels_of_the_whole(self):
        """Only what is seen is sent: exactly that, or the draft's pixels round it."""
        part = {"x": 101, "y": 33, "width": 201, "height": 90}
        with Editor() as editor:
            _, headers, body = editor.frame(editor.text, 20, part=part)
            self.assertEqual(json.loads(headers["overlace-part"]), part)
            np.testing.assert_array_equal(pixels(body, (201, 90)), pixels(editor.still(20))[33:123, 101:302])
            _, headers, body = editor.frame(editor.text, 20, part=part, exact=False, width=320)
            shown = json.loads(headers["overlace-part"])
            self.assertEqual(shown, {"x": 100, "y": 32, "width": 204, "height": 92})
            whole = pixels(editor.frame(editor.text, 20, exact=False, width=320)[2], (320, 180))
            difference = pixels(body, (102, 46)).astype(int) - whole[16:62, 50:152]
            self.assertLess(abs(difference).mean(), 4)  # blocks of a JPEG begin elsewhere
            for outside in ({**part, "x": 640}, {**part, "width": 0}, {"x": 1}, 3):
                self.assertEqual(editor.frame(editor.text, 20, part=outside)[0], 422, outside)

    def test_settings_are_drawn_and_not_saved(self):
        with Editor() as editor:
            before = editor.text
            _, _, body = editor.frame(before, 20, settings={"boxes.stroke_width": "9", "accent": "#ff0000"})
            np.testing.assert_array_equal(
                pixels(body), pixels(editor.still(20, "--set", "boxes.stroke_width=9", "--set", "accent=#ff0000")))
            self.assertEqual(editor.text, before)

    def test_small_pictures_while_dragging(self):
        with Editor() as editor:
            status, headers, body = editor.frame(editor.text, 5, exact=False, width=320)
            self.assertEqual((status, headers["content-type"]), (200, "image/jpeg"))
            shown = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", "-"],
                                   input=body, check=True, capture_output=True).stdout
            self.assertEqual(shown.strip(), b"320,180")

    def test_plain_and_solo(self):
        with Editor() as editor:
            _, _, plain = editor.frame(editor.text, 5, plain=True, exact=False)
            self.assertEqual(plain[:2], b"\xff\xd8")
            _, _, solo = editor.frame(editor.text, 5, solo="boxes")
            document = json.loads(editor.text)
            document["composite"] = ["boxes"]
            editor.file.write_text(json.dumps(document), encoding="utf-8")
            np.testing.assert_array_equal(pixels(solo), pixels(editor.still(5)))

    def test_problems_have_places(self):
        with Editor() as editor:
            text = editor.text.replace('"width": "0.3%"', '"wdth": "0.3%"')
            checked = editor.ask("check", text=text)
            [problem] = checked["problems"]
            self.assertIn("width", problem["hint"])
            self.assertEqual(text.encode()[problem["begin"]:problem["end"]].decode(), '"wdth": "0.3%"')
            self.assertIsNotNone(checked["document"])
            broken = text[:200]
            self.assertIsNone(editor.ask("check", text=broken)["document"])
            status, _, body = editor.frame(text, 3)
            self.assertEqual(status, 422)
            self.assertIn("wdth", json.loads(body)["problems"][0]["message"])

    def test_a_patch_shows_what_it_inherits(self):
        with Editor('{"overlace": 1, "extends": "constellation"}') as editor:
            document = editor.ask("check", text=editor.text)["document"]
            self.assertIn("lines", document["nodes"])

    def test_acts_are_minimal_edits(self):
        with Editor() as editor:
            text = editor.text
            edits = editor.ask("edit", text=text, acts=[{"act": "set", "target": "lines.width", "value": "0.5%"}])["edits"]
            made = text.encode()
            for edit in reversed(edits):
                made = made[:edit["begin"]] + edit["text"].encode() + made[edit["end"]:]
            self.assertEqual(made.decode(), text.replace('"width": "0.3%"', '"width": "0.5%"'))
            status, _, body = editor.request("POST", "/edit", {"text": text, "acts": [{"act": "set", "target": "lines.wdth", "value": 3}]})
            self.assertEqual(status, 422)
            self.assertIn("width", body.decode())

    def test_looks(self):
        with Editor("boxes") as editor:
            look = editor.ask("look", text=editor.text, look="lanes", node="people")
            self.assertEqual([(lane["id"], lane["first"], lane["last"]) for lane in look["lanes"]], [(n, 0, FRAMES - 1) for n in range(3)])
            node = next(name for name, value in json.loads(editor.text)["nodes"].items() if value["type"] == "draw_boxes")
            bins = editor.ask("look", text=editor.text, look="histogram", node=node, attribute="height")["bins"]
            self.assertEqual((sum(bins["counts"]), bins["low"], bins["high"]), (3 * FRAMES, 120, 120))
            classes = editor.ask("look", text=editor.text, look="histogram", node=node, attribute="class")["bins"]
            self.assertEqual((classes["names"], classes["counts"]), (["person"], [3 * FRAMES]))
            # the left edge of the first person's box
            hit = editor.ask("look", text=editor.text, look="pixel", frame=0, x=40, y=120)
            self.assertEqual((hit["node"], hit["object"]["id"], hit["object"]["class"]), (node, 0, "person"))
            self.assertNotIn("node", editor.ask("look", text=editor.text, look="pixel", frame=0, x=630, y=350))

    def test_events(self):
        """Two of the three people cross a line while the clip lasts, once each."""
        graph = {"overlace": 1, "nodes": {
            "people": {"type": "track_input", "params": {"path": "$tracks"}},
            "door": {"type": "track_line", "inputs": {"tracks": "people"}, "params": {"name": "door", "points": ["331 0", "331 360"], "margin": 0, "hold": 1}},
            "boxes": {"type": "draw_boxes", "inputs": {"tracks": "door"}}}, "composite": ["boxes"]}
        with Editor(json.dumps(graph)) as editor:
            events = editor.ask("look", text=editor.text, look="lanes", node="people")["events"]
            # Their feet begin at x = 70 + 110 id, and walk 4 px a frame.
            self.assertEqual([(event["frame"], event["id"], event["class"], event["event"], event["name"]) for event in events],
                             [(11, 2, "person", "out", "door"), (38, 1, "person", "out", "door")])

    def test_gallery(self):
        with Editor() as editor:
            _, _, body = editor.request("POST", "/gallery", {"frame": 10, "width": 160})
            lines = [json.loads(line) for line in body.splitlines()]
            names = subprocess.run([PROGRAM, "presets"], check=True, capture_output=True, text=True).stdout
            self.assertTrue(all(line["preset"] in names for line in lines))
            self.assertGreater(sum("image" in line for line in lines), 40)


class Saving(unittest.TestCase):
    def put(self, editor, text, base):
        status, _, body = editor.request("PUT", "/document", {"text": text, "base": base})
        return status, json.loads(body)

    def hash_of(self, editor):
        return json.loads(editor.request("GET", "/clip")[2])["hash"]

    def test_save_and_conflict(self):
        with Editor() as editor:
            base = self.hash_of(editor)
            status, saved = self.put(editor, editor.text + "\n", base)
            self.assertEqual((status, saved["hash"] != base), (200, True))
            theirs = '{"overlace": 1, "extends": "neon"}\n'
            editor.file.write_text(theirs, encoding="utf-8")
            status, conflict = self.put(editor, "{}", saved["hash"])
            self.assertEqual((status, conflict["text"], editor.text), (409, theirs, theirs))
            self.assertEqual(self.put(editor, "{}\n", conflict["hash"])[0], 200)
            self.assertEqual(editor.text, "{}\n")
            self.assertEqual(self.put(editor, "late", base)[0], 409)  # a second tab

    def test_a_new_document_is_made_when_it_is_saved(self):
        with Editor() as editor:
            editor.process.terminate()
            editor.process.wait(20)
            process = subprocess.Popen([PROGRAM, "edit", editor.video, "-g", "neon", "--tracks", editor.tracks], cwd=editor.folder,
                                       text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self.addCleanup(process.stdout.close)
            self.addCleanup(process.wait)
            self.addCleanup(process.terminate)
            address = process.stdout.readline().strip()
            editor.port, editor.token = int(address.split(":")[2].split("/")[0]), address.split("#")[1]
            clip = json.loads(editor.request("GET", "/clip")[2])
            self.assertEqual(json.loads(clip["text"])["extends"], "neon")
            self.assertFalse((editor.folder / "neon.json").exists())
            self.assertEqual(self.put(editor, clip["text"], clip["hash"])[0], 200)
            self.assertEqual((editor.folder / "neon.json").read_text(encoding="utf-8"), clip["text"])

    def test_events_tell_of_changes(self):
        with Editor() as editor:
            with socket.create_connection(("127.0.0.1", editor.port), timeout=20) as stream:
                host = f"127.0.0.1:{editor.port}"
                stream.sendall(f"POST /events HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nOverlace-Token: {editor.token}\r\n"
                               "Content-Length: 2\r\n\r\n{}".encode())
                lines = stream.makefile("r", encoding="utf-8")
                while "hello" not in lines.readline():
                    pass
                temporary = editor.folder / "other"
                temporary.write_text('{"overlace": 1, "extends": "boxes"}', encoding="utf-8")
                os.replace(temporary, editor.file)
                event = {}
                while event.get("event") != "file":
                    line = lines.readline().strip()
                    event = json.loads(line) if line.startswith("{") else {}
                self.assertEqual(event["text"], editor.text)


    def test_no_version_is_lost_while_another_program_saves_too(self):
        """Both exchange files, so that each version knows the one that it replaced: none of them has no successor."""
        exchange = ctypes.CDLL(None, use_errno=True).renameat2
        with Editor() as editor:
            first, ours, accepted, torn = editor.text, set(), [], []

            def write():
                beside = editor.folder / "beside"
                for count in range(1000):
                    text = json.dumps({"overlace": 1, "title": f"theirs {count}", "doc": "x" * (count * 7 % 5000)})
                    beside.unlink(missing_ok=True)  # the editor may still be reading what has just been replaced
                    beside.write_text(text, encoding="utf-8")
                    if exchange(-100, os.fsencode(beside), -100, os.fsencode(editor.file), 2) != 0:
                        raise OSError(ctypes.get_errno(), "renameat2")
                    replaced.append((text, beside.read_text(encoding="utf-8")))
                    time.sleep(0.0005)

            replaced = []
            other = threading.Thread(target=write)
            other.start()
            base, known = self.hash_of(editor), first
            for count in itertools.count():
                text = json.dumps({"overlace": 1, "title": f"ours {count}"})
                ours.add(text)
                status, answer = self.put(editor, text, base)
                if status == 200:
                    accepted.append((text, known))
                    known = text
                else:
                    self.assertEqual(status, 409)
                    known = answer["text"]
                    try:
                        json.loads(known)
                    except ValueError:
                        torn.append(known)
                base = answer["hash"]
                if not other.is_alive():
                    break
            other.join()
            self.assertEqual((torn, len(replaced)), ([], 1000))
            before = [old for _, old in replaced] + [old for _, old in accepted]
            versions = {first, *(new for new, _ in replaced), *(new for new, _ in accepted)}
            # A text of ours that is refused is in place for an instant. What comes over it comes over theirs, which it hides.
            refused = ours - {new for new, _ in accepted}
            hidden = {before_it for (before_it, _), (_, old) in itertools.pairwise(replaced) if old in refused}
            lost = versions - {editor.text} - set(before) - hidden
            self.assertEqual(lost, set())
            self.assertEqual({old for _, old in accepted} & {old for _, old in replaced}, set())


class Strangers(unittest.TestCase):
    def test_only_the_page_is_let_in(self):
        with Editor() as editor:
            for name, headers, status in (
                ("no token", {"Overlace-Token": None}, 401), ("a wrong one", {"Overlace-Token": "0" * 64}, 401),
                ("another host's name", {"Host": "evil.example"}, 421), ("another page", {"Origin": "http://evil.example"}, 403),
                ("no origin", {"Origin": None}, 403), ("a frame", {"Sec-Fetch-Site": "cross-site"}, 403)):
                with self.subTest(name):
                    self.assertEqual(editor.request("POST", "/check", {"text": "{}"}, headers)[0], status)
            for path in ("/../../etc/passwd", "/%2e%2e/etc/passwd", "/app.js/../../x", "//etc/passwd"):
                self.assertEqual(editor.request("GET", path)[0], 404, path)

    def test_only_this_machine_is_listened_to(self):
        with Editor() as editor:
            listening = pathlib.Path(f"/proc/{editor.process.pid}/net/tcp").read_text(encoding="ascii").splitlines()
            own = [line.split()[1] for line in listening if f":{editor.port:04X} " in line and line.split()[3] == "0A"]
            self.assertEqual(own, [f"0100007F:{editor.port:04X}"])

    def test_limits(self):
        with Editor() as editor:
            self.assertEqual(editor.request("POST", "/check", {}, {"X": "x" * 20_000})[0], 431)
            self.assertEqual(editor.request("POST", "/check", b"{{{")[0], 422)
            status = 200
            while status == 200:  # frames on the way, until the clip ends
                status = editor.request("POST", "/frame", {"text": editor.text, "frame": 10**9, "width": 10**9})[0]
            self.assertEqual(status, 422)

    def test_a_large_body_is_refused(self):
        with Editor() as editor:
            self.assertEqual(editor.request("POST", "/check", b" " * 2_000_000)[0], 413)
            self.assertEqual(editor.request("POST", "/check", {"text": "{}"})[0], 200)

    def test_200_connections(self):
        """Sixteen are let in; when they leave, others are."""
        with Editor() as editor, contextlib.ExitStack() as opened:
            silent = [opened.enter_context(socket.create_connection(("127.0.0.1", editor.port), timeout=20)) for _ in range(200)]
            self.assertEqual([one.recv(1) for one in silent[16:]], [b""] * 184)
            for one in silent:
                one.close()
            for _ in range(100):
                with contextlib.suppress(OSError, http.client.HTTPException):
                    if editor.request("POST", "/check", {"text": "{}"})[0] == 200:
                        return
                time.sleep(0.05)
            self.fail("nobody is let in again")

    def test_bombs_are_answered(self):
        """Graphs that take all memory or time: the server answers, and then goes on."""
        merges = {"a0": {"type": "track_input", "params": {"path": "$tracks"}}}
        for n in range(1, 31):
            merges[f"a{n}"] = {"type": "track_merge", "inputs": {"tracks": [f"a{n - 1}", f"a{n - 1}"]}}
        bomb = {"overlace": 1, "nodes": {**merges, "b": {"type": "draw_boxes", "inputs": {"tracks": "a30"}}}, "composite": ["b"]}
        with Editor() as editor:
            fifo = editor.folder / "pipe"
            os.mkfifo(fifo)
            for name, document in (("merges", bomb), ("a pipe", {"overlace": 1, "extends": str(fifo)}),
                                   ("a file of the system", {"overlace": 1, "extends": "/etc/passwd"})):
                with self.subTest(name):
                    began = time.monotonic()
                    status, _, body = editor.frame(json.dumps(document), 1)
                    self.assertEqual(status, 422)
                    self.assertNotIn(b"root:", body)
                    self.assertLess(time.monotonic() - began, 20)
            self.assertEqual(editor.frame(editor.text, 1)[0], 200)


if __name__ == "__main__":
    unittest.main()
