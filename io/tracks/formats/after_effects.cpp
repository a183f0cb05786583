// SPDX-License-Identifier: Apache-2.0
// after_effects: key frames of positions and corner pins, as After Effects puts them on the
// clipboard; Mocha writes them, too.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "graph/core/error.h"
#include "io/tracks/builder/key_frames.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/text_rows.h"
#include "io/tracks/rows/tracked_points.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::string_view product = "Adobe After Effects";
constexpr std::string_view heading_end = "Keyframe Data";
constexpr std::string_view last_line = "End of Keyframe Data";
/// In the order of PinCorners, with their numbers in the effect's properties.
constexpr std::array<std::string_view, 4> corner_names = {"Upper Left", "Upper Right",
                                                          "Lower Right", "Lower Left"};
constexpr std::array<int, 4> corner_numbers = {2, 3, 5, 4};

TrackGuess sniff(const TrackSample& sample) {
  const std::string_view line = sample.text.substr(0, sample.text.find_first_of("\r\n"));
  if (!line.starts_with(product) || line.find(heading_end) == std::string_view::npos) return {};
  return {100, "it names its format"};
}

/// The keys of a property: positions by frame.
struct Keys {
  struct Place {
    FilePoint at;
    std::uint64_t line = 0;
  };
  std::map<std::int64_t, Place> places;
};

/// A point, or the corners of a pin.
struct Object {
  bool pin = false;
  std::array<Keys, 4> keys;  ///< a point uses only the first
};

/// What a heading names: "Effects, Corner Pin #1, Upper Left #2", "Transform, Position".
struct Property {
  std::string object;
  std::optional<std::size_t> corner;  ///< of a pin
};

/// The corner that a property of a pin is: "Upper Left #2" of After Effects' own effect,
/// "CC Power Pin-0002" of the one that Mocha writes.
std::optional<std::size_t> corner_of(std::string_view effect, std::string_view property) {
  for (std::size_t i = 0; i < corner_names.size(); ++i) {
    const bool own = effect.starts_with("Corner Pin") && property.starts_with(corner_names[i]);
    const bool power = effect.starts_with("CC Power Pin") &&
                       property == fmt::format("CC Power Pin-{:04}", corner_numbers[i]);
    if (own || power) return i;
  }
  return std::nullopt;
}

std::optional<Property> property_of(std::span<const std::string_view> heading) {
  const std::string_view last = heading.back();
  if (heading.size() == 3)
    if (const auto corner = corner_of(heading[1], last))
      return Property{std::string(heading[1]), corner};
  if (last == "Position") return Property{"Position", {}};
  const bool is_point = last.starts_with("Point #") || last.starts_with("Feature Center");
  if (heading.size() >= 3 && is_point)
    return Property{std::string(heading[heading.size() - 2]), {}};
  return std::nullopt;
}

