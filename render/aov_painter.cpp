// SPDX-License-Identifier: Apache-2.0
// Maps owners of primitives to names and objects, pixel by pixel.
#include "render/aov_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "graph/data/id_text.h"
#include "io/exr/cryptomatte.h"

namespace overlace {
namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

std::size_t pixel_in_tile(int x, int y) {
  return static_cast<std::size_t>(y % layer_tile) * layer_tile +
         static_cast<std::size_t>(x % layer_tile);
}

std::size_t pixels_of(const PixelRect& window) {
  return static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height);
}

/// The smallest window around everything visible.
PixelRect window_of(const OwnerMatte& seen) {
  PixelRect window;
  for (std::size_t tile = 0; tile < seen.tiles(); ++tile) {
    const PixelRect pixels = seen.pixels_of(tile);
    for (const OwnerWeights& weights : seen.at(tile))
      for (int y = pixels.y; y < pixels.bottom(); ++y)
        for (int x = pixels.x; x < pixels.right(); ++x)
          if (weights.weight[pixel_in_tile(x, y)] > 0) window = hull(window, {x, y, 1, 1});
  }
  return window;
}

/// The weights of a tile's owners, summed by number.
void sum_by_number(std::span<const OwnerWeights> tile, std::span<const std::uint32_t> numbers,
                   std::vector<OwnerWeights>& sums) {
  sums.clear();
  for (const OwnerWeights& weights : tile) {
    const std::uint32_t number = numbers[weights.owner];
    if (number == nobody) continue;
    auto sum = std::ranges::find(sums, number, &OwnerWeights::owner);
    if (sum == sums.end()) sum = sums.insert(sum, {number, {}});
    for (std::size_t i = 0; i < sum->weight.size(); ++i) sum->weight[i] += weights.weight[i];
  }
}

/// Calls visit(x, y, sums) for every pixel that has an owner.
template <class Visit>
void each_pixel(const OwnerMatte& seen, std::span<const std::uint32_t> numbers,
                const Visit& visit) {
  std::vector<OwnerWeights> sums;
  std::vector<CryptomatteLayer::Weight> weights;
  for (std::size_t tile = 0; tile < seen.tiles(); ++tile) {
    sum_by_number(seen.at(tile), numbers, sums);
    if (sums.empty()) continue;
    const PixelRect pixels = seen.pixels_of(tile);
    for (int y = pixels.y; y < pixels.bottom(); ++y)
      for (int x = pixels.x; x < pixels.right(); ++x) {
        weights.clear();
        for (const OwnerWeights& sum : sums) {
          const float weight = sum.weight[pixel_in_tile(x, y)];
          if (weight > 0) weights.emplace_back(sum.owner, weight);
        }
        if (!weights.empty()) visit(x, y, weights);
      }
  }
}

/// An object's id as text; "" where there is none.
std::string id_of(const TrackTable& table, std::uint32_t row) {
  if (table.id[row] == no_id) return {};
  for (const AttributeColumn& column : table.attributes) {
    if (column.name != id_text_attribute || column.texts.empty()) continue;
    const float index = column.values[row];
    if (index >= 0) return column.texts[static_cast<std::size_t>(index)];
  }
  return fmt::format("{}", table.id[row]);
}

const char* layer_name(MatteKind kind) {
  switch (kind) {
    case MatteKind::track:
      return "CryptoTrack";
    case MatteKind::type:
      return "CryptoClass";
    case MatteKind::node:
      return "CryptoNode";
  }
  return "";
}

/// A point's position in a box that is rotated clockwise about its centre.
Vec2 place_in(const TrackTable& table, std::uint32_t row, Vec2 at) {
  const Box& box = table.box[row];
  const double turn = table.rotation.empty() ? 0 : table.rotation[row] * std::numbers::pi / 180;
  const double dx = at.x - box.center().x, dy = at.y - box.center().y;
  const double x = std::cos(turn) * dx + std::sin(turn) * dy;
  const double y = std::cos(turn) * dy - std::sin(turn) * dx;
  if (!(box.width > 0 && box.height > 0)) return {0.5F, 0.5F};
  return {static_cast<float>(x / box.width + 0.5), static_cast<float>(0.5 - y / box.height)};
}

}  // namespace

std::vector<std::string> channel_names(Aov aov) {
  switch (aov) {
    case Aov::id:
      return {"id"};
    case Aov::class_index:
      return {"class"};
    case Aov::score:
      return {"score"};
    case Aov::forward:
      return {"forward.u", "forward.v"};
    case Aov::uv:
      return {"uv.u", "uv.v"};
  }
  return {};
}

AovPainter::AovPainter(std::shared_ptr<const Plan> plan, const AovOptions& wanted,
                       bool whole_window, const ReplayOptions& options)
    : plan_(std::move(plan)),
      mattes_(wanted.mattes),
      aovs_(wanted.aovs),
      whole_window_(whole_window),
      painter_(make_matte_painter(plan_, options)) {}

std::string AovPainter::name_of(MatteKind kind, const PrimitiveOwner& owner) const {
  if (kind == MatteKind::node) return plan_->steps[owner.step].name;
  const DrawnObject object = object_of(*plan_, owner);
  if (object.table == nullptr) return {};
  std::string type(class_of(object));
  if (kind == MatteKind::type) return type;
  const std::string id = id_of(*object.table, object.row);
  return id.empty() ? id : fmt::format("{} {}", type.empty() ? "track" : type, id);
}

