# SPDX-License-Identifier: Apache-2.0
"""overlace tracks convert: folders, the notes about them, and what others read in the files."""

import unittest

import cli

TRACKS = """frame,id,x,y,width,height,class,score
0,1,10.5,20.25,30,40,car,0.5
0,2,1,2,3,4,person,0.25
3,1,11.5,21.25,30,40,car,0.75
"""


class ConvertTest(cli.CliTest):
    def setUp(self):
        super().setUp()
        self.write("t.csv", TRACKS)

    def convert(self, source, output, *arguments, code=0):
        return self.run_overlace("tracks", "convert", source, "-o", output, *arguments, code=code).stderr


class Convert(ConvertTest):
    def names(self, folder):
        return sorted(path.name for path in (self.folder / folder).iterdir())

    def text(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_folders_come_back_the_same(self):
        for to, names in (("yolo_detect", ["000001.txt", "000004.txt", "classes.txt"]),
                          ("deepstream", ["00_000_000000.txt", "00_000_000003.txt"])):
            self.convert("t.csv", to, "--to", to, "--source-size", "640x480")
            self.assertEqual(self.names(to), names)
            self.convert(to, to + ".csv", "--source-size", "640x480", "--accept-loss")
            rows = [row.split(",")[:8] for row in self.text(to + ".csv").splitlines()]
            self.assertEqual(rows, [row.split(",") for row in TRACKS.splitlines()])

    def test_fractions_need_a_size(self):
        self.assertIn("--source-size", self.convert("t.csv", "labels", "--to", "yolo_detect", code=2))
        self.assertIn("--source-size", self.convert("t.csv", "t.json", "--to", "label_studio", "--accept-loss", code=2))
        self.assertFalse((self.folder / "labels").exists())

    def test_a_name_with_a_number_names_the_files(self):
        self.convert("t.csv", "dump/07_002_%06d.txt", "--to", "deepstream")
        self.assertEqual(self.names("dump"), ["07_002_000000.txt", "07_002_000003.txt"])

    def test_rates_are_what_people_mean_by_them(self):
        for option, written in (("--fps=29.97", "[30000, 1001]"), ("--fps=24000/1001", "[24000, 1001]"),
                                ("--tracks-fps=5", "[5, 1]")):
            self.convert("t.csv", "t.json", option, "--overwrite")
            self.assertIn(f'"frame_rate": {written}', self.text("t.json"))
        self.assertIn("23.976", self.convert("t.csv", "t.json", "--fps=0", "--overwrite", code=2))

    def test_names_of_files_and_of_folders_are_not_mixed_up(self):
        self.assertIn("labels/######.txt", self.convert("t.csv", "labels/all.txt", "--to", "yolo_detect", code=2))
        self.assertIn("folders with --to", self.convert("t.csv", "%06d.csv", code=2))
        self.convert("t.csv", "take#2.csv")
        self.assertIn("is empty", self.convert("t.csv", "", "--to", "csv", code=2))
        self.assertEqual(self.names("."), ["t.csv", "take#2.csv"])

    def test_a_folder_is_replaced_only_by_its_like(self):
        self.convert("t.csv", "dump", "--to", "deepstream")
        self.assertIn("--overwrite", self.convert("t.csv", "dump", "--to", "deepstream", code=2))
        self.convert("t.csv", "dump", "--to", "deepstream", "--overwrite")
        self.assertIn("00_000_000000.txt", self.convert("t.csv", "dump", "--to", "yolo_detect", "--overwrite",
                                                        "--source-size", "640x480", code=2))
        self.assertIn("input", self.convert("dump", "dump", "--to", "deepstream", "--overwrite", code=2))

    def test_a_file_that_looks_like_another_format_is_told(self):
        said = self.convert("t.csv", "m15.txt", "--to", "mot15_gt", "--accept-loss")
        self.assertIn("--tracks-format mot15_gt", said)
        self.assertNotIn("--tracks-format", self.convert("t.csv", "k.txt", "--to", "kitti_tracking"))


class Peer(ConvertTest):
    """py-motmetrics (MIT) reads MOTChallenge and VATIC; it takes 1 off MOTChallenge's coordinates."""

    def load(self, name, to, form):
        try:
            from motmetrics import io  # pylint: disable=import-outside-toplevel
        except ImportError:
            self.skipTest("py-motmetrics is not installed")
        self.convert("t.csv", name, "--to", to, "--accept-loss")
        table = io.loadtxt(self.folder / name, fmt=form).reset_index()
        return table[["FrameId", "Id", "X", "Y", "Width", "Height"]].values.tolist()

    def boxes(self, first_frame):
        rows = [[float(value) for value in row.split(",")[:6]] for row in TRACKS.splitlines()[1:]]
        return [[row[0] + first_frame, *row[1:]] for row in rows]

    def test_ground_truth(self):
        self.assertEqual(self.load("gt.txt", "mot_gt", "mot16"), self.boxes(1))
        self.assertEqual(self.load("gt15.txt", "mot15_gt", "mot15-2D"), self.boxes(1))

    def test_vatic(self):
        self.assertEqual(self.load("v.txt", "vatic", "vatic-txt"), self.boxes(0))


if __name__ == "__main__":
    unittest.main()
