# SPDX-License-Identifier: Apache-2.0
"""libovl's C interface (api/overlace.h) by ctypes: structs, functions, errors and handles.

The only module that knows ctypes' view of the header. tests/python/test_binding.py compares sizes
and offsets of all structs with a C program's.
"""

from __future__ import annotations

import ctypes
import functools
import os
import pathlib
import sys
from ctypes import POINTER, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint8, c_uint32, c_void_p
from typing import Any, Callable, Iterable

from .errors import Error, Problem, UnavailableError, error_of, refused

# ---- Structs: names and members as in the header --------------------------------------------------


class Sized(ctypes.Structure):
    """A struct whose `struct_size` is set."""

    def __init__(self, **members: Any) -> None:
        super().__init__(struct_size=ctypes.sizeof(type(self)), **members)


Log = ctypes.CFUNCTYPE(None, c_void_p, c_char_p)
_Texts = POINTER(c_char_p)


class Clip(Sized):
    _fields_ = [
        ("struct_size", c_uint32), ("width", c_int32), ("height", c_int32), ("frame_count", c_int32),
        ("rate_num", c_int64), ("rate_den", c_int64), ("first_frame", c_int32), ("scale", c_float),
    ]  # fmt: skip


class Point(ctypes.Structure):
    _fields_ = [("x", c_float), ("y", c_float), ("score", c_float), ("state", c_uint8), ("unused", c_uint8 * 3)]


class Corner(ctypes.Structure):
    _fields_ = [("x", c_float), ("y", c_float), ("ring", c_uint32)]


class Bone(ctypes.Structure):
    _fields_ = [("from", ctypes.c_uint16), ("to", ctypes.c_uint16)]


class Skeleton(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("points", _Texts), ("bones", POINTER(Bone)),
        ("point_count", c_uint32), ("bone_count", c_uint32),
    ]  # fmt: skip


class Attribute(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("values", c_void_p), ("texts", _Texts), ("text_count", c_uint32)]


class Columns(Sized):
    row_count: int
    _fields_ = [
        ("struct_size", c_uint32), ("row_count", c_uint32),
        ("frame", c_void_p), ("box", c_void_p), ("id", c_void_p), ("class_index", c_void_p), ("score", c_void_p),
        ("rotation", c_void_p),
        ("points", c_void_p), ("point_offset", c_void_p), ("point_count", ctypes.c_uint64), ("skeleton", c_void_p),
        ("corners", c_void_p), ("corner_offset", c_void_p), ("corner_count", ctypes.c_uint64),
        ("masks", c_void_p), ("mask_stride", c_int64), ("mask_row_stride", c_int64),
        ("mask_width", c_int32), ("mask_height", c_int32),
        ("mask_runs", c_void_p), ("mask_run_offset", c_void_p), ("mask_run_count", ctypes.c_uint64),
        ("mask_size", c_void_p),
        ("embedding", c_void_p), ("attributes", POINTER(Attribute)), ("class_names", _Texts),
        ("skeletons", POINTER(Skeleton)),
        ("embedding_size", c_uint32), ("attribute_count", c_uint32), ("class_count", c_uint32),
        ("skeleton_count", c_uint32),
    ]  # fmt: skip


class TracksFacts(Sized):
    row_count: int
    first: int
    end: int
    width: int
    height: int
    rate_num: int
    rate_den: int
    _fields_ = [
        ("struct_size", c_uint32), ("row_count", c_uint32), ("first", c_int32), ("end", c_int32),
        ("width", c_int32), ("height", c_int32), ("rate_num", c_int64), ("rate_den", c_int64),
    ]  # fmt: skip


class ReadOptions(Sized):
    _fields_ = [
        ("struct_size", c_uint32), ("fractions", c_uint8), ("has_frame_base", c_uint8),
        ("width", c_int32), ("height", c_int32), ("format", c_char_p), ("sequence", c_char_p),
        ("frame_base", c_int64), ("clip", POINTER(Clip)), ("log", Log), ("log_data", c_void_p),
    ]  # fmt: skip


