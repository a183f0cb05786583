# SPDX-License-Identifier: Apache-2.0
"""Frames of each kind are drawn on in place and alike; the rest is refused."""

import unittest

import numpy as np

import overlace
from support import SIZE, detections, needs

WIDTH, HEIGHT = SIZE
GRAY = 96


def blank(channels=3, dtype=np.uint8, value=GRAY):
    shape = (HEIGHT, WIDTH, channels) if channels > 1 else (HEIGHT, WIDTH)
    return np.full(shape, value, dtype)


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.clip = overlace.Clip("boxes", [detections(0)], size=SIZE, classes=["person", "car"])

    def drawn(self, frame, **options):
        self.assertIs(self.clip.draw(frame, 0, **options), frame)
        return frame

    def refused(self, frame, *words, kind=TypeError, **options):
        before = frame.copy() if isinstance(frame, np.ndarray) else None
        with self.assertRaises(kind) as caught:
            self.clip.draw(frame, 0, **options)
        self.assertIsInstance(caught.exception, overlace.Error)
        for word in words:
            self.assertIn(word, str(caught.exception))
        if before is not None:
            np.testing.assert_array_equal(frame, before)


class Arrays(Case):
    def test_bgr_is_rgb_reversed(self):
        bgr, rgb = self.drawn(blank()), self.drawn(blank(), order="rgb")
        self.assertTrue((bgr != GRAY).any())
        self.assertTrue((bgr != rgb).any())
        np.testing.assert_array_equal(bgr, rgb[..., ::-1])

    def test_strides(self):
        expected = self.drawn(blank())
        upwards = blank()
        self.drawn(upwards[::-1])
        np.testing.assert_array_equal(upwards[::-1], expected)
        wide = np.full((HEIGHT, WIDTH + 13, 3), GRAY, np.uint8)
        self.drawn(wide[:, 5 : 5 + WIDTH])
        np.testing.assert_array_equal(wide[:, 5 : 5 + WIDTH], expected)
        self.assertTrue((wide[:, :5] == GRAY).all() and (wide[:, 5 + WIDTH :] == GRAY).all())

    def test_alpha_is_straight_unless_it_is_said(self):
        clear = blank(4, value=0)
        straight = self.drawn(clear.copy(), order="rgba")
        premultiplied = self.drawn(clear.copy(), order="rgba", alpha="premultiplied")
        np.testing.assert_array_equal(straight[..., 3], premultiplied[..., 3])
        soft = (straight[..., 3] > 20) & (straight[..., 3] < 235)
        self.assertTrue(soft.any())
        product = straight[soft][:, :3].astype(float) * straight[soft][:, 3:] / 255
        self.assertLess(np.abs(product - premultiplied[soft][:, :3]).max(), 2)

    def test_deeper_samples_are_the_same_picture(self):
        expected = self.drawn(blank(), order="rgb").astype(float)
        deep = self.drawn(blank(dtype=np.uint16, value=GRAY * 257), order="rgb")
        self.assertLess(np.abs(deep / 257 - expected).max(), 1.01)
        for dtype in (np.float16, np.float32):
            floats = self.drawn(blank(dtype=dtype, value=GRAY / 255), order="rgb")
            self.assertLess(np.abs(floats.astype(float) * 255 - expected).max(), 1.3)

    def test_gray(self):
        flat, third = self.drawn(blank(1)), self.drawn(blank(1)[..., None])
        np.testing.assert_array_equal(flat, third[..., 0])
        self.assertTrue((flat != GRAY).any())

    def test_ffmpeg_names(self):
        self.assertTrue((self.drawn(blank(4), order="0rgb")[..., 0] == GRAY).all())
        padded = self.drawn(blank(4), order="rgb0")
        np.testing.assert_array_equal(padded[..., :3], self.drawn(blank(), order="rgb"))

    def test_refusals(self):
        self.refused(blank(dtype=np.int64), "NumPy array of 180 x 320 x 3, int64", "uint8, uint16, float16 or float32")
        self.refused(blank(2), "180 x 320 x 2", "uint8")
        self.refused(blank(dtype=np.float32), '"bgr"', 'order="rgb"')
        self.refused(blank()[:, ::2], "not adjacent", "ascontiguousarray")
        self.refused(blank().transpose(2, 0, 1), "3 x 180 x 320")
        self.refused(blank().astype(">u2"), ">u2")
        self.refused(np.broadcast_to(blank()[:1], (HEIGHT, WIDTH, 3)), "read-only", "copy()")
        self.refused(blank(), "no order", kind=ValueError, order="hsv")
        self.refused(blank(), "four components", order="bgra")
        self.refused(blank(), "there is no argument 'color'", "matrix", color="x")
        self.refused(blank(), "range is 'wide'", "limited, full", kind=ValueError, range="wide")
        for nothing in (None, "picture.png", b"pixels", 7, object(), {}):
            self.refused(nothing, "the frame is", "give" if nothing == () else "a frame is a NumPy array")

    def test_sizes(self):
        self.refused(np.zeros((90, 160, 3), np.uint8), "160 x 90", "320 x 180", "part=(x, y)", kind=ValueError)
        self.refused(np.zeros((0, 320, 3), np.uint8), "0 x 320")


