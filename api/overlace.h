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
 * `error` is not NULL, it sets *error to an error that the caller frees, or to NULL. What a caller
 * points to is read during the call only, unless said otherwise. Nothing is printed, no signal is
 * touched, and no C++ exception leaves a function. Texts are UTF-8.
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

OVL_API uint32_t ovl_version(void); /* of the library, in the form of OVL_VERSION */

/* ---- Errors ---------------------------------------------------------------------------------- */

/* The result of a call. The numbers are the exit codes of the command line. */
enum ovl_code {
  OVL_OK = 0,
  OVL_INTERNAL = 1,       /* a bug in overlace */
  OVL_USAGE = 2,          /* a wrong argument, option or graph */
  OVL_INPUT = 4,          /* tracks or a picture that cannot be used */
  OVL_OUTPUT = 5,         /* a file that cannot be written; nothing is in its place */
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
OVL_API const char* ovl_error_hint(const ovl_error* error, size_t index); /* may be "" */
OVL_API const char* ovl_error_file(const ovl_error* error, size_t index);
OVL_API const char* ovl_error_pointer(const ovl_error* error, size_t index); /* JSON pointer */
OVL_API size_t ovl_error_line(const ovl_error* error, size_t index); /* from 1; 0: unknown */
OVL_API void ovl_error_free(ovl_error* error);

/* ---- Clips and tracks ------------------------------------------------------------------------ */

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

/* Receives an assumption or choice as one line of text, in the thread of the call that makes it.
 * Must not call back into the library. */
typedef void (*ovl_log)(void* data, const char* text);

enum ovl_point_state { OVL_POINT_ABSENT, OVL_POINT_HIDDEN, OVL_POINT_VISIBLE };

/* A key point of an object. An absent one has no position, and is neither drawn nor linked. */
typedef struct ovl_point {
  float x, y;
  float score;   /* NaN: none */
  uint8_t state; /* ovl_point_state */
  uint8_t unused[3];
} ovl_point;

/* A corner of an outline. The closed rings of a row follow one another, counted from 0; what is
 * inside follows from the even-odd rule. */
typedef struct ovl_corner {
  float x, y;
  uint32_t ring;
} ovl_corner;

/* Two joined points of a skeleton, by their places in its list. */
typedef struct ovl_bone {
  uint16_t from, to;
} ovl_bone;

/* What the key points of an object are, in order, and which of them are joined. */
typedef struct ovl_skeleton {
  const char* name;
  const char* const* points; /* names */
  const ovl_bone* bones;
  uint32_t point_count, bone_count;
} ovl_skeleton;

/* A value of every row, by name: a number, or a text. */
typedef struct ovl_attribute {
  const char* name;
  const float* values;      /* one per row; NaN: none */
  const char* const* texts; /* the distinct ones, which `values` index; NULL for numbers */
  uint32_t text_count;
} ovl_attribute;

/* Detections, one per row, as columns: of the caller, or of an ovl_tracks. A column that is NULL is
 * not known. Positions are pixels of the document, x from the left and y down from the corner of
 * the picture. Lists, such as the key points of a row, lie one after another: row i has the items
 * [offset[i], offset[i + 1]). The offsets of `row_count` rows are row_count + 1 numbers that never
 * fall and stay within the count of items; the first need not be 0. */
typedef struct ovl_columns {
  uint32_t struct_size;
  uint32_t row_count;
  const int32_t* frame;       /* number */
  const float* box;           /* x, y, width, height of each; must be given if there are rows */
  const int64_t* id;          /* of the tracked object; -1: none */
  const int32_t* class_index; /* -1: unknown; else its number, see `class_names` */
  const float* score;         /* NaN: none */
  const float* rotation;      /* of the box about its centre, degrees clockwise */

  const ovl_point* points; /* key points */
  const uint64_t* point_offset;
  uint64_t point_count;
  const int32_t* skeleton;   /* into skeletons; -1: unknown. NULL: the usual one of a person */
  const ovl_corner* corners; /* outlines */
  const uint64_t* corner_offset;
  uint64_t corner_count;

  /* Masks, which cover the whole picture, as bytes: not 0 is inside. */
  const uint8_t* masks;                 /* of the first row's mask, its top left */
  int64_t mask_stride, mask_row_stride; /* bytes to the next row's mask, and to the next line */
  int32_t mask_width, mask_height;      /* their grid; at most 65536 each */
  /* Masks as COCO's run lengths instead: down the columns of a grid from the left, and the first
   * run is outside. A row without runs has no mask. An ovl_tracks hands out this form. */
  const uint32_t* mask_runs;
  const uint64_t* mask_run_offset;
  uint64_t mask_run_count;
  const int32_t* mask_size; /* width, height of each grid */

  const float* embedding; /* embedding_size numbers of each; all NaN: none */
  const ovl_attribute* attributes;
  const char* const* class_names; /* by class_index; where there are none, classes are numbers */
  const ovl_skeleton* skeletons;
  uint32_t embedding_size, attribute_count, class_count, skeleton_count;
} ovl_columns;

/* The detections of a clip. Only one thread at a time may use one. */
typedef struct ovl_tracks ovl_tracks;

OVL_API int ovl_tracks_create(ovl_tracks** tracks, ovl_error** error); /* without rows */
/* NULL is ignored. Programs that were made with the tracks keep what they need. */
OVL_API void ovl_tracks_free(ovl_tracks* tracks);

/* Puts rows into frame `frame`, or, if columns->frame is given, into those frames. What such a
 * frame had is replaced; without rows, `frame` is emptied. Classes, skeletons and attributes are
 * joined by name with those of earlier rows; without class_names, class_index counts in the names
 * that are there. Fails with OVL_USAGE, naming column and row, for positions that are not finite, a
 * negative size, ids and indices out of range, offsets that fall or leave the items, masks that do
 * not cover their grid, and embeddings or attributes of another kind than before; with OVL_LIMIT
 * beyond 16,777,216 frames or 100,000,000 rows. A refused call changes nothing. */
OVL_API int ovl_tracks_put(ovl_tracks* tracks, int32_t frame, const ovl_columns* columns,
                           ovl_error** error);

/* Sets *columns to the rows of the frames [first, end), in order of their frames; `frame`, `box`,
 * `id`, `class_index` and `score` are always there. Nothing is copied: all pointers are valid until
 * the next ovl_tracks_put or ovl_tracks_free. Offsets count from the table's first item. */
OVL_API int ovl_tracks_columns(ovl_tracks* tracks, int32_t first, int32_t end, ovl_columns* columns,
                               ovl_error** error);
/* Decodes the mask of a row of such columns: 1 inside, else 0. `pixels` takes the grid's lines,
 * `stride` bytes apart; see mask_size. */
OVL_API int ovl_mask(const ovl_columns* columns, uint32_t row, uint8_t* pixels, int64_t stride,
                     ovl_error** error);

typedef struct ovl_tracks_facts {
  uint32_t struct_size;
  uint32_t row_count;
  int32_t first, end;         /* frames [first, end) have rows; both 0 without rows */
  int32_t width, height;      /* px of the picture, as a read file states them; 0: unknown */
  int64_t rate_num, rate_den; /* frames per second, as a read file states them; 0: unknown */
} ovl_tracks_facts;

OVL_API int ovl_tracks_get(ovl_tracks* tracks, ovl_tracks_facts* facts, ovl_error** error);

/* How a track file is read. What is not given follows from the format, files beside it, and its
 * content; `log` is told what was assumed, and what was left out. */
typedef struct ovl_read_options {
  uint32_t struct_size;
  uint8_t fractions;      /* 1: positions are fractions of the picture, so `clip` must be given */
  uint8_t has_frame_base; /* 1: `frame_base` is used */
  int32_t width, height;  /* px of the picture that the file's pixels refer to; 0: the clip's */
  const char* format;     /* name of the format; NULL: recognised by content */
  const char* sequence;   /* the one to read of several in a file */
  int64_t frame_base;     /* number of the clip's first frame in the file */
  const ovl_clip* clip;   /* boxes are scaled to its pictures, frames counted from its first_frame;
                             NULL: the file's pixels, frames from 0 */
  ovl_log log;            /* may be NULL */
  void* log_data;
} ovl_read_options;

/* Reads a tracker's file or folder of any known format (docs/track-formats.md). `options` may be
 * NULL. OVL_INPUT for a file that cannot be read or has no known format. */
OVL_API int ovl_tracks_read(const char* path, const ovl_read_options* options, ovl_tracks** tracks,
                            ovl_error** error);

typedef struct ovl_write_options {
  uint32_t struct_size;
  uint8_t overwrite;    /* 1: an existing file may be replaced */
  const char* format;   /* NULL: by the file's extension; ".json" keeps everything */
  const ovl_clip* clip; /* that the tracks belong to; NULL: as a read file states, from frame 0 */
  ovl_log log;          /* is told what the format cannot hold; may be NULL */
  void* log_data;
} ovl_write_options;

/* Writes a file or folder, which appears under its name only when it is complete. `options` may be
 * NULL. OVL_USAGE for a format that is unknown or not written, and for an existing file; OVL_OUTPUT
 * if writing fails. */
OVL_API int ovl_tracks_write(ovl_tracks* tracks, const char* path, const ovl_write_options* options,
                             ovl_error** error);

/* ---- Programs -------------------------------------------------------------------------------- */

/* A tracked object in one frame. */
typedef struct ovl_row {
  int32_t frame;             /* number; ovl_clip.first_frame is the first */
  int32_t class_index;       /* into class_names; -1: unknown; ignored without class_names */
  int64_t id;                /* -1: none */
  float x, y, width, height; /* box in pixels of the document, y down */
  float score;               /* NaN: none */
} ovl_row;

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
  const char* tracks;                  /* a tracker's file or folder; NULL: `rows` or `table` */
  const char* tracks_format;           /* name of the format; NULL: recognised by content */
  const char* tracks_sequence;         /* the one to read of several in a file */
  int32_t tracks_width, tracks_height; /* size that its pixels refer to; 0: the clip's */
  int64_t frame_base;                  /* number of the clip's first frame in the file */
  const ovl_row* rows; /* instead of a file, in any order; read only during the call */
  size_t row_count;
  uint32_t row_size; /* sizeof(ovl_row) */
  const char* const* class_names;
  size_t class_count;
  ovl_log log; /* may be NULL */
  void* log_data;
  const char* files_below; /* folder below which all files must lie that the document names, without
                              links on the way; NULL: anywhere */
  ovl_tracks* table;       /* instead of `tracks` and `rows`: what it holds during the call */
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

/* ---- Documents ------------------------------------------------------------------------------- */

/* Names of the built-in presets, in order; NULL past the last. */
OVL_API const char* ovl_preset(size_t index);
/* The document of a preset; NULL if there is none of that name. Lives as long as the library. */
OVL_API const char* ovl_preset_text(const char* name);
enum ovl_text_kind {
  OVL_TEXT_NODES,   /* all node types with ports and parameters, as JSON */
  OVL_TEXT_SCHEMA,  /* the JSON Schema (draft 7) of documents */
  OVL_TEXT_FEATURES /* what the library can do here, as JSON: "version", "track_formats" (name,
                       title, doc, extensions, folder, written), "pixel_formats", "gpus" */
};

/* A text that describes the library, and lives as long; NULL for any other number. */
OVL_API const char* ovl_text(uint32_t which);

/* Checks a document with these settings, as `overlace check` does, and tells all problems. What
 * needs tracks, such as attributes, fonts and texts of labels, is checked when a program is
 * created. */
OVL_API int ovl_check(const char* graph, const char* const* settings, size_t setting_count,
                      ovl_error** error);

/* Changes one value in a document's text; all other bytes stay. `target` is a knob, "theme.NAME",
 * "NODE.PARAM", "NODE.inputs.PORT", or a JSON pointer such as "/nodes/lines/params/width". `value`
 * is spelled as in "NODE.PARAM=VALUE"; for a port it names a node, or lists several as JSON; at a
 * pointer it is JSON. NULL takes the value away: the default or the inherited one holds again. A
 * document that extends another gets a value of its own, beside `file`, the name of its file (NULL:
 * one of the working folder). *edited gets the new text, for ovl_string_free. Fails with OVL_USAGE
 * for a text that is no document, a target that does not exist, and a change that would bring a
 * problem. */
OVL_API int ovl_edit(const char* text, const char* file, const char* target, const char* value,
                     char** edited, ovl_error** error);
/* The same for acts of an author, a JSON object such as {"act": "rename", "node": "boxes", "to":
 * "frames"} or a list of them: docs/graph/documents.md, "Acts". All that uses a name follows it. */
OVL_API int ovl_edit_acts(const char* text, const char* file, const char* acts, char** edited,
                          ovl_error** error);
/* Draws a graph, as in ovl_program_options, as SVG: nodes by stage, and their wires. *svg gets the
 * text, for ovl_string_free. The graph need not be correct: OVL_USAGE for what is no document,
 * OVL_LIMIT for more than 500 nodes or 2,000 wires. */
OVL_API int ovl_graph_svg(const char* graph, char** svg, ovl_error** error);
OVL_API void ovl_string_free(char* text); /* NULL is ignored */
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
 * a width of 1280 px or a height of 577 px on, else BT.601), for R'G'B' BT.709, by which effects
 * weigh its components; limited range for Y'CbCr and grey, full range for R'G'B'. */
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

