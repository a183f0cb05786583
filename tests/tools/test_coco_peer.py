# SPDX-License-Identifier: Apache-2.0
"""What overlace writes in COCO's formats, read by pycocotools, their own reader (PyPI; skipped where it is not)."""

import importlib.util
import json
import unittest

import cli

# A square of 2 x 2 pixels at 1, 1 of a picture of 6 x 4, and a triangle over pixels of the same.
TRACKS = {
    "overlace_tracks": 1, "size": [6, 4], "frame_rate": [25, 1], "classes": ["", "car"],
    "columns": ["frame", "id", "x", "y", "width", "height", "class", "score"],
    "rows": [
        [0, 1, 1, 1, 2, 2, 1, 0.5, {"mask": {"size": [4, 6], "counts": [5, 2, 2, 2, 13]}}],
        [2, 1, 1, 0, 4, 4, 1, 0.25, {"outline": [[1, 0, 5, 0, 5, 4, 1, 4]]}],
    ],
}
SQUARE = [[0] * 6, [0, 1, 1, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0] * 6]
BLOCK = [[0, 1, 1, 1, 1, 0]] * 4


@unittest.skipUnless(importlib.util.find_spec("pycocotools"), "pycocotools is not installed")
class Coco(cli.CliTest):
    def setUp(self):
        super().setUp()
        self.write("tracks.json", json.dumps(TRACKS))

    def convert(self, to):
        self.run_overlace("tracks", "convert", "tracks.json", "-o", f"{to}.json", "--to", to, "--accept-loss")
        return self.folder / f"{to}.json"

    def ground_truth(self):
        from pycocotools.coco import COCO
        return COCO(str(self.convert("coco")))

    def test_ground_truth_has_its_masks_and_outlines(self):
        coco = self.ground_truth()
        self.assertEqual(sorted(coco.getImgIds()), [1, 3])
        masks = [coco.annToMask(coco.loadAnns(coco.getAnnIds(imgIds=[image]))[0]).tolist() for image in (1, 3)]
        self.assertEqual(masks, [SQUARE, BLOCK])
        self.assertEqual([coco.anns[i]["area"] for i in sorted(coco.anns)], [4, 16])

    def test_results_fit_the_ground_truth(self):
        coco = self.ground_truth()
        results = coco.loadRes(str(self.convert("coco_results")))
        found = results.loadAnns(results.getAnnIds(imgIds=[1]))[0]
        self.assertEqual((found["bbox"], found["score"], found["category_id"]), ([1, 1, 2, 2], 0.5, 1))
        self.assertEqual(results.annToMask(found).tolist(), SQUARE)

    def test_masks_of_the_video_formats_are_decoded(self):
        from pycocotools import mask
        track = json.loads(self.convert("youtube_vis").read_text())["annotations"][0]
        self.assertEqual(mask.decode(track["segmentations"][0]).tolist(), SQUARE)
        sequence = json.loads(self.convert("burst").read_text())["sequences"][0]
        rle = {"size": [sequence["height"], sequence["width"]],
               "counts": sequence["segmentations"][0]["1"]["rle"]}
        self.assertEqual(mask.decode(rle).tolist(), SQUARE)


if __name__ == "__main__":
    unittest.main()
