// SPDX-License-Identifier: Apache-2.0
// The reference scene, from a seed.
#include "bench/reference_scene.h"

#include <cmath>

#include "bench/labels.h"

namespace overlace {
namespace {

constexpr float reference_rows = 2160;

/// By how many the number of points may vary.
int spare(int points) {
  return points / 50;
}

}  // namespace

BenchScene::BenchScene(const BenchSceneOptions& options)
    : random_(options.seed),
      options_(options),
      scale_(static_cast<float>(options.size.height) / reference_rows),
      present_(static_cast<std::size_t>(options.points)) {
  const std::size_t count = present_ + static_cast<std::size_t>(spare(options.points));
  while (objects_.size() < count) {
    objects_.push_back(random_object());
    ids_.push_back(static_cast<TrackId>(objects_.size()));
  }
  boxes_.resize(count);
  classes_.assign(count, -1);
  if (options.labels) labels_ = std::make_unique<BenchLabels>(options.size);
}

BenchScene::~BenchScene() = default;
BenchScene::BenchScene(BenchScene&&) noexcept = default;
BenchScene& BenchScene::operator=(BenchScene&&) noexcept = default;

BenchScene::Object BenchScene::random_object() {
  Object object;
  object.position.x = uniform(0, static_cast<float>(options_.size.width));
  object.position.y = uniform(0, static_cast<float>(options_.size.height));
  for (float* speed : {&object.velocity.x, &object.velocity.y}) *speed = uniform(-6, 6) * scale_;
  object.half_box.x = uniform(40, 120) * scale_ * options_.box_scale;
  object.half_box.y = uniform(60, 180) * scale_ * options_.box_scale;
  for (float* channel : {&object.color.r, &object.color.g, &object.color.b})
    *channel = uniform(0, 1);
  for (float* step : {&object.color_step.r, &object.color_step.g, &object.color_step.b})
    *step = uniform(0.004F, 0.02F);
  return object;
}

float BenchScene::uniform(float lo, float hi) {
  return lo + (hi - lo) * static_cast<float>(random_()) * 0x1p-32F;
}

void BenchScene::move() {
  const auto step = [](float& value, float& speed, float end) {
    if (value < 0 ? speed < 0 : value > end && speed > 0) speed = -speed;
    value += speed;
  };
  const auto step_color = [](float& channel, float& speed) {
    channel += speed;
    if (channel >= 0 && channel <= 1) return;
    channel = channel < 0 ? -channel : 2 - channel;
    speed = -speed;
  };
  for (Object& object : objects_) {
    step(object.position.x, object.velocity.x, static_cast<float>(options_.size.width));
    step(object.position.y, object.velocity.y, static_cast<float>(options_.size.height));
    step_color(object.color.r, object.color_step.r);
    step_color(object.color.g, object.color_step.g);
    step_color(object.color.b, object.color_step.b);
  }
}

Box BenchScene::box(std::size_t object) const {
  const Vec2 position = objects_[object].position, half_box = objects_[object].half_box;
  return {position.x - half_box.x, position.y - half_box.y, 2 * half_box.x, 2 * half_box.y};
}

void BenchScene::next_frame(DisplayList& list) {
  list.primitives.clear();
  move();
  const auto extra = static_cast<unsigned>(spare(options_.points));
  present_ = static_cast<std::size_t>(options_.points) - extra + random_() % (2 * extra + 1);
  for (std::size_t i = 0; i < present_; ++i) boxes_[i] = box(i);
  add_lines(list);
  for (std::size_t i = 0; i < present_; ++i) add_box(objects_[i], list);
  for (std::size_t i = 0; labels_ && i < present_; ++i)
    labels_->add(i, boxes_[i], objects_[i].color.r, list);
}

void BenchScene::add_lines(DisplayList& list) {
  const TrackView tracks{.box = boxes_.data(),
                         .id = ids_.data(),
                         .class_index = classes_.data(),
                         .rows = {0, static_cast<std::uint32_t>(present_)}};
  links_.clear();
  search_.run({.k = neighbours, .once = false}, tracks, links_);
  for (const Link& link : links_) add_line(link, list);
}

void BenchScene::add_line(const Link& link, DisplayList& list) const {
  constexpr float bend = 0.3F, tolerance = 0.1F;
  const Vec2 a = link.a, b = link.b, d = b - a;
  const Color& color = objects_[link.row_a].color;
  Primitive& line = list.primitives.emplace_back();
  line.kind = PrimitiveKind::curve;
  line.curve = Curve{.p0 = a, .hc = (a + b) * 0.5F + Vec2{d.y, -d.x} * bend, .p1 = b};
  // Chords of a parabola deviate by |p0 - 2 hc + p1| / 4n^2, which is bend x length / 2n^2 here.
  const float segments = std::ceil(std::sqrt(std::hypot(d.x, d.y) * bend / (2 * tolerance)));
  line.curve.segments = static_cast<std::uint32_t>(std::fmax(segments, 1.0F));
  line.stroke = line.stroke_end = {color.r, color.g, color.b, 0.8F};
  line.width = line.width_end = 3 * scale_;
}

void BenchScene::add_box(const Object& object, DisplayList& list) const {
  Primitive& box = list.primitives.emplace_back();
  box.kind = PrimitiveKind::shape;
  box.shape = {object.position, object.half_box, 12 * scale_, 0, ShapeKind::rounded_box};
  box.stroke = object.color;
  box.width = 3 * scale_;
  if (options_.filled) box.fill = {object.color.r, object.color.g, object.color.b, 0.2F};
}

}  // namespace overlace
