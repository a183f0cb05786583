// SPDX-License-Identifier: Apache-2.0
// From edges to bands, from bands to steps of coverage, from steps to cells.
#include "gpu/host/area_rasterizer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace overlace {
namespace {

/// Sides that are out of order by more than this, px, cross; less is rounding.
constexpr double crossing_slack = 1e-9;
/// Rows with more edges are sampled instead: the work, bands times edges, grows quadratically.
constexpr std::size_t most_exact_edges = 1024;
/// So are rows whose edges cross so often that the bands between crossings have more sides than
/// this, which is as many as most_exact_edges edges have in all their bands without crossings.
constexpr std::size_t most_crossing_work = 2 * most_exact_edges * most_exact_edges;
/// Pairs of edges that can be compared in the time that one side takes.
constexpr std::size_t pairs_per_side = 16;
constexpr int samples_per_row = 16;

/// For rounding to bytes; halves round up, whatever the last bits of a sum.
constexpr double rounding = 0.5 + 1e-6;

constexpr int cell_bytes = area_cell_side * area_cell_side;

int whole_cells(int pixels) {
  return (pixels + area_cell_side - 1) / area_cell_side;
}

}  // namespace

bool AreaRasterizer::rasterize(std::span<const OutlinePoint> rings,
                               const OrientationTransform& turn, std::vector<std::uint32_t>& words,
                               AreaCells& cells, std::size_t& place) {
  if (!add_edges(rings, turn) || !choose_cells(turn.size, cells)) return false;
  place = words.size();
  const auto width = static_cast<std::size_t>(cells.width);
  words.resize(place + width * static_cast<std::size_t>(cells.height), empty_cell);
  origin_ = cells.x * area_cell_side;
  steps_.assign(width * area_cell_side + 2, 0);
  active_.clear();
  std::size_t next = 0;
  for (int cell_row = 0; cell_row < cells.height; ++cell_row) {
    strip_.assign(width * cell_bytes, 0);
    for (int i = 0; i < area_cell_side; ++i) {
      const int row = (cells.y + cell_row) * area_cell_side + i;
      for (; next < edges_.size() && edges_[next].y < row + 1; ++next) active_.push_back(next);
      std::erase_if(active_, [&](std::size_t edge) { return edges_[edge].bottom <= row; });
      if (active_.empty()) continue;
      first_ = static_cast<int>(steps_.size());
      last_ = -1;
      if (active_.size() > most_exact_edges || !add_row(row)) sample_row(row);
      if (last_ >= first_) write_row(strip_.data() + std::ptrdiff_t{i} * area_cell_side);
    }
    write_cells(words, place, static_cast<std::size_t>(cell_row) * width, cells.width);
  }
  return true;
}

bool AreaRasterizer::add_edges(std::span<const OutlinePoint> rings,
                               const OrientationTransform& turn) {
  edges_.clear();
  for (std::size_t begin = 0, end = 0; begin < rings.size(); begin = end) {
    while (end < rings.size() && rings[end].ring == rings[begin].ring) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec2 from = turn.point(rings[i].at);
      if (!is_finite(from)) return false;
      add_edge(from, turn.point(rings[i + 1 < end ? i + 1 : begin].at));
    }
  }
  std::ranges::sort(edges_, {}, &Edge::y);
  return !edges_.empty();
}

void AreaRasterizer::add_edge(Vec2 from, Vec2 to) {
  if (from.y > to.y) std::swap(from, to);
  if (!(from.y < to.y)) return;
  const double slope = (double{to.x} - from.x) / (double{to.y} - from.y);
  edges_.push_back({from.x, from.y, to.y, slope});
}

