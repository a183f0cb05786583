/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Draws an overlay onto raw video that passes through.
 *
 *     cc draw.c $(pkg-config --cflags --libs ovl) -o draw
 *     ffmpeg -i in.mp4 -f rawvideo -pix_fmt yuv420p - |
 *       ./draw boxes det.txt yuv420p 768 576 25 |
 *       ffmpeg -f rawvideo -pix_fmt yuv420p -s 768x576 -r 25 -i - out.mp4
 */
#include <overlace.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints the error and frees it. Returns its code. */
static int failed(ovl_error* error) {
  const int code = ovl_error_code(error);
  fprintf(stderr, "%s\n", ovl_error_text(error));
  ovl_error_free(error);
  return code;
}

/* Draws frame by frame until the input ends. */
static int draw_all(ovl_renderer* renderer, ovl_image* image, void* memory, size_t bytes) {
  ovl_error* error = NULL;
  int32_t frame;
  if (ovl_image_place(image, memory, &error) != OVL_OK) return failed(error);
  for (frame = 0; fread(memory, 1, bytes, stdin) == bytes; ++frame) {
    if (ovl_draw(renderer, frame, image, NULL, &error) != OVL_OK) return failed(error);
    if (fwrite(memory, 1, bytes, stdout) != bytes) return 5;
  }
  return fflush(stdout) == 0 ? OVL_OK : 5;
}

int main(int argc, char** argv) {
  ovl_clip clip = {.struct_size = sizeof clip};
  ovl_program_options options = {.struct_size = sizeof options};
  ovl_image image = {.struct_size = sizeof image};
  ovl_program* program = NULL;
  ovl_renderer* renderer = NULL;
  ovl_error* error = NULL;
  void* memory;
  size_t bytes;
  int code;
  if (argc < 7) {
    fprintf(stderr, "usage: draw GRAPH TRACKS FORMAT WIDTH HEIGHT RATE [NAME=VALUE]...\n");
    return OVL_USAGE;
  }
  clip.width = image.width = atoi(argv[4]);
  clip.height = image.height = atoi(argv[5]);
  clip.rate_num = atoi(argv[6]);
  clip.rate_den = 1;
  image.format = ovl_format_of(argv[3]);
  options.graph = argv[1];
  options.tracks = argv[2];
  options.clip = &clip;
  options.settings = (const char* const*)(argv + 7);
  options.setting_count = (size_t)(argc - 7);

  if (ovl_program_create(&options, &program, &error) != OVL_OK) return failed(error);
  code = ovl_renderer_create(program, NULL, &renderer, &error);
  ovl_program_unref(program); /* the renderer keeps what it needs */
  if (code != OVL_OK) return failed(error);
  bytes = ovl_image_bytes(image.format, image.width, image.height);
  memory = malloc(bytes > 0 ? bytes : 1);
  code = memory == NULL ? OVL_OUT_OF_MEMORY : draw_all(renderer, &image, memory, bytes);
  free(memory);
  ovl_renderer_free(renderer);
  return code;
}
