/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libovl: draws the overlay of a graph document onto the caller's pictures.
 *
 *     ovl_program *program = NULL;
 *     ovl_renderer *renderer = NULL;
 *     ovl_error *error = NULL;
 *     if (ovl_program_create(&options, &program, &error) == OVL_OK &&
 *         ovl_renderer_create(program, NULL, &renderer, &error) == OVL_OK)
 *       ovl_draw(renderer, 120, &image, NULL, &error);
 *     if (error != NULL) fprintf(stderr, "%s\n", ovl_error_text(error));
 *
 * Structs begin with `struct_size`, which the caller sets to sizeof. A member that is zero has its
 * default, and new members come at the end. A function that can fail returns an ovl_code. If its
 * `error` is not NULL, it sets *error to an error that the caller frees, or to NULL. Nothing is
 * printed, no signal is touched, and no C++ exception leaves a function. Texts are UTF-8.
 */
#ifndef OVERLACE_H
#define OVERLACE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define OVL_API __attribute__((visibility("default")))
#else
#define OVL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this header: major * 10000 + minor * 100 + patch. */
#define OVL_VERSION 100

/* Version of the library, in the form of OVL_VERSION. */
OVL_API uint32_t ovl_version(void);

/* ---- Errors ---------------------------------------------------------------------------------- */

/* The result of a call. The numbers are the exit codes of the command line. */
enum ovl_code {
  OVL_OK = 0,
  OVL_INTERNAL = 1,       /* a bug in overlace */
  OVL_USAGE = 2,          /* a wrong argument, option or graph */
  OVL_INPUT = 4,          /* tracks or a picture that cannot be used */
  OVL_LIMIT = 6,          /* a stated limit was reached */
  OVL_OUT_OF_MEMORY = 33, /* of the host or the device */
  OVL_UNAVAILABLE = 75    /* a device or file format that is not available here */
};

/* One problem or several, such as all errors of a document. */
typedef struct ovl_error ovl_error;

/* All of these functions accept NULL and an index out of range, and return OVL_OK, 0 or "". */
OVL_API int ovl_error_code(const ovl_error* error);
OVL_API const char* ovl_error_text(const ovl_error* error); /* all problems, one per line */
OVL_API size_t ovl_error_count(const ovl_error* error);
OVL_API const char* ovl_error_message(const ovl_error* error, size_t index);
OVL_API const char* ovl_error_hint(const ovl_error* error,
                                   size_t index); /* what to do; may be "" */
OVL_API const char* ovl_error_file(const ovl_error* error, size_t index);
OVL_API const char* ovl_error_pointer(const ovl_error* error, size_t index); /* JSON pointer */
OVL_API size_t ovl_error_line(const ovl_error* error, size_t index); /* from 1; 0: unknown */
OVL_API void ovl_error_free(ovl_error* error);

/* ---- Programs -------------------------------------------------------------------------------- */

/* The clip whose pictures are drawn on. */
typedef struct ovl_clip {
  uint32_t struct_size;
  int32_t width, height;      /* pixels of a picture; must be given */
  int32_t frame_count;        /* 0: unknown */
  int64_t rate_num, rate_den; /* frames per second as a ratio; 0: 25 */
  int32_t first_frame;        /* number of the first frame, such as 1001 */
  float scale; /* pixels of a picture per pixel of document and tracks, such as 0.5 for previews
                  at half the size; 0: 1 */
} ovl_clip;

/* A tracked object in one frame. */
typedef struct ovl_row {
  int32_t frame;             /* number; ovl_clip.first_frame is the first */
  int32_t class_index;       /* into class_names; -1: unknown; ignored without class_names */
  int64_t id;                /* -1: none */
  float x, y, width, height; /* box in pixels of the document, y down */
  float score;               /* NaN: none */
} ovl_row;

/* Receives an assumption or choice as one line of text, in the thread of the call that makes it. */
typedef void (*ovl_log)(void* data, const char* text);