/// Reads the positions of a file.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  void read(std::istream& stream) {
    LineReader lines(stream);
    FieldSplitter splitter;
    bool ended = false;
    for (std::string_view line; !ended && lines.next(line);) {
      ended = line.starts_with(last_line);
      const bool indented = line.starts_with('\t');
      const auto fields = splitter.split(line, Separator::tab);
      if (ended || fields.empty() || lines.number() == 1) continue;
      if (indented)
        take_row(fields.subspan(1), lines.number());
      else
        begin(fields);
    }
    if (!ended)
      throw Error(ErrorCode::input, fmt::format("the line '{}' is missing", last_line),
                  "the file is cut off: copy the key frames again",
                  {.file = file_, .line = static_cast<std::size_t>(lines.number())});
  }

  std::vector<Object> objects;
  Size size;
  double rate = 0;
  std::set<std::string> passed_over;  ///< properties that are not positions
  std::vector<std::pair<std::string, std::uint64_t>> rejected;

 private:
  void begin(std::span<const std::string_view> heading) {
    in_body_ = true;
    keys_ = nullptr;
    const auto property = property_of(heading);
    if (!property) {
      passed_over.emplace(heading.back());
      return;
    }
    const auto [place, fresh] = numbers_.try_emplace(property->object, objects.size());
    if (fresh) objects.push_back({property->corner.has_value(), {}});
    keys_ = &objects[place->second].keys[property->corner.value_or(0)];
  }

  void take_row(std::span<const std::string_view> fields, std::uint64_t line) {
    if (!in_body_) return take_setting(fields);
    if (keys_ == nullptr || fields.empty() || fields.front() == "Frame") return;
    const auto frame = parse_field(fields.front());
    const auto x = fields.size() > 2 ? parse_field(fields[1]) : std::nullopt;
    const auto y = fields.size() > 2 ? parse_field(fields[2]) : std::nullopt;
    if (!frame || !frame->is_whole || !x || !y)
      rejected.emplace_back("the row is not frame, x and y", line);
    else if (!keys_->places.insert({frame->whole, {{x->value, y->value}, line}}).second)
      rejected.emplace_back("the frame has a key already", line);
  }

  void take_setting(std::span<const std::string_view> fields) {
    const auto value = fields.size() > 1 ? parse_field(fields[1]) : std::nullopt;
    if (!value) return;
    const bool is_side = value->is_whole && value->whole > 0 && value->whole <= 1'000'000;
    if (fields[0] == "Units Per Second" && value->value > 0 && value->value <= 10'000)
      rate = value->value;
    if (fields[0] == "Source Width" && is_side) size.width = static_cast<int>(value->whole);
    if (fields[0] == "Source Height" && is_side) size.height = static_cast<int>(value->whole);
  }

  std::string file_;
  std::map<std::string, std::size_t> numbers_;  ///< of objects, by name
  Keys* keys_ = nullptr;                        ///< of the property whose rows follow
  bool in_body_ = false;
};

/// The shape of an object in a frame where all of its parts have keys; nothing elsewhere.
std::optional<Detection> shape_at(const Object& object, std::int64_t frame,
                                  const TrackReadOptions& options) {
  PinCorners corners{};
  for (std::size_t i = 0; i < (object.pin ? corners.size() : 1); ++i) {
    const auto found = object.keys[i].places.find(frame);
    if (found == object.keys[i].places.end()) return std::nullopt;
    corners[i] = found->second.at;
  }
  return object.pin ? corner_pin(corners) : tracked_point(corners[0], options);
}

/// Returns how many boxes were filled in between keys.
std::uint64_t add_object(const Object& object, TrackId id, const TrackReadOptions& options,
                         TrackBuilder& builder) {
  std::vector<KeyFrame> track;
  for (const auto& [frame, place] : object.keys[0].places) {
    auto shape = shape_at(object, frame, options);
    if (!shape) {
      builder.reject("a corner has no key in the frame", place.line);
      continue;
    }
    shape->box.frame = frame;
    shape->box.id = id;
    track.push_back({.detection = std::move(*shape), .line = place.line});
  }
  if (track.empty()) return 0;
  const std::int64_t last = track.back().detection.box.frame;
  return add_key_frames(std::move(track), last, straight_between, builder);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  Reader file(report.file);
  file.read(input.stream);
  TrackBuilder builder({.frame_reason = "as After Effects does",
                        .pixel_reason = "as After Effects does",
                        .size = file.size.width > 0 && file.size.height > 0 ? file.size : Size{},
                        .size_reason = "the file's source size",
                        .by_track = true},
                       options, report);
  builder.see_frame();
  if (file.rate > 0) report.frame_rate = Rational{std::llround(file.rate * 1000), 1000};
  for (const auto& [what, line] : file.rejected) builder.reject(what, line);
  if (!file.passed_over.empty())
    report.assumptions.push_back(fmt::format("{}{} is no place and is not read",
                                             *file.passed_over.begin(),
                                             file.passed_over.size() > 1 ? ", among others," : ""));
  std::uint64_t filled = 0;
  TrackId id = 0;
  for (const Object& object : file.objects) filled += add_object(object, ++id, options, builder);
  if (filled > 0)
    report.assumptions.push_back(fmt::format(
        "{} boxes between key frames are interpolated linearly, as After Effects does", filled));
  return builder.finish();
}

