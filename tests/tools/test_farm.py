# SPDX-License-Identifier: Apache-2.0
"""overlace batch export: a plan as a job of Slurm, Open Job Description, Kubernetes and AWS Batch. The first two
run it here, where they are installed (tools/setup farm); the others are checked against their own models."""

import contextlib
import copy
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import unittest

from cli import PROGRAM, SOURCE, needs_ffmpeg
from test_batch import children_of, digests
from test_batch_parts import FRAMES, PartsTest


os.environ["PATH"] += os.pathsep + str(SOURCE / "build/farm/bin")


def needs(*programs):
    missing = [program for program in programs if not shutil.which(program)]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


@needs_ffmpeg
class FarmTest(PartsTest):
    def clips(self):
        """A clip that is long, for here, and two short ones; planned for the farm, and rendered here in order."""
        self.source()
        for name in ("a", "b"):
            shutil.copy(self.folder / "in/walk.mp4", self.folder / f"in/{name}.mp4")
            shutil.copy(self.folder / "in/walk.txt", self.folder / f"in/{name}.txt")
        parts = ("--gop", "6", "--part-frames", "12")
        for out in ("out", "calm"):
            self.plan(out, "mp4", *parts)
        self.run_plan("calm")

    def long_clip(self):
        """One clip in twelve parts that take a while."""
        self.source("in/walk.mp4", "-s", "1280x720")
        options = ("--encoder-preset", "slow", "--threads", "1", "--gop", "3", "--part-frames", "3")
        for out in ("out", "calm"):
            self.plan(out, "mp4", *options)
        self.run_plan("calm")

    def export(self, engine, *options, code=0):
        return self.run_overlace("batch", "export", "out.jsonl", "--engine", engine, "-o", f"job-{engine}", *options, code=code)

    def job(self, engine, name):
        return json.loads((self.folder / f"job-{engine}" / name).read_text())


class Exported(FarmTest):
    def test_names_are_taken_literally(self):
        self.clips()
        self.run_overlace("batch", "export", "out.jsonl", "--engine", "kubernetes", "-o", "job-$(HOME)@run",
                          "--image", "registry/overlace@plan")
        job = json.loads((self.folder / "job-$(HOME)@run/shards.json").read_text())
        pod = job["spec"]["template"]["spec"]["containers"][0]
        self.assertEqual(pod["image"], "registry/overlace@plan")
        # Kubernetes makes $( of $$(.
        self.assertIn(str(self.folder / "job-$$(HOME)@run/plan.jsonl"), pod["command"])

    def test_there_is_a_task_per_part_and_per_hundred_clips(self):
        self.clips()
        self.assertIn("12 tasks", self.export("openjd").stdout)  # four parts of each of the three
        task = self.job("openjd", "job.json")["steps"][0]["parameterSpace"]["taskParameterDefinitions"][0]
        self.assertEqual(task["range"], "0-11")
        plan = (self.folder / "job-openjd/plan.jsonl").read_text()
        self.assertEqual(plan, (self.folder / "out.jsonl").read_text())
        self.assertIn("exists", self.export("openjd", code=2).stderr)
        self.assertIn("3 tasks", self.export("openjd", "--overwrite", "--tasks", "3").stdout)

    def test_scripts_are_shells(self):
        self.clips()
        strange = self.folder / "it's a job"
        self.run_overlace("batch", "export", "out.jsonl", "--engine", "slurm", "-o", strange)
        for script in strange.glob("*.sh"):
            subprocess.run(["sh", "-n", script], check=True)
            self.assertTrue(os.access(script, os.X_OK))
        words = subprocess.run(["sh", "-c", 'srun() { printf "%s\\n" "$@"; }; . "$0"', strange / "collect.sh"], check=True,
                               capture_output=True, text=True).stdout.splitlines()
        self.assertIn(str(strange / "plan.jsonl"), words)

    def test_tasks_are_queued_again_where_that_may_help(self):
        """The script of a shard with stand-ins for Slurm's commands: which ends are tried again, and how often."""
        self.clips()
        self.export("slurm")
        stand_ins = self.folder / "stand-ins"
        stand_ins.mkdir()
        for name, text in (("srun", "exit $CODE"), ("scontrol", "echo \"$@\" >> told"), ("sleep", "exit 0")):
            path = self.write(f"stand-ins/{name}", f"#!/bin/sh\n{text}\n")
            path.chmod(0o755)
        for code, again in ((0, False), (2, False), (8, False), (75, True), (137, True), (143, True)):
            for restarts in (0, 2, 3):
                (self.folder / "told").unlink(missing_ok=True)
                done = subprocess.run(
                    ["sh", "job-slurm/shards.sh"], cwd=self.folder, check=False,
                    env={**os.environ, "PATH": f"{stand_ins}:{os.environ['PATH']}", "CODE": str(code), "SLURM_JOB_ID": "7",
                         "SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_JOB_ID": "7", "SLURM_RESTART_COUNT": str(restarts)})
                self.assertEqual(done.returncode, code)
                told = (self.folder / "told").read_text() if (self.folder / "told").exists() else ""
                self.assertEqual(told, "requeue 7\n" if again and restarts < 3 else "", (code, restarts))