/// The cells that the edges' bounding box touches on the picture.
bool AreaRasterizer::choose_cells(Size picture, AreaCells& cells) {
  double left = edges_.front().x, right = left, bottom = edges_.front().bottom;
  for (const Edge& edge : edges_) {
    const double end = edge.at(edge.bottom);
    left = std::min({left, edge.x, end});
    right = std::max({right, edge.x, end});
    bottom = std::max(bottom, edge.bottom);
  }
  const auto first = [](double at, int count) {
    return static_cast<int>(std::clamp(std::floor(at / area_cell_side), 0.0, double(count)));
  };
  const auto end = [](double at, int count) {
    return static_cast<int>(std::clamp(std::ceil(at / area_cell_side), 0.0, double(count)));
  };
  const int columns = whole_cells(picture.width), rows = whole_cells(picture.height);
  cells = {nullptr, first(left, columns), first(edges_.front().y, rows), end(right, columns),
           end(bottom, rows)};
  cells.width -= cells.x;
  cells.height -= cells.y;
  return cells.width > 0 && cells.height > 0;
}

/// False, with nothing added, if edges cross too often.
bool AreaRasterizer::add_row(int row) {
  cuts_.assign({static_cast<double>(row), row + 1.0});
  for (const std::size_t i : active_) {
    const Edge& edge = edges_[i];
    if (edge.y > row) cuts_.push_back(edge.y);
    if (edge.bottom < row + 1) cuts_.push_back(edge.bottom);
  }
  std::ranges::sort(cuts_);
  crossing_work_ = 0;
  for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
    if (!(cuts_[i] < cuts_[i + 1]) || add_band(cuts_[i], cuts_[i + 1])) continue;
    forget_row();
    return false;
  }
  return true;
}

/// Adds a band in which no edge begins or ends. False if the row's edges cross too often.
bool AreaRasterizer::add_band(double top, double bottom) {
  sides_.clear();
  for (const std::size_t i : active_) {
    const Edge& edge = edges_[i];
    if (edge.y <= top && edge.bottom >= bottom) sides_.push_back({edge.at(top), edge.at(bottom)});
  }
  const auto middle = [](const Side& side) { return side.top + side.bottom; };
  std::ranges::sort(sides_, {}, middle);
  const bool crosses =
      std::ranges::adjacent_find(sides_, [](const Side& left, const Side& right) {
        return left.top > right.top + crossing_slack || left.bottom > right.bottom + crossing_slack;
      }) != sides_.end();
  if (crosses) return add_crossing_band(top, bottom);
  add_sides(bottom - top);
  return true;
}

/// The same for edges that cross: the band is cut at every crossing.
bool AreaRasterizer::add_crossing_band(double top, double bottom) {
  std::swap(crossing_, sides_);
  std::vector<double>& cuts = crossing_cuts_;
  cuts.assign({0.0, 1.0});
  for (std::size_t i = 0; i < crossing_.size(); ++i) {
    for (std::size_t j = i + 1; j < crossing_.size(); ++j) {
      const double above = crossing_[j].top - crossing_[i].top;
      const double below = crossing_[j].bottom - crossing_[i].bottom;
      if ((above < 0) != (below < 0)) cuts.push_back(above / (above - below));
    }
  }
  const std::size_t count = crossing_.size();
  crossing_work_ += count * (cuts.size() + count / (2 * pairs_per_side));
  if (crossing_work_ > most_crossing_work) return false;
  std::ranges::sort(cuts);
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (!(cuts[i] < cuts[i + 1])) continue;
    sides_.clear();
    for (const Side& side : crossing_)
      sides_.push_back({std::lerp(side.top, side.bottom, cuts[i]),
                        std::lerp(side.top, side.bottom, cuts[i + 1])});
    std::ranges::sort(sides_, {}, [](const Side& side) { return side.top + side.bottom; });
    add_sides((cuts[i + 1] - cuts[i]) * (bottom - top));
  }
  return true;
}

