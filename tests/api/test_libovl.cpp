// SPDX-License-Identifier: Apache-2.0
// The C interface as a host uses it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

#include "render/session.h"
#include "tests/api/library_host.h"
#include "tests/temp_folder.h"
#include "tests/text/allocations.h"

namespace overlace::test {
namespace {

std::vector<std::byte> drawn(ovl_renderer* renderer, std::int32_t frame,
                             std::uint32_t format = OVL_FORMAT_YUV420P) {
  Picture picture(format, 320, 180);
  const std::vector<std::byte> before = picture.bytes;
  EXPECT_EQ(ovl_draw(renderer, frame, &picture.image, nullptr, nullptr), OVL_OK);
  EXPECT_NE(picture.bytes, before) << "nothing is drawn";
  return picture.bytes;
}

/// The same drawn by the classes underneath.
std::vector<std::byte> drawn_by_session(const Host& host, std::int32_t frame) {
  std::vector<TrackRow> rows;
  for (const ovl_row& row : host.rows)
    rows.push_back({row.frame, row.id, {row.x, row.y, row.width, row.height}, -1, row.score});
  const ClipInfo clip{.size = {320, 180}, .frame_rate = {25}};
  const auto find = [](const std::string& name) {
    return Source{std::string(preset_text(name)), name};
  };
  const Session session(
      {load_document(host.options.graph, find), "preset", {{"tracks", "rows"}}},
      {.clip = clip, .read_tracks = [&](const auto&) { return make_track_table(rows, {}); }});
  const auto replay = session.replay(session.plan(session.analyse()), cpu_device({.threads = 1}));
  Picture picture(OVL_FORMAT_YUV420P, 320, 180);
  ImageView view;
  view.size = clip.size;
  view.format.chroma_shift_x = view.format.chroma_shift_y = 1;
  view.color.matrix = ColorMatrix::bt601;  // the default for a picture of this size
  for (std::size_t i = 0; i < 3; ++i)
    view.planes[i] = {static_cast<std::byte*>(picture.image.plane[i].data),
                      picture.image.plane[i].stride};
  replay->draw(time_of(clip, frame), view);
  return picture.bytes;
}

TEST(Libovl, DrawsWhatASessionDraws) {
  for (const char* preset : {"boxes", "constellation", "bloom"}) {
    const Host host(preset);
    const auto renderer = renderer_of(program_of(host.options));
    ASSERT_NE(renderer, nullptr) << preset;
    EXPECT_EQ(drawn(renderer.get(), 7), drawn_by_session(host, 7)) << preset;
  }
}

TEST(Libovl, WindowsMakeOnePicture) {
  const Host host("constellation");
  const auto renderer = renderer_of(program_of(host.options));
  const auto at_once = drawn(renderer.get(), 40, OVL_FORMAT_RGBAF32);
  std::vector<std::byte> tiles(at_once.size(), std::byte{96});
  constexpr int pixel = 16, row = 320 * pixel;
  for (int y = 0; y < 180; y += 13)
    for (int x = 0; x < 320; x += 17) {
      Picture tile(OVL_FORMAT_RGBAF32, std::min(17, 320 - x), std::min(13, 180 - y));
      tile.image.x = x;
      tile.image.y = y;
      ASSERT_EQ(ovl_draw(renderer.get(), 40, &tile.image, nullptr, nullptr), OVL_OK);
      for (int i = 0; i < tile.image.height; ++i)
        std::memcpy(&tiles[static_cast<std::size_t>((y + i) * row + x * pixel)],
                    &tile.bytes[static_cast<std::size_t>(i * tile.image.width * pixel)],
                    static_cast<std::size_t>(tile.image.width * pixel));
    }
  EXPECT_EQ(tiles, at_once);
}

TEST(Libovl, FloatsInPlanesAreThoseOfPixels) {
  const Host host("constellation");
  const auto renderer = renderer_of(program_of(host.options));
  constexpr std::size_t pixels = 320 * 180;
  const auto draw = [&](std::uint32_t format) {
    const auto bytes = drawn(renderer.get(), 9, format);
    std::vector<float> samples(bytes.size() / sizeof(float));
    std::memcpy(samples.data(), bytes.data(), bytes.size());
    return samples;
  };
  const auto packed = draw(OVL_FORMAT_RGBAF32), planes = draw(OVL_FORMAT_GBRAPF32);
  ASSERT_EQ(packed.size(), 4 * pixels);
  constexpr std::array<std::size_t, 4> plane_of{2, 0, 1, 3};
  for (std::size_t i = 0; i < pixels; ++i)
    for (std::size_t c = 0; c < 4; ++c)
      ASSERT_EQ(packed[4 * i + c], planes[plane_of[c] * pixels + i]) << i;
}

TEST(Libovl, RowsMayRunUpwards) {
  const Host host;
  const auto renderer = renderer_of(program_of(host.options));
  const auto downwards = drawn(renderer.get(), 3, OVL_FORMAT_RGBA);
  Picture picture(OVL_FORMAT_RGBA, 320, 180);
  ovl_plane& plane = picture.image.plane[0];
  plane.data = picture.bytes.data() + picture.bytes.size() - 320 * 4;
  plane.stride = -plane.stride;
  ASSERT_EQ(ovl_draw(renderer.get(), 3, &picture.image, nullptr, nullptr), OVL_OK);
  for (std::size_t y = 0; y < 180; ++y)
    ASSERT_EQ(std::memcmp(&picture.bytes[(179 - y) * 1280], &downwards[y * 1280], 1280), 0);
}

TEST(Libovl, CopiesHaveAllSamplesAndNothingElse) {
  for (std::uint32_t format = OVL_FORMAT_YUV420P; format <= OVL_FORMAT_RGBAF32; ++format) {
    Picture from(format, 37, 21);
    for (std::size_t i = 0; i < from.bytes.size(); ++i)
      from.bytes[i] = static_cast<std::byte>(i * 7 + 1);
    Picture to(format, 37, 21), empty(format, 37, 21);
    ASSERT_EQ(ovl_copy(&to.image, &from.image, nullptr, nullptr), OVL_OK) << format;
    EXPECT_EQ(to.bytes, from.bytes) << format;
    ASSERT_EQ(ovl_copy(&to.image, nullptr, nullptr, nullptr), OVL_OK) << format;
    std::ranges::fill(empty.bytes, std::byte{0});
    EXPECT_EQ(to.bytes, empty.bytes) << format;
  }
  // Padding belongs to the caller.
  constexpr std::size_t stride = 64, row = 40, rows = 5;
  std::vector<std::byte> padded(stride * rows, std::byte{0xEE});
  Picture source(OVL_FORMAT_RGBA, 10, 5);
  ovl_image image = source.image;
  image.plane[0] = {padded.data() + stride * (rows - 1), -std::int64_t{stride}};
  ASSERT_EQ(ovl_copy(&image, &source.image, nullptr, nullptr), OVL_OK);
  for (std::size_t i = 0; i < padded.size(); ++i)
    ASSERT_EQ(padded[i], i % stride < row ? std::byte{96} : std::byte{0xEE}) << i;
  EXPECT_EQ(ovl_gpu_of(padded.data()), -1);
}

TEST(Libovl, AnyOrderOnManyThreads) {
  const Host host("constellation");
  const auto program = program_of(host.options);
  ASSERT_NE(program, nullptr);
  const std::array order{7, 3, 900, 3};
  std::array<std::vector<std::byte>, 4> alone;
  for (std::size_t i = 0; i < order.size(); ++i)
    alone[i] = drawn(renderer_of(program).get(), order[i]);
  EXPECT_EQ(alone[1], alone[3]);
  EXPECT_NE(alone[0], alone[1]);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&] {
      const auto renderer = renderer_of(program_of(host.options));
      for (std::size_t i = 0; i < order.size(); ++i)
        EXPECT_EQ(drawn(renderer.get(), order[i]), alone[i]);
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(Libovl, BoundsHoldAllThatIsPainted) {
  const Host host;
  const auto renderer = renderer_of(program_of(host.options));
  ovl_rect rect{};
  ASSERT_EQ(ovl_bounds(renderer.get(), 5, &rect, nullptr), OVL_OK);
  EXPECT_GT(rect.width, 0);
  const auto bytes = drawn(renderer.get(), 5, OVL_FORMAT_GRAY8);
  for (int y = 0; y < 180; ++y)
    for (int x = 0; x < 320; ++x) {
      const bool inside =
          x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
      if (!inside) ASSERT_EQ(bytes[static_cast<std::size_t>(y * 320 + x)], std::byte{96});
    }
  ASSERT_EQ(ovl_bounds(renderer.get(), 5000, &rect, nullptr), OVL_OK);
  EXPECT_EQ(rect.width, 0) << "no object is there";
}

TEST(Libovl, NothingIsAllocatedOnceWarm) {
  const Host host("constellation");
  const auto renderer = renderer_of(program_of(host.options));
  Picture picture(OVL_FORMAT_YUV420P, 320, 180);
  const auto draw = [&](int frame) {
    return ovl_draw(renderer.get(), frame, &picture.image, nullptr, nullptr);
  };
  for (int frame = 0; frame < 60; ++frame) ASSERT_EQ(draw(frame), OVL_OK);
  const std::size_t before = allocations();
  for (int frame = 0; frame < 60; ++frame) ASSERT_EQ(draw(frame), OVL_OK);
  EXPECT_EQ(allocations(), before);
}

TEST(Libovl, SlotsHaveOneFrameEach) {
  const Host host;
  const auto renderer = renderer_of(program_of(host.options));
  ASSERT_EQ(ovl_slots(renderer.get()), 1U) << "a CPU's";
  Picture picture(OVL_FORMAT_YUV420P, 320, 180);
  const auto submit = [&] { return ovl_submit(renderer.get(), 0, 4, &picture.image, nullptr); };
  EXPECT_EQ(ovl_wait(renderer.get(), 0, nullptr, nullptr), OVL_USAGE);
  EXPECT_EQ(submit(), OVL_OK);
  EXPECT_EQ(submit(), OVL_USAGE);
  EXPECT_EQ(ovl_draw(renderer.get(), 4, &picture.image, nullptr, nullptr), OVL_USAGE);
  ovl_stats stats{};
  stats.struct_size = sizeof stats;
  EXPECT_EQ(ovl_wait(renderer.get(), 0, &stats, nullptr), OVL_OK);
  EXPECT_GE(stats.primitives, 3U) << "as many as there are objects";
  EXPECT_EQ(picture.bytes, drawn(renderer.get(), 4));
  EXPECT_EQ(submit(), OVL_OK);  // and freed with a frame in flight
}

TEST(Libovl, FramesOfAShotAreCountedFromItsFirst) {
  Host host;
  for (ovl_row& row : host.rows) row.frame += 1001;
  host.clip.first_frame = 1001;
  const auto program = program_of(host.options);
  std::int32_t first = 0, last = 0;
  ASSERT_EQ(ovl_program_frames(program.get(), &first, &last, nullptr), OVL_OK);
  EXPECT_EQ(first, 1001);
  EXPECT_EQ(last, 2000);
  const Host plain;
  EXPECT_EQ(drawn(renderer_of(program).get(), 1008),
            drawn(renderer_of(program_of(plain.options)).get(), 7));
}

// Black at 0 s and white at 10 s, in a clip without a rate: half way at 5 s, in whatever frame.
TEST(Libovl, KeyframesFollowTheTimesOfPictures) {
  const TempFolder folder;
  const std::string path = folder / "graph.json";
  std::ofstream(path) << R"({"overlace": 1, "composite": ["fill"], "nodes": {"fill": {
    "type": "draw_fill", "params": {"color": {"keyframes": [
      {"time": 0, "value": "#000"}, {"time": 10, "value": "#fff"}]}}}}})";
  const Host host(path.c_str());
  const auto renderer = renderer_of(program_of(host.options));
  ASSERT_NE(renderer, nullptr);
  Picture picture(OVL_FORMAT_YUV420P, 320, 180);
  picture.image.has_seconds = 1;
  picture.image.seconds = 5;
  ASSERT_EQ(ovl_draw(renderer.get(), 3, &picture.image, nullptr, nullptr), OVL_OK);
  EXPECT_NEAR(std::to_integer<int>(picture.bytes.front()), (16 + 235) / 2, 2);
}