class WriteOptions(Sized):
    _fields_ = [
        ("struct_size", c_uint32), ("overwrite", c_uint8), ("format", c_char_p), ("clip", POINTER(Clip)),
        ("log", Log), ("log_data", c_void_p),
    ]  # fmt: skip


class Row(ctypes.Structure):
    _fields_ = [
        ("frame", c_int32), ("class_index", c_int32), ("id", c_int64),
        ("x", c_float), ("y", c_float), ("width", c_float), ("height", c_float), ("score", c_float),
    ]  # fmt: skip


class ProgramOptions(Sized):
    _fields_ = [
        ("struct_size", c_uint32), ("overlay_only", c_uint8), ("tracks_are_fractions", c_uint8),
        ("has_frame_base", c_uint8), ("graph", c_char_p), ("settings", _Texts), ("setting_count", c_size_t),
        ("clip", POINTER(Clip)), ("tracks", c_char_p), ("tracks_format", c_char_p), ("tracks_sequence", c_char_p),
        ("tracks_width", c_int32), ("tracks_height", c_int32), ("frame_base", c_int64),
        ("rows", POINTER(Row)), ("row_count", c_size_t), ("row_size", c_uint32),
        ("class_names", _Texts), ("class_count", c_size_t), ("log", Log), ("log_data", c_void_p),
        ("files_below", c_char_p), ("table", c_void_p),
    ]  # fmt: skip


class Knob(Sized):
    type: int
    name: bytes
    doc: bytes
    value: bytes
    min: float
    max: float
    _fields_ = [
        ("struct_size", c_uint32), ("type", c_uint32), ("name", c_char_p), ("doc", c_char_p), ("value", c_char_p),
        ("min", c_double), ("max", c_double),
    ]  # fmt: skip


class DeviceOptions(Sized):
    _fields_ = [
        ("struct_size", c_uint32), ("device", c_uint32), ("index", c_int32), ("threads", c_int32),
        ("stream", c_void_p),
    ]  # fmt: skip


class Plane(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("stride", c_int64)]


class Image(Sized):
    width: int
    height: int
    plane: Any
    _fields_ = [
        ("struct_size", c_uint32), ("format", c_uint32),
        ("matrix", c_uint8), ("range", c_uint8), ("transfer", c_uint8), ("siting", c_uint8), ("primaries", c_uint8),
        ("alpha", c_uint8), ("memory", c_uint8), ("has_seconds", c_uint8),
        ("x", c_int32), ("y", c_int32), ("width", c_int32), ("height", c_int32),
        ("plane", Plane * 4), ("seconds", c_double),
    ]  # fmt: skip


class Stats(Sized):
    _fields_ = [
        ("struct_size", c_uint32), ("reallocated", c_uint8), ("links", ctypes.c_uint64), ("curves", ctypes.c_uint64),
        ("primitives", ctypes.c_uint64), ("bytes_written", ctypes.c_uint64),
    ]  # fmt: skip


class LiveOptions(Sized):
    _fields_ = [
        ("struct_size", c_uint32), ("ids", c_uint32), ("memory", c_int32), ("delay", c_int32),
        ("max_rows", c_uint32), ("class_count", c_uint32), ("class_names", _Texts), ("graph", c_char_p), ("settings", _Texts), ("setting_count", c_size_t),
        ("clip", POINTER(Clip)), ("log", Log), ("log_data", c_void_p), ("files_below", c_char_p),
    ]  # fmt: skip


class Rect(ctypes.Structure):
    x: int
    y: int
    width: int
    height: int
    _fields_ = [("x", c_int32), ("y", c_int32), ("width", c_int32), ("height", c_int32)]


