# SPDX-License-Identifier: Apache-2.0
"""Frames of NumPy, Pillow, PyAV, PyTorch, CuPy and others as pictures that libovl draws on, in place.

Nothing is imported for it: objects are known by what they offer.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Sequence

from . import _cuda, _ovl
from ._arguments import described, meaning_of
from ._pixel_formats import Layout, layout_of, packed_name, planes_name
from .errors import ArgumentError, UsageError

TAKEN = (
    "a frame is a NumPy array of H x W [x 3 or 4], uint8, uint16, float16 or float32, writable, its pixels adjacent; "
    'a tuple of planes, or one array with an order such as "nv12"; an image of Pillow, a frame of PyAV, a tensor of '
    "H x W x 3 or 4 on the CPU or a GPU"
)


@dataclass
class Picture:
    """A picture in the caller's memory."""

    image: _ovl.Image
    keep: list[Any] = field(default_factory=list)  # what owns the memory
    finish: Callable[[], None] | None = None  # carries the pixels back to an object without shared memory

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.width, self.image.height


@dataclass(frozen=True)
class Array:
    """Memory of an array, as its array interface describes it: strides in bytes."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    sample: str  # "u1", "u2", "f2", "f4", or something that is not taken
    memory: int = _ovl.MEMORY_HOST

    @property
    def item(self) -> int:
        """Bytes of a sample."""
        return int(self.sample[1:])


def picture_of(
    frame: Any, order: str = "bgr", *, meaning: Mapping[str, str] | None = None, seconds: float | None = None
) -> Picture:
    """The picture of a frame, of any kind that is taken.

    `order` names the components of arrays: "bgr" or "rgb", with alpha where there is a fourth, or a
    pixel format of FFmpeg such as "nv12". `meaning`: see _ovl.MEANINGS; `seconds`: presentation time.
    """
    members = meaning_of(meaning or {})
    if seconds is not None:
        members["has_seconds"] = 1
    picture = _of_known_kind(frame, order, members)
    if seconds is not None:
        picture.image.seconds = float(seconds)
    return picture


def _of_known_kind(frame: Any, order: str, members: dict[str, int]) -> Picture:
    if isinstance(frame, (tuple, list)):
        return _of_planes(frame, order, members)
    if hasattr(frame, "planes") and hasattr(frame, "make_writable"):
        return _of_av(frame, members)
    if hasattr(frame, "frombytes") and hasattr(frame, "mode"):
        return _of_pillow(frame, members)
    return _of_array(frame, order, members)


# ---- Arrays ---------------------------------------------------------------------------------------


def array_of(value: Any, what: str = "the frame") -> Array:
    """The memory of an array or tensor. Refuses what cannot be written to in place."""
    memory = _ovl.MEMORY_HOST
    interface: Any = getattr(value, "__array_interface__", None)
    if interface is None and hasattr(value, "__cuda_array_interface__"):
        interface, memory = value.__cuda_array_interface__, _ovl.MEMORY_CUDA
        _cuda.wait_for(interface.get("stream"))
    if interface is None and hasattr(value, "data_ptr"):
        interface = _interface_of_tensor(value)
    if not isinstance(interface, Mapping):
        raise ArgumentError(f"{what} is {described(value)}", TAKEN)
    data, shape, kind = interface.get("data"), tuple(interface["shape"]), str(interface["typestr"])
    if not isinstance(data, tuple):
        raise ArgumentError(f"{what} is {described(value)}, whose memory cannot be written to", TAKEN)
    if data[1]:
        raise ArgumentError(f"{what} is {described(value)}, read-only", "give a writable one, such as a copy()")
    if kind[0] == ">" or kind[1:] not in ("u1", "u2", "f2", "f4"):
        raise ArgumentError(f"{what} is {described(value)}", TAKEN)
    strides = interface.get("strides") or _strides_without_gaps(shape, int(kind[2:]))
    return Array(data[0], shape, tuple(strides), kind[1:], memory)


def _interface_of_tensor(tensor: Any) -> Any:
    """The array interface of a tensor on the CPU: PyTorch's own is that of the array it shares memory with."""
    try:
        array = tensor.numpy()
    except Exception as error:  # a gradient, another device, a type that NumPy lacks
        raise ArgumentError(f"the frame is {described(tensor)}, which has no array: {error}", TAKEN) from None
    interface = array.__array_interface__
    return interface if interface["data"][0] == tensor.data_ptr() else None


def _strides_without_gaps(shape: tuple[int, ...], item: int) -> tuple[int, ...]:
    strides: list[int] = []
    step = item
    for side in reversed(shape):
        strides.insert(0, step)
        step *= side
    return tuple(strides)


