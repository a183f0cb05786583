# SPDX-License-Identifier: Apache-2.0
"""The playground, served from a folder of its own: with the module where it is built, else with a stand-in for it."""

import contextlib
import http.server
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import urllib.parse

SITE = pathlib.Path(os.environ.get("OVERLACE_PLAYGROUND", "missing"))
STAND_IN = os.environ.get("OVERLACE_PAGE_PROGRAM", "")  # the renderer behind a pipe
STAND_IN_WORKER = os.environ.get("OVERLACE_STAND_IN_WORKER", "")  # its worker, bundled
MODULE = pathlib.Path(os.environ.get("OVERLACE_MODULE", "missing"))  # the folder of the module
WORKER = pathlib.Path(os.environ.get("OVERLACE_MODULE_WORKER", "missing"))  # its worker, bundled
HAS_MODULE = (MODULE / "overlace.wasm").is_file() and WORKER.is_file()


class Renderer:
    """Asks the stand-in; it sees the files of a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.lock = threading.Lock()
        self.process = subprocess.Popen([STAND_IN], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line, body):
        """Head and pixels of the answer."""
        if line.startswith("ask PUT tracks"):
            body = body.replace(b'"path":"/', b'"path":"' + str(self.folder).encode() + b"/")
        with self.lock:
            self.process.stdin.write(line.replace("SIZE", str(len(body))).encode() + b"\n" + body)
            self.process.stdin.flush()
            head, pixels = map(int, self.process.stdout.readline().split())
            return self.process.stdout.read(head), self.process.stdout.read(pixels)

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


def line_of(parts):
    """What the stand-in is told for a path."""
    words = [urllib.parse.unquote(part) for part in parts]
    if words[0] == "picture":
        return f"picture {words[1]} {words[2]} SIZE {words[3]}"
    return f"{' '.join(words)} SIZE"


class Playground(contextlib.AbstractContextManager):
    """Serves the page's files, and nothing else."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-playground-"))
        self.site, files = self.folder / "site", self.folder / "files"
        site = self.site
        shutil.copytree(SITE, site)
        files.mkdir()
        self.renderer = None if HAS_MODULE else Renderer(files)
        shutil.copyfile(WORKER if HAS_MODULE else STAND_IN_WORKER, site / "playground_worker.js")
        if HAS_MODULE:
            shutil.copytree(MODULE, site, dirs_exist_ok=True)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler(site))
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/playground.html"

    def handler(self, site):
        renderer, files = self.renderer, self.folder / "files"

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm"}

            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(site))

            def log_message(self, *_):
                pass

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"] or 0))
                _, _, what, *rest = self.path.split("/")
                if what == "file":
                    (files / urllib.parse.unquote("/".join(rest))).write_bytes(body)
                    head, pixels = b"", b""
                else:
                    head, pixels = renderer.ask(line_of([what, *rest]), body)
                self.send_response(200)
                self.send_header("head-size", str(len(head)))
                self.send_header("content-length", str(len(head) + len(pixels)))
                self.end_headers()
                self.wfile.write(head + pixels)

        return Handler

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        if self.renderer:
            self.renderer.close()
        shutil.rmtree(self.folder, ignore_errors=True)