TEST(Libovl, NotesAreToldToEveryProgram) {
  const TempFolder folder;
  const std::string path = folder / "tracks.txt";
  std::ofstream(path) << "1,-1,20,30,40,50,0.9,-1,-1,-1\n2,-1,21,30,40,50,0.9,-1,-1,-1\n";
  Host host;
  host.options.rows = nullptr;
  host.options.row_count = 0;
  host.options.tracks = path.c_str();
  std::vector<std::string> notes;
  host.options.log_data = &notes;
  host.options.log = [](void* data, const char* text) {
    static_cast<std::vector<std::string>*>(data)->emplace_back(text);
  };
  const auto first = program_of(host.options);
  const std::size_t told = notes.size();
  EXPECT_GT(told, 0U);
  const auto second = program_of(host.options);
  EXPECT_EQ(notes.size(), 2 * told);
}

TEST(Libovl, AChangedTrackFileIsReadAgain) {
  const TempFolder folder;
  const std::string path = folder / "tracks.txt";
  const auto write = [&](const char* rows) { std::ofstream(path) << rows; };
  Host host;
  host.options.rows = nullptr;
  host.options.row_count = 0;
  host.options.tracks = path.c_str();
  write("1,1,20,30,40,50,0.9,-1,-1,-1\n");
  const auto before = drawn(renderer_of(program_of(host.options)).get(), 0);
  EXPECT_EQ(before, drawn(renderer_of(program_of(host.options)).get(), 0));
  write("1,1,120,30,40,50,0.9,-1,-1,-1\n1,2,20,30,40,50,0.9,-1,-1,-1\n");
  EXPECT_NE(before, drawn(renderer_of(program_of(host.options)).get(), 0));
}

