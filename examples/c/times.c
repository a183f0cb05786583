/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times what a host waits for: creating a program and a renderer, again, and drawing.
 *
 *     cc times.c $(pkg-config --cflags --libs ovl) -o times
 *     ./times boxes det.txt rgba 1920 1080
 */
#define _POSIX_C_SOURCE 199309L
#include <overlace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { runs = 301 }; /* of each measurement, for the median */

static double now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(double* times) {
  qsort(times, runs, sizeof *times, compare);
  return times[runs / 2];
}

/* Prints the error and frees it. Returns its code. */
static int failed(ovl_error* error) {
  const int code = ovl_error_code(error);
  fprintf(stderr, "%s\n", ovl_error_text(error));
  ovl_error_free(error);
  return code;
}

/* Makes a renderer as a plug-in's new instance does. Returns NULL on failure. */
static ovl_renderer* make(const ovl_program_options* options, ovl_error** error) {
  const ovl_device_options device = {.struct_size = sizeof device, .device = OVL_DEVICE_CPU};
  ovl_program* program = NULL;
  ovl_renderer* renderer = NULL;
  if (ovl_program_create(options, &program, error) != OVL_OK) return NULL;
  (void)ovl_renderer_create(program, &device, &renderer, error);
  ovl_program_unref(program); /* the renderer keeps what it needs */
  return renderer;
}

/* Times one instance after another: some hosts make one for every frame. */
static int time_instances(const ovl_program_options* options) {
  static double times[runs];
  ovl_error* error = NULL;
  const double begun = now_us();
  ovl_renderer* renderer = make(options, &error);
  if (renderer == NULL) return failed(error);
  printf("first instance      %10.1f us\n", now_us() - begun);
  ovl_renderer_free(renderer);
  for (int i = 0; i < runs; ++i) {
    const double start = now_us();
    renderer = make(options, &error);
    if (renderer == NULL) return failed(error);
    ovl_renderer_free(renderer);
    times[i] = now_us() - start;
  }
  printf("instance, cached    %10.1f us\n", median(times));
  return OVL_OK;
}

/* Times copying a picture and drawing the overlay on it: together, a plug-in's render. */
static int time_frames(const ovl_program_options* options, ovl_image* image, char* from, char* to,
                       size_t bytes) {
  static double copies[runs], draws[runs];
  ovl_error* error = NULL;
  ovl_renderer* renderer = make(options, &error);
  if (renderer == NULL || ovl_image_place(image, to, &error) != OVL_OK) return failed(error);
  for (int i = 0; i < runs; ++i) {
    const double start = now_us();
    memcpy(to, from, bytes);
    const double copied = now_us();
    if (ovl_draw(renderer, i, image, NULL, &error) != OVL_OK) return failed(error);
    copies[i] = copied - start;
    draws[i] = now_us() - copied;
  }
  printf("copy of a frame     %10.1f us\n", median(copies));
  printf("ovl_draw            %10.1f us\n", median(draws));
  ovl_renderer_free(renderer);
  return OVL_OK;
}

int main(int argc, char** argv) {
  ovl_clip clip = {.struct_size = sizeof clip, .rate_num = 25, .rate_den = 1};
  ovl_program_options options = {.struct_size = sizeof options};
  ovl_image image = {.struct_size = sizeof image};
  char *from, *to;
  size_t bytes;
  int code;
  if (argc != 6) {
    fprintf(stderr, "usage: times GRAPH TRACKS FORMAT WIDTH HEIGHT\n");
    return OVL_USAGE;
  }
  clip.width = image.width = atoi(argv[4]);
  clip.height = image.height = atoi(argv[5]);
  image.format = ovl_format_of(argv[3]);
  options.graph = argv[1];
  options.tracks = argv[2];
  options.clip = &clip;
  bytes = ovl_image_bytes(image.format, image.width, image.height);
  from = calloc(bytes + 1, 1);
  to = calloc(bytes + 1, 1);
  code = from == NULL || to == NULL ? OVL_OUT_OF_MEMORY : time_instances(&options);
  if (code == OVL_OK) code = time_frames(&options, &image, from, to, bytes);
  free(from);
  free(to);
  return code;
}
