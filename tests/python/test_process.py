# SPDX-License-Identifier: Apache-2.0
"""The package in a process: imports, forks, threads at the end, other libraries beside it."""

import itertools
import os
import statistics
import unittest

from support import needs, run_python

DRAW = """
import overlace, numpy as np
clip = overlace.Clip("boxes", [{"xyxy": [[20, 20, 60, 60]]}], size=(320, 180))
def draw():
    return int((clip.draw(np.zeros((180, 320, 3), np.uint8), 0) != 0).sum())
assert draw() > 0
"""


class Process(unittest.TestCase):
    def python(self, code, code_of_end=0, **environment):
        run = run_python(code, **environment)
        self.assertEqual(run.returncode, code_of_end, run.stdout + run.stderr)
        return run.stdout + run.stderr

    def test_the_import_takes_no_time_and_loads_nothing(self):
        code = (
            "import sys, time; begin = time.process_time(); import overlace; print(time.process_time() - begin);"
            "assert 'numpy' not in sys.modules and 'ctypes' not in sys.modules"
        )
        times = [float(self.python(code).split()[-1]) for _ in range(5)]
        self.assertLess(statistics.median(times), 0.05)

    def test_a_child_of_fork_says_why_it_cannot_draw(self):
        output = self.python(DRAW + """
import os, signal, sys
child = os.fork()
if child == 0:
    signal.alarm(5)  # ends a child that hangs
    for act in (draw, lambda: clip.bounds(0), lambda: overlace.Overlay("boxes"), lambda: overlace.presets()["boxes"]):
        try:
            act()
        except overlace.UnavailableError as error:
            print(error)
    sys.stdout.flush()
    sys.exit(3)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 3, status
assert draw() > 0
""")  # fmt: skip
        self.assertEqual(output.count("spawn"), 4, output)

    def test_a_child_may_draw_if_its_parent_has_not(self):
        self.python("import overlace, os, sys\noverlace.presets()\nchild = os.fork()\nif child == 0:\n"
                    + "".join(f"    {line}\n" for line in DRAW.strip().splitlines())
                    + "    os._exit(0)\nassert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0")  # fmt: skip

    def test_multiprocessing_by_spawn(self):
        code = DRAW + """
import multiprocessing
if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.apply(abs, (-7,)))
"""
        self.assertIn("7", self.python(code))

    def test_a_program_ends_with_objects_alive_and_threads_at_work(self):
        self.python(DRAW + """
import threading
def forever():
    while True:
        draw()
for _ in range(3):
    threading.Thread(target=forever, daemon=True).start()
overlay = overlace.Overlay("boxes")
overlay.draw(np.zeros((180, 320, 3), np.uint8), [[20, 20, 60, 60]])
""")  # fmt: skip

    def test_threads_draw_at_the_same_time(self):
        """ctypes gives the interpreter's lock away; seen by the time of the processor, not by the clock."""
        output = self.python(DRAW.replace("(320, 180)", "(1920, 1080), threads=1").replace("(180, 320, 3)", "(1080, 1920, 3)") + """
import threading, time
calls = []
def many():
    for _ in range(60):
        begin = time.perf_counter(); draw(); calls.append((begin, time.perf_counter()))
threads = [threading.Thread(target=many) for _ in range(2)]
[t.start() for t in threads]; [t.join() for t in threads]
calls.sort()
overlaps = sum(later[0] < earlier[1] for earlier, later in zip(calls, calls[1:]))
print("overlaps", overlaps)
""")  # fmt: skip
        self.assertGreater(int(output.split()[-1]), 20)


class Beside(unittest.TestCase):
    """Other libraries with threads, codecs and fonts of their own."""

    def beside(self, *modules):
        for order in itertools.permutations([*modules, "overlace"]):
            code = "\n".join(f"import {name}" for name in order) + DRAW + "assert draw() > 0\n"
            if "av" in modules:
                code += "frame = av.VideoFrame(320, 180, 'yuv420p'); clip.draw(frame, 0)\n"
            if "cv2" in modules:
                code += "picture = np.zeros((180, 320, 3), np.uint8); cv2.circle(picture, (9, 9), 5, (1, 2, 3)); clip.draw(picture, 0)\n"
                code += "cv2.GaussianBlur(picture, (5, 5), 1)\n"
            run = run_python(code, **os.environ)
            self.assertEqual(run.returncode, 0, f"{order}\n{run.stderr}")

    @needs("av", "cv2")
    def test_pyav_and_opencv(self):
        self.beside("av", "cv2")

    @needs("torch")
    def test_torch(self):
        self.beside("torch")


if __name__ == "__main__":
    unittest.main()