/* ---- Live drawing ---------------------------------------------------------------------------- */

enum ovl_ids {
  OVL_IDS_AUTO,    /* rows get ids as long as none has brought one */
  OVL_IDS_GIVEN,   /* rows keep their ids, or have none */
  OVL_IDS_ASSIGNED /* rows get ids; those that they bring are ignored */
};

/* A document to draw on frames as they come. A member that is zero has its default. */
typedef struct ovl_live_options {
  uint32_t struct_size;
  uint32_t ids;      /* ovl_ids: who follows objects from frame to frame */
  int32_t memory;    /* frames that are looked back on, with the one drawn; 1 to 10000; 0: 50 */
  int32_t delay;     /* frames that are known beyond the one drawn; 0 to 10000 */
  uint32_t max_rows; /* of a frame; more are lost; 0: 1000 */
  uint32_t class_count;
  const char* const* class_names; /* those known in advance; others come with the rows */
  const char* graph;              /* this and what follows: as in ovl_program_options */
  const char* const* settings;
  size_t setting_count;
  const ovl_clip* clip; /* frame_count is not used */
  ovl_log log;
  void* log_data;
  const char* files_below;
} ovl_live_options;

/* The last frames of a stream, and what draws on them: frame n looks as if the clip had only the
 * frames n - memory + 1 to n + delay. Beyond that go on: ages of objects, lives of links, running
 * counts, the places of labels. Only one thread at a time may use one. */
