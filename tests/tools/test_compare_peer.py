# SPDX-License-Identifier: Apache-2.0
"""What track_compare counts, beside TrackEval on the same tracks (PyPI: trackeval; skipped where it is not)."""

import contextlib
import importlib.util
import io
import json
import os
import pathlib
import unittest

import cli

MOT15 = pathlib.Path(os.environ.get("OVERLACE_TEST_DATA", "")) / "mot15"
GRAPH = {
    "overlace": 1,
    "nodes": {
        "truth": {"type": "track_file", "params": {"path": str(MOT15 / "TUD-Campus-gt.txt")}},
        "guess": {"type": "track_input", "params": {"path": "$tracks"}},
        "score": {"type": "track_compare", "inputs": {"truth": "truth", "guess": "guess"}},
        "boxes": {"type": "draw_boxes", "inputs": {"tracks": "score"}},
    },
    "composite": ["boxes"],
}


def boxes_by_frame(path):
    """Frame to pairs of an id and x, y, width, height, of a file of MOTChallenge."""
    frames = {}
    for line in path.read_text().splitlines():
        fields = line.split(",")
        frames.setdefault(int(fields[0]), []).append((int(fields[1]), [float(v) for v in fields[2:6]]))
    return frames


def trackeval_numbers(truth, guess):
    """CLEAR, Identity and HOTA of two files, by TrackEval."""
    import numpy
    with contextlib.redirect_stdout(io.StringIO()):
        from trackeval import metrics
        from trackeval.datasets._base_dataset import _BaseDataset
    sides = [boxes_by_frame(truth), boxes_by_frame(guess)]
    numbers = [{i: n for n, i in enumerate(sorted({i for boxes in side.values() for i, _ in boxes}))} for side in sides]
    frames = range(min(map(min, sides)), max(map(max, sides)) + 1)
    ids, similarities = ([], []), []
    for frame in frames:
        rows = [side.get(frame, []) for side in sides]
        for side in range(2):
            ids[side].append(numpy.array([numbers[side][i] for i, _ in rows[side]], int))
        boxes = [numpy.array([box for _, box in r], float).reshape(-1, 4) for r in rows]
        similarities.append(_BaseDataset._calculate_box_ious(*boxes, box_format="xywh"))
    data = {"num_timesteps": len(frames), "similarity_scores": similarities}
    for key, side in (("gt", 0), ("tracker", 1)):
        data[f"{key}_ids"], data[f"num_{key}_ids"] = ids[side], len(numbers[side])
        data[f"num_{key}_dets"] = sum(map(len, ids[side]))
    with contextlib.redirect_stdout(io.StringIO()):
        clear = metrics.CLEAR({"PRINT_CONFIG": False}).eval_sequence(data)
        identity = metrics.Identity({"PRINT_CONFIG": False}).eval_sequence(data)
        hota = metrics.HOTA().eval_sequence(data)
    return {"tp": clear["CLR_TP"], "fp": clear["CLR_FP"], "fn": clear["CLR_FN"], "switches": clear["IDSW"],
            "mota": clear["MOTA"], "motp": clear["MOTP"], "precision": clear["CLR_Pr"], "recall": clear["CLR_Re"],
            "idf1": identity["IDF1"], "hota": hota["HOTA"].mean(), "deta": hota["DetA"].mean(),
            "assa": hota["AssA"].mean()}


@unittest.skipUnless(importlib.util.find_spec("trackeval"), "trackeval is not installed")
@unittest.skipUnless(MOT15.is_dir(), "no MOT15 data")
class TrackEval(cli.CliTest):
    def dump(self, graph, tracks, frame):
        """The objects and series of a frame."""
        self.write("graph.json", json.dumps(graph))
        dump = self.run_overlace("dump", "graph.json", "--stage", "tracks", "-n", frame, "--json", "-q",
                                 "--tracks", tracks, "--size", "640x480", "--pixel-base", 0)
        return json.loads(dump.stdout)

    def compare(self, tracks):
        rows = self.dump(GRAPH, tracks, 70)
        ours = {row["series"].removeprefix("score."): row["value"] for row in rows if "series" in row}
        for name, expected in trackeval_numbers(MOT15 / "TUD-Campus-gt.txt", tracks).items():
            self.assertAlmostEqual(ours[name], float(expected), 6, name)

    def test_detections_numbered_from_the_left(self):
        frames = boxes_by_frame(MOT15 / "TUD-Campus-det.txt")
        rows = [",".join(map(str, (frame, place, *box, 1, -1, -1, -1))) for frame, boxes in sorted(frames.items())
                for place, (_, box) in enumerate(sorted(boxes), 1)]
        self.compare(self.write("left.txt", "\n".join(rows) + "\n"))

    def test_tracks_of_our_own(self):
        graph = {"overlace": 1, "composite": ["boxes"], "nodes": {
            "people": {"type": "track_input", "params": {"path": "$tracks"}},
            "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}}}}
        rows = [",".join(map(str, (frame + 1, row["id"], *row["box"], 1, -1, -1, -1))) for frame in range(71)
                for row in self.dump(graph, MOT15 / "TUD-Campus-det.txt", frame) if row["id"] >= 0]
        self.compare(self.write("own.txt", "\n".join(rows) + "\n"))
