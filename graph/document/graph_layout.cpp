// SPDX-License-Identifier: Apache-2.0
// Columns, orders, heights: one step after the other.
#include "graph/document/graph_layout.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace overlace {
namespace {

constexpr float column_gap = 52, row_gap = 18, wire_gap = 12;  // px
constexpr int sweeps = 9;  // to the right and back; the last one to the right

/// The column of each box.
class Columns {
 public:
  explicit Columns(const GraphBoxes& graph) : graph_(graph), read_by_(graph.boxes.size()) {
    for (const GraphBoxes::Wire& wire : graph.wires) read_by_[wire.to].push_back(wire.from);
    std::vector<std::size_t> order(graph.boxes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return graph.boxes[i].group; });
    column_.resize(order.size(), 0);
    state_.resize(order.size(), State::fresh);
    std::size_t group = 0;
    for (const std::size_t box : order) {
      if (std::exchange(group, graph.boxes[box].group) != graph.boxes[box].group) begin_ = end_;
      place(box);
    }
  }

  [[nodiscard]] std::vector<std::size_t> of_boxes() && { return std::move(column_); }

 private:
  enum class State { fresh, open, placed };

  /// Places a box after all that it reads; what it reads of its own group comes first. Without
  /// recursion, because a stranger's graph may be one long chain.
  void place(std::size_t first) {
    std::vector<std::size_t> path{first};
    while (!path.empty()) {
      const std::size_t box = path.back();
      if (state_[box] == State::fresh) {
        state_[box] = State::open;
        for (const std::size_t read : read_by_[box])
          if (state_[read] == State::fresh && graph_.boxes[read].group == graph_.boxes[box].group)
            path.push_back(read);
        continue;
      }
      path.pop_back();
      if (state_[box] == State::placed) continue;
      column_[box] = begin_;
      for (const std::size_t read : read_by_[box])
        if (state_[read] == State::placed) column_[box] = std::max(column_[box], column_[read] + 1);
      state_[box] = State::placed;
      end_ = std::max(end_, column_[box] + 1);
    }
  }

  const GraphBoxes& graph_;
  std::vector<std::vector<std::size_t>> read_by_;
  std::vector<std::size_t> column_;
  std::vector<State> state_;
  std::size_t begin_ = 0, end_ = 0;  ///< columns of the present group, and the one after
};

/// What stands in a column: a box, or a wire that passes.
struct Item {
  std::size_t box;                             ///< no_box: a wire
  std::vector<std::size_t> before{}, after{};  ///< items of the columns beside it
  float y = 0;                                 ///< of its middle
};
constexpr std::size_t no_box = static_cast<std::size_t>(-1);

/// The items, column by column.
class Rows {
 public:
  Rows(const GraphBoxes& graph, const std::vector<std::size_t>& column)
      : graph_(graph), item_of_box_(column.size()), ways_(graph.wires.size()) {
    for (std::size_t box = 0; box < column.size(); ++box) item_of_box_[box] = add(column[box], box);
    for (std::size_t wire = 0; wire < graph.wires.size(); ++wire) add_wire(wire, column);
    for (int sweep = 0; sweep < sweeps; ++sweep) order(sweep % 2 == 0);
    for (int sweep = 0; sweep < sweeps; ++sweep) settle(sweep % 2 == 0);
    move_to_top();
  }

  [[nodiscard]] std::size_t column_count() const { return columns_.size(); }
  [[nodiscard]] float middle(std::size_t box) const { return items_[item_of_box_[box]].y; }
  /// Heights of the columns between the ends of a wire.
  [[nodiscard]] std::vector<float> passes(std::size_t wire) const {
    std::vector<float> heights;
    for (const std::size_t item : ways_[wire]) heights.push_back(items_[item].y);
    return heights;
  }
  [[nodiscard]] float bottom() const {
    float bottom = 0;
    for (const Item& item : items_) bottom = std::max(bottom, item.y + half(item));
    return bottom;
  }

 private:
  std::size_t add(std::size_t column, std::size_t box) {
    if (columns_.size() <= column) columns_.resize(column + 1);
    columns_[column].push_back(items_.size());
    items_.push_back({.box = box});
    return items_.size() - 1;
  }
  void join(std::size_t before, std::size_t after) {
    items_[before].after.push_back(after);
    items_[after].before.push_back(before);
  }
  void add_wire(std::size_t wire, const std::vector<std::size_t>& column) {
    const auto [from, to] = graph_.wires[wire];
    if (column[from] >= column[to]) return;  // part of a circle
    std::size_t last = item_of_box_[from];
    for (std::size_t at = column[from] + 1; at < column[to]; ++at) {
      ways_[wire].push_back(add(at, no_box));
      join(std::exchange(last, ways_[wire].back()), ways_[wire].back());
    }
    join(last, item_of_box_[to]);
  }

