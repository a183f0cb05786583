// SPDX-License-Identifier: Apache-2.0
// The GStreamer element in a harness: buffers by address, regions, changing caps, flushes.
#include <gst/check/gstharness.h>
#include <gst/video/video.h>
#include <gtest/gtest.h>
#include <overlace.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr int width = 64, height = 48;
constexpr std::size_t bytes = std::size_t{width} * height * 4;
using Pixels = std::vector<std::uint8_t>;

struct Teardown {
  void operator()(GstHarness* harness) const { gst_harness_teardown(harness); }
};
using Harness = std::unique_ptr<GstHarness, Teardown>;
struct Unref {
  void operator()(GstBuffer* buffer) const {
    if (buffer != nullptr) gst_buffer_unref(buffer);
  }
};
using Buffer = std::unique_ptr<GstBuffer, Unref>;

std::string caps(int w, int h, const char* rate = "25/1") {
  return "video/x-raw,format=RGBA,width=" + std::to_string(w) + ",height=" + std::to_string(h) +
         ",framerate=" + rate;
}

Harness harness(const std::string& properties) {
  static const bool ready = [] {
    gst_init(nullptr, nullptr);
    return gst_registry_scan_path(gst_registry_get(), GST_PLUGIN_FOLDER) != FALSE;
  }();
  EXPECT_TRUE(ready || gst_registry_find_feature(gst_registry_get(), "overlace",
                                                 GST_TYPE_ELEMENT_FACTORY) != nullptr);
  Harness made(gst_harness_new_parse(("overlace " + properties).c_str()));
  gst_harness_set_src_caps_str(made.get(), caps(width, height).c_str());
  return made;
}

GstBuffer* grey_buffer(int frame, std::size_t size = bytes) {
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, size, nullptr);
  gst_buffer_memset(buffer, 0, 100, size);
  GST_BUFFER_PTS(buffer) = static_cast<GstClockTime>(frame) * GST_SECOND / 25;
  return buffer;
}

void add_region(GstBuffer* buffer, const char* type, guint x, guint y, guint w, guint h, int id) {
  auto* const region = gst_buffer_add_video_region_of_interest_meta(buffer, type, x, y, w, h);
  gst_video_region_of_interest_meta_add_param(
      region, gst_structure_new("detection", "confidence", G_TYPE_DOUBLE, 0.75, nullptr));
  gst_video_region_of_interest_meta_add_param(
      region, gst_structure_new("object_id", "id", G_TYPE_INT, id, nullptr));
}

Pixels pixels_of(GstBuffer* buffer) {
  Pixels pixels(gst_buffer_get_size(buffer));
  gst_buffer_extract(buffer, 0, pixels.data(), pixels.size());
  return pixels;
}

Pixels push(const Harness& harness, GstBuffer* buffer) {
  EXPECT_EQ(gst_harness_push(harness.get(), buffer), GST_FLOW_OK);  // pulling would wait for ever
  const Buffer out(gst_harness_try_pull(harness.get()));
  return out ? pixels_of(out.get()) : Pixels();
}

/// What the library draws for these rows on the same grey.
Pixels expected(const std::string& graph, std::int32_t frame, const std::vector<ovl_row>& rows,
                const std::vector<const char*>& classes) {
  ovl_clip clip{};
  clip.struct_size = sizeof clip;
  clip.width = width;
  clip.height = height;
  clip.rate_num = 25;
  clip.rate_den = 1;
  ovl_program_options options{};
  options.struct_size = sizeof options;
  options.graph = graph.c_str();
  options.clip = &clip;
  options.rows = rows.data();
  options.row_count = rows.size();
  options.row_size = sizeof(ovl_row);
  options.class_names = classes.data();
  options.class_count = classes.size();
  ovl_program* program = nullptr;
  ovl_renderer* renderer = nullptr;
  Pixels pixels(bytes, 100);
  EXPECT_EQ(ovl_program_create(&options, &program, nullptr), OVL_OK);
  EXPECT_EQ(ovl_renderer_create(program, nullptr, &renderer, nullptr), OVL_OK);
  ovl_image image{};
  image.struct_size = sizeof image;
  image.format = OVL_FORMAT_RGBA;
  image.alpha = OVL_ALPHA_STRAIGHT;
  image.width = width;
  image.height = height;
  image.plane[0] = {pixels.data(), std::int64_t{width} * 4};
  EXPECT_EQ(ovl_draw(renderer, frame, &image, nullptr, nullptr), OVL_OK);
  ovl_renderer_free(renderer);
  ovl_program_unref(program);
  return pixels;
}