def _of_array(frame: Any, order: str, members: dict[str, int]) -> Picture:
    array = array_of(frame)
    if len(array.shape) not in (2, 3) or 0 in array.shape:
        raise ArgumentError(f"the frame is {described(frame)}", TAKEN)
    layout = _layout_for(array, order, frame)
    if not layout.is_packed:
        return _of_stacked(frame, array, layout, members)
    height, width = array.shape[:2]
    samples = array.shape[2] if len(array.shape) == 3 else 1
    adjacent = array.strides[1] == samples * array.item and (samples == 1 or array.strides[2] == array.item)
    if not adjacent and width > 1:
        raise ArgumentError(
            f"the frame is {described(frame)}, whose pixels are not adjacent (strides {array.strides})",
            "give numpy.ascontiguousarray(frame)",
        )
    image = _image(layout, width, height, array.memory, members)
    image.plane[0] = _ovl.Plane(array.address, array.strides[0])
    return Picture(image, [frame])


def _layout_for(array: Array, order: str, frame: Any) -> Layout:
    """The format of one array whose components are in this order."""
    samples = array.shape[2] if len(array.shape) == 3 else 1
    named = None if order in ("rgb", "bgr", "rgba", "bgra") else layout_of(order)
    if order in ("rgba", "bgra") and samples != 4:
        raise ArgumentError(f'the frame is {described(frame)}, in the order "{order}"', "four components were expected")
    if named is None and order[:3] in ("rgb", "bgr") and order[3:] in ("", "a"):
        named = layout_of(packed_name(order[:3], samples, array.sample) or "")
        if named is None:
            hint = 'give order="rgb"' if packed_name("rgb", samples, array.sample) else TAKEN
            raise ArgumentError(f'the frame is {described(frame)}, in the order "{order}"', hint)
    if named is None:
        raise UsageError(f'there is no order "{order}"; give "bgr", "rgb", or a pixel format such as "nv12"')
    if named.sample != array.sample or (named.is_packed and named.planes[0].samples != samples):
        raise ArgumentError(f'the frame is {described(frame)}, which cannot be of the format "{order}"', TAKEN)
    return named


def _of_stacked(frame: Any, array: Array, layout: Layout, members: dict[str, int]) -> Picture:
    """Planes below each other in one array, as OpenCV and FFmpeg's rawvideo have them."""
    if array.strides != _strides_without_gaps(array.shape, array.item):
        raise ArgumentError(f"the frame is {described(frame)}, with gaps", "give a contiguous array, or a tuple of planes")
    width, rows = array.shape[-1], array.shape[0] * (array.shape[1] if len(array.shape) == 3 else 1)
    height = _height_of(layout, width, rows)
    if height == 0:
        raise ArgumentError(
            f'the frame is {described(frame)}, which cannot be "{layout.name}"',
            f"a picture of W x H has {_rows_text(layout)} rows of W samples",
        )
    image = _image(layout, width, height, array.memory, members)
    _ovl.call("ovl_image_place", ctypes.byref(image), array.address)
    return Picture(image, [frame])


def _samples(layout: Layout, width: int, height: int) -> int:
    return sum(plane.width(width) * plane.height(height) for plane in layout.planes)


def _height_of(layout: Layout, width: int, rows: int) -> int:
    """The height of the picture whose planes have as many samples as `rows` rows; 0 if there is none."""
    height = rows * width * 4 // _samples(layout, width * 2, 2)
    return height if _samples(layout, width, height) == rows * width else 0


def _rows_text(layout: Layout) -> str:
    share = _samples(layout, 4, 4) / 16
    return f"{share:g} H"


def _image(layout: Layout, width: int, height: int, memory: int, members: dict[str, int]) -> _ovl.Image:
    number = _ovl.format_number(layout.name)
    if number == 0:
        raise UsageError(f'this libovl does not draw on "{layout.name}"')
    members = {"alpha": _ovl.MEANINGS["alpha"]["straight"], **members}
    return _ovl.Image(format=number, width=width, height=height, memory=memory, **members)


# ---- Planes ---------------------------------------------------------------------------------------