typedef struct ovl_live ovl_live;

/* `device` may be NULL. OVL_USAGE for a graph that needs pixels or sound of the clip in advance. */
OVL_API int ovl_live_create(const ovl_live_options* options, const ovl_device_options* device,
                            ovl_live** live, ovl_error** error);
OVL_API void ovl_live_free(ovl_live* live); /* NULL is ignored */
/* Gives a frame its rows, and fails, as ovl_tracks_put does: OVL_USAGE also for columns of another
 * kind than before. columns->frame must be NULL. A frame without rows may be left out. Rows of the
 * last frame drawn, or of an earlier one, are lost. */
OVL_API int ovl_live_put(ovl_live* live, int32_t frame, const ovl_columns* columns,
                         ovl_error** error);
/* Draws the overlay of a frame onto its picture, as ovl_draw does, once its rows and those of the
 * `delay` frames after it were put. Frames ascend, and some may be left out; a frame before the
 * last one begins a new stream. */
OVL_API int ovl_live_draw(ovl_live* live, int32_t frame, const ovl_image* image, ovl_stats* stats,
                          ovl_error** error);
/* As ovl_bounds. Counts as drawing the frame, which may then be drawn. */
OVL_API int ovl_live_bounds(ovl_live* live, int32_t frame, ovl_rect* rect, ovl_error** error);
/* Replaces all settings from the next frame on. A refused call changes nothing. */
OVL_API int ovl_live_set(ovl_live* live, const char* const* settings, size_t setting_count,
                         ovl_error** error);
/* Begins a new stream, without rows, such as before rows of an earlier frame are put. */
OVL_API int ovl_live_restart(ovl_live* live, ovl_error** error);
/* Rows that were lost: late, too many in a frame, or too far ahead. */
OVL_API uint64_t ovl_live_lost(const ovl_live* live);

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
OVL_API const char* ovl_format_name(uint32_t format); /* NULL if there is none */

#ifdef __cplusplus
}
#endif
#endif /* OVERLACE_H */