TEST(Libovl, KnobsOfAPreset) {
  ovl_knobs* list = nullptr;
  ASSERT_EQ(ovl_knobs_create("constellation", &list, nullptr), OVL_OK);
  const Handle<ovl_knobs> knobs(list);
  ASSERT_EQ(ovl_knobs_count(list), 3U);
  EXPECT_STREQ(ovl_knobs_title(list), "Constellation");
  ovl_knob knob{};
  knob.struct_size = sizeof knob;
  ASSERT_EQ(ovl_knobs_get(list, 2, &knob, nullptr), OVL_OK);
  EXPECT_STREQ(knob.name, "neighbours");
  EXPECT_EQ(knob.type, static_cast<std::uint32_t>(OVL_KNOB_INTEGER));
  EXPECT_STREQ(knob.value, "3");
  EXPECT_EQ(knob.min, 1);
  EXPECT_EQ(knob.max, 64);
  EXPECT_EQ(ovl_knobs_get(list, 3, &knob, nullptr), OVL_USAGE);
}

TEST(Libovl, EveryPresetHasAName) {
  std::vector<std::string> names;
  for (std::size_t i = 0; ovl_preset(i) != nullptr; ++i) names.emplace_back(ovl_preset(i));
  EXPECT_EQ(names, preset_names());
}

}  // namespace
}  // namespace overlace::test
