// SPDX-License-Identifier: Apache-2.0
// Every kind of bad row in every format: counted, reported with its first line, an error if strict.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "io/tracks/format.h"
#include "read_text.h"

namespace overlace::test {
namespace {

using Values = std::map<std::string, std::string>;

/// How a format writes boxes: one row per line, between `head` and `tail`. {f}, {id}, {x}, {y},
/// {w}, {h} stand for frame, id, left, top, width and height; {r} and {b} for right and bottom,
/// {cx} and {cy} for the centre.
struct Writing {
  std::string format;
  std::string row;
  std::string head = "";       ///< whole lines
  std::string separator = "";  ///< between rows
  std::string tail = "";
  friend std::ostream& operator<<(std::ostream& out, const Writing& w) { return out << w.format; }
};

const std::set<std::string> without_ids = {"coco_results", "cvat_images", "kitti_detection"};
/// Ids are texts, and a number is a valid one.
const std::set<std::string> text_ids = {"scalabel", "openlabel", "label_studio"};
/// Rows may come in any order.
const std::set<std::string> by_track = {"cvat_images", "mot_gt",       "mot15_gt",
                                        "vatic",       "coco",         "coco_results",
                                        "youtube_vis", "label_studio", "cvat_video"};

const std::string document = R"({"categories": [{"id": 1, "name": "car"}],)";

const std::vector<Writing> writings = {
    {"mot", "{f},{id},{x},{y},{w},{h},0.5,-1,-1,-1"},
    {"mot_gt", "{f},{id},{x},{y},{w},{h},1,1,1"},
    {"mot15_gt", "{f},{id},{x},{y},{w},{h},1,-1,-1,-1"},
    {"boxmot", "{f} {id} {x} {y} {w} {h} 1 0 0.5"},
    {"visdrone", "{f},{id},{x},{y},{w},{h},1,4,0,0"},
    {"kitti_tracking", "{f} {id} Car 0 0 -1.5 {x} {y} {r} {b} 1 1 1 1 1 1 0"},
    {"vatic", R"({id} {x} {y} {r} {b} {f} 0 0 0 "Car")"},
    {"csv", "{f},{id},{x},{y},{w},{h}", "frame,track_id,x,y,width,height\n"},
    {"jsonl", R"({"frame": {f}, "track_id": {id}, "bbox": [{x}, {y}, {w}, {h}]})"},
    {"supervision_json",
     R"({"x_min": {x}, "y_min": {y}, "x_max": {r}, "y_max": {b}, "tracker_id": {id}, "frame": {f}})",
     "[\n", ",", "]"},
    {"overlace_json", "[{f}, {id}, {x}, {y}, {w}, {h}, 0, 1]",
     R"({"overlace_tracks": 1, "size": [640, 480], "frame_rate": [25, 1], "classes": ["car"],
"columns": ["frame", "id", "x", "y", "width", "height", "class", "score"], "rows": [)"
     "\n",
     ",", "]}"},
    {"coco",
     R"({"id": 1, "image_id": {f}, "track_id": {id}, "category_id": 1, "bbox": [{x}, {y}, {w}, {h}]})",
     document + R"( "videos": [{"id": 1}], "images": [
{"id": 1, "video_id": 1, "frame_index": 1}, {"id": 2, "video_id": 1, "frame_index": 2}],
"annotations": [)"
                "\n",
     ",", "]}"},
    {"coco_results",
     R"({"image_id": {f}, "category_id": 1, "bbox": [{x}, {y}, {w}, {h}], "score": 0.5})", "[\n",
     ",", "]"},
    {"scalabel",
     R"({"name": "a", "videoName": "v", "frameIndex": {f}, "labels": [{"id": "{id}", "category": "car", "box2d": {"x1": {x}, "y1": {y}, "x2": {r}, "y2": {b}}}]})",
     "[\n", ",", "]"},
    {"openlabel",
     R"("{f}": {"objects": {"{id}": {"object_data": {"bbox": [{"name": "s", "val": [{cx}, {cy}, {w}, {h}]}]}}}})",
     "{\"openlabel\": {\"frames\": {\n", ",", "}}}"},
    {"youtube_vis",
     R"({"id": {id}, "video_id": 1, "category_id": 1, "bboxes": [null, [{x}, {y}, {w}, {h}]]})",
     document +
         R"( "videos": [{"id": 1, "file_names": ["v/0.jpg", "v/1.jpg"]}], "annotations": [)" + "\n",
     ",", "]}"},
    {"label_studio",
     R"({"id": "{id}", "type": "videorectangle", "value": {"sequence": [{"frame": {f}, "x": {x}, "y": {y}, "width": {w}, "height": {h}, "enabled": false}]}})",
     "[{\"annotations\": [{\"result\": [\n", ",", "]}]}]"},
    {"cvat_video",
     R"(<track id="{id}" label="car"><box frame="{f}" outside="0" xtl="{x}" ytl="{y}" xbr="{r}" ybr="{b}"/></track>)",
     "<annotations>\n", "", "</annotations>"},
    {"cvat_images",
     R"(<image id="{f}" name="{f}.png" width="640" height="480"><box label="car" xtl="{x}" ytl="{y}" xbr="{r}" ybr="{b}"/></image>)",
     "<annotations>\n", "", "</annotations>"},
    {"ua_detrac",
     R"(<frame num="{f}"><target_list><target id="{id}"><box left="{x}" top="{y}" width="{w}" height="{h}"/></target></target_list></frame>)",
     "<sequence name=\"a\">\n", "", "</sequence>"},
    {"deepstream", "person {id} 0.0 0 0.0 {x} {y} {r} {b} 0 0 0 0 0 0 0 0.5"},
    {"kitti_detection", "Car 0 0 -1.5 {x} {y} {r} {b} 1 1 1 1 1 1 0"},
    {"yolo_detect", "0 {cx} {cy} {w} {h} 0.5 {id}"},
};

bool in_file_name(const Writing& writing) {
  return find_track_format(writing.format).folder;
}

bool is_json(const Writing& writing) {
  return writing.row.find("{\"") == 0 || writing.row.find("\"{f}") == 0 || writing.row[0] == '[';
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// A good box with some values changed.
std::string row_of(const Writing& writing, const Values& changes) {
  Values values = {{"f", "1"},  {"id", "1"}, {"x", "10"}, {"y", "20"},  {"w", "30"},
                   {"h", "40"}, {"r", "40"}, {"b", "60"}, {"cx", "25"}, {"cy", "40"}};
  for (const auto& [key, value] : changes) values[key] = value;
  std::string row = writing.row;
  for (const auto& [key, value] : values) row = replaced(row, "{" + key + "}", value);
  return row;
}

std::string file_of(const Writing& writing, const std::vector<Values>& rows) {
  std::string text = writing.head;
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += row_of(writing, rows[i]) + (i + 1 < rows.size() ? writing.separator : "") + "\n";
  return text + writing.tail + "\n";
}

TrackReadOptions options_for(const Writing& writing) {
  TrackReadOptions options{.format = writing.format};
  options.source_size = {100, 100};  // percentages equal pixels
  return options;
}

/// The line of a row in its file.
std::uint64_t line_of(const Writing& writing, std::uint64_t row) {
  return static_cast<std::uint64_t>(std::ranges::count(writing.head, '\n')) + row + 1;
}

ReadResult read(const Writing& writing, const std::vector<Values>& rows,
                const TrackReadOptions& options) {
  if (!in_file_name(writing)) return read_text(file_of(writing, rows), options);
  // All tests of these formats use one frame.
  const TemporaryFolder folder;
  const auto frame = rows.back().find("f");
  folder.write((frame == rows.back().end() ? "1" : frame->second) + ".txt", file_of(writing, rows));
  return folder.read(options);
}

std::string what_was_found(const ReadResult& r) {
  std::string text;
  for (const auto* findings : {&r.report.lost, &r.report.oddities})
    for (const TrackFinding& f : *findings)
      text += fmt::format("[{} x {} at {}] ", f.count, f.what, f.first_line);
  return text;
}

/// A kind of bad row.
struct Badness {
  std::string name;
  Values changes;
  std::string what;  ///< part of the note
};

class BadRows : public ::testing::TestWithParam<Writing> {};
class BadFrames : public BadRows {};    ///< of formats whose rows have frame numbers
class BadIds : public BadRows {};       ///< … have ids
class DoubledIds : public BadRows {};   ///< … have ids that are unique in a frame
class BadOrder : public BadRows {};     ///< … are ordered by frame
class CutFiles : public BadRows {};     ///< of formats with a single file
class BadEntities : public BadRows {};  ///< of XML formats

/// A good row and two rows with the same fault.
void expect_counted(const Writing& writing, const Badness& bad) {
  SCOPED_TRACE(writing.format + ", " + bad.name);
  Values another = bad.changes;
  another.insert({{"y", "21"}, {"b", "61"}, {"cy", "41"}});
  if (another.contains("id")) another["id"] = "3";
  const std::vector<Values> rows = {{}, bad.changes, another};
  const ReadResult r = read(writing, rows, options_for(writing));
  TrackFinding found = r.lost(bad.what);
  if (found.count == 0) found = r.oddity(bad.what);
  EXPECT_EQ(found.count, 2U) << what_was_found(r);
  EXPECT_EQ(found.first_line, line_of(writing, 1)) << what_was_found(r);
  EXPECT_EQ(r.report.lost.size() + r.report.oddities.size(), 1U) << what_was_found(r);

  TrackReadOptions strict = options_for(writing);
  strict.strict = true;
  const std::string refused = refusal_of([&] { (void)read(writing, rows, strict); });
  EXPECT_NE(refused.find(bad.what), std::string::npos) << refused;
  EXPECT_NE(refused.find(fmt::format(":{}", line_of(writing, 1))), std::string::npos) << refused;
  EXPECT_EQ(refusal_of([&] { (void)read(writing, {{}}, strict); }), "");
}

TEST_P(BadRows, ValuesAreCounted) {
  const Writing& writing = GetParam();
  const std::string nan = is_json(writing) ? "null" : "nan";
  expect_counted(writing, {"no number",
                           {{"id", "2"}, {"x", nan}, {"r", nan}, {"cx", nan}},
                           "the box is not made of numbers"});
  expect_counted(
      writing,
      {"negative size", {{"id", "2"}, {"w", "-5"}, {"r", "5"}}, "the box has a negative size"});
  expect_counted(
      writing,
      {"far away", {{"id", "2"}, {"x", "1e9"}, {"r", "1000000010"}, {"cx", "1e9"}}, "px away"});
}

TEST_P(BadFrames, FramesAreCounted) {
  const Writing& writing = GetParam();
  for (const char* frame : {"99999999999", "9223372036854775807"})
    expect_counted(writing, {frame, {{"id", "2"}, {"f", frame}}, ""});
  expect_counted(writing, {"negative", {{"id", "2"}, {"f", "-3"}}, ""});
  expect_counted(writing, {"past 64 bits", {{"id", "2"}, {"f", "99999999999999999999"}}, ""});
}

TEST_P(BadIds, IdsAreCounted) {
  const Writing& writing = GetParam();
  SCOPED_TRACE(writing.format);
  const auto read_id = [&](const char* id, bool strict) {
    TrackReadOptions options = options_for(writing);
    options.strict = strict;
    return read(writing, {{}, {{"id", id}}}, options);
  };
  ReadResult r = read_id("9223372036854775807", false);
  EXPECT_EQ(r.oddity("above 2^31").count, 1U) << what_was_found(r);
  EXPECT_EQ(r.oddity("above 2^31").first_line, line_of(writing, 1));
  EXPECT_EQ(r.report.highest_id, 9'223'372'036'854'775'807);
  EXPECT_NE(refusal_of([&] { (void)read_id("9223372036854775807", true); }), "");
  r = read_id("99999999999999999999", false);
  EXPECT_EQ(what_was_found(r).empty(), text_ids.contains(writing.format)) << "past 64 bits";
  if (text_ids.contains(writing.format))
    EXPECT_EQ(attribute_text(r.table, "track", 1), "99999999999999999999");
}

TEST_P(DoubledIds, ASecondBoxOfAnIdIsCounted) {
  const Writing& writing = GetParam();
  expect_counted(writing,
                 {"twice", {{"x", "11"}, {"r", "41"}, {"cx", "26"}}, "twice in one frame"});
}

TEST_P(BadOrder, FramesThatGoBackAreCounted) {
  const Writing& writing = GetParam();
  const std::vector<Values> rows = {
      {{"f", "2"}}, {{"f", "1"}, {"id", "2"}}, {{"f", "2"}, {"id", "3"}}};
  const ReadResult r = read(writing, rows, options_for(writing));
  EXPECT_EQ(r.oddity("earlier").count, 1U) << what_was_found(r);
  EXPECT_EQ(r.oddity("earlier").first_line, line_of(writing, 1));
  EXPECT_EQ(r.table.row_count(), 3U);
}

TEST_P(BadRows, ACrowdedFrameIsCut) {
  const Writing& writing = GetParam();
  TrackReadOptions options = options_for(writing);
  options.max_boxes_per_frame = 2;
  const ReadResult r = read(writing, {{}, {{"id", "2"}}, {{"id", "3"}}, {{"id", "4"}}}, options);
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.lost("more than 2 boxes").count, 2U) << what_was_found(r);
  EXPECT_EQ(r.lost("more than 2 boxes").first_line, line_of(writing, 2));
}

TEST_P(BadRows, LineEndsMayBeMixedAndAMarkMayComeFirst) {
  const Writing& writing = GetParam();
  const std::string text = file_of(writing, {{}, {{"id", "2"}}, {{"id", "3"}}});
  const auto boxes = [&](const std::string& content) {
    ReadResult r;
    if (in_file_name(writing))
      r = TemporaryFolder().write("1.txt", content).read(options_for(writing));
    else
      r = read_text(content, options_for(writing));
    EXPECT_EQ(what_was_found(r), "") << writing.format;
    return r.table.box;
  };
  std::string mixed;
  bool windows = true;
  for (const char c : text) {
    if (c == '\n' && (windows = !windows)) mixed += '\r';
    mixed += c;
  }
  EXPECT_EQ(boxes(text).size(), 3U);
  EXPECT_EQ(boxes(mixed), boxes(text));
  EXPECT_EQ(boxes("\xEF\xBB\xBF" + text), boxes(text));
}

/// A text file may simply have fewer rows; a document must be closed.
TEST_P(CutFiles, ADocumentThatIsCutOffIsRefused) {
  const Writing& writing = GetParam();
  const std::string text = file_of(writing, {{}, {{"id", "2"}}, {{"id", "3"}}});
  const std::size_t whole = text.find_last_not_of('\n') + 1;
  for (std::size_t size = 0; size < whole; ++size) {
    const std::string refused = refusal(text.substr(0, size), options_for(writing));
    EXPECT_TRUE(writing.tail.empty() || !refused.empty()) << writing.format << " at " << size;
  }
}

TEST_P(BadRows, WrongColumnsAreCounted) {
  Writing writing = GetParam();
  const std::string good = writing.row;
  if (is_json(writing) || !writing.tail.empty()) {
    for (const char* key : {"bbox", "box2d", "x_min", "xtl", "left"})
      writing.row = replaced(writing.row, key, "cuboid");
    writing.row = replaced(writing.row, R"("x": {x},)", "");
    writing.row = replaced(writing.row, ", {x}, {y}, {w}, {h}, 0, 1]", "]");
  } else {
    const std::size_t third = good.find_first_of(", ", good.find_first_of(", ") + 1);
    writing.row = good.substr(0, third);
  }
  ASSERT_NE(writing.row, good);
  TrackReadOptions options = options_for(writing);
  const std::vector<Values> rows = {{{"id", "2"}}, {{"id", "3"}, {"f", "2"}}};
  std::string text = file_of(writing, rows);
  text.insert(writing.head.size(), row_of(GetParam(), {}) + writing.separator + "\n");
  const auto read_rows = [&] {
    return in_file_name(writing) ? TemporaryFolder().write("1.txt", text).read(options)
                                 : read_text(text, options);
  };
  if (writing.format == "overlace_json") {  // only overlace writes it, so this is damage
    EXPECT_NE(refusal_of([&] { (void)read_rows(); }).find(":4: the row"), std::string::npos);
    return;
  }
  const ReadResult r = read_rows();
  EXPECT_EQ(r.table.row_count(), 1U) << what_was_found(r);
  ASSERT_EQ(r.report.lost.size(), 1U) << what_was_found(r);
  EXPECT_EQ(r.report.lost[0].count, 2U) << what_was_found(r);
  EXPECT_EQ(r.report.lost[0].first_line, line_of(writing, 1)) << what_was_found(r);
  options.strict = true;
  EXPECT_NE(refusal_of([&] { (void)read_rows(); }), "");
}

TEST_P(BadEntities, EntitiesAreRefused) {
  const Writing& writing = GetParam();
  const std::string bomb =
      "<!DOCTYPE bomb [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n";
  EXPECT_NE(refusal(bomb + file_of(writing, {{}}), options_for(writing)).find("entities"),
            std::string::npos);
}

std::vector<Writing> those(bool (*belongs)(const Writing&)) {
  std::vector<Writing> chosen;
  std::ranges::copy_if(writings, std::back_inserter(chosen), belongs);
  return chosen;
}
bool has_frame_numbers(const Writing& w) {
  return !in_file_name(w) && w.row.find("{f}") != std::string::npos;
}
bool has_ids(const Writing& w) {
  return !without_ids.contains(w.format);
}
/// CVAT's ids carry no meaning, and Label Studio's identify regions, which differ.
bool has_unique_ids(const Writing& w) {
  return has_ids(w) && w.format != "cvat_video" && w.format != "label_studio";
}
bool is_in_order(const Writing& w) {
  return !in_file_name(w) && !by_track.contains(w.format);
}
bool is_one_file(const Writing& w) {
  return !in_file_name(w);
}
bool is_xml(const Writing& w) {
  return w.head.starts_with('<');
}

const auto name_of = [](const auto& test) { return test.param.format; };
INSTANTIATE_TEST_SUITE_P(All, BadRows, ::testing::ValuesIn(writings), name_of);
INSTANTIATE_TEST_SUITE_P(All, BadFrames, ::testing::ValuesIn(those(has_frame_numbers)), name_of);
INSTANTIATE_TEST_SUITE_P(All, BadIds, ::testing::ValuesIn(those(has_ids)), name_of);
INSTANTIATE_TEST_SUITE_P(All, DoubledIds, ::testing::ValuesIn(those(has_unique_ids)), name_of);
INSTANTIATE_TEST_SUITE_P(All, BadOrder, ::testing::ValuesIn(those(is_in_order)), name_of);
INSTANTIATE_TEST_SUITE_P(All, CutFiles, ::testing::ValuesIn(those(is_one_file)), name_of);
INSTANTIATE_TEST_SUITE_P(All, BadEntities, ::testing::ValuesIn(those(is_xml)), name_of);

}  // namespace
}  // namespace overlace::test