STRUCTS: dict[str, type[ctypes.Structure]] = {
    "ovl_clip": Clip, "ovl_point": Point, "ovl_corner": Corner, "ovl_bone": Bone, "ovl_skeleton": Skeleton,
    "ovl_attribute": Attribute, "ovl_columns": Columns, "ovl_tracks_facts": TracksFacts,
    "ovl_read_options": ReadOptions, "ovl_write_options": WriteOptions, "ovl_row": Row,
    "ovl_program_options": ProgramOptions, "ovl_knob": Knob, "ovl_device_options": DeviceOptions,
    "ovl_plane": Plane, "ovl_image": Image, "ovl_stats": Stats, "ovl_rect": Rect, "ovl_live_options": LiveOptions,
}  # fmt: skip

# ---- Enumerators, by the names that Python users write ---------------------------------------------

DEVICES = {"auto": 0, "cpu": 1, "cuda": 2}
CUDA_DEVICE_BY_INDEX = 3
MEANINGS: dict[str, dict[str, int]] = {
    "matrix": {"default": 0, "bt601": 1, "bt709": 2, "bt2020": 3},
    "range": {"default": 0, "limited": 1, "full": 2},
    "transfer": {"sdr": 0, "pq": 1, "hlg": 2, "linear": 3},
    "siting": {"left": 0, "center": 1, "top_left": 2},
    "primaries": {"bt709": 0, "bt2020": 1, "acescg": 2},
    "alpha": {"premultiplied": 0, "straight": 1, "opaque": 2},
}
IDS = {None: 0, False: 1, True: 2}  # by Overlay's argument assign_ids
MEMORY_HOST, MEMORY_CUDA = 0, 1
KNOB_KINDS = ("number", "integer", "boolean", "color", "text")
TEXT_NODES, TEXT_SCHEMA, TEXT_FEATURES = range(3)
POINT_STATES = {"absent": 0, "hidden": 1, "visible": 2}

# ---- Functions ------------------------------------------------------------------------------------

_handle, _out = c_void_p, POINTER(c_void_p)

# Result and arguments. Those of _FALLIBLE return a code and take one more argument, the error.
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "ovl_version": (c_uint32, []),
    "ovl_error_code": (ctypes.c_int, [_handle]),
    "ovl_error_text": (c_char_p, [_handle]),
    "ovl_error_count": (c_size_t, [_handle]),
    "ovl_error_message": (c_char_p, [_handle, c_size_t]),
    "ovl_error_hint": (c_char_p, [_handle, c_size_t]),
    "ovl_error_file": (c_char_p, [_handle, c_size_t]),
    "ovl_error_pointer": (c_char_p, [_handle, c_size_t]),
    "ovl_error_line": (c_size_t, [_handle, c_size_t]),
    "ovl_error_free": (None, [_handle]),
    "ovl_tracks_free": (None, [_handle]),
    "ovl_program_unref": (None, [_handle]),
    "ovl_purge": (None, []),
    "ovl_preset": (c_char_p, [c_size_t]),
    "ovl_preset_text": (c_char_p, [c_char_p]),
    "ovl_text": (c_char_p, [c_uint32]),
    "ovl_string_free": (None, [_handle]),
    "ovl_knobs_count": (c_size_t, [_handle]),
    "ovl_knobs_title": (c_char_p, [_handle]),
    "ovl_knobs_doc": (c_char_p, [_handle]),
    "ovl_knobs_free": (None, [_handle]),
    "ovl_image_bytes": (c_size_t, [c_uint32, c_int32, c_int32]),
    "ovl_gpu_of": (c_int32, [c_void_p]),
    "ovl_renderer_free": (None, [_handle]),
    "ovl_renderer_memory": (c_uint32, [_handle]),
    "ovl_live_free": (None, [_handle]),
    "ovl_live_lost": (ctypes.c_uint64, [_handle]),
    "ovl_format_of": (c_uint32, [c_char_p]),
    "ovl_format_name": (c_char_p, [c_uint32]),
}
_FALLIBLE: dict[str, list[Any]] = {
    "ovl_tracks_create": [_out],
    "ovl_tracks_put": [_handle, c_int32, POINTER(Columns)],
    "ovl_tracks_columns": [_handle, c_int32, c_int32, POINTER(Columns)],
    "ovl_mask": [POINTER(Columns), c_uint32, c_void_p, c_int64],
    "ovl_tracks_get": [_handle, POINTER(TracksFacts)],
    "ovl_tracks_read": [c_char_p, POINTER(ReadOptions), _out],
    "ovl_tracks_write": [_handle, c_char_p, POINTER(WriteOptions)],
    "ovl_program_create": [POINTER(ProgramOptions), _out],
    "ovl_program_frames": [_handle, POINTER(c_int32), POINTER(c_int32)],
    "ovl_check": [c_char_p, _Texts, c_size_t],
    "ovl_edit": [c_char_p, c_char_p, c_char_p, c_char_p, _out],
    "ovl_edit_acts": [c_char_p, c_char_p, c_char_p, _out],
    "ovl_graph_svg": [c_char_p, _out],
    "ovl_knobs_create": [c_char_p, _out],
    "ovl_knobs_get": [_handle, c_size_t, POINTER(Knob)],
    "ovl_image_place": [POINTER(Image), c_void_p],
    "ovl_renderer_create": [_handle, POINTER(DeviceOptions), _out],
    "ovl_draw": [_handle, c_int32, POINTER(Image), POINTER(Stats)],
    "ovl_bounds": [_handle, c_int32, POINTER(Rect)],
    "ovl_live_create": [POINTER(LiveOptions), POINTER(DeviceOptions), _out],
    "ovl_live_put": [_handle, c_int32, POINTER(Columns)],
    "ovl_live_draw": [_handle, c_int32, POINTER(Image), POINTER(Stats)],
    "ovl_live_set": [_handle, _Texts, c_size_t],
    "ovl_live_restart": [_handle],
}