@needs("openjd")
class OpenJobDescription(FarmTest):
    def openjd(self, *arguments, code=0):
        done = subprocess.run(["openjd", *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              check=False, timeout=300)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_the_job_is_right_and_runs(self):
        self.clips()
        self.export("openjd", "--tasks", "3")
        job = self.folder / "job-openjd/job.json"
        self.openjd("check", job)
        run = self.openjd("run", job, "--step", "Collect", "--run-dependencies", "-p", f"Program={PROGRAM}")
        self.assertIn("openjd_progress: 100.0", run)
        self.assertEqual(digests(self.folder / "out"), digests(self.folder / "calm"))

    def test_a_job_that_is_cancelled_leaves_nothing_half(self):
        self.long_clip()
        self.export("openjd", "--tasks", "3")
        words = ["run", self.folder / "job-openjd/job.json", "--step", "Collect", "--run-dependencies", "-p", f"Program={PROGRAM}"]
        with subprocess.Popen(["openjd", *map(str, words)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True) as run:
            for line in run.stdout:
                if "openjd_progress" in line:
                    run.send_signal(signal.SIGINT)
                    break
            run.stdout.read()
        self.assertNotEqual(run.returncode, 0)
        self.assertEqual(digests(self.folder / "out"), {})
        self.assertEqual([path for path in (self.folder / "out").rglob("*") if path.name.endswith(".part")], [])
        self.openjd(*words)
        self.assertEqual(digests(self.folder / "out"), digests(self.folder / "calm"))

    def test_what_is_missing_fails_the_job(self):
        self.clips()
        self.export("openjd", "--tasks", "3")
        self.write("in/b.txt", "no tracks at all")
        run = self.openjd("run", self.folder / "job-openjd/job.json", "--step", "Collect", "--run-dependencies", "-p",
                          f"Program={PROGRAM}", code=1)
        self.assertIn("openjd_fail", run)


@needs("kubernetes-validate")
class Kubernetes(FarmTest):
    def validate(self, job):
        path = self.write("job.json", json.dumps(job))
        return subprocess.run(["kubernetes-validate", "--strict", path], check=False, capture_output=True).returncode

    def test_jobs_are_of_the_schema(self):
        self.clips()
        self.export("kubernetes", "--tasks", "3", "--image", "registry/overlace:1")
        for name in ("shards.json", "collect.json"):
            job = self.job("kubernetes", name)
            self.assertEqual(self.validate(job), 0)
            pod = job["spec"]["template"]["spec"]["containers"][0]
            self.assertEqual(pod["image"], "registry/overlace:1")
            self.assertIn(str(self.folder / "job-kubernetes/plan.jsonl"), pod["command"])
            self.assertEqual(pod["volumeMounts"][0]["mountPath"], str(self.folder))
            wrong = copy.deepcopy(job)
            wrong["spec"]["backofLimit"] = 1
            self.assertNotEqual(self.validate(wrong), 0)
        self.assertEqual(self.job("kubernetes", "shards.json")["spec"]["completions"], 3)


@unittest.skipUnless(importlib.util.find_spec("botocore"), "botocore is not installed")
class AwsBatch(FarmTest):
    def test_requests_are_of_the_service_model(self):
        import botocore.session  # pylint: disable=import-outside-toplevel,import-error
        from botocore.validate import ParamValidator  # pylint: disable=import-outside-toplevel,import-error
        self.clips()
        self.export("aws-batch", "--tasks", "1")
        model = botocore.session.get_session().get_service_model("batch")
        requests = {"definition.json": "RegisterJobDefinition", "shards.json": "SubmitJob", "collect.json": "SubmitJob"}
        for name, operation in requests.items():
            shape = model.operation_model(operation).input_shape
            request = self.job("aws-batch", name)
            self.assertFalse(ParamValidator().validate(request, shape).has_errors(), name)
            self.assertTrue(ParamValidator().validate({**request, "jobNme": "x"}, shape).has_errors())
        self.assertEqual(self.job("aws-batch", "shards.json")["arrayProperties"]["size"], 2)  # the fewest that there are
        rules = self.job("aws-batch", "definition.json")["retryStrategy"]["evaluateOnExit"]
        self.assertLessEqual(len(rules), 5)
        self.assertEqual(rules[-1], {"onExitCode": "*", "action": "EXIT"})


CONFIGURATION = """
ClusterName=overlace
AuthInfo=socket={d}/munge.socket,cred_expire=10
SlurmctldHost=localhost
SlurmctldPort={ports[0]}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
StateSaveLocation={d}/state
SlurmdSpoolDir={d}/spool.%n
SlurmctldPidFile={d}/slurmctld.pid
SlurmdPidFile={d}/slurmd.%n.pid
SlurmctldLogFile={d}/slurmctld.log
SlurmdLogFile={d}/slurmd.%n.log
SlurmdTimeout=120
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port={ports[1]} CPUs=2 RealMemory=4000
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port={ports[2]} CPUs=2 RealMemory=4000
PartitionName=work Nodes=n[1-2] Default=YES PriorityTier=1
PartitionName=urgent Nodes=n[1-2] PriorityTier=10 PreemptMode=OFF
"""
# A job that was killed waits for its credentials to expire before it starts again: ten seconds here, where Slurm has
# two minutes.


def free_ports(count):
    """Ports that nobody listens on."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


@needs("slurmctld", "slurmd", "sbatch", "munged")
@unittest.skipUnless(os.geteuid() == 0, "starts daemons: needs root")
class Slurm(FarmTest):
    """A farm of two nodes on this machine."""

    def setUp(self):
        super().setUp()
        self.farm = self.folder / "farm"
        (self.farm / "state").mkdir(parents=True)
        (self.farm / "slurm.conf").write_text(CONFIGURATION.format(d=self.farm, ports=free_ports(3)))
        os.environ["SLURM_CONF"] = str(self.farm / "slurm.conf")
        os.environ.update(OVERLACE=PROGRAM, TMPDIR=str(self.farm))
        # One of its own: a socket in /run may have outlived the daemon that made it.
        (self.farm / "munge.key").write_bytes(os.urandom(128))
        (self.farm / "munge.key").chmod(0o600)
        self.addCleanup(self.stop)
        munged = ["munged", "--force", *(f"--{name}-file={self.farm}/munge.{name}" for name in ("key", "pid", "log", "seed"))]
        subprocess.run([*munged, f"--socket={self.farm}/munge.socket"], check=True, capture_output=True)
        for daemon in (["slurmctld"], ["slurmd", "-N", "n1"], ["slurmd", "-N", "n2"]):
            subprocess.run(daemon, check=True)
        self.until(lambda: self.ask("sinfo", "-h", "-t", "idle", "-o", "%D") == "2", 60)

    def stop(self):
        for pid in self.farm.glob("*.pid"):
            os.kill(int(pid.read_text()), signal.SIGTERM)
            pid.unlink(missing_ok=True)
        time.sleep(1)

    def ask(self, *command):
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def until(self, holds, seconds, pause=0.5):
        end = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), end, "it took too long")
            time.sleep(pause)

    def submit(self, *options):
        self.export("slurm", "--tasks", "4")
        submit = self.folder / "job-slurm/submit.sh"
        return self.ask(submit, "--mem=400M", "--cpus-per-task=1", *options).split()

    def states(self, job):
        shown = self.ask("scontrol", "show", "job", job, "-o").splitlines()
        return [dict(word.split("=", 1) for word in line.split() if "=" in word) for line in shown]

    def collected(self, collect, seconds=400):
        """Waits for the last job, which must have found all of it."""
        self.until(lambda: self.states(collect)[0]["JobState"] in ("COMPLETED", "FAILED"), seconds)
        logs = "".join(path.read_text() for path in sorted((self.folder / "job-slurm").glob("*.log")))
        self.assertEqual(self.states(collect)[0]["JobState"], "COMPLETED", logs)
        self.assertEqual(digests(self.folder / "out"), digests(self.folder / "calm"))
        self.assertEqual([path for path in (self.folder / "out").rglob("*") if path.name.endswith(".part")], [])

    def test_two_nodes_render_what_one_machine_does(self):
        self.clips()
        shards, collect = self.submit()
        self.collected(collect)
        tasks = [state for state in self.states(shards) if state["JobState"] == "COMPLETED"]
        self.assertEqual(len(tasks), 4)
        self.assertEqual({task["NodeList"] for task in tasks}, {"n1", "n2"})

    def test_a_wrong_clip_is_named_and_the_rest_is_whole(self):
        self.clips()
        self.write("in/b.txt", "no tracks at all")
        _, collect = self.submit()
        self.until(lambda: self.states(collect)[0]["JobState"] in ("COMPLETED", "FAILED"), 300)
        self.assertEqual(self.states(collect)[0]["ExitCode"], "8:0")
        log = (self.folder / "job-slurm/collect.log").read_text()
        self.assertIn(f"b.mp4: frames 0-11,12-23,24-35,36-{FRAMES - 1} are missing", log)
        self.assertEqual(sorted(digests(self.folder / "out")), ["a.mp4", "walk.mp4"])

    def tasks_of_batch(self):
        """Process ids of the shards that run."""
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if words[0].endswith(b"overlace-commands") or words[0] == PROGRAM.encode():
                if str(self.folder / "job-slurm/plan.jsonl").encode() in words and b"--shard" in words:
                    found.append((int(folder.name), parent))
        pids = {pid for pid, _ in found}
        return [pid for pid, parent in found if parent not in pids]  # and not their children

    def test_a_killed_task_is_run_again(self):
        self.clips()
        shards, collect = self.submit()
        self.until(self.tasks_of_batch, 60)
        os.kill(self.tasks_of_batch()[0], signal.SIGKILL)
        self.collected(collect)
        # A machine that is busy with other tests may make Slurm restart others as well.
        self.assertTrue(any(state["Restarts"] != "0" for state in self.states(shards)))

    def processes_on(self, node):
        """Of a node: the daemons of its steps first, then what they have started."""
        tasks, daemons = [], []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "environ").read_bytes().split(b"\0")
                if f"SLURMD_NODENAME={node}".encode() not in words or f"SLURM_CONF={self.farm}/slurm.conf".encode() not in words:
                    continue
                tasks.append(int(folder.name))
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if (pathlib.Path("/proc") / str(parent) / "comm").read_text().startswith("slurmstepd"):
                    daemons.append(parent)
            except OSError:
                continue
        return list(dict.fromkeys([*daemons, *tasks]))

    def kill_node(self, node):
        pid = self.farm / f"slurmd.{node}.pid"
        os.kill(int(pid.read_text()), signal.SIGKILL)
        pid.unlink()
        for process in self.processes_on(node):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        # The controller would find out after SlurmdTimeout.
        self.ask("scontrol", "update", f"NodeName={node}", "State=DOWN", "Reason=lost")

    def test_what_a_lost_node_had_is_rendered_by_the_other(self):
        self.long_clip()
        shards, collect = self.submit()
        self.until(lambda: any("n2" in state.get("NodeList", "") for state in self.states(shards)), 60)
        self.until(lambda: len(self.processes_on("n2")) > 3, 60)
        self.kill_node("n2")
        self.collected(collect)

    def hold_renders(self):
        """Stops what renders at the moment, so that no task ends; Slurm wakes what it terminates. Returns how many."""
        renders = [child for task in self.tasks_of_batch() for child in children_of(task)]
        for render in renders:
            try:
                os.kill(render, signal.SIGSTOP)
            except ProcessLookupError:
                pass
        return len(renders)

    def test_a_preempted_task_goes_on_later(self):
        self.long_clip()
        _, collect = self.submit()
        self.until(self.hold_renders, 60, pause=0.02)
        urgent = self.ask("sbatch", "--parsable", "--partition=urgent", "--nodes=2", "--exclusive", "--output=/dev/null",
                          "--wrap=sleep 3")
        while self.states(urgent)[0]["JobState"] == "PENDING" and "PREEMPTION" not in self.shard_logs():
            self.hold_renders()
        self.until(lambda: self.states(urgent)[0]["JobState"] == "COMPLETED", 120)
        self.collected(collect)
        self.assertIn("PREEMPTION", self.shard_logs())

    def shard_logs(self):
        return "".join(path.read_text() for path in (self.folder / "job-slurm").glob("shard.*.log"))
