// SPDX-License-Identifier: Apache-2.0
// Makes a table of a builder's rows: frame base, clip rate, duplicates, the report.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "graph/core/error.h"
#include "graph/core/frame_clock.h"
#include "io/tracks/builder/builder.h"
#include "io/tracks/rows/text_encoding.h"

namespace overlace {
namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();

/// Extends a column that only some rows have to full length.
template <class T>
void fill_up(std::vector<T>& column, std::size_t count, T missing) {
  if (!column.empty()) column.resize(count, missing);
}

/// Rows ordered by frame; within a frame, in file order. Empty when they already are.
std::vector<std::uint32_t> rows_by_frame(const std::vector<std::int32_t>& frames) {
  std::vector<std::uint32_t> order;
  if (std::ranges::is_sorted(frames)) return order;
  order.resize(frames.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t row) { return frames[row]; });
  return order;
}

/// Counts distinct ids other than none, without a set as large as the table.
std::uint64_t count_ids(const std::vector<TrackId>& ids, TrackId low, TrackId high) {
  const auto range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  if (range < 8 * ids.size() + 1024) {
    std::vector<bool> seen(range + 1);
    for (const TrackId id : ids)
      if (id != no_id) seen[static_cast<std::size_t>(id - low)] = true;
    return static_cast<std::uint64_t>(std::ranges::count(seen, true));
  }
  std::vector<TrackId> sorted;
  std::ranges::copy_if(ids, std::back_inserter(sorted), [](TrackId id) { return id != no_id; });
  std::ranges::sort(sorted);
  return static_cast<std::uint64_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

void describe_ids(const std::vector<TrackId>& ids, TrackReport& report) {
  TrackId low = std::numeric_limits<TrackId>::max(), high = no_id;
  for (const TrackId id : ids) {
    if (id == no_id) continue;
    low = std::min(low, id);
    high = std::max(high, id);
  }
  if (high == no_id) return;
  report.lowest_id = low;
  report.highest_id = high;
  report.ids = count_ids(ids, low, high);
}

/// The first few of many names.
std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 8;
  const std::size_t count = std::min(names.size(), shown);
  const std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", "));
  return names.size() > shown ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

/// The classes that occur in a table.
std::vector<std::string> classes_of(const TrackTable& table) {
  std::vector<bool> seen;
  for (const std::int32_t c : table.class_index) {
    if (c < 0) continue;
    const auto index = static_cast<std::size_t>(c);
    if (index >= seen.size()) seen.resize(index + 1);
    seen[index] = true;
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i])
      names.push_back(i < table.class_names.size() && !table.class_names[i].empty()
                          ? table.class_names[i]
                          : fmt::format("{}", i));
  return names;
}

std::vector<std::string> contents_of(const TrackTable& table) {
  std::vector<std::string> contents;
  if (const auto classes = classes_of(table); !classes.empty())
    contents.push_back("classes " + names_text(classes));
  if (std::ranges::any_of(table.score, [](float score) { return !std::isnan(score); }))
    contents.emplace_back("scores");
  if (!table.rotation.empty()) contents.emplace_back("rotations");
  if (!table.key_points.empty()) contents.emplace_back("key points");
  if (!table.outlines.empty()) contents.emplace_back("outlines");
  if (!table.mask_runs.empty()) contents.emplace_back("masks");
  if (table.embedding_size > 0)
    contents.push_back(fmt::format("embeddings of {}", table.embedding_size));
  std::vector<std::string> attributes;
  for (const AttributeColumn& column : table.attributes) attributes.push_back(column.name);
  if (!attributes.empty()) contents.push_back("attributes " + names_text(attributes));
  return contents;
}

std::string base_text(PixelBase base) {
  return base.x == base.y ? fmt::format("{}", base.x)
                          : fmt::format("{} across and {} down", base.x, base.y);
}

