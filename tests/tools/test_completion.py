# SPDX-License-Identifier: Apache-2.0
"""Completion in the real shells: what they offer is what the commands have, and names survive their quoting."""

import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

from cli import PROGRAM, CliTest

PAGES = pathlib.Path(PROGRAM).parents[1] / "share"
BASH_COMPLETION = pathlib.Path("/usr/share/bash-completion/bash_completion")
READY = "ready> "


def description():
    return json.loads(subprocess.run([PROGRAM, "describe"], check=True, capture_output=True).stdout)


def commands(command, path=()):
    """All commands with their options; those that only have others below them left out."""
    if not command["commands"]:
        yield path, command
    for below in command["commands"]:
        yield from commands(below, (*path, below["name"]))


def long_options(command):
    return {name for option in command["options"] for name in option["names"] if name.startswith("--")}


class Terminal:
    """A shell on a terminal of its own, as somebody would type into it."""

    def __init__(self, folder, *command):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(PATH=f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}", TERM="dumb", PS1=READY, PROMPT=READY,
                              HOME=str(folder), COLUMNS="200", LC_ALL="C.UTF-8")
            os.execvp(command[0], command)
        self.wait(READY)

    def wait(self, text, seconds=20):
        """What is shown until a text appears."""
        shown = ""
        end = time.monotonic() + seconds
        while text not in shown:
            if not select.select([self.fd], [], [], max(end - time.monotonic(), 0))[0]:
                raise AssertionError(f"no {text!r} in {shown!r}")
            shown += os.read(self.fd, 65536).decode("utf-8", "replace")
        return shown

    def type(self, text):
        os.write(self.fd, text.encode())

    def run(self, line):
        self.type(line + "\n")
        return self.wait(READY)

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


class Shell:
    """What the tests of all shells have in common. `offered` gives what a shell offers for the last word."""

    def setUp(self):
        super().setUp()
        self.assertTrue((PAGES / "man/man1/overlace.1").exists(), "build the target command_pages")
        for name in ("my clip.mp4", "it's.mp4", "plain.mp4"):
            (self.folder / name).touch()
        self.write("mine.json", '{"overlace": 1, "knobs": {"ink": {"type": "color", "default": "#fff"}}, "nodes": '
                                '{"fill": {"type": "draw_fill", "params": {"color": "$ink"}}}, "composite": ["fill"]}')
        self.description = description()

    def test_every_option_of_every_command_is_offered(self):
        lines = {path: command for path, command in commands(self.description)}
        offered = self.offered(*(["overlace", *path, "--"] for path in lines))
        for (path, command), names in zip(lines.items(), offered):
            self.assertLessEqual(long_options(command), set(names), path)

    def test_every_command_is_offered(self):
        names, below = self.offered(["overlace", ""], ["overlace", "batch", ""])
        self.assertLessEqual({command["name"] for command in self.description["commands"]}, set(names))
        batch = next(command for command in self.description["commands"] if command["name"] == "batch")
        self.assertLessEqual({command["name"] for command in batch["commands"]}, set(below))

    def test_values_are_those_that_options_take(self):
        alpha, looks, codecs, formats, knobs, own, colors, files, nodes, topics = self.offered(
            ["overlace", "render", "--alpha", ""], ["overlace", "render", "-g", "neo"], ["overlace", "render", "--vcodec", "h"],
            ["overlace", "tracks", "info", "--tracks-format", "yolo"], ["overlace", "render", "-g", "neon", "--set", "pi"],
            ["overlace", "check", "mine.json", "--set", ""], ["overlace", "check", "mine.json", "--set", "fill."],
            ["overlace", "render", "pl"], ["overlace", "nodes", "draw_bo"], ["overlace", "help", "exit"])
        self.assertEqual(set(alpha), {"auto", "straight", "premultiplied"})
        self.assertIn("neon", looks)
        self.assertLessEqual({"h264", "hevc"}, set(codecs))
        self.assertIn("yolo_detect", formats)
        self.assertIn("pink=", knobs)
        self.assertEqual(set(own), {"ink=", "fill."})
        self.assertIn("fill.color=", colors)
        self.assertIn("plain.mp4", files)
        self.assertIn("draw_boxes", nodes)
        self.assertEqual(set(topics), {"exit-codes"})

    def test_spaces_and_quotes_of_names_survive(self):
        self.write("overlace", "#!/bin/sh\nprintf '<%s>' \"$2\" >seen.new\nmv seen.new seen.txt\n").chmod(0o755)
        seen = self.folder / "seen.txt"
        terminal = self.terminal()
        self.addCleanup(terminal.close)
        for typed, name in (("my", "my clip.mp4"), ("it", "it's.mp4"), ("'my", "my clip.mp4"), ('"it', "it's.mp4")):
            terminal.type(f"./overlace render {typed}\t")
            time.sleep(1)
            terminal.type("\n")
            for _ in range(100):
                if seen.exists():
                    break
                time.sleep(0.1)
            self.assertEqual(seen.read_text(encoding="utf-8"), f"<{name}>", typed)
            seen.unlink()