TEST(GStreamerElement, DrawsRegionsAsTheLibraryDrawsRows) {
  const Harness h = harness("tracks-from=roi device=cpu");
  GstBuffer* const buffer = grey_buffer(0);
  add_region(buffer, "car", 5, 6, 30, 20, 7);
  add_region(buffer, "person", 40, 10, 10, 30, 9);
  const std::vector<ovl_row> rows{{0, 0, 7, 5, 6, 30, 20, 0.75F}, {0, 1, 9, 40, 10, 10, 30, 0.75F}};
  EXPECT_EQ(push(h, buffer), expected("boxes", 0, rows, {"car", "person"}));
}

TEST(GStreamerElement, AWindowOfRegionsMakesTrails) {
  const Harness h = harness("tracks-from=roi graph=ribbon window=4 device=cpu");
  std::vector<ovl_row> rows;
  Pixels drawn;
  for (int frame = 0; frame < 10; ++frame) {
    GstBuffer* const buffer = grey_buffer(frame);
    add_region(buffer, "car", static_cast<guint>(4 * frame), 6, 10, 20, 7);
    if (frame >= 6)
      rows.push_back({frame, 0, 7, 4.0F * static_cast<float>(frame), 6, 10, 20, 0.75F});
    drawn = push(h, buffer);
  }
  EXPECT_EQ(drawn, expected("ribbon", 9, rows, {"car"}));
  EXPECT_NE(drawn, expected("ribbon", 9, {rows.back()}, {"car"})) << "no trail";
}

/// Sends an event with boxes as texts of structures: "box, x=4.0, …".
bool send_rows(const Harness& harness, int frame, const std::vector<std::string>& boxes) {
  GValue rows = G_VALUE_INIT;
  gst_value_array_init(&rows, static_cast<guint>(boxes.size()));
  for (const std::string& text : boxes) {
    GstStructure* const fields = gst_structure_from_string(text.c_str(), nullptr);
    EXPECT_NE(fields, nullptr) << text;
    GValue box = G_VALUE_INIT;
    g_value_init(&box, GST_TYPE_STRUCTURE);
    g_value_take_boxed(&box, fields);
    gst_value_array_append_and_take_value(&rows, &box);
  }
  GstStructure* const event = gst_structure_new_empty("overlace-tracks");
  gst_structure_set(event, "pts", G_TYPE_UINT64, static_cast<guint64>(frame) * GST_SECOND / 25,
                    nullptr);
  gst_structure_take_value(event, "rows", &rows);
  return gst_harness_push_event(harness.get(),
                                gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, event)) != FALSE;
}

constexpr const char* car_event =
    "box, class=car, id=(gint64)7, x=5.0, y=6, width=30.0, height=20.0, "
    "score=0.75";

TEST(GStreamerElement, DrawsRowsOfEventsAsTheLibraryDrawsRows) {
  const Harness h = harness("tracks-from=event device=cpu");
  EXPECT_EQ(push(h, grey_buffer(0)), Pixels(bytes, 100));
  EXPECT_TRUE(send_rows(h, 1, {"box, x=1.0, y=1.0, width=9.0, height=9.0"}));
  EXPECT_TRUE(send_rows(h, 1, {car_event, "box, x=40, y=10, width=10, height=30"}));  // replaces it
  EXPECT_TRUE(send_rows(h, 3, {"box, x=0.0, y=0.0, width=64.0, height=48.0"}));       // for later
  constexpr float none = std::numeric_limits<float>::quiet_NaN();
  const std::vector<ovl_row> rows{{1, 0, 7, 5, 6, 30, 20, 0.75F},
                                  {1, -1, -1, 40, 10, 10, 30, none}};
  EXPECT_EQ(push(h, grey_buffer(1)), expected("boxes", 1, rows, {"car"}));
  EXPECT_EQ(push(h, grey_buffer(2)), Pixels(bytes, 100));
}