/// A block of rows: frame, x, y.
void write_block(TrackRun run, const std::string& heading,
                 const std::function<FilePoint(std::uint32_t row)>& at, std::ostream& out) {
  const bool deep = heading.ends_with("Position");
  out << heading << "\r\n\tFrame\tX pixels\tY pixels\t" << (deep ? "Z pixels\t" : "") << "\r\n";
  for (const RowInFrame& row : run) {
    const FilePoint point = at(row.row);
    out << fmt::format("\t{}\t{}\t{}\t{}\r\n", row.frame, pixels_text(point.x),
                       pixels_text(point.y), deep ? "0\t" : "");
  }
  out << "\r\n";
}

void write_run(const TrackTable& table, TrackRun run, bool pin, const std::string& effect,
               std::ostream& out) {
  if (!pin)
    return write_block(
        run, effect, [&](std::uint32_t row) { return centre_of(table.box[row]); }, out);
  for (std::size_t i = 0; i < corner_names.size(); ++i)
    write_block(
        run, fmt::format("{}\t{} #{}", effect, corner_names[i], corner_numbers[i]),
        [&](std::uint32_t row) { return pin_of(table, row)[i]; }, out);
}

/// In the order in which they begin, which determines their numbers when they are read.
std::vector<TrackRun> runs_in_order(const NumberedTracks& tracks) {
  std::vector<TrackRun> runs;
  for (const auto& rows : tracks.rows)
    std::ranges::copy(unbroken_runs(rows), std::back_inserter(runs));
  std::ranges::sort(runs, {}, [](TrackRun run) { return run.front().row; });
  return runs;
}

void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  const Size size = needed_size(clip, "key frames belong to a source");
  const double rate = clip.frame_rate.num > 0 ? clip.frame_rate.value() : 25;
  out << fmt::format(
      "{} 8.0 {}\r\n\r\n\tUnits Per Second\t{:.6g}\r\n\tSource Width\t{}\r\n\tSource Height\t{}\r\n"
      "\tSource Pixel Aspect Ratio\t1\r\n\tComp Pixel Aspect Ratio\t1\r\n\r\n",
      product, heading_end, rate, size.width, size.height);
  const NumberedTracks tracks = number_tracks(table);
  const std::vector<TrackRun> runs = runs_in_order(tracks);
  int pins = 0, points = 0;
  for (const TrackRun run : runs) {
    const bool pin =
        std::ranges::all_of(run, [&](const RowInFrame& at) { return has_pin(table, at.row); });
    write_run(table, run, pin,
              pin                ? fmt::format("Effects\tCorner Pin #{}", ++pins)
              : runs.size() == 1 ? "Transform\tPosition"
                                 : fmt::format("Effects\tPoint Control #{}\tPoint #2", ++points),
              out);
  }
  out << "\r\n" << last_line << "\r\n";
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of_points(table, false, has_pin);
}

}  // namespace

TrackFormat after_effects() {
  return {.name = "after_effects",
          .title = "After Effects key frames",
          .doc =
              "Copied key frames as text, in pixels of the source: Position and points of effects "
              "as boxes of --point-size, Corner Pin and CC Power Pin as an outline and a rotated "
              "box. Between keys "
              "they are interpolated linearly. Written: a Corner Pin for objects with outlines of "
              "four corners, points for others, Position if there is only one; each gapless part "
              "of a track is a separate effect.",
          .extensions = {".txt"},
          .rules = {"from 0", "from 0", "points, four corners", "order of the objects"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
