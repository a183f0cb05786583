# SPDX-License-Identifier: Apache-2.0
"""A running `overlace edit`, asked over HTTP or through a browser."""

import atexit
import contextlib
import functools
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import unittest

from cli import PROGRAM, ffmpeg

SIZE = (640, 360)
FRAMES = 50
CHROMIUM = shutil.which("chromium")


def has_browser():
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return False
    return CHROMIUM is not None


needs_time = unittest.skipUnless(os.environ.get("OVERLACE_LONG_TESTS"), "SKIPPED: takes long; tools/test --all runs it")
needs_browser = unittest.skipUnless(has_browser(), "SKIPPED: needs chromium and Playwright: tools/setup editor")


def write_tracks(folder):
    """Three people who walk from left to right."""
    rows = ["frame,id,x,y,w,h,class,score"]
    for frame in range(FRAMES):
        rows += [f"{frame},{person},{40 + 110 * person + 4 * frame},{60 + 50 * person},60,120,person,0.9" for person in range(3)]
    path = pathlib.Path(folder, "tracks.csv")
    path.write_text("\n".join(rows) + "\n", encoding="ascii")
    return path


@functools.cache
def made_clips():
    """Where clips are kept that were made once for all tests of this process."""
    folder = tempfile.TemporaryDirectory(prefix="overlace-clips-")
    atexit.register(folder.cleanup)
    return pathlib.Path(folder.name)


@functools.cache
def made_clip(name, arguments):
    """A clip that FFmpeg makes."""
    path = made_clips() / f"{len(list(made_clips().iterdir()))}-{name}"
    ffmpeg(*arguments, path)
    return path


@functools.cache
def preset(name):
    return subprocess.run([PROGRAM, "presets", name], check=True, capture_output=True, text=True).stdout


class Editor(contextlib.AbstractContextManager):
    """Serves a copy of a preset, or a text, in a folder of its own."""

    def __init__(self, graph="constellation", name="mine.json", options=(), clip=None):
        """`clip` is the name of a clip, and what makes FFmpeg make it."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-editor-"))
        video, arguments = clip or ("clip.mkv", ("-f", "lavfi", "-i", f"testsrc2=s={SIZE[0]}x{SIZE[1]}:r=25", "-frames:v", FRAMES, "-c:v", "mpeg4", "-q:v", 3))
        self.video = self.folder / video
        shutil.copyfile(made_clip(video, tuple(arguments)), self.video)
        self.tracks = write_tracks(self.folder)
        self.file = self.folder / name
        self.file.write_text(graph if graph.startswith("{") else preset(graph), encoding="utf-8")
        self.start(self.video, "-g", self.file, "--tracks", self.tracks, *options)

    def start(self, *arguments, through=()):
        """Runs `overlace edit`, until it ends or another one is started; `through` is a command that runs it."""
        own = {"XDG_STATE_HOME": str(self.folder / "state"), "OVERLACE_FOUND_CACHE": "off"}
        self.process = subprocess.Popen(
            [*through, PROGRAM, "edit", "--no-browser", *arguments], cwd=self.folder, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env={**os.environ, **own})
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9a-f]{64})", self.address)
        if not found:
            raise AssertionError(f"no address, but {self.address!r}")
        self.port, self.token = int(found[1]), found[2]

    def kill(self):
        """Ends it without a word."""
        self.process.kill()
        self.process.wait(20)
        self.process.stdout.close()

    def __exit__(self, *_):
        self.process.terminate()
        code = self.process.wait(20)
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        if code != 0:
            raise AssertionError(f"overlace edit ended with {code}")

    @property
    def text(self):
        return self.file.read_text(encoding="utf-8")

    def request(self, method, path, body=None, headers=None):
        """Status, headers and bytes of an answer; `headers` replace those of the page, None leaves one out."""
        host = f"127.0.0.1:{self.port}"
        own = {"Host": host, "Origin": f"http://{host}", "Overlace-Token": self.token, **(headers or {})}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in own.items():
                if value is not None:
                    connection.putheader(name, value)
            sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
            connection.putheader("Content-Length", str(len(sent)))
            connection.endheaders(sent)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def ask(self, path, **question):
        """The answer to a question, which must be there."""
        status, _, body = self.request("POST", f"/{path}", question)
        if status != 200:
            raise AssertionError(f"{path}: {status} {body[:500]!r}")
        return json.loads(body)

    @property
    def engine(self):
        """The process that draws."""
        [child] = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii").split()
        return int(child)

    @property
    def clip(self):
        return json.loads(self.request("GET", "/clip")[2])

    @contextlib.contextmanager
    def events(self):
        """The lines of the stream of events, as they come."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as stream:
            host = f"127.0.0.1:{self.port}"
            stream.sendall(f"POST /events HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nOverlace-Token: {self.token}\r\n"
                           "Content-Length: 2\r\n\r\n{}".encode())
            lines = (line.strip() for line in stream.makefile("r", encoding="utf-8"))
            events = (json.loads(line) for line in lines if line.startswith("{"))
            next(events)  # "hello": it listens
            yield events

    def frame(self, text, number, **more):
        """The picture that was asked for; drafts that stand in for it are waited through, as the page does."""
        question = {"text": text, "frame": number, "width": SIZE[0], "exact": True, "solo": "", "plain": False, "settings": {}, **more}
        while True:
            status, headers, body = self.request("POST", "/frame", question)
            if headers["overlace-provisional"] != "1":
                return status, headers, body

    def still(self, number, *options):
        """The bytes that `overlace frame` makes."""
        path = self.folder / f"still-{number}.png"
        subprocess.run([PROGRAM, "frame", self.video, "-n", str(number), "-g", self.file, "--tracks", self.tracks, "-o", path, "--overwrite", *options],
                       check=True, capture_output=True, cwd=self.folder)
        return path.read_bytes()