TEST(GStreamerElement, AWindowOfEventsMakesTrails) {
  const Harness h = harness("tracks-from=event graph=ribbon window=4 device=cpu");
  std::vector<ovl_row> rows;
  Pixels drawn;
  for (int frame = 0; frame < 10; ++frame) {
    const std::string x = std::to_string(4 * frame);
    EXPECT_TRUE(
        send_rows(h, frame, {"box, class=car, id=7, x=" + x + ", y=6, width=10, height=20"}));
    if (frame >= 6)
      rows.push_back({frame, 0, 7, 4.0F * static_cast<float>(frame), 6, 10, 20,
                      std::numeric_limits<float>::quiet_NaN()});
    drawn = push(h, grey_buffer(frame));
  }
  EXPECT_EQ(drawn, expected("ribbon", 9, rows, {"car"}));
  EXPECT_NE(drawn, expected("ribbon", 9, {rows.back()}, {"car"})) << "no trail";
}

TEST(GStreamerElement, KeepsNoMoreRowsAheadThanTwoWindows) {
  const Harness h = harness("tracks-from=event window=2 max-boxes=1 device=cpu");
  for (int frame = 0; frame < 9; ++frame) EXPECT_TRUE(send_rows(h, frame, {car_event}));
  const Pixels grey(bytes, 100);
  for (int frame = 0; frame < 9; ++frame)  // rows of the last four frames are kept
    EXPECT_EQ(push(h, grey_buffer(frame)) != grey, frame >= 5) << frame;
}

TEST(GStreamerElement, TellsOfRowsThatComeTooLate) {
  const Harness h = harness("tracks-from=event window=3 device=cpu");
  GstBus* const bus = gst_bus_new();
  gst_element_set_bus(h->element, bus);
  const Pixels grey(bytes, 100);
  EXPECT_EQ(push(h, grey_buffer(9)), grey);
  EXPECT_TRUE(send_rows(h, 10, {car_event}));
  EXPECT_EQ(gst_bus_pop_filtered(bus, GST_MESSAGE_ELEMENT), nullptr);
  EXPECT_TRUE(send_rows(h, 9, {car_event, car_event}));  // its buffer has passed
  GstMessage* const message = gst_bus_pop_filtered(bus, GST_MESSAGE_ELEMENT);
  ASSERT_NE(message, nullptr);
  guint64 count = 0;
  EXPECT_TRUE(gst_structure_get_uint64(gst_message_get_structure(message), "count", &count));
  EXPECT_EQ(count, 2U);
  gst_message_unref(message);
  gst_element_set_bus(h->element, nullptr);
  gst_object_unref(bus);
  EXPECT_NE(push(h, grey_buffer(10)), grey);
}

// ---- What goes on beyond the window

/// A graph that draws one text, below the nodes that it needs.
std::string text_graph(const std::string& node, const std::string& text) {
  return R"({"overlace": 1, "composite": ["text"], "nodes": {
    "people": {"type": "track_input", "params": {"path": "$tracks"}},
    "line": {"type": "track_line", "inputs": {"tracks": "people"}, "params": {"name": "door",
      "points": ["50% 0%", "50% 100%"], "anchor": "center", "margin": 0, "hold": 1, "again": 0}},
    "text": {)" +
         node + R"(, "params": {"size": 12, "text": ")" + text + R"("}}}})";
}
constexpr const char* label = R"("type": "draw_labels", "inputs": {"tracks": "people"})";
constexpr const char* title = R"("type": "draw_text")";

void set_graph(const Harness& h, const std::string& graph) {
  gst_harness_set(h.get(), "overlace", "graph", graph.c_str(), nullptr);
}

/// A car in the middle, in a buffer of a frame.
GstBuffer* car_in(int frame, guint x = 20) {
  GstBuffer* const buffer = grey_buffer(frame);
  add_region(buffer, "car", x, 24, 20, 20, 7);
  return buffer;
}
ovl_row car_row(int frame) {
  return {frame, 0, 7, 20, 24, 20, 20, 0.75F};
}

TEST(GStreamerElement, AgesGoOnBeyondTheWindow) {
  const Harness h = harness("tracks-from=roi window=3 device=cpu");
  set_graph(h, text_graph(label, "{age:.0f}"));
  Pixels drawn;
  for (int frame = 0; frame <= 40; ++frame) drawn = push(h, car_in(frame));
  EXPECT_EQ(drawn, expected(text_graph(label, "40"), 40, {car_row(40)}, {"car"}));
  EXPECT_NE(drawn, expected(text_graph(label, "2"), 40, {car_row(40)}, {"car"}));
}

