// SPDX-License-Identifier: Apache-2.0
// The reference scene, from a seed.
#include "tools/bench_scene.h"

#include <algorithm>
#include <cmath>

namespace overlace {

BenchScene::BenchScene(Size size, int points, bool filled, std::uint32_t seed)
    : random_(seed), size_(size), filled_(filled), things_(static_cast<std::size_t>(points)) {
  for (Thing& thing : things_) {
    thing.position.x = uniform(0, static_cast<float>(size.width));
    thing.position.y = uniform(0, static_cast<float>(size.height));
    thing.velocity.x = uniform(-6, 6);
    thing.velocity.y = uniform(-6, 6);
    thing.half_box.x = uniform(40, 120);
    thing.half_box.y = uniform(60, 180);
    for (float* channel : {&thing.color.r, &thing.color.g, &thing.color.b})
      *channel = uniform(0, 1);
    thing.color.a = 1;
  }
}

float BenchScene::uniform(float lo, float hi) {
  return lo + (hi - lo) * static_cast<float>(random_()) * 0x1p-32F;
}

void BenchScene::move() {
  const auto turn = [](float position, float& velocity, int end) {
    if (position < 0 ? velocity < 0 : position > static_cast<float>(end) && velocity > 0)
      velocity = -velocity;
  };
  for (Thing& thing : things_) {
    turn(thing.position.x, thing.velocity.x, size_.width);
    turn(thing.position.y, thing.velocity.y, size_.height);
    thing.position = thing.position + thing.velocity;
  }
}

Box BenchScene::box(std::size_t thing) const {
  const auto& [position, velocity, half_box, color] = things_[thing];
  return {position.x - half_box.x, position.y - half_box.y, 2 * half_box.x, 2 * half_box.y};
}

void BenchScene::next_frame(DisplayList& list) {
  list.primitives.clear();
  move();
  for (std::size_t i = 0; i < things_.size(); ++i) add_links(i, list);
  for (const Thing& thing : things_) add_box(thing, list);
}

void BenchScene::add_links(std::size_t from, DisplayList& list) {
  const Thing& thing = things_[from];
  order_.clear();
  for (std::size_t j = 0; j < things_.size(); ++j) {
    const Vec2 d = things_[j].position - thing.position;
    if (j != from) order_.emplace_back(d.x * d.x + d.y * d.y, j);
  }
  std::partial_sort(order_.begin(), order_.begin() + neighbours, order_.end());
  for (std::size_t n = 0; n < neighbours; ++n) {
    constexpr float bend = 0.3F, tolerance = 0.1F;
    const auto [distance2, to] = order_[n];
    const Vec2 a = thing.position, b = things_[to].position, d = b - a;
    Primitive& line = list.primitives.emplace_back();
    line.kind = PrimitiveKind::curve;
    line.curve = Curve{.p0 = a, .hc = (a + b) * 0.5F + Vec2{d.y, -d.x} * bend, .p1 = b};
    // Chords of a parabola stray by |p0 - 2 hc + p1| / 4n^2, and that is bend x length / 2n^2 here.
    line.curve.segments = static_cast<std::uint32_t>(
        std::ceil(std::sqrt(std::sqrt(distance2) * bend / (2 * tolerance))));
    line.stroke = line.stroke_end = {thing.color.r, thing.color.g, thing.color.b, 0.8F};
    line.width = line.width_end = 3;
  }
}

void BenchScene::add_box(const Thing& thing, DisplayList& list) const {
  Primitive& box = list.primitives.emplace_back();
  box.kind = PrimitiveKind::shape;
  box.shape = {thing.position, thing.half_box, 12, 0, ShapeKind::rounded_box};
  box.stroke = thing.color;
  box.width = 3;
  if (filled_) box.fill = {thing.color.r, thing.color.g, thing.color.b, 0.2F};
}

}  // namespace overlace
