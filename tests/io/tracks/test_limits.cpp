// SPDX-License-Identifier: Apache-2.0
// Small files that demand a lot of memory, and numbers at the ends of their ranges.
#include <fmt/format.h>

#include <limits>
#include <sstream>

#include "io/tracks/writer.h"
#include "read_text.h"

namespace overlace::test {
namespace {

constexpr std::string_view last_frame = "16777215";
constexpr TrackId largest = std::numeric_limits<TrackId>::max();

std::string cvat_box(std::string_view frame, std::string_view more = "") {
  return fmt::format(
      "<box frame=\"{}\" outside=\"0\" occluded=\"0\" keyframe=\"1\" xtl=\"1\" ytl=\"2\" "
      "xbr=\"11\" ybr=\"12\">{}</box>\n",
      frame, more);
}

std::string cvat_track(std::string_view id, const std::string& shapes) {
  return fmt::format("<track id=\"{}\" label=\"car\">\n{}</track>\n", id, shapes);
}

std::string cvat(const std::string& tracks) {
  return "<annotations><meta><task><original_size><width>64</width><height>48</height>"
         "</original_size></task></meta>\n" +
         tracks + "</annotations>\n";
}

std::string open_label(std::string_view intervals) {
  return fmt::format(
      R"({{"openlabel": {{"objects": {{"1": {{"name": "a", "type": "car",
        "frame_intervals": [{}],
        "object_data": {{"bbox": [{{"name": "s", "val": [10, 20, 4, 6]}}]}}}}}},
        "frames": {{}}}}}})",
      intervals);
}

std::string interval(std::string_view first, std::string_view last) {
  return fmt::format(R"({{"frame_start": {}, "frame_end": {}}})", first, last);
}

std::string label_studio(std::string_view frames_count, std::string_view next_key) {
  return fmt::format(
      R"([{{"annotations": [{{"result": [{{"id": "r", "type": "videorectangle", "value": {{
        "framesCount": {}, "sequence": [
        {{"frame": 1, "x": 10, "y": 10, "width": 10, "height": 10, "enabled": true}},
        {{"frame": {}, "x": 10, "y": 10, "width": 10, "height": 10, "enabled": true}}]}}}}]}}]}}])",
      frames_count, next_key);
}

TrackReadOptions on_a_picture() {
  TrackReadOptions options;
  options.source_size = {64, 48};
  return options;
}

void refuses_to_fill(const std::string& text) {
  const std::string refused = refusal(text, on_a_picture());
  EXPECT_NE(refused.find("more than 512 MiB"), std::string::npos) << refused;
  EXPECT_NE(refused.find("--max-filled"), std::string::npos) << refused;
}

TEST(Limits, AFewBytesCannotAskForAllMemory) {
  refuses_to_fill(cvat(cvat_track("0", cvat_box("0") + cvat_box(last_frame))));
  refuses_to_fill(label_studio(last_frame, "2"));
  refuses_to_fill(label_studio("1", last_frame));
  refuses_to_fill(open_label(interval("0", last_frame)));
}