typedef struct ovl_program_options {
  uint32_t struct_size;
  uint8_t overlay_only;         /* 1: pictures are empty, so graphs that hide or change them are
                                   refused */
  uint8_t tracks_are_fractions; /* 1: positions in the track file are fractions of the picture */
  uint8_t has_frame_base;       /* 1: `frame_base` is used */
  const char* graph;            /* preset, file, or document text, which begins with '{' */
  const char* const* settings;  /* "NODE.PARAM=VALUE" or "KNOB=VALUE" */
  size_t setting_count;
  const ovl_clip* clip;                /* must be given */
  const char* tracks;                  /* a tracker's file or folder; NULL: `rows` */
  const char* tracks_format;           /* name of the format; NULL: recognised by content */
  const char* tracks_sequence;         /* the one to read of several in a file */
  int32_t tracks_width, tracks_height; /* size that its pixels refer to; 0: the clip's */
  int64_t frame_base;                  /* number of the clip's first frame in the file */
  const ovl_row* rows; /* instead of a file, in any order; read only during the call */
  size_t row_count;
  uint32_t row_size; /* sizeof(ovl_row) */
  const char* const* class_names;
  size_t class_count;
  ovl_log log; /* may be NULL; must not call back into the library */
  void* log_data;
  const char* files_below; /* folder below which all files must lie that the document names, without
                              links on the way; NULL: anywhere */
} ovl_program_options;

/* A document, checked and compiled for a clip with its tracks. Immutable; usable from any thread.
 * Programs created with equal options share what was compiled, as long as the files have not
 * changed. */
typedef struct ovl_program ovl_program;

OVL_API int ovl_program_create(const ovl_program_options* options, ovl_program** program,
                               ovl_error** error);
/* Programs are reference-counted: ovl_program_create returns one reference, and renderers hold
 * their own. NULL is ignored. */
OVL_API void ovl_program_ref(ovl_program* program);
OVL_API void ovl_program_unref(ovl_program* program);
/* Forgets all programs and tracks that nobody uses, so that files are read again. */
OVL_API void ovl_purge(void);
/* First and last frame of the program's tracks; both 0 where there are none. */
OVL_API int ovl_program_frames(const ovl_program* program, int32_t* first, int32_t* last,
                               ovl_error** error);

/* ---- Presets and knobs ----------------------------------------------------------------------- */

enum ovl_knob_type {
  OVL_KNOB_NUMBER,
  OVL_KNOB_INTEGER,
  OVL_KNOB_BOOLEAN,
  OVL_KNOB_COLOR,
  OVL_KNOB_TEXT
};

/* A parameter that the author of a document exposes. Texts live as long as their ovl_knobs. */
typedef struct ovl_knob {
  uint32_t struct_size;
  uint32_t type;     /* ovl_knob_type */
  const char* name;  /* as in "NAME=VALUE" */
  const char* doc;   /* one sentence */
  const char* value; /* default, as a user would type it: "3", "0.4%", "#5ce1e6" */
  double min, max;   /* of numbers; infinite without a limit */
} ovl_knob;

/* The knobs of a document. */
typedef struct ovl_knobs ovl_knobs;

/* Names of the built-in presets, in order; NULL past the last. */
OVL_API const char* ovl_preset(size_t index);
/* `graph` as in ovl_program_options. */
OVL_API int ovl_knobs_create(const char* graph, ovl_knobs** knobs, ovl_error** error);
OVL_API size_t ovl_knobs_count(const ovl_knobs* knobs);
OVL_API const char* ovl_knobs_title(const ovl_knobs* knobs);
OVL_API const char* ovl_knobs_doc(const ovl_knobs* knobs); /* of the document */
OVL_API int ovl_knobs_get(const ovl_knobs* knobs, size_t index, ovl_knob* knob, ovl_error** error);
OVL_API void ovl_knobs_free(ovl_knobs* knobs);

/* ---- Renderers ------------------------------------------------------------------------------- */

enum ovl_device {
  OVL_DEVICE_AUTO = 0, /* the GPU with the most free memory, else the CPU */
  OVL_DEVICE_CPU = 1,
  OVL_DEVICE_CUDA = 2,  /* the GPU with the most free memory; fails without a GPU */
  OVL_DEVICE_CUDA_N = 3 /* GPU number `index` */
};

typedef struct ovl_device_options {
  uint32_t struct_size;
  uint32_t device; /* ovl_device */
  int32_t index;   /* CUDA's number of the GPU */
  int32_t threads; /* CPU threads; 0: one per core */
  void* stream; /* CUstream of the device's primary context, which must live until the renderer is
                   freed; NULL: one of the renderer's own */
} ovl_device_options;

/* Draws frames of a program, in any order. Only one thread at a time may use a renderer; make
 * several for more. */
typedef struct ovl_renderer ovl_renderer;