def _of_planes(frame: Sequence[Any], order: str, members: dict[str, int]) -> Picture:
    if not frame:
        raise ArgumentError("the frame has no planes", TAKEN)
    arrays = [array_of(plane, f"plane {index} of the frame") for index, plane in enumerate(frame)]
    shapes = [_plane_shape(array, index, frame) for index, array in enumerate(arrays)]
    layout = layout_of(order) or layout_of(planes_name(shapes, arrays[0].sample) or "")
    if layout is None:
        raise ArgumentError(
            f"the frame is planes of {', '.join(f'{width} x {height}' for height, width in shapes)}",
            'name their format, such as order="yuv420p10"',
        )
    height, width = shapes[0]
    wanted = [(plane.height(height), plane.width(width)) for plane in layout.planes]
    for index, array in enumerate(arrays):
        if len(wanted) != len(shapes) or shapes[index] != wanted[index] or array.sample != layout.sample:
            raise ArgumentError(
                f"plane {index} of the frame is {described(frame[index])}",
                f'"{layout.name}" at {width} x {height} has planes of '
                + ", ".join(f"{plane[1]} x {plane[0]}" for plane in wanted)
                + f", {layout.sample}",
            )
        if array.memory != arrays[0].memory:
            raise ArgumentError("some planes of the frame are on a GPU, others are not", "give all of them on one side")
    image = _image(layout, width // layout.planes[0].samples, height, arrays[0].memory, members)
    for index, array in enumerate(arrays):
        image.plane[index] = _ovl.Plane(array.address, array.strides[0])
    return Picture(image, [*frame])


def _plane_shape(array: Array, index: int, frame: Sequence[Any]) -> tuple[int, int]:
    """Rows, and samples in a row; Cb and Cr as a third dimension count as samples."""
    step, samples = array.item, 1
    adjacent = len(array.shape) in (2, 3) and 0 not in array.shape
    if adjacent and len(array.shape) == 3:
        samples = array.shape[2]
        adjacent = array.strides[2] == step
        step *= samples
    if not adjacent or (array.strides[1] != step and array.shape[1] > 1):
        raise ArgumentError(f"plane {index} of the frame is {described(frame[index])}, strides {array.strides}", TAKEN)
    return array.shape[0], array.shape[1] * samples


# ---- Objects of other libraries ---------------------------------------------------------------------

_PILLOW_MODES = {"L": "gray", "RGB": "rgb24", "RGBA": "rgba", "RGBX": "rgb0"}


def _of_pillow(frame: Any, members: dict[str, int]) -> Picture:
    """Pillow shares no memory: pixels are copied, and carried back by `finish`."""
    name = _PILLOW_MODES.get(frame.mode)
    if name is None:
        raise ArgumentError(
            f"the frame is an image of Pillow in the mode {frame.mode}",
            f"convert() it to {', '.join(_PILLOW_MODES)}",
        )
    layout = layout_of(name)
    assert layout is not None
    width, height = frame.size
    pixels = ctypes.create_string_buffer(frame.tobytes(), width * height * layout.planes[0].samples)
    image = _image(layout, width, height, _ovl.MEMORY_HOST, members)
    _ovl.call("ovl_image_place", ctypes.byref(image), ctypes.addressof(pixels))
    return Picture(image, [frame, pixels], lambda: _carry_back(frame, pixels.raw))


def _carry_back(frame: Any, pixels: bytes) -> None:
    if not getattr(frame, "readonly", 0):
        frame.frombytes(pixels)
        return
    copy = frame.copy()  # the image shares memory with others, who do not expect it to change
    copy.frombytes(pixels)
    frame.paste(copy)


# AVCOL_SPC_*, AVCOL_RANGE_*, AVCOL_TRC_*, AVCOL_PRI_*
_AV_MATRIX = {1: "bt709", 5: "bt601", 6: "bt601", 9: "bt2020"}
_AV_RANGE = {1: "limited", 2: "full"}
_AV_TRANSFER = {8: "linear", 16: "pq", 18: "hlg"}
_AV_PRIMARIES = {1: "bt709", 9: "bt2020"}


def _of_av(frame: Any, members: dict[str, int]) -> Picture:
    """The planes of a frame of PyAV, which are made its own: a decoder may still need those it handed out."""
    name = str(frame.format.name)
    full_range = name.startswith("yuvj")
    plain = name.replace("yuvj", "yuv").removesuffix("le")
    layout = layout_of(plain)
    if layout is None or not _ovl.format_number(plain):
        raise ArgumentError(f'the frame of PyAV has the format "{name}"', 'give frame.reformat(format="yuv420p")')
    frame.make_writable()
    meaning = {
        "matrix": _AV_MATRIX.get(int(frame.colorspace)),
        "range": "full" if full_range else _AV_RANGE.get(int(frame.color_range)),
        "transfer": _AV_TRANSFER.get(int(getattr(frame, "color_trc", 2))),
        "primaries": _AV_PRIMARIES.get(int(getattr(frame, "color_primaries", 2))),
    }
    told = meaning_of({name: word for name, word in meaning.items() if word})
    image = _image(layout, frame.width, frame.height, _ovl.MEMORY_HOST, {**told, **members})
    for index, plane in enumerate(frame.planes[: len(layout.planes)]):
        image.plane[index] = _ovl.Plane(plane.buffer_ptr, plane.line_size)
    return Picture(image, [frame])