TEST(Limits, EveryPartOfAFileCounts) {
  std::string tracks, intervals;
  for (int i = 0; i < 20; ++i)
    tracks += cvat_track(std::to_string(i), cvat_box("0") + cvat_box("1000000"));
  refuses_to_fill(cvat(tracks));
  for (int i = 0; i < 20; ++i)
    intervals += (i == 0 ? "" : ", ") +
                 interval(std::to_string(i * 800'000), std::to_string(i * 800'000 + 799'999));
  refuses_to_fill(open_label(intervals));
}

TEST(Limits, SoDoesWhatABoxCarries) {
  // A thousand frames of a polygon with ten thousand corners make ten million corners.
  std::string points;
  for (int i = 0; i < 10'000; ++i)
    points += fmt::format("{}{},{}", i == 0 ? "" : ";", i % 60, i % 40);
  const auto polygon = [&](std::string_view frame) {
    return fmt::format("<polygon frame=\"{}\" outside=\"0\" points=\"{}\"/>", frame, points);
  };
  TrackReadOptions options;
  options.max_filled = std::uint64_t{64} << 20U;
  const std::string text = cvat(cvat_track("0", polygon("0") + polygon("1000")));
  EXPECT_NE(refusal(text, options).find("more than 64 MiB"), std::string::npos);
  EXPECT_EQ(
      read_text(cvat(cvat_track("0", polygon("0") + polygon("10"))), options).table.row_count(),
      11U);
}

/// overlace's own format: a row with the shapes object `first`, then `more` rows without shapes.
std::string with_shapes(const std::string& first, int more) {
  std::string text = R"({"overlace_tracks": 1, "size": [64, 48], "frame_rate": [25, 1],
"classes": [], "columns": ["frame", "id", "x", "y", "width", "height", "class", "score"],
"rows": [[0, 1, 2, 3, 4, 5, -1, null, )" +
                     first + "]";
  for (int i = 1; i <= more; ++i) text += fmt::format(",\n[{}, 1, 2, 3, 4, 5, -1, null]", i);
  return text + "]}";
}

TEST(Limits, OneEmbeddingDoesNotMakeRoomForAll) {
  std::string embedding;
  for (int i = 0; i < 2048; ++i) embedding += i == 0 ? "1" : ",0";
  const std::string text = with_shapes(R"({"embedding": [)" + embedding + "]}", 200);
  EXPECT_EQ(read_text(text).table.row_count(), 201U);
  TrackReadOptions options;
  options.max_filled = std::uint64_t{1} << 20U;  // 128 rows of 2048 values
  EXPECT_NE(refusal(text, options).find("more than 1 MiB"), std::string::npos);
}

TEST(Limits, AClassOfAHugeNumberIsNone) {
  std::string text = with_shapes("{}", 0);
  text.replace(text.find("-1, null"), 2, "2147483647");
  const ReadResult r = read_text(text);
  EXPECT_EQ(r.table.class_index[0], -1);
  EXPECT_EQ(r.oddity("the class is not a small integer").first_line, 3U);
}

TEST(Limits, TheUserMayAllowMoreOrLess) {
  TrackReadOptions options;
  options.max_filled = 640;  // ten rows
  const auto keys = [](std::string_view to) {
    return cvat(cvat_track("0", cvat_box("0") + cvat_box(to)));
  };
  EXPECT_EQ(read_text(keys("11"), options).table.row_count(), 12U) << "ten are filled in";
  EXPECT_NE(refusal(keys("12"), options), "");
  options.max_filled = 704;
  EXPECT_EQ(read_text(keys("12"), options).table.row_count(), 13U);
}

TEST(Limits, AMaskOfFewRunsCannotBecomeOneOfMany) {
  // Alternating full and empty rows: 48 runs along the rows, one run per pixel down the columns.
  std::string rle = "0";
  for (int row = 0; row < 48; ++row) rle += ", 64";
  const std::string mask = fmt::format(
      "<mask frame=\"0\" outside=\"0\" rle=\"{}\" left=\"0\" top=\"0\" width=\"64\" "
      "height=\"48\"/>",
      rle);
  TrackReadOptions options;
  const ReadResult r = read_text(cvat(cvat_track("0", mask)), options);
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.mask_runs.of(0).size(), 64U * 48U + 1) << "the first is empty";
  options.max_filled = 1000;
  EXPECT_NE(refusal(cvat(cvat_track("0", mask)), options), "");
}

TEST(Limits, AKeyFrameOfNoPossibleNumberIsCountedAndPassedOver) {
  for (const char* frame : {"9223372036854775807", "-9223372036854775808", "-1", "16777216"}) {
    const ReadResult r =
        read_text(cvat(cvat_track("0", cvat_box("0") + cvat_box("2") + cvat_box(frame))));
    EXPECT_EQ(r.table.row_count(), 3U) << frame;
    EXPECT_EQ(r.lost("the frame number is").count, 1U) << frame;
  }
  EXPECT_EQ(read_text(label_studio("3", "9223372036854775807"), on_a_picture())
                .lost("the frame number is over")
                .count,
            1U);
  const std::string all =
      refusal(open_label(interval("-9223372036854775808", "9223372036854775807")));
  EXPECT_NE(all.find("the frame number is not a 64-bit integer"), std::string::npos) << all;
}

TEST(Limits, IntervalsThatOverlapHaveEachFrameOnce) {
  const ReadResult r = read_text(open_label(interval("2", "5") + ", " + interval("0", "3") + ", " +
                                            interval("4", "4") + ", " + interval("8", "8")));
  EXPECT_EQ(r.table.row_count(), 7U);
  EXPECT_TRUE(r.report.lost.empty());
}

TEST(Limits, TheLargestIdIsAnId) {
  const std::string text =
      "1,9223372036854775807,1,1,5,5,1,-1,-1,-1\n1,-1,20,1,5,5,1,-1,-1,-1\n"
      "2,0,20,1,5,5,1,-1,-1,-1\n";
  const ReadResult r = read_text(text, {.format = "mot"});
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{largest, no_id, 0}));
  EXPECT_EQ(r.report.highest_id, largest);
  EXPECT_EQ(r.report.ids, 2U);
  // A format that has only tracks gives the row without an id an unused one.
  for (const char* format : {"cvat_video", "openlabel", "label_studio", "ua_detrac"}) {
    std::ostringstream out;
    write_tracks(r.table, {{64, 48}, {25, 1}, 2}, out, format);
    TrackReadOptions options = on_a_picture();
    options.format = format;
    ReadResult again = read_text(out.str(), options);
    std::ranges::sort(again.table.id);
    EXPECT_EQ(again.table.id, (std::vector<TrackId>{0, 1, largest})) << format;
  }
}

TEST(Limits, TracksThatShareTheLargestIdGetOthers) {
  const std::string box = cvat_box("0");
  const ReadResult r = read_text(cvat(cvat_track("9223372036854775807", box) +
                                      cvat_track("9223372036854775807", box) +
                                      cvat_track("0", box) + cvat_track("x", box)));
  EXPECT_EQ(r.table.id.size(), 4U);
  EXPECT_EQ(r.report.ids, 4U);
  EXPECT_EQ(r.report.highest_id, largest);
}

TEST(Limits, ALineThatIsTooLongIsToldWithItsFile) {
  const TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
  const std::filesystem::path file = folder / "000002.txt";
  std::ofstream(folder / "000001.txt") << "0 0.5 0.5 0.1 0.1\n";
  std::ofstream(file) << std::string(std::size_t{2} << 20U, '1');
  const auto place_of = [](const std::filesystem::path& path, const std::string& format) {
    TrackReport report;
    try {
      static_cast<void>(read_tracks(path, {.format = format}, report));
    } catch (const Error& error) {
      return error.problems().front().location.file;
    }
    return std::string("none");
  };
  EXPECT_EQ(place_of(file, "mot"), file.string());
  EXPECT_EQ(place_of(folder, "yolo_detect"), file.string());
  std::filesystem::rename(file, folder / "classes.txt");
  EXPECT_EQ(place_of(folder, "yolo_detect"), (folder / "classes.txt").string());
}

}  // namespace
}  // namespace overlace::test