FUNCTIONS = frozenset(_FUNCTIONS) | frozenset(_FALLIBLE)

_SONAME = "libovl.so.0"


def _places() -> list[str]:
    """Where the library may be: where the environment says, or else in the package, or else the system's."""
    named = os.environ.get("OVERLACE_LIBRARY")
    if named:
        return [named]
    # An editable install has folders of its own for what is compiled.
    folders = sys.modules[__package__].__path__
    inside = sorted(str(path) for folder in folders for path in pathlib.Path(folder).glob("libovl.so*"))
    return [*inside[:1], _SONAME]


def _open() -> ctypes.CDLL:
    tried = []
    for place in _places():
        try:
            return ctypes.CDLL(place)
        except OSError as error:
            tried.append(f"{place}: {error}")
    raise UnavailableError(
        "libovl was not found; install the wheel, or set OVERLACE_LIBRARY to libovl.so\n" + "\n".join(tried)
    )


def _declare(loaded: ctypes.CDLL) -> None:
    fallible: dict[str, tuple[Any, list[Any]]] = {
        name: (ctypes.c_int, [*arguments, _out]) for name, arguments in _FALLIBLE.items()
    }
    for name, (result, arguments) in {**_FUNCTIONS, **fallible}.items():
        function = getattr(loaded, name, None)
        if function is None:
            continue  # an older library; who needs it is told by missing()
        function.restype, function.argtypes = result, arguments


@functools.cache
def _loaded() -> ctypes.CDLL:
    loaded = _open()
    _declare(loaded)
    return loaded


class _Process:
    """Whether this process may use the library: its threads do not survive a fork."""

    has_drawn = False
    is_lost = False


def _after_fork() -> None:
    _Process.is_lost = _Process.is_lost or _Process.has_drawn


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def is_lost() -> bool:
    """Whether this process was forked from one that had drawn, so that it cannot draw."""
    return _Process.is_lost


def library() -> ctypes.CDLL:
    """The library, with the types of its functions. Raises UnavailableError."""
    if _Process.is_lost:
        raise UnavailableError(
            "overlace cannot draw in this process: it was forked from one that had drawn, and the drawing "
            'threads are not in it; start processes with multiprocessing.get_context("spawn"), or fork before '
            "the first drawing"
        )
    return _loaded()


