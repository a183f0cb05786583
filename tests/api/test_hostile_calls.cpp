// SPDX-License-Identifier: Apache-2.0
// Wrong arguments give a code and a message, and leave the picture unchanged.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "tests/api/expect_error.h"
#include "tests/api/library_host.h"

namespace overlace::test {
namespace {

struct WrongOptions {
  const char* words;
  std::function<void(Host&)> spoil;
  int code = OVL_USAGE;
};

TEST(HostileCalls, Programs) {
  static const char* const no_equals[] = {"accent"};
  static const char* const null_text[] = {nullptr};
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const WrongOptions wrong[] = {
      {"struct_size", [](Host& host) { host.options.struct_size = 0; }},
      {"struct_size", [](Host& host) { host.options.struct_size = 8; }},
      {"struct_size", [](Host& host) { host.options.struct_size = 0xFFFFFFFF; }},
      {"graph is missing", [](Host& host) { host.options.graph = nullptr; }},
      {"did you mean 'boxes'", [](Host& host) { host.options.graph = "boxs"; }},
      {"/no/graph.json", [](Host& host) { host.options.graph = "/no/graph.json"; }},
      {"document", [](Host& host) { host.options.graph = "{\"overlace\": 1, \"nodes\": "; }},
      {"ovl_clip is NULL", [](Host& host) { host.options.clip = nullptr; }},
      {"ovl_clip.struct_size", [](Host& host) { host.clip.struct_size = 4; }},
      {"0 x 180", [](Host& host) { host.clip.width = 0; }},
      {"320 x -5", [](Host& host) { host.clip.height = -5; }},
      {"2147483647", [](Host& host) { host.clip.width = 2147483647; }},
      {"frames per second", [](Host& host) { host.clip.rate_num = -25; }},
      {"scale", [](Host& host) { host.clip.scale = nan; }},
      {"frame_count", [](Host& host) { host.clip.frame_count = -1; }},
      {"settings is NULL", [](Host& host) { host.options.setting_count = 3; }},
      {"settings[0] is NULL",
       [](Host& host) {
         host.options.settings = null_text;
         host.options.setting_count = 1;
       }},
      {"accent",
       [](Host& host) {
         host.options.settings = no_equals;
         host.options.setting_count = 1;
       }},
      {"more than one of tracks, rows and table",
       [](Host& host) { host.options.tracks = "det.txt"; }},
      {"row_size", [](Host& host) { host.options.row_size = 8; }},
      {"rows is NULL", [](Host& host) { host.options.rows = nullptr; }},
      {"rows[4]: the box is not finite", [](Host& host) { host.rows[4].x = nan; }},
      {"rows[5]: the box has a negative size", [](Host& host) { host.rows[5].width = -1; }},
      {"rows[6]: the id", [](Host& host) { host.rows[6].id = -7; }},
      {"class_names is NULL", [](Host& host) { host.options.class_count = 1; }},
      {"no track file",
       [](Host& host) {
         host.options.rows = nullptr;
         host.options.row_count = 0;
         host.options.tracks = "/no/track file.txt";
       },
       OVL_INPUT},
  };
  for (const WrongOptions& row : wrong) {
    Host host;
    row.spoil(host);
    ovl_program* program = nullptr;
    ovl_error* error = nullptr;
    const int code = ovl_program_create(&host.options, &program, &error);
    const std::string words = row.code == OVL_INPUT ? "/no/track file.txt" : row.words;
    expect_error(code, error, row.code, words);
    EXPECT_EQ(program, nullptr) << row.words;
  }
  const Host host;
  ovl_error* error = nullptr;
  expect_error(ovl_program_create(&host.options, nullptr, &error), error, OVL_USAGE, "NULL");
  ovl_program* program = nullptr;
  EXPECT_EQ(ovl_program_create(nullptr, &program, nullptr), OVL_USAGE);
}

// The same bytes with another row size: the program cached for one must not serve the other.
TEST(HostileCalls, RowsOfAnotherSizeAreOtherRows) {
  Host host;
  host.rows = {{.frame = 0, .class_index = -1, .id = 1, .x = 1, .y = 1, .width = 9, .height = 9},
               {.frame = 7, .class_index = -1, .id = 1, .x = 1, .y = 1, .width = 9, .height = 9}};
  host.options.rows = host.rows.data();
  for (const std::size_t count : {2U, 1U}) {
    host.options.row_count = count;
    host.options.row_size = static_cast<std::uint32_t>(2 * sizeof(ovl_row) / count);
    const auto program = program_of(host.options);
    std::int32_t first = -1, last = -1;
    ASSERT_EQ(ovl_program_frames(program.get(), &first, &last, nullptr), OVL_OK);
    EXPECT_EQ(last, count == 2 ? 7 : 0);
  }
}

TEST(HostileCalls, AllProblemsOfADocumentHaveTheirPlace) {
  Host host(R"({"overlace": 1,
    "nodes": {"t": {"type": "track_input", "params": {"path": "$tracks"}},
              "b": {"type": "draw_boxes", "inputs": {"tracks": "t"}, "params": {"widht": 3}},
              "c": {"type": "draw_bxes"}},
    "composite": ["b", "c"]})");
  ovl_program* program = nullptr;
  ovl_error* error = nullptr;
  EXPECT_EQ(ovl_program_create(&host.options, &program, &error), OVL_USAGE);
  const Handle<ovl_error> owned(error);
  ASSERT_GE(ovl_error_count(error), 2U);
  EXPECT_STREQ(ovl_error_pointer(error, 0), "/nodes/b/params/widht");
  EXPECT_EQ(ovl_error_line(error, 0), 3U);
  EXPECT_STREQ(ovl_error_message(error, 99), "");
  EXPECT_STREQ(ovl_error_text(nullptr), "");
}

TEST(HostileCalls, WhatNeedsThePictureIsNoOverlayAlone) {
  Host host("redact");
  host.options.overlay_only = 1;
  ovl_program* program = nullptr;
  ovl_error* error = nullptr;
  const int code = ovl_program_create(&host.options, &program, &error);
  expect_error(code, error, OVL_USAGE, "hides objects");
}

TEST(HostileCalls, StructsOfNewerCallers) {
  struct Newer {
    ovl_program_options options;
    std::uint64_t member;
  };
  const Host host;
  Newer newer{.options = host.options, .member = 0};
  newer.options.struct_size = sizeof newer;
  EXPECT_NE(program_of(newer.options), nullptr) << "nothing is asked for that is not known";
  newer.member = 1;
  ovl_program* program = nullptr;
  ovl_error* error = nullptr;
  const int code = ovl_program_create(&newer.options, &program, &error);
  expect_error(code, error, OVL_USAGE, "newer");
}

TEST(HostileCalls, Devices) {
  const Host host;
  const auto program = program_of(host.options);
  const auto with = [&](auto spoil, int expected, const char* words) {
    ovl_device_options device{};
    device.struct_size = sizeof device;
    spoil(device);
    ovl_renderer* renderer = nullptr;
    ovl_error* error = nullptr;
    const int code = ovl_renderer_create(program.get(), &device, &renderer, &error);
    expect_error(code, error, expected, words);
  };
  with([](auto& device) { device.device = 9; }, OVL_USAGE, "device 9");
  with([](auto& device) { device.threads = -1; }, OVL_USAGE, "threads");
  with([](auto& device) { device.struct_size = 3; }, OVL_USAGE, "struct_size");
  with([](auto& device) { device.device = OVL_DEVICE_CUDA_N, device.index = 4096; },
       OVL_UNAVAILABLE, "");
  ovl_renderer* renderer = nullptr;
  EXPECT_EQ(ovl_renderer_create(nullptr, nullptr, &renderer, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_renderer_create(program.get(), nullptr, nullptr, nullptr), OVL_USAGE);
}

TEST(HostileCalls, Pictures) {
  const Host host;
  const auto renderer = renderer_of(program_of(host.options));
  ASSERT_NE(renderer, nullptr);
  const auto with = [&](auto spoil, const char* words, int expected = OVL_USAGE) {
    Picture picture(OVL_FORMAT_YUV420P10, 320, 180);
    const auto before = picture.bytes;
    spoil(picture.image);
    ovl_error* error = nullptr;
    const int code = ovl_draw(renderer.get(), 7, &picture.image, nullptr, &error);
    expect_error(code, error, expected, words);
    EXPECT_EQ(picture.bytes, before) << words;
  };
  with([](ovl_image& image) { image.struct_size = 12; }, "struct_size");
  with([](ovl_image& image) { image.format = 0; }, "format 0");
  with([](ovl_image& image) { image.format = 4711; }, "format 4711");
  with([](ovl_image& image) { image.width = 0; }, "0 x 180");
  with([](ovl_image& image) { image.height = -1; }, "320 x -1");
  with([](ovl_image& image) { image.x = -2147483647 - 1; }, "-2147483648");
  with([](ovl_image& image) { image.x = 1; }, "even", OVL_INPUT);
  with([](ovl_image& image) { image.plane[1].data = nullptr; }, "plane[1].data is NULL");
  with([](ovl_image& image) { image.plane[0].stride = 639; }, "stride is 639");
  with([](ovl_image& image) { image.plane[2].stride = -318; }, "stride is -318");
  with([](ovl_image& image) { image.plane[0].stride = 641; }, "not aligned");
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  with([](ovl_image& image) { image.plane[0].stride = least; }, "stride is -9223372036854775808");
  with([](ovl_image& image) { image.plane[0].stride = -(least + 2); },
       "stride is 9223372036854775806");
  with([](ovl_image& image) { image.plane[0].data = static_cast<char*>(image.plane[0].data) + 1; },
       "not aligned");
  with([](ovl_image& image) { image.matrix = 9; }, "matrix is 9");
  with([](ovl_image& image) { image.range = 9; }, "range is 9");
  with([](ovl_image& image) { image.transfer = 9; }, "transfer is 9");
  with([](ovl_image& image) { image.siting = 9; }, "siting is 9");
  with([](ovl_image& image) { image.primaries = 9; }, "primaries is 9");
  with([](ovl_image& image) { image.alpha = 9; }, "alpha is 9");
  with([](ovl_image& image) { image.memory = 9; }, "memory is 9");
  with([](ovl_image& image) { image.memory = OVL_MEMORY_CUDA; }, "on a GPU", OVL_UNAVAILABLE);
  Picture picture(OVL_FORMAT_YUV420P, 320, 180);
  EXPECT_EQ(ovl_draw(nullptr, 0, &picture.image, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_draw(renderer.get(), 0, nullptr, nullptr, nullptr), OVL_USAGE);
  ovl_stats stats{};
  EXPECT_EQ(ovl_draw(renderer.get(), 0, &picture.image, &stats, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_wait(renderer.get(), 99, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_bounds(renderer.get(), 0, nullptr, nullptr), OVL_USAGE);
}

TEST(HostileCalls, CopiesOfWhatIsNotAlike) {
  Picture picture(OVL_FORMAT_RGBA, 32, 18), smaller(OVL_FORMAT_RGBA, 32, 17),
      other(OVL_FORMAT_BGRA, 32, 18);
  const std::vector<std::byte> before = picture.bytes;
  EXPECT_EQ(ovl_copy(nullptr, &picture.image, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_copy(&picture.image, &smaller.image, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(ovl_copy(&picture.image, &other.image, nullptr, nullptr), OVL_USAGE);
  other.image = picture.image;
  other.image.memory = OVL_MEMORY_CUDA;
  EXPECT_EQ(ovl_copy(&picture.image, &other.image, nullptr, nullptr), OVL_USAGE);
  other.image.plane[0].stride = 3;
  EXPECT_EQ(ovl_copy(&picture.image, &other.image, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(picture.bytes, before);
  EXPECT_EQ(ovl_gpu_of(nullptr), -1);
}

TEST(HostileCalls, NothingIsNothing) {
  ovl_program_ref(nullptr);
  ovl_program_unref(nullptr);
  ovl_renderer_free(nullptr);
  ovl_error_free(nullptr);
  ovl_knobs_free(nullptr);
  ovl_tracks_free(nullptr);
  ovl_string_free(nullptr);
  EXPECT_EQ(ovl_preset_text(nullptr), nullptr);
  EXPECT_EQ(ovl_preset_text("boxs"), nullptr);
  EXPECT_EQ(ovl_text(4711), nullptr);
  EXPECT_EQ(ovl_slots(nullptr), 0U);
  EXPECT_EQ(ovl_format_of(nullptr), static_cast<std::uint32_t>(OVL_FORMAT_NONE));
  EXPECT_EQ(ovl_format_name(4711), nullptr);
  EXPECT_EQ(ovl_image_bytes(0, 10, 10), 0U);
  EXPECT_EQ(ovl_image_bytes(OVL_FORMAT_RGBA, -1, 10), 0U);
  EXPECT_EQ(ovl_preset(1U << 20U), nullptr);
}

}  // namespace
}  // namespace overlace::test