std::string size_text(Size size) {
  return fmt::format("{}x{}", size.width, size.height);
}

}  // namespace

/// A file with a frame 0 counts from 0, whatever its format prescribes: many tools get this wrong.
/// A file without a frame before the clip's first counts as the clip does, unless its own base fits
/// as well.
void TrackBuilder::settle_frame_base() {
  if (options_.frame_base || frames_.empty()) return;
  if (lowest_frame_ < conventions_.frame_base) {
    conventions_.frame_base = lowest_frame_;
    conventions_.frame_reason = fmt::format("because the file has a frame {}", lowest_frame_);
  } else if (counts_as_the_clip()) {
    conventions_.frame_base = options_.clip.first_frame;
    conventions_.frame_reason = "as the clip does";
  }
}

/// Throws Error(usage) where the file could also count from its own base.
bool TrackBuilder::counts_as_the_clip() const {
  const ClipInfo& clip = options_.clip;
  if (clip.first_frame <= 1 || lowest_frame_ < clip.first_frame) return false;
  if (conventions_.frame_base == clip.first_frame) return false;
  const std::int64_t highest = *std::ranges::max_element(frames_);
  const bool fits_both =
      clip.frame_count > 0 && highest - conventions_.frame_base < clip.frame_count;
  if (!fits_both) return true;
  throw Error(
      ErrorCode::usage,
      fmt::format("its frames {} to {} could count from {}, {}, or from {}, as the clip "
                  "does",
                  lowest_frame_, highest, conventions_.frame_base, conventions_.frame_reason,
                  clip.first_frame),
      fmt::format("--frame-base {} or --frame-base {}", conventions_.frame_base, clip.first_frame),
      {.file = report_.file});
}

void TrackBuilder::describe_conventions() {
  report_.frame_base = conventions_.frame_base;
  report_.pixel_base = conventions_.pixel_base;
  const auto log = [&](std::string text) { report_.assumptions.push_back(std::move(text)); };
  const Size clip = turned(options_.clip.size, shown_);
  const bool sized = conventions_.size != Size{};
  if (conventions_.fractions)
    log(report_.size == Size{}
            ? "positions stay fractions of the picture, as its size is not known (--source-size)"
            : fmt::format("positions are fractions of the picture, of {}",
                          size_text(report_.size)));
  else if (sized && clip != Size{} && conventions_.size != clip)
    log(fmt::format("boxes are scaled from {} to {}, {} (--source-size)",
                    size_text(conventions_.size), size_text(clip), conventions_.size_reason));
  log(fmt::format("frames count from {}, {} (--frame-base)", conventions_.frame_base,
                  conventions_.frame_reason));
  if (!conventions_.fractions)
    log(fmt::format("pixels count from {}, {} (--pixel-base)", base_text(conventions_.pixel_base),
                    conventions_.pixel_reason));
  if (recoded_) log("names of classes that are not UTF-8 are read as Windows-1252");
  if (ignored_ > 0)
    log(fmt::format("{} rows that evaluation ignores are left out, as you said", ignored_));
}

/// Renumbers frames so that the clip's first is 0; earlier rows are dropped.
void TrackBuilder::count_from_base(std::vector<bool>& keep) {
  for (std::uint32_t row = 0; row < frames_.size(); ++row) {
    const std::int64_t frame = frames_[row] - conventions_.frame_base;
    frames_[row] = static_cast<std::int32_t>(std::max<std::int64_t>(frame, 0));
    if (frame >= 0) continue;
    keep[row] = false;
    reject("the frame comes before the first one", places_.of(row));
  }
}

