// SPDX-License-Identifier: Apache-2.0
// Writes rows of YOLO's label files.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/core/error.h"
#include "io/tracks/formats/yolo/yolo.h"

namespace overlace {
namespace {

// 10^-6 of a picture is at most a hundredth of a pixel; more digits follow only where they matter.
constexpr int least_digits = 6;
constexpr TrackId largest_id = 1'000'000'000'000'000;  // exact in a double

double fraction(float place, int picture) {
  return fewest_digits(double{place} / picture, least_digits,
                       [&](double at) { return static_cast<float>(at * picture) == place; });
}

/// The centre of a box along one axis, such that the reader gets the same floats.
double center(float place, float size, int picture) {
  const double half = fraction(size, picture) / 2;
  return fewest_digits(double{place} / picture + half, least_digits, [&](double at) {
    return static_cast<float>((at - half) * picture) == place;
  });
}

/// classes.txt is read line by line, without blanks and quotes around its names.
bool is_listed_whole(const std::string& name) {
  constexpr std::string_view around = " \t\"'";
  return !breaks_line(name) && (name.empty() || (around.find(name.front()) == std::string::npos &&
                                                 around.find(name.back()) == std::string::npos));
}

std::string tail_of(const TrackTable& table, std::uint32_t row, YoloTails tails) {
  const bool id = tails.ids && table.id[row] != no_id;
  std::string tail;
  if (tails.scores && (id || tails.lone_scores))
    tail += fmt::format(" {}", std::isnan(table.score[row]) ? 1.0F : table.score[row]);
  if (id) tail += fmt::format(" {}", table.id[row]);
  return tail;
}

}  // namespace

YoloTails yolo_tails(const TrackTable& table, bool even) {
  const auto given = [](float score) { return !std::isnan(score); };
  const bool all_ids = std::ranges::find(table.id, no_id) == table.id.end();
  YoloTails tails;
  tails.ids = all_ids || !even;
  // An id of 0 without a score before it looks like a score.
  tails.scores = std::ranges::any_of(table.score, given) ||
                 (tails.ids && std::ranges::find(table.id, 0) != table.id.end());
  // Scores that are all whole numbers look like ids.
  for (std::uint32_t row = 0; row < table.row_count() && !tails.lone_scores; ++row)
    tails.lone_scores = (!tails.ids || table.id[row] == no_id) && given(table.score[row]) &&
                        (table.score[row] < 1 || table.score[row] != std::floor(table.score[row]));
  return tails;
}

std::vector<std::string> losses_of_yolo(const TrackTable& table, bool even, TrackAbilities can) {
  const YoloTails tails = yolo_tails(table, even);
  can.missing_classes = false;
  can.numbers = can.texts = false;
  std::vector<std::string> lost = losses_of(table, can);
  bool missing = false, lone = false, ids = false, large = false;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const bool with_id = tails.ids && table.id[row] != no_id;
    const bool with_score = tails.scores && (with_id || tails.lone_scores);
    missing = missing || (with_score && std::isnan(table.score[row]));
    lone = lone || (!with_score && !std::isnan(table.score[row]));
    ids = ids || (!with_id && table.id[row] != no_id);
    large = large || (with_id && table.id[row] > largest_id);
  }
  if (ids) lost.emplace_back("ids, as some boxes have none");
  if (large) lost.emplace_back("ids over 10^15");
  if (missing) lost.emplace_back("that some boxes have no score");
  if (lone) lost.emplace_back("scores without an id, as all are 1");
  if (!std::ranges::all_of(class_texts(table), is_listed_whole))
    lost.emplace_back("names of classes with line breaks, or blanks or quotes around them");
  return lost;
}

void write_yolo(const TrackTable& table, const ClipInfo& clip, YoloTails tails,
                const YoloShape& shape, TrackFolder& out) {
  const Size picture = needed_size(clip, "YOLO's labels are fractions");
  bool any = false;
  for_each_frame(table, [&](std::int32_t frame, RowRange rows) {
    std::string text;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      if (const std::string numbers = shape(row, picture); !numbers.empty())
        text += fmt::format("{}{}{}\n", std::max(table.class_index[row], 0), numbers,
                            tail_of(table, row, tails));
    if (text.empty()) return;
    out.write_frame(frame + 1, text);
    any = true;
  });
  if (!any) out.write_frame(1, "");  // a folder without any file would not be one of labels
  if (table.class_names.empty()) return;
  std::string names;
  for (std::string name : table.class_names) {
    std::ranges::replace_if(
        name, [](char c) { return c == '\r' || c == '\n'; }, ' ');
    names += name + '\n';
  }
  out.write_companion("classes.txt", names);
}

std::string yolo_box(const Box& box, Size picture) {
  return fmt::format(" {} {} {} {}", center(box.x, box.width, picture.width),
                     center(box.y, box.height, picture.height), fraction(box.width, picture.width),
                     fraction(box.height, picture.height));
}

std::string yolo_point(Vec2 at, Size picture) {
  return fmt::format(" {} {}", fraction(at.x, picture.width), fraction(at.y, picture.height));
}

}  // namespace overlace