/// Samples a row that has very many edges or crossings, along lines through it.
void AreaRasterizer::sample_row(int row) {
  for (int i = 0; i < samples_per_row; ++i) {
    const double y = row + (i + 0.5) / samples_per_row;
    sides_.clear();
    for (const std::size_t number : active_) {
      const Edge& edge = edges_[number];
      if (edge.y <= y && edge.bottom > y) sides_.push_back({edge.at(y), edge.at(y)});
    }
    std::ranges::sort(sides_, {}, &Side::top);
    add_sides(1.0 / samples_per_row);
  }
}

/// From the left, sides alternately lead into the area and out of it.
void AreaRasterizer::add_sides(double height) {
  for (std::size_t i = 0; i < sides_.size(); ++i)
    cover(sides_[i].top - origin_, sides_[i].bottom - origin_, i % 2 == 0 ? height : -height);
}

/// Covers what is right of a side that goes from x to x, `height` px high, within one row.
void AreaRasterizer::cover(double from, double to, double height) {
  const double left = std::min(from, to), right = std::max(from, to);
  const double width = static_cast<double>(steps_.size()) - 2;
  const double share = right > left ? height / (right - left) : 0;
  if (right <= 0) return cover_pixel(0, height, 0);
  if (left < 0) cover_pixel(0, share * -left, 0);
  if (right >= width) last_ = static_cast<int>(width);  // the row is covered to its end
  if (left >= width) return;
  if (right == left) return cover_pixel(static_cast<int>(left), height, left - std::floor(left));
  const int end = static_cast<int>(std::ceil(std::min(right, width)));
  for (int x = static_cast<int>(std::max(left, 0.0)); x < end; ++x) {
    const double begin = std::max(left, static_cast<double>(x)), stop = std::min(right, x + 1.0);
    cover_pixel(x, share * (stop - begin), (begin + stop) * 0.5 - x);
  }
}

/// The part of a side in one pixel covers what is right of it: a share of that pixel given by the
/// part's mean position, and all pixels after it.
void AreaRasterizer::cover_pixel(int x, double height, double mean) {
  const auto at = static_cast<std::size_t>(x);
  steps_[at] += height * (1 - mean);
  steps_[at + 1] += height * mean;
  first_ = std::min(first_, x);
  last_ = std::max(last_, x + 1);
}

void AreaRasterizer::forget_row() {
  std::ranges::fill(steps_, 0.0);
  first_ = static_cast<int>(steps_.size());
  last_ = -1;
}

/// Sums up the steps, writes them as bytes, and clears them. A row's pixels lie in cell after cell.
void AreaRasterizer::write_row(std::uint8_t* row) {
  const int end = std::min(last_ + 1, static_cast<int>(steps_.size()) - 2);
  double covered = 0;
  std::uint8_t byte = 0;
  for (int x = first_; x < end; ++x) {
    const double step = steps_[static_cast<std::size_t>(x)];
    if (step != 0) {
      covered += step;
      byte = static_cast<std::uint8_t>(std::clamp(covered, 0.0, 1.0) * 255 + rounding);
    }
    row[x / area_cell_side * cell_bytes + x % area_cell_side] = byte;
  }
  std::fill(steps_.begin() + first_, steps_.begin() + last_ + 1, 0.0);
}

void AreaRasterizer::write_cells(std::vector<std::uint32_t>& words, std::size_t place,
                                 std::size_t first_cell, int width) const {
  const std::uint8_t* cell = strip_.data();
  for (int i = 0; i < width; ++i, cell += cell_bytes) {
    const bool alike = std::memcmp(cell, cell + 1, cell_bytes - 1) == 0;
    const std::size_t word = place + first_cell + static_cast<std::size_t>(i), at = words.size();
    if (alike && (cell[0] == 0 || cell[0] == 255)) {
      words[word] = cell[0] == 0 ? empty_cell : whole_cell;
      continue;
    }
    words[word] = static_cast<std::uint32_t>(at - place);
    words.resize(at + area_cell_words);
    std::memcpy(words.data() + at, cell, cell_bytes);
  }
}

}  // namespace overlace