@unittest.skipUnless(shutil.which("bash") and BASH_COMPLETION.exists(), "bash-completion is not installed")
class Bash(Shell, CliTest):
    SCRIPT = PAGES / "bash-completion/completions/overlace"

    def offered(self, *lines):
        """Calls the function as bash does, once a line."""
        questions = "".join("ask {}\n".format(" ".join(map(self.quoted, words))) for words in lines)
        script = f"""
source {BASH_COMPLETION}
source '{self.SCRIPT}'
compopt() {{ :; }}
ask() {{
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMPREPLY=()
  COMP_POINT=${{#COMP_LINE}}
  _overlace overlace "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD - 1]}}"
  printf '%s\\n' "${{COMPREPLY[@]}}" @
}}
{questions}"""
        done = subprocess.run(["bash", "--norc", "-c", script], cwd=self.folder, check=True, capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"})
        self.assertEqual(done.stderr, "")
        return [answer.split() for answer in ("\n" + done.stdout).split("\n@")[:-1]]

    @staticmethod
    def quoted(word):
        return "'" + word.replace("'", "'\\''") + "'"

    def terminal(self):
        terminal = Terminal(self.folder, "bash", "--norc", "-i")
        terminal.run(f"source {BASH_COMPLETION}; source '{self.SCRIPT}'")
        return terminal

    def test_words_after_an_equals_sign_are_not_repeated(self):
        terminal = self.terminal()
        self.addCleanup(terminal.close)
        self.write("overlace", "#!/bin/sh\nexit 1\n")
        terminal.type("echo overlace; overlace render --alpha=str\t")
        time.sleep(1)
        terminal.type("\x01echo \n")
        self.assertIn("overlace render --alpha=straight", terminal.wait(READY))


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class Zsh(Shell, CliTest):
    def terminal(self):
        terminal = Terminal(self.folder, "zsh", "-f", "-i")
        terminal.run(f"fpath=('{PAGES}/zsh/site-functions' $fpath); autoload -Uz compinit; compinit -u -D; unsetopt zle_bracketed_paste; "
                     "PROMPT_EOL_MARK=''; setopt no_list_beep no_prompt_sp")
        return terminal

    def offered(self, *lines):
        """Types each line with Tab. A function of our own in place of compadd writes down what would be offered."""
        terminal = self.terminal()
        self.addCleanup(terminal.close)
        out = self.folder / "offered.txt"
        self.write("hook.zsh", f"""
compadd() {{
  if [[ ${{@[1,(i)(-|--)]}} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a offered
  builtin compadd -A offered "$@"
  print -rl -- $offered >>'{out}'
  builtin compadd "$@"
}}
zstyle ':completion:*' menu no
LISTMAX=10000
""")
        terminal.run("source hook.zsh")
        answers = []
        for number, words in enumerate(lines):
            out.write_text("", encoding="utf-8")
            terminal.type(" ".join(words) + "\t")
            self.settle(out)
            terminal.type(f"\x15print done-$(({number}))-\n")  # the prompt is shown more often than once a line
            terminal.wait(f"done-{number}-")
            answers.append(out.read_text(encoding="utf-8").split())
        return answers

    @staticmethod
    def settle(path, seconds=10.0):
        """Waits until a file has grown and stopped growing."""
        size, still = 0, 0
        for _ in range(int(seconds / 0.1)):
            time.sleep(0.1)
            now = path.stat().st_size
            still = still + 1 if now == size and now > 0 else 0
            size = now
            if still == 4:
                return


@unittest.skipUnless(shutil.which("fish"), "fish is not installed")
class Fish(Shell, CliTest):
    SCRIPT = PAGES / "fish/vendor_completions.d/overlace.fish"

    def offered(self, *lines):
        questions = "".join(f"complete -C {self.quoted(' '.join(words))}\necho @\n" for words in lines)
        done = subprocess.run(["fish", "-N", "-c", f"source {self.quoted(str(self.SCRIPT))}\n{questions}"], cwd=self.folder, check=True,
                              capture_output=True, text=True,
                              env={**os.environ, "HOME": str(self.folder),
                                   "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"})
        self.assertEqual(done.stderr, "")
        return [[line.split("\t")[0] for line in answer.splitlines() if line] for answer in ("\n" + done.stdout).split("\n@")[:-1]]

    @staticmethod
    def quoted(word):
        return "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def terminal(self):
        terminal = Terminal(self.folder, "fish", "-N", "-i", "-C", f"function fish_prompt; echo -n '{READY}'; end")
        terminal.run(f"source {self.quoted(str(self.SCRIPT))}")
        return terminal


class Names(CliTest):
    def test_shells_are_answered_within_30_ms(self):
        """Median of nine, as a person would notice it; a machine that is busy gets three times as long."""
        for words in (("presets",), ("nodes",), ("params", "-g", "neon"), ("formats",), ("codecs",)):
            times = []
            for _ in range(9):
                begin = time.perf_counter()
                self.run_overlace("complete", *words)
                times.append(time.perf_counter() - begin)
            self.assertLess(sorted(times)[4], 0.09, words)

    def test_names_are_those_of_the_lists(self):
        names = [line.split("\t")[0] for line in self.run_overlace("complete", "presets").stdout.splitlines()]
        listed = re.findall(r"^(\w+) ", self.run_overlace("presets").stdout, re.MULTILINE)
        self.assertEqual(names, [name for name in listed if name != "overlace"])
        nodes = {node["name"] for node in json.loads(self.run_overlace("nodes", "--json").stdout)}
        self.assertEqual({line.split("\t")[0] for line in self.run_overlace("complete", "nodes").stdout.splitlines()}, nodes)

    def test_params_come_with_their_values(self):
        def names(prefix):
            lines = self.run_overlace("complete", "params", "-g", "mine.json", prefix).stdout.splitlines()
            return [line.split("\t")[0] for line in lines]

        self.write("mine.json", '{"overlace": 1, "knobs": {"ink": {"type": "color", "default": "#fff"}}, "nodes": '
                                '{"boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}}, "people": '
                                '{"type": "track_input"}}, "composite": ["boxes"]}')
        self.assertEqual(names("i"), ["ink="])
        self.assertIn("ink=orange", names("ink=o"))
        self.assertEqual(names("box"), ["boxes."])
        self.assertIn("boxes.corner_radius=", names("boxes."))
        self.assertEqual(self.run_overlace("complete", "params", "-g", "no_such_graph.json").stdout, "")