enum ovl_matrix { OVL_MATRIX_DEFAULT, OVL_MATRIX_BT601, OVL_MATRIX_BT709, OVL_MATRIX_BT2020 };
enum ovl_range { OVL_RANGE_DEFAULT, OVL_RANGE_LIMITED, OVL_RANGE_FULL };
enum ovl_transfer { OVL_TRANSFER_SDR, OVL_TRANSFER_PQ, OVL_TRANSFER_HLG, OVL_TRANSFER_LINEAR };
enum ovl_siting { OVL_SITING_LEFT, OVL_SITING_CENTER, OVL_SITING_TOP_LEFT };
enum ovl_primaries { OVL_PRIMARIES_BT709, OVL_PRIMARIES_BT2020, OVL_PRIMARIES_ACESCG };
enum ovl_alpha { OVL_ALPHA_PREMULTIPLIED, OVL_ALPHA_STRAIGHT, OVL_ALPHA_OPAQUE };
enum ovl_memory { OVL_MEMORY_HOST, OVL_MEMORY_CUDA };

typedef struct ovl_plane {
  void* data;     /* first row; a multiple of a sample's size, as is the stride */
  int64_t stride; /* bytes from one row to the next; negative if rows run upwards */
} ovl_plane;

/* A picture, or a part of one, in the caller's memory. Except for `format`, the size and the
 * planes, zero in a member means what is usual for video: the customary Y'CbCr matrix (BT.709 from
 * a width of 1280 px or a height of 577 px on, else BT.601); limited range for Y'CbCr and grey,
 * full range for R'G'B'. */
typedef struct ovl_image {
  uint32_t struct_size;
  uint32_t format; /* ovl_format */
  uint8_t matrix, range, transfer, siting, primaries, alpha, memory;
  uint8_t has_seconds;         /* 1: `seconds` is used */
  int32_t x, y, width, height; /* the part of the clip's picture that the planes hold */
  ovl_plane plane[4];          /* Y Cb Cr [A], Y CbCr, G B R [A], or one plane of packed pixels */
  double seconds; /* presentation time, from the clip's first frame on; else from the rate */
} ovl_image;

/* Size in bytes of a picture whose planes and rows follow each other without gaps, as in FFmpeg's
 * rawvideo; 0 if there can be no such picture. */
OVL_API size_t ovl_image_bytes(uint32_t format, int32_t width, int32_t height);
/* Sets the planes for such a picture at `memory`, with the format, width and height of `image`. */
OVL_API int ovl_image_place(ovl_image* image, void* memory, ovl_error** error);

/* CUDA's number of the GPU that holds `memory`; -1 for host memory. */
OVL_API int32_t ovl_gpu_of(const void* memory);

/* Copies a picture to another one of the same format and size, in the same kind of memory. If
 * `from` is NULL, all samples become 0. The pictures must not overlap; x and y are ignored. On a
 * GPU the copy runs after what is queued on `stream`, a CUstream of the current context (NULL: its
 * default stream), and the call waits for it. */
OVL_API int ovl_copy(const ovl_image* to, const ovl_image* from, void* stream, ovl_error** error);

typedef struct ovl_stats {
  uint32_t struct_size;
  uint8_t reallocated; /* a buffer was too small and was enlarged; nothing was dropped */
  uint64_t links, curves, primitives, bytes_written;
} ovl_stats;

/* Pixels [x, x + width) x [y, y + height); empty if a side is 0. */
typedef struct ovl_rect {
  int32_t x, y, width, height;
} ovl_rect;

/* `options` may be NULL. */
OVL_API int ovl_renderer_create(ovl_program* program, const ovl_device_options* options,
                                ovl_renderer** renderer, ovl_error** error);
/* Waits for frames in flight. NULL is ignored. */
OVL_API void ovl_renderer_free(ovl_renderer* renderer);
/* The kind of memory from and to which pictures need not be moved; host memory is always accepted
 * as well. With OVL_DEVICE_AUTO, the CPU takes over from a GPU that fails. */
OVL_API uint32_t ovl_renderer_memory(const ovl_renderer* renderer); /* ovl_memory */

/* Draws the overlay of a frame onto a picture, in place, and waits. Samples that no overlay touches
 * keep their bits. `stats` may be NULL. A refused call leaves the picture as it was. */
OVL_API int ovl_draw(ovl_renderer* renderer, int32_t frame, const ovl_image* image,
                     ovl_stats* stats, ovl_error** error);

/* The same with several frames in flight, one in each slot. The picture's memory must stay valid
 * and untouched until ovl_wait. */