def function(name: str) -> Callable[..., Any]:
    """A function of the library. Raises UnavailableError for an older library without it."""
    loaded = library()
    if not hasattr(loaded, name):
        version = loaded.ovl_version()
        raise UnavailableError(f"libovl {version // 10000}.{version // 100 % 100} has no {name}; install a newer one")
    return getattr(loaded, name)  # type: ignore[no-any-return]


def call(name: str, *arguments: Any) -> None:
    """Calls a function that can fail; raises its error."""
    error = c_void_p()
    code = function(name)(*arguments, ctypes.byref(error))
    if code != 0:
        raise _taken(code, error)


def _taken(code: int, error: c_void_p) -> Error:
    """The exception for an error of the library, which is freed."""
    if not error.value:
        return error_of(code, "overlace failed, and had no memory to say why")
    loaded = _loaded()
    try:
        problems = [
            Problem(
                message=decode(loaded.ovl_error_message(error, index)),
                hint=decode(loaded.ovl_error_hint(error, index)),
                file=decode(loaded.ovl_error_file(error, index)),
                pointer=decode(loaded.ovl_error_pointer(error, index)),
                line=loaded.ovl_error_line(error, index),
            )
            for index in range(loaded.ovl_error_count(error))
        ]
        return error_of(code, decode(loaded.ovl_error_text(error)), problems)
    finally:
        loaded.ovl_error_free(error)


def about_to_draw() -> None:
    """To be called before anything that starts the library's threads."""
    library()
    _Process.has_drawn = True


# ---- Handles and texts ----------------------------------------------------------------------------


class Handle:
    """An object of the library, freed with this one. Passed to functions as it is."""

    __slots__ = ("_as_parameter_", "_free")

    def __init__(self, free: str) -> None:
        self._as_parameter_ = c_void_p()
        self._free = free

    def out(self) -> Any:
        """The argument for a function that puts the object here."""
        return ctypes.byref(self._as_parameter_)

    def close(self) -> None:
        """Frees the object; the second time does nothing."""
        pointer, self._as_parameter_ = self._as_parameter_, c_void_p()
        # In a forked child the library would wait for threads that are not there.
        if pointer.value and not _Process.is_lost:
            getattr(_loaded(), self._free)(pointer)

    def __del__(self) -> None:
        self.close()


class Notes:
    """Collects what the library assumes and chooses. `log` must live as long as the library may call it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.log = Log(lambda _, text: self.lines.append(decode(text)))


def decode(text: bytes | None) -> str:
    """A text of the library; "" for NULL."""
    return (text or b"").decode("utf-8", "replace")


def encode(text: str, what: str) -> bytes:
    """A text for the library: UTF-8; names of files keep the bytes that Python could not decode."""
    if "\0" in text:
        raise refused(f"{what} has a character NUL: {text!r}")
    return text.encode("utf-8", "surrogateescape")


def texts(strings: Iterable[str], what: str) -> Any:
    """An array of texts."""
    encoded = [encode(string, what) for string in strings]
    return (c_char_p * len(encoded))(*encoded)


@functools.lru_cache(maxsize=64)
def names(strings: tuple[str, ...]) -> Any:
    """An array of names that come again and again."""
    return texts(strings, "a name")


def text_list(pointer: Any, count: int) -> list[str]:
    """The texts of an array of the library."""
    return [decode(pointer[index]) for index in range(count)]


def taken_text(pointer: c_void_p) -> str:
    """A text that the library handed over; it is freed."""
    try:
        return decode(ctypes.string_at(pointer.value or 0))
    finally:
        _loaded().ovl_string_free(pointer)


def format_number(name: str) -> int:
    """The library's number of a pixel format with FFmpeg's name; 0 if there is none."""
    return int(_format_number(name))


@functools.cache
def _format_number(name: str) -> int:
    return int(library().ovl_format_of(encode(name, "the pixel format")))
