# SPDX-License-Identifier: Apache-2.0
"""A terminal that a program runs in: it keeps what it is sent, and answers questions as terminals do."""

import base64
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading
import time

KITTY = b"\033_Gi=31;OK\033\\"
SIXEL = b"\033[?62;4;22c"
PLAIN = b"\033[?1;2c"


class Terminal:
    """Has `size` in pixels and cells of `cell`. `answers` are those to kitty's question, and to the one for its kind, which
    comes last. Where `tells_pixels` is off, the kernel does not know the size in pixels, and the terminal says it if asked."""

    def __init__(self, answers=(b"", PLAIN), size=(800, 600), cell=(10, 20), tells_pixels=True):
        self.answers, self.size, self.cell = answers, size, cell
        self.master, self.slave = pty.openpty()
        self.resize(size, tells_pixels)
        self.before = termios.tcgetattr(self.slave)
        self.shown, self.lock = bytearray(), threading.Lock()

    def resize(self, size, tells_pixels=True):
        pixels = size if tells_pixels else (0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ,
                    struct.pack("HHHH", size[1] // self.cell[1], size[0] // self.cell[0], *pixels))

    def start(self, command, folder):
        """Runs a program in it, in the foreground."""
        def take_terminal():
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        self.run = subprocess.Popen(command, cwd=folder, stdin=self.slave, stdout=self.slave, stderr=self.slave,
                                    start_new_session=True, preexec_fn=take_terminal)
        threading.Thread(target=self.listen, daemon=True).start()
        return self.run

    def listen(self):
        asked = 0
        questions = {b"a=q": self.answers[0], b"\033[14t": b"\033[4;%d;%dt" % self.size[::-1], b"\033[c": self.answers[1]}
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            with self.lock:
                self.shown += data
                for question, answer in questions.items():
                    if question in self.shown[asked:] and answer:
                        os.write(self.master, answer)
                if b"\033[c" in self.shown[asked:]:
                    asked = len(self.shown)

    def text(self):
        with self.lock:
            return bytes(self.shown)

    def wait_for(self, pattern, count=1, timeout=60):
        """What matches a pattern of bytes, once it has come `count` times."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            found = list(re.finditer(pattern, self.text(), re.DOTALL))
            if len(found) >= count:
                return found
            time.sleep(0.01)
        raise AssertionError(f"no {pattern!r} in {self.text()[-2000:]!r}")

    def interrupt(self):
        """Types Ctrl-C; returns the exit code."""
        os.write(self.master, b"\003")
        return self.run.wait(timeout=60)

    def settings_are_as_before(self):
        return termios.tcgetattr(self.slave) == self.before

    def close(self):
        if self.run.poll() is None:
            self.run.send_signal(signal.SIGKILL)
            self.run.wait()
        os.close(self.slave)
        os.close(self.master)


def kitty_pictures(shown):
    """The files that were sent in kitty's protocol, in order."""
    pictures, data = [], b""
    for keys, payload in re.findall(rb"\033_G([^;\033]*);([^\033]*)\033\\", shown):
        values = dict(pair.split(b"=") for pair in keys.split(b","))
        if values.get(b"a") == b"q":
            continue
        assert len(payload) <= 4096
        data += payload
        if values[b"m"] == b"0":
            pictures.append(base64.b64decode(data, validate=True))
            data = b""
    return pictures


def sixel_pictures(shown):
    return re.findall(rb"\033P[0-9;]*q.*?\033\\", shown, re.DOTALL)