FloatChannels AovPainter::matte(MatteKind kind, const OwnerMatte& seen, const PixelRect& window,
                                std::vector<float> memory) {
  memory.reserve(pixels_of(whole(seen.size())) * cryptomatte_ranks * 2);
  CryptomatteLayer layer(layer_name(kind), window, std::move(memory));
  Numbers numbers;
  for (const PrimitiveOwner& owner : painter_->owners()) {
    const std::string name = name_of(kind, owner);
    numbers.push_back(name.empty() ? nobody : layer.number_of(name));
  }
  each_pixel(seen, numbers, [&](int x, int y, std::vector<CryptomatteLayer::Weight>& weights) {
    layer.set(x, y, weights);
  });
  dropped_ += layer.dropped();
  return std::move(layer).finish();
}

void AovPainter::append(Aov aov, const DrawnObject& object, int x, int y,
                        std::vector<float>& to) const {
  const TrackTable& table = *object.table;
  const std::uint32_t row = object.row;
  switch (aov) {
    case Aov::id:
      return to.push_back(static_cast<float>(table.id[row]));
    case Aov::class_index:
      return to.push_back(static_cast<float>(table.class_index[row]));
    case Aov::score:
      return to.push_back(std::isnan(table.score[row]) ? 0 : table.score[row]);
    case Aov::forward: {
      const Vec2 speed = table.velocity.empty() ? Vec2{} : table.velocity[row];
      const double frame = table.frame_of(row);
      const double frame_s = seconds_between(plan_->clip, frame, frame + 1);
      to.push_back(static_cast<float>(speed.x * frame_s));
      return to.push_back(static_cast<float>(-speed.y * frame_s));
    }
    case Aov::uv: {
      const Vec2 place =
          place_in(table, row, {static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F});
      to.push_back(place.x);
      return to.push_back(place.y);
    }
  }
}

FloatChannels AovPainter::background(Size picture, const PixelRect& window,
                                     std::vector<float> memory) const {
  FloatChannels channels;
  channels.window = window;
  channels.samples = std::move(memory);
  channels.samples.clear();
  for (const Aov aov : aovs_) {
    for (std::string& name : channel_names(aov)) {
      channels.names.push_back(std::move(name));
      channels.outside.push_back(aov == Aov::id || aov == Aov::class_index ? -1.0F : 0.0F);
    }
  }
  channels.samples.reserve(pixels_of(whole(picture)) * channels.outside.size());
  for (std::size_t i = 0; i < pixels_of(window); ++i)
    channels.samples.insert(channels.samples.end(), channels.outside.begin(),
                            channels.outside.end());
  return channels;
}

std::vector<DrawnObject> AovPainter::objects(Numbers& numbers) const {
  std::vector<DrawnObject> objects;
  std::map<std::pair<const TrackTable*, std::uint32_t>, std::uint32_t> known;
  for (const PrimitiveOwner& owner : painter_->owners()) {
    const DrawnObject object = object_of(*plan_, owner);
    const auto next = static_cast<std::uint32_t>(objects.size());
    const auto [at, is_new] =
        known.try_emplace({object.table, object.row}, object.table == nullptr ? nobody : next);
    if (is_new && object.table != nullptr) objects.push_back(object);
    numbers.push_back(at->second);
  }
  return objects;
}

FloatChannels AovPainter::facts(const OwnerMatte& seen, const PixelRect& window,
                                std::vector<float> memory) const {
  FloatChannels channels = background(seen.size(), window, std::move(memory));
  Numbers numbers;
  const std::vector<DrawnObject> of_owners = objects(numbers);
  const auto width = static_cast<std::size_t>(window.width);
  std::vector<float> pixel;
  each_pixel(
      seen, numbers, [&](int x, int y, const std::vector<CryptomatteLayer::Weight>& seen_of) {
        const auto heaviest =
            std::ranges::max_element(seen_of, {}, &CryptomatteLayer::Weight::second);
        pixel.clear();
        for (const Aov aov : aovs_) append(aov, of_owners[heaviest->first], x, y, pixel);
        const std::size_t at =
            static_cast<std::size_t>(y - window.y) * width + static_cast<std::size_t>(x - window.x);
        std::ranges::copy(pixel, channels.samples.begin() +
                                     static_cast<std::ptrdiff_t>(at * channels.names.size()));
      });
  return channels;
}

// Samples for the whole picture are reserved once and touched only within the window: otherwise
// every frame would get hundreds of megabytes from the system, page by page.
std::span<const FloatChannels> AovPainter::paint(const FrameTime& time) {
  const OwnerMatte& seen = painter_->paint(time);
  const PixelRect window = whole_window_ ? whole(seen.size()) : window_of(seen);
  channels_.resize(mattes_.size() + (aovs_.empty() ? 0 : 1));
  for (std::size_t i = 0; i < mattes_.size(); ++i)
    channels_[i] = matte(mattes_[i], seen, window, std::move(channels_[i].samples));
  if (!aovs_.empty()) channels_.back() = facts(seen, window, std::move(channels_.back().samples));
  return channels_;
}

}  // namespace overlace