// The car goes to and fro over the middle of the picture, from left to right in every second frame.
TEST(GStreamerElement, CountsGoOnBeyondTheWindow) {
  const Harness h = harness("tracks-from=roi window=4 device=cpu");
  set_graph(h, text_graph(title, "{door.total}"));
  Pixels drawn;
  for (int frame = 0; frame <= 40; ++frame) drawn = push(h, car_in(frame, frame % 2 == 0 ? 5 : 40));
  EXPECT_EQ(drawn, expected(text_graph(title, "40"), 40, {car_row(40)}, {"car"}));
}

TEST(GStreamerElement, WhatHasBeenSeenOutlivesAChangeOfValues) {
  const Harness h = harness("tracks-from=roi window=3 device=cpu");
  set_graph(h, text_graph(label, "{age:.0f}"));
  for (int frame = 0; frame < 9; ++frame) (void)push(h, car_in(frame));
  gst_harness_set(h.get(), "overlace", "set", "text.size=16", nullptr);
  std::string large = text_graph(label, "9");
  large.replace(large.find("12"), 2, "16");
  EXPECT_EQ(push(h, car_in(9)), expected(large, 9, {car_row(9)}, {"car"}));
}

TEST(GStreamerElement, BoxesWithoutIdsGetThem) {
  const Harness h = harness("tracks-from=roi device=cpu");
  set_graph(h, text_graph(label, "{age:.0f}"));
  Pixels drawn;
  for (int frame = 0; frame < 9; ++frame) {
    GstBuffer* const buffer = grey_buffer(frame);
    gst_buffer_add_video_region_of_interest_meta(buffer, "car", 20, 24, 20, 20);
    drawn = push(h, buffer);
  }
  EXPECT_EQ(drawn, expected(text_graph(label, "8"), 8, {car_row(8)}, {"car"}));
}

// A camera's times are uneven: the buffers at 0 and at 0.4 of a frame are both nearest to frame 0.
TEST(GStreamerElement, EveryBufferHasItsOwnRegions) {
  const Harness h = harness("tracks-from=roi device=cpu");
  (void)push(h, car_in(0));
  GstBuffer* const second = car_in(0, 40);
  GST_BUFFER_PTS(second) = GST_SECOND / 25 * 2 / 5;
  const std::vector<ovl_row> rows{{0, 0, 7, 40, 24, 20, 20, 0.75F}};
  EXPECT_EQ(push(h, second), expected("boxes", 0, rows, {"car"}));
}