OVL_API uint32_t ovl_slots(const ovl_renderer* renderer);
OVL_API int ovl_submit(ovl_renderer* renderer, uint32_t slot, int32_t frame, const ovl_image* image,
                       ovl_error** error);
OVL_API int ovl_wait(ovl_renderer* renderer, uint32_t slot, ovl_stats* stats, ovl_error** error);

/* Where the overlay of a frame may paint, with a small margin; nothing is painted. If the rectangle
 * is empty, drawing changes nothing. */
OVL_API int ovl_bounds(ovl_renderer* renderer, int32_t frame, ovl_rect* rect, ovl_error** error);

/* ---- Formats --------------------------------------------------------------------------------- */

/* How samples lie in memory; names and layouts are FFmpeg's. Samples of more than 8 bits are
 * native-endian. Samples of less than 16 bits sit in the low bits, those of P010 and P210 in the
 * high bits. */
enum ovl_format {
  OVL_FORMAT_NONE = 0,
  /* Y'CbCr in three planes, with alpha in a fourth */
  OVL_FORMAT_YUV420P,
  OVL_FORMAT_YUV422P,
  OVL_FORMAT_YUV444P,
  OVL_FORMAT_YUV420P10,
  OVL_FORMAT_YUV422P10,
  OVL_FORMAT_YUV444P10,
  OVL_FORMAT_YUV420P12,
  OVL_FORMAT_YUV422P12,
  OVL_FORMAT_YUV444P12,
  OVL_FORMAT_YUV420P16,
  OVL_FORMAT_YUV422P16,
  OVL_FORMAT_YUV444P16,
  OVL_FORMAT_YUVA420P,
  OVL_FORMAT_YUVA422P,
  OVL_FORMAT_YUVA444P,
  OVL_FORMAT_YUVA422P10,
  OVL_FORMAT_YUVA444P10,
  OVL_FORMAT_YUVA422P12,
  OVL_FORMAT_YUVA444P12,
  OVL_FORMAT_YUVA444P16,
  /* Y and interleaved Cb Cr */
  OVL_FORMAT_NV12,
  OVL_FORMAT_NV16,
  OVL_FORMAT_NV24,
  OVL_FORMAT_P010,
  OVL_FORMAT_P016,
  OVL_FORMAT_P210,
  OVL_FORMAT_P216,
  /* R'G'B' in planes G, B, R and alpha */
  OVL_FORMAT_GBRP,
  OVL_FORMAT_GBRP10,
  OVL_FORMAT_GBRP12,
  OVL_FORMAT_GBRP16,
  OVL_FORMAT_GBRPF32,
  OVL_FORMAT_GBRAP,
  OVL_FORMAT_GBRAP10,
  OVL_FORMAT_GBRAP12,
  OVL_FORMAT_GBRAP16,
  OVL_FORMAT_GBRAPF32,
  /* grey */
  OVL_FORMAT_GRAY8,
  OVL_FORMAT_GRAY10,
  OVL_FORMAT_GRAY12,
  OVL_FORMAT_GRAY16,
  OVL_FORMAT_GRAYF32,
  OVL_FORMAT_YA8,
  OVL_FORMAT_YA16,
  /* packed R'G'B'; 0 in a name is a byte that is left alone */
  OVL_FORMAT_RGB24,
  OVL_FORMAT_BGR24,
  OVL_FORMAT_RGBA,
  OVL_FORMAT_BGRA,
  OVL_FORMAT_ARGB,
  OVL_FORMAT_ABGR,
  OVL_FORMAT_RGB0,
  OVL_FORMAT_BGR0,
  OVL_FORMAT_0RGB,
  OVL_FORMAT_0BGR,
  OVL_FORMAT_RGB48,
  OVL_FORMAT_RGBA64,
  OVL_FORMAT_BGR48,
  OVL_FORMAT_BGRA64,
  OVL_FORMAT_RGBF16,
  OVL_FORMAT_RGBAF16,
  OVL_FORMAT_RGBF32,
  OVL_FORMAT_RGBAF32
};

/* The format with a name such as "yuv420p10"; OVL_FORMAT_NONE if there is none. */
OVL_API uint32_t ovl_format_of(const char* name);
/* The name of a format; NULL if there is none. */
OVL_API const char* ovl_format_name(uint32_t format);

#ifdef __cplusplus
}
#endif
#endif /* OVERLACE_H */