  [[nodiscard]] float half(const Item& item) const {
    return item.box == no_box ? 0 : graph_.height / 2;
  }
  /// Between the middles of two items, one below the other.
  [[nodiscard]] float distance(const Item& upper, const Item& lower) const {
    const bool boxes = upper.box != no_box && lower.box != no_box;
    return half(upper) + half(lower) + (boxes ? row_gap : wire_gap);
  }

  /// Orders each column by the mean place of the items beside it; `y` counts places here.
  void order(bool rightwards) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::vector<std::size_t>& column = columns_[rightwards ? i : columns_.size() - 1 - i];
      for (std::size_t place = 0; place < column.size(); ++place)
        items_[column[place]].y = wanted(column[place], rightwards, static_cast<float>(place));
      std::ranges::stable_sort(column, {}, [&](std::size_t item) { return items_[item].y; });
      for (std::size_t place = 0; place < column.size(); ++place)
        items_[column[place]].y = static_cast<float>(place);
    }
  }

  /// The mean of the items beside one; `otherwise` if there are none.
  [[nodiscard]] float wanted(std::size_t item, bool before, float otherwise) const {
    const std::vector<std::size_t>& beside = before ? items_[item].before : items_[item].after;
    if (beside.empty()) return otherwise;
    float sum = 0;
    for (const std::size_t other : beside) sum += items_[other].y;
    return sum / static_cast<float>(beside.size());
  }

  /// Moves each column's items as near to the items beside them as their distances allow: least
  /// squares, by pooling neighbours that would violate the order.
  void settle(bool rightwards) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      settle(columns_[rightwards ? i : columns_.size() - 1 - i], rightwards);
  }
  void settle(const std::vector<std::size_t>& column, bool rightwards) {
    struct Block {
      float sum, weight;
      std::size_t count;
      [[nodiscard]] float mean() const { return sum / weight; }
    };
    std::vector<Block> blocks;
    std::vector<float> offset;  // of each item, if all touch
    for (std::size_t place = 0; place < column.size(); ++place) {
      const Item& item = items_[column[place]];
      offset.push_back(place == 0 ? 0 : offset.back() + distance(items_[column[place - 1]], item));
      const float weight = item.box == no_box ? 4 : 1;  // bends of a wire catch the eye
      const float y = wanted(column[place], rightwards, item.y) - offset.back();
      blocks.push_back({y * weight, weight, 1});
      while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
        const Block last = blocks.back();
        blocks.pop_back();
        blocks.back().sum += last.sum;
        blocks.back().weight += last.weight;
        blocks.back().count += last.count;
      }
    }
    std::size_t place = 0;
    for (const Block& block : blocks)
      for (std::size_t i = 0; i < block.count; ++i, ++place)
        items_[column[place]].y = block.mean() + offset[place];
  }

  void move_to_top() {
    float top = items_.empty() ? 0 : items_.front().y - half(items_.front());
    for (const Item& item : items_) top = std::min(top, item.y - half(item));
    for (Item& item : items_) item.y -= top;
  }

  const GraphBoxes& graph_;
  std::vector<Item> items_;
  std::vector<std::vector<std::size_t>> columns_;  ///< items from the top
  std::vector<std::size_t> item_of_box_;
  std::vector<std::vector<std::size_t>> ways_;  ///< items of each wire
};

}  // namespace

GraphLayout lay_out(const GraphBoxes& graph) {
  const std::vector<std::size_t> column = Columns(graph).of_boxes();
  const Rows rows(graph, column);
  std::vector<float> width(rows.column_count(), 0.0F), left;
  std::size_t groups = 0;
  for (std::size_t box = 0; box < column.size(); ++box) {
    width[column[box]] = std::max(width[column[box]], graph.boxes[box].width);
    groups = std::max(groups, graph.boxes[box].group + 1);
  }
  float x = 0;
  for (const float of_column : width) {
    left.push_back(x);
    x += of_column + column_gap;
  }
  GraphLayout layout{.size = {std::max(x - column_gap, 0.0F), rows.bottom()},
                     .corner = {},
                     .width = {},
                     .way = {},
                     .group_left = std::vector<float>(groups, -1.0F)};
  for (std::size_t box = 0; box < column.size(); ++box) {
    const float at = left[column[box]];
    layout.corner.push_back({at, rows.middle(box) - graph.height / 2});
    layout.width.push_back(width[column[box]]);
    float& first = layout.group_left[graph.boxes[box].group];
    first = first < 0 ? at : std::min(first, at);
  }
  for (std::size_t wire = 0; wire < graph.wires.size(); ++wire) {
    const auto [from, to] = graph.wires[wire];
    std::vector<Vec2> way{{left[column[from]] + layout.width[from], rows.middle(from)}};
    std::size_t at = column[from];
    for (const float y : rows.passes(wire)) {
      ++at;
      way.push_back({left[at], y});
      way.push_back({left[at] + width[at], y});
    }
    way.push_back({left[column[to]], rows.middle(to)});
    layout.way.push_back(std::move(way));
  }
  return layout;
}

}  // namespace overlace