/// A file that counts at its own rate gives times of its frames: each goes to the nearest frame of
/// the clip; if several go to the same one, the nearest stays.
void TrackBuilder::follow_clip_rate(std::vector<bool>& keep) {
  ClipInfo clip = options_.clip;
  if (options_.frame_rate <= 0 || !(clip.frame_rate.value() > 0)) return;
  clip.first_frame = 0;
  auto count = static_cast<std::size_t>(std::max(clip.frame_count, 0));
  if (count == 0 && clip.clock) count = clip.clock->reading().times.size();
  std::unordered_map<std::int32_t, std::int32_t> nearest;  // frame of the clip to one of the file
  const auto distance = [&](std::int32_t frame, std::int32_t of_file) {
    return std::abs(seconds_at(clip, frame) - of_file / options_.frame_rate);
  };
  std::vector<std::int32_t> of_file = frames_;
  for (std::uint32_t row = 0; row < frames_.size(); ++row) {
    const double time_s = of_file[row] / options_.frame_rate;
    double frame = std::floor(frame_at(clip, time_s) + 0.5);
    const bool is_during_last =
        count > 0 && frame == static_cast<double>(count) && time_s < seconds_at(clip, frame);
    if (is_during_last) --frame;
    if (!(frame < max_track_frames))
      throw Error(ErrorCode::usage,
                  fmt::format("at {} frames/s the tracks reach past frame {}", options_.frame_rate,
                              max_track_frames),
                  "is --tracks-fps right?", {.file = report_.file});
    frames_[row] = static_cast<std::int32_t>(frame);
    const auto [known, is_new] = nearest.try_emplace(frames_[row], of_file[row]);
    if (!is_new && distance(frames_[row], of_file[row]) < distance(frames_[row], known->second))
      known->second = of_file[row];
  }
  std::uint64_t between = 0;
  for (std::uint32_t row = 0; row < frames_.size(); ++row) {
    if (!keep[row] || nearest.at(frames_[row]) == of_file[row]) continue;
    keep[row] = false;
    ++between;
  }
  report_.assumptions.push_back(fmt::format(
      "the file counts {} frames/s and the clip has {:.6g}{}: {} (--tracks-fps)",
      options_.frame_rate, clip.frame_rate.value(), has_variable_rate(clip) ? " on average" : "",
      between > 0 ? fmt::format("{} rows between its frames are left out", between)
                  : "each frame goes to the nearest one"));
}

/// Keeps the first box of each id in a frame, and the first max_boxes_per_frame boxes of a frame.
void TrackBuilder::drop_surplus_rows(std::vector<bool>& keep) {
  const std::vector<std::uint32_t> order = rows_by_frame(frames_);
  const auto row_at = [&](std::size_t i) {
    return order.empty() ? static_cast<std::uint32_t>(i) : order[i];
  };
  std::vector<std::pair<TrackId, std::uint32_t>> named;
  const auto drop = [&](std::uint32_t row, std::string_view what) {
    keep[row] = false;
    reject(what, places_.of(row));
  };
  for (std::size_t begin = 0, end = 0; begin < frames_.size(); begin = end) {
    named.clear();
    const std::int32_t frame = frames_[row_at(begin)];
    for (end = begin; end < frames_.size() && frames_[row_at(end)] == frame; ++end)
      if (const std::uint32_t row = row_at(end); keep[row] && rows_.id[row] != no_id)
        named.emplace_back(rows_.id[row], row);
    if (!std::ranges::is_sorted(named)) std::ranges::sort(named);
    for (std::size_t i = 1; i < named.size(); ++i)
      if (named[i].first == named[i - 1].first) {
        // A repeated run appends the same rows again, which says nothing about the format.
        if (rows_.box[named[i].second] != rows_.box[named[i - 1].second])
          ++report_.evidence.repeated_ids;
        drop(named[i].second, "the id occurs twice in one frame");
      }
    std::size_t boxes = 0;
    for (std::size_t i = begin; i < end; ++i)
      if (keep[row_at(i)] && ++boxes > options_.max_boxes_per_frame)
        drop(row_at(i),
             fmt::format("the frame has more than {} boxes", options_.max_boxes_per_frame));
  }
}