TEST(GStreamerElement, AFlushBeginsAnewAndEventsMayGoBack) {
  const Harness h = harness("tracks-from=event device=cpu");
  set_graph(h, text_graph(label, "{age:.0f}"));
  const char* const box = "box, class=car, id=7, x=20.0, y=24, width=20.0, height=20.0, score=0.75";
  for (int frame = 50; frame < 60; ++frame) {
    EXPECT_TRUE(send_rows(h, frame, {box}));
    (void)push(h, grey_buffer(frame));
  }
  EXPECT_TRUE(gst_harness_push_event(h.get(), gst_event_new_flush_start()));
  EXPECT_TRUE(gst_harness_push_event(h.get(), gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  EXPECT_TRUE(gst_harness_push_event(h.get(), gst_event_new_segment(&segment)));
  EXPECT_TRUE(send_rows(h, 2, {box}));
  EXPECT_EQ(push(h, grey_buffer(2)), expected(text_graph(label, "0"), 2, {car_row(2)}, {"car"}));
}

TEST(GStreamerElement, EventsThatMakeNoSenseAreLeftOut) {
  const Harness h = harness("tracks-from=event device=cpu");
  EXPECT_TRUE(send_rows(h, 0,
                        {"box", "box, x=nonsense, y=1.0, width=2.0, height=2.0",
                         "box, x=1.0, y=1.0, width=(string)wide, height=2.0"}));
  for (const char* text : {"overlace-tracks", "overlace-tracks, pts=(string)now, rows=(int)7",
                           "overlace-tracks, rows=(int)<1, 2>", "other-tracks, rows=(int)<1>"})
    EXPECT_TRUE(gst_harness_push_event(
        h.get(), gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM,
                                      gst_structure_from_string(text, nullptr))));
  EXPECT_EQ(push(h, grey_buffer(0)), Pixels(bytes, 100));
}

// One such row would end the stream, as the library refuses it.
TEST(GStreamerElement, RowsThatTheLibraryRefusesAreLeftOut) {
  const Harness h = harness("tracks-from=event device=cpu");
  EXPECT_TRUE(send_rows(
      h, 0,
      {"box, x=5.0, y=6.0, width=-30.0, height=20.0", "box, x=5.0, y=6.0, width=30.0, height=-20.0",
       "box, class=car, id=-7, x=5.0, y=6, width=30.0, height=20.0, score=0.75"}));
  const std::vector<ovl_row> rows{{0, 0, -1, 5, 6, 30, 20, 0.75F}};
  EXPECT_EQ(push(h, grey_buffer(0)), expected("boxes", 0, rows, {"car"}));
}

TEST(GStreamerElement, RegionsWithoutAnIdMayHaveAnyNegativeOne) {
  const Harness h = harness("tracks-from=roi device=cpu");
  GstBuffer* const buffer = grey_buffer(0);
  add_region(buffer, "car", 5, 6, 30, 20, -7);
  const std::vector<ovl_row> rows{{0, 0, -1, 5, 6, 30, 20, 0.75F}};
  EXPECT_EQ(push(h, buffer), expected("boxes", 0, rows, {"car"}));
}

TEST(GStreamerElement, NobodyNeedsToBeThereAtFirst) {
  for (const char* from : {"roi", "event"}) {
    const Harness h = harness(std::string("device=cpu tracks-from=") + from);
    EXPECT_EQ(push(h, grey_buffer(0)), Pixels(bytes, 100)) << from;
  }
}

TEST(GStreamerElement, WorksInPlaceAndLeavesAloneWhatItDoesNotDrawOn) {
  const Harness h = harness("tracks-from=roi device=cpu");
  GstBuffer* const drawn_on = grey_buffer(0);
  add_region(drawn_on, "car", 5, 6, 30, 20, 7);
  GstMemory* const memory = gst_buffer_peek_memory(drawn_on, 0);
  const Buffer out(gst_harness_push_and_pull(h.get(), drawn_on));
  EXPECT_EQ(gst_buffer_peek_memory(out.get(), 0), memory);

  // A buffer with another owner must be neither written to nor copied.
  GstBuffer* const shared = grey_buffer(1);
  const Buffer held(gst_buffer_ref(shared));
  const Buffer passed(gst_harness_push_and_pull(h.get(), shared));
  EXPECT_EQ(passed.get(), held.get());
  EXPECT_EQ(pixels_of(passed.get()), Pixels(bytes, 100));
}

TEST(GStreamerElement, FollowsCapsThatChange) {
  const Harness h = harness("tracks-from=roi device=cpu");
  GstBuffer* const first = grey_buffer(0);
  add_region(first, "car", 5, 6, 30, 20, 7);
  const Pixels small = push(h, first);
  gst_harness_set_src_caps_str(h.get(), caps(128, 96).c_str());
  GstBuffer* const second = grey_buffer(1, bytes * 4);
  add_region(second, "car", 70, 60, 30, 20, 7);
  const Pixels large = push(h, second);
  ASSERT_EQ(large.size(), bytes * 4);
  EXPECT_NE(small, Pixels(bytes, 100));
  const std::size_t edge = (std::size_t{60} * 128 + 80) * 4;  // on the upper side of the box
  EXPECT_NE(large[edge], 100);
}

TEST(GStreamerElement, CountsFramesWhereThereIsNoRate) {
  const auto last_of = [](int begin, int end) {
    const Harness h = harness("tracks-from=roi device=cpu graph=ribbon");
    gst_harness_set_src_caps_str(h.get(), caps(width, height, "0/1").c_str());
    Pixels drawn;
    for (int frame = begin; frame < end; ++frame) {
      GstBuffer* const buffer = grey_buffer(0);
      GST_BUFFER_PTS(buffer) = GST_CLOCK_TIME_NONE;
      add_region(buffer, "car", static_cast<guint>(6 * frame), 6, 10, 20, 7);
      drawn = push(h, buffer);
    }
    return drawn;
  };
  EXPECT_NE(last_of(0, 6), last_of(5, 6)) << "a trail needs frames that differ";
}

TEST(GStreamerElement, RowsWithoutATimeAreOfTheNextBuffer) {
  const Harness h = harness("tracks-from=event device=cpu");
  gst_harness_set_src_caps_str(h.get(), caps(width, height, "0/1").c_str());
  for (int frame = 0; frame < 3; ++frame) {
    GstStructure* const event = gst_structure_from_string(
        ("overlace-tracks, rows=(structure)<\"" + std::string(car_event) + ";\">").c_str(),
        nullptr);
    ASSERT_NE(event, nullptr);
    EXPECT_TRUE(
        gst_harness_push_event(h.get(), gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, event)));
    GstBuffer* const buffer = grey_buffer(0);
    GST_BUFFER_PTS(buffer) = GST_CLOCK_TIME_NONE;
    EXPECT_NE(push(h, buffer), Pixels(bytes, 100)) << frame;
  }
}

