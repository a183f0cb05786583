# SPDX-License-Identifier: Apache-2.0
"""libovl by ctypes: what a plug-in's pictures are compared with."""

import ctypes

CPU = 1
STRAIGHT = 1


class Clip(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("width", ctypes.c_int32), ("height", ctypes.c_int32),
                ("frame_count", ctypes.c_int32), ("rate_num", ctypes.c_int64), ("rate_den", ctypes.c_int64),
                ("first_frame", ctypes.c_int32), ("scale", ctypes.c_float)]


class Options(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("overlay_only", ctypes.c_uint8), ("fractions", ctypes.c_uint8),
                ("has_frame_base", ctypes.c_uint8), ("graph", ctypes.c_char_p),
                ("settings", ctypes.POINTER(ctypes.c_char_p)), ("setting_count", ctypes.c_size_t),
                ("clip", ctypes.POINTER(Clip)), ("tracks", ctypes.c_char_p), ("tracks_format", ctypes.c_char_p),
                ("tracks_sequence", ctypes.c_char_p), ("tracks_width", ctypes.c_int32), ("tracks_height", ctypes.c_int32),
                ("frame_base", ctypes.c_int64), ("rows", ctypes.c_void_p), ("row_count", ctypes.c_size_t),
                ("row_size", ctypes.c_uint32), ("class_names", ctypes.c_void_p), ("class_count", ctypes.c_size_t),
                ("log", ctypes.c_void_p), ("log_data", ctypes.c_void_p)]


class Device(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("device", ctypes.c_uint32), ("index", ctypes.c_int32),
                ("threads", ctypes.c_int32), ("stream", ctypes.c_void_p)]


class Plane(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("stride", ctypes.c_int64)]


class Image(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("format", ctypes.c_uint32), ("matrix", ctypes.c_uint8),
                ("range", ctypes.c_uint8), ("transfer", ctypes.c_uint8), ("siting", ctypes.c_uint8),
                ("primaries", ctypes.c_uint8), ("alpha", ctypes.c_uint8), ("memory", ctypes.c_uint8),
                ("has_seconds", ctypes.c_uint8), ("x", ctypes.c_int32), ("y", ctypes.c_int32),
                ("width", ctypes.c_int32), ("height", ctypes.c_int32), ("plane", Plane * 4), ("seconds", ctypes.c_double)]


class Renderer:
    """Draws frames of one graph on a CPU."""

    def __init__(self, library, graph, tracks, width, height, settings=(), rate=25):
        self.ovl = ctypes.CDLL(str(library))
        self.ovl.ovl_error_text.restype = ctypes.c_char_p
        self.width, self.height = width, height
        clip = Clip(ctypes.sizeof(Clip), width, height, 0, rate, 1, 0, 0)
        texts = (ctypes.c_char_p * len(settings))(*(text.encode() for text in settings))
        options = Options(struct_size=ctypes.sizeof(Options), graph=graph.encode(), settings=texts,
                          setting_count=len(settings), clip=ctypes.pointer(clip), tracks=str(tracks).encode())
        program, self.renderer = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.ovl.ovl_program_create, ctypes.byref(options), ctypes.byref(program))
        device = Device(ctypes.sizeof(Device), CPU, 0, 1, None)
        self.check(self.ovl.ovl_renderer_create, program, ctypes.byref(device), ctypes.byref(self.renderer))
        self.ovl.ovl_program_unref(program)

    def check(self, function, *arguments):
        error = ctypes.c_void_p()
        if function(*arguments, ctypes.byref(error)) != 0:
            raise ValueError(self.ovl.ovl_error_text(error).decode())

    def draw(self, frame, pixels, name, **members):
        """The pixels of a picture without gaps with the overlay on them."""
        memory = ctypes.create_string_buffer(pixels, len(pixels))
        image = Image(struct_size=ctypes.sizeof(Image), format=self.ovl.ovl_format_of(name.encode()), width=self.width,
                      height=self.height, **members)
        self.check(self.ovl.ovl_image_place, ctypes.byref(image), memory)
        self.check(self.ovl.ovl_draw, self.renderer, ctypes.c_int32(frame), ctypes.byref(image), None)
        return memory.raw

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ovl.ovl_renderer_free(self.renderer)