void TrackBuilder::keep_only(const std::vector<bool>& keep) {
  if (std::ranges::find(keep, false) == keep.end()) return;
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < keep.size(); ++i)
    if (keep[i]) kept.push_back(i);
  rows_ = gather_rows(rows_, kept);
  for (std::size_t i = 0; i < kept.size(); ++i) frames_[i] = frames_[kept[i]];
  frames_.resize(kept.size());
}

/// Gives every column that only some rows have an entry for each row.
void TrackBuilder::complete_columns() {
  const std::size_t count = frames_.size();
  for (AttributeColumn& column : rows_.attributes) column.values.resize(count, none);
  fill_up(rows_.rotation, count, 0.0F);
  fill_up(rows_.skeleton, count, -1);
  fill_up(rows_.mask_size, count, Size{});
  fill_embeddings(count, 0);
}

/// The picture that boxes of the table should lie in; 0 x 0 if unknown. The size that a file states
/// for its own picture is no test of it: annotators draw past the edges.
Size TrackBuilder::picture() const {
  if (options_.clip.size != Size{}) return options_.clip.size;
  if (!conventions_.fractions) return {};
  return report_.size == Size{} ? Size{1, 1} : report_.size;
}

void TrackBuilder::describe(const TrackTable& table) {
  report_.boxes = table.row_count();
  report_.evidence.rows = file_rows_;
  if (report_.boxes == 0) return;
  report_.evidence.profile(table, picture(), conventions_.fractions);
  if (conventions_.could_be_centres)
    report_.evidence.profile_as_centres(
        table, options_.clip.size == Size{} ? conventions_.size : options_.clip.size);
  if (report_.evidence.within_a_pixel == report_.boxes)
    report_.assumptions.emplace_back(
        "all boxes lie within one pixel: if they are fractions of the picture, use --fractions");
  report_.counted_from = options_.clip.first_frame;
  report_.first_frame = table.first_frame;
  report_.last_frame = table.first_frame + table.frame_count() - 1;
  describe_ids(table.id, report_);
  report_.contents = contents_of(table);
  for (std::uint32_t r = 0; r < std::min(table.row_count(), 3U); ++r) {
    const Box& b = table.box[r];
    report_.first_boxes.push_back(fmt::format("frame {} at {:.1f}, {:.1f} size {:.1f} x {:.1f}",
                                              table.frame_of(r), b.x, b.y, b.width, b.height));
  }
  if (const std::uint32_t late = rows_after(table, options_.clip); late > 0) {
    constexpr std::string_view what = "the frame comes after the clip's last one";
    refuse_if_strict(what, {});
    report_.oddities.push_back({std::string(what), late, 0});
  }
}

void TrackBuilder::check_embeddings() const {
  if (!embeddings_) return;
  if (embeddings_->rows != file_rows_)
    throw Error(ErrorCode::input,
                fmt::format("there are {} embeddings for {} boxes of {}", embeddings_->rows,
                            file_rows_, report_.file),
                "there must be a row for each box, in the order of the file",
                {.file = options_.embeddings.string()});
  report_.assumptions.push_back(
      fmt::format("embeddings of {} values come from {}, a row for each "
                  "box of the file (--embeddings)",
                  embeddings_->columns, options_.embeddings.string()));
}

TrackTable TrackBuilder::finish(std::vector<std::string> class_names) {
  check_embeddings();
  if (!class_names.empty()) rows_.class_names = std::move(class_names);
  for (std::string& name : rows_.class_names) name = as_utf8(name);
  settle_frame_base();
  describe_conventions();
  complete_columns();
  std::vector<bool> keep(frames_.size(), true);
  count_from_base(keep);
  follow_clip_rate(keep);
  drop_surplus_rows(keep);
  keep_only(keep);
  TrackTable table = sort_tracks(std::move(rows_), frames_);
  table.first_frame += options_.clip.first_frame;
  describe(table);
  return table;
}

}  // namespace overlace