class Planes(Case):
    def planes(self, factor=2):
        chroma = np.full((HEIGHT // factor, WIDTH // factor), 128, np.uint8)
        return np.full((HEIGHT, WIDTH), GRAY, np.uint8), chroma, chroma.copy()

    def test_a_tuple_and_one_array_are_alike(self):
        y, cb, cr = self.drawn(self.planes())
        stacked = np.concatenate([plane.reshape(-1, WIDTH) for plane in self.planes()])
        self.drawn(stacked, order="yuv420p")
        np.testing.assert_array_equal(stacked, np.concatenate([y, cb.reshape(-1, WIDTH), cr.reshape(-1, WIDTH)]))
        self.assertTrue((y != GRAY).any() and (cb != 128).any())

    def test_nv12(self):
        y, cb, cr = self.drawn(self.planes())
        pairs = np.full((HEIGHT // 2, WIDTH // 2, 2), 128, np.uint8)
        luma = np.full((HEIGHT, WIDTH), GRAY, np.uint8)
        self.drawn((luma, pairs))
        np.testing.assert_array_equal(luma, y)
        np.testing.assert_array_equal(pairs, np.stack([cb, cr], axis=2))
        stacked = np.concatenate([np.full((HEIGHT, WIDTH), GRAY, np.uint8), np.full((HEIGHT // 2, WIDTH), 128, np.uint8)])
        self.drawn(stacked, order="nv12")
        np.testing.assert_array_equal(stacked, np.concatenate([y, pairs.reshape(-1, WIDTH)]))

    def test_deep_planes_need_their_name(self):
        deep = tuple(plane.astype(np.uint16) * 4 for plane in self.planes())
        self.refused(deep, "320 x 180", 'order="yuv420p10"')
        y = self.drawn(deep, order="yuv420p10")[0]
        shallow = self.drawn(self.planes())[0]
        self.assertLess(np.abs(y / 4 - shallow).max(), 1)

    def test_odd_sizes(self):
        clip = overlace.Clip("boxes", [detections(0)], size=(319, 179))
        y = np.full((179, 319), GRAY, np.uint8)
        chroma = np.full((90, 160), 128, np.uint8)
        clip.draw((y, chroma, chroma.copy()), 0)
        self.assertTrue((y != GRAY).any())

    def test_refusals(self):
        y, cb, cr = self.planes()
        self.refused((y, cb[:-1], cr), "320 x 180, 160 x 89, 160 x 90", "name their format")
        self.refused((y, cb, cr), "plane 1", "160", "yuv444p", order="yuv444p")
        self.refused((), "no planes")
        self.refused((y, "u", cr), "plane 1", "str")
        self.refused(np.zeros((271, 320), np.uint8), "271 x 320", "1.5 H", order="nv12")
        self.refused(np.zeros((270, 640), np.uint8)[:, ::2], "gaps", order="nv12")


@needs("PIL")
class Pillow(Case):
    def test_modes(self):
        from PIL import Image

        for mode, order, channels in (("RGB", "rgb", 3), ("RGBA", "rgba", 4), ("L", "gray", 1)):
            pixels = blank(channels)
            image = Image.fromarray(pixels)
            self.assertEqual(image.mode, mode)
            np.testing.assert_array_equal(np.asarray(self.drawn(image)), self.drawn(blank(channels), order=order))
            self.assertTrue((pixels == GRAY).all(), "memory that the image shares")

    def test_refusals(self):
        from PIL import Image

        self.refused(Image.new("P", SIZE), "mode P", "RGB")


@needs("av")
class PyAv(Case):
    def frame(self, name="yuv420p"):
        import av

        return av.VideoFrame.from_ndarray(blank(), format="bgr24").reformat(format=name)

    def test_planes(self):
        import av

        frame = self.frame()
        planes = [np.array(plane).reshape(plane.height, plane.line_size)[:, : plane.width].copy() for plane in frame.planes]
        self.drawn(frame)
        self.assertIsInstance(frame, av.VideoFrame)
        for plane, expected in zip(frame.planes, self.drawn(tuple(planes))):
            found = np.array(plane).reshape(plane.height, plane.line_size)[:, : plane.width]
            np.testing.assert_array_equal(found, expected)

    def test_packed_pixels(self):
        frame = self.frame("bgr24")
        np.testing.assert_array_equal(self.drawn(frame).to_ndarray(), self.drawn(blank()))

    def test_ten_bits_and_full_range(self):
        for name in ("yuv420p10le", "yuvj420p", "nv12", "gbrp", "gray"):
            frame = self.frame(name)
            before = frame.to_ndarray(format="rgb24").copy()
            self.assertTrue((self.drawn(frame).to_ndarray(format="rgb24") != before).any(), name)

    def test_a_frame_that_others_refer_to_is_left_to_them(self):
        """A decoder predicts from the frames that it hands out: they must not change."""
        import av

        frame = self.frame()
        graph = av.filter.Graph()
        source = graph.add_buffer(width=WIDTH, height=HEIGHT, format="yuv420p", time_base="1/25")
        split, one, two = graph.add("split"), graph.add("buffersink"), graph.add("buffersink")
        source.link_to(split)
        split.link_to(one, 0)
        split.link_to(two, 1)
        graph.configure()
        source.push(frame)
        first, second = one.pull(), two.pull()
        before = second.to_ndarray()
        self.drawn(first)
        self.assertTrue((first.to_ndarray() != before).any())
        np.testing.assert_array_equal(second.to_ndarray(), before)

    def test_refusals(self):
        self.refused(self.frame("yuv411p"), '"yuv411p"', "reformat")


@needs("torch")
class Tensors(Case):
    def test_cpu_tensors_share_memory(self):
        import torch

        tensor = torch.full((HEIGHT, WIDTH, 3), GRAY, dtype=torch.uint8)
        np.testing.assert_array_equal(self.drawn(tensor).numpy(), self.drawn(blank()))

    def test_refusals(self):
        import torch

        self.refused(torch.zeros(HEIGHT, WIDTH, 3).requires_grad_(), "torch.Tensor", "requires grad")
        self.refused(torch.zeros(3, HEIGHT, WIDTH, dtype=torch.uint8), "3 x 180 x 320")


class Cuda(Case):
    """What can be said without a GPU."""

    class Stand:
        """An array in memory of a GPU."""

        def __init__(self, shape=(HEIGHT, WIDTH, 3), stream=None, memory=4096):
            self.__cuda_array_interface__ = {
                "version": 3, "shape": shape, "typestr": "|u1", "data": (memory, False), "strides": None, "stream": stream,
            }  # fmt: skip

    def test_a_picture_on_a_gpu_needs_a_renderer_there(self):
        clip = overlace.Clip("boxes", [detections(0)], size=SIZE, device="cpu")
        with self.assertRaisesRegex(overlace.UnavailableError, "on the CPU, the picture is on a GPU"):
            clip.draw(self.Stand(), 0)

    def test_shapes_are_checked_as_those_of_the_host(self):
        self.refused(self.Stand((HEIGHT, WIDTH, 2)), "Stand")


if __name__ == "__main__":
    unittest.main()