TEST(GStreamerElement, GoesOnAfterAFlushAndASeek) {
  const Harness h = harness("tracks-from=roi device=cpu");
  GstBuffer* const late = grey_buffer(50);
  add_region(late, "car", 5, 6, 30, 20, 7);
  (void)push(h, late);
  EXPECT_TRUE(gst_harness_push_event(h.get(), gst_event_new_flush_start()));
  EXPECT_TRUE(gst_harness_push_event(h.get(), gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  EXPECT_TRUE(gst_harness_push_event(h.get(), gst_event_new_segment(&segment)));
  GstBuffer* const early = grey_buffer(2);
  add_region(early, "car", 40, 10, 10, 30, 9);
  const std::vector<ovl_row> rows{{2, 0, 9, 40, 10, 10, 30, 0.75F}};
  EXPECT_EQ(push(h, early), expected("boxes", 2, rows, {"car"}));
}

TEST(GStreamerElement, AnUnknownGraphEndsTheStream) {
  const Harness h = harness("graph=boxs");
  EXPECT_EQ(gst_harness_push(h.get(), grey_buffer(0)), GST_FLOW_ERROR);
}

TEST(GStreamerElement, WarnsAgainWhereAnotherPropertyIsWrongAsWell) {
  const Harness h = harness("graph=boxs on-error=pass device=cpu");
  GstBus* const bus = gst_bus_new();
  gst_element_set_bus(h->element, bus);
  const auto warnings = [bus] {
    int count = 0;
    while (GstMessage* const message = gst_bus_pop_filtered(bus, GST_MESSAGE_WARNING)) {
      ++count;
      gst_message_unref(message);
    }
    return count;
  };
  const Pixels grey(bytes, 100);
  for (int frame = 0; frame < 3; ++frame) EXPECT_EQ(push(h, grey_buffer(frame)), grey);
  EXPECT_EQ(warnings(), 1);
  gst_harness_set(h.get(), "overlace", "graph", "cometts", nullptr);
  for (int frame = 3; frame < 6; ++frame) EXPECT_EQ(push(h, grey_buffer(frame)), grey);
  EXPECT_EQ(warnings(), 1);
  gst_element_set_bus(h->element, nullptr);
  gst_object_unref(bus);
}

TEST(GStreamerElement, AWrongGraphIsReadOnceWherePicturesPass) {
  const std::string path = ::testing::TempDir() + "overlace-wrong-graph.json";
  const auto put = [&path](const char* text) { std::ofstream(path) << text; };
  put(R"({"overlace": 1, "nodes": {)");
  const Harness h = harness("on-error=pass device=cpu graph=" + path);
  const Pixels grey(bytes, 100);
  EXPECT_EQ(push(h, grey_buffer(0)), grey);
  put(R"({"overlace": 1, "nodes": {"fill": {"type": "draw_fill", "params": {"color": "#f80"}}},
          "composite": ["fill"]})");
  EXPECT_EQ(push(h, grey_buffer(1)), grey);
  gst_harness_set(h.get(), "overlace", "window", 49, nullptr);
  EXPECT_NE(push(h, grey_buffer(2)), grey);
  std::remove(path.c_str());
}

TEST(GStreamerElement, NoMoreRegionsThanAllowed) {
  const Harness h = harness("tracks-from=roi max-boxes=1 device=cpu");
  GstBuffer* const buffer = grey_buffer(0);
  add_region(buffer, "car", 5, 6, 30, 20, 7);
  add_region(buffer, "car", 40, 10, 10, 30, 9);
  const std::vector<ovl_row> rows{{0, 0, 7, 5, 6, 30, 20, 0.75F}};
  EXPECT_EQ(push(h, buffer), expected("boxes", 0, rows, {"car"}));
}

}  // namespace
