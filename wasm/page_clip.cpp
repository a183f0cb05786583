// SPDX-License-Identifier: Apache-2.0
// Sessions over given pixels.
#include "wasm/page_clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "color/test_card.h"
#include "graph/core/frame_clock.h"
#include "graph/types/registry.h"
#include "render/media.h"

namespace overlace {
namespace {

constexpr std::size_t most_frame_bytes = std::size_t{96} << 20U;
constexpr int drafts_look_back = 300;  // frames

std::size_t rgba_bytes(Size size) {
  return static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 4;
}

void check_pixels(Size size, const RgbaPixels& pixels) {
  if (size.width < 1 || size.height < 1 || pixels.size() != rgba_bytes(size))
    throw Error(ErrorCode::usage, fmt::format("{} bytes are no picture of {}x{} px", pixels.size(),
                                              size.width, size.height));
}

RgbaPixels test_card(Size size) {
  RgbaPixels pixels(rgba_bytes(size));
  draw_test_card(size, pixels, static_cast<std::size_t>(size.width) * 4, 4);
  return pixels;
}

/// Times that are not those of the rate, as a clock.
std::shared_ptr<const FrameClock> clock_of(const PageClipFacts& facts) {
  if (facts.times.empty()) return nullptr;
  constexpr double precision_s = 0.001;  // of times in files
  bool varies = false;
  for (std::size_t i = 0; i < facts.times.size(); ++i)
    varies = varies || std::abs(facts.times[i] -
                                static_cast<double>(i) / facts.frame_rate.value()) > precision_s;
  return std::make_shared<FrameClock>([times = facts.times, varies] {
    return FrameClock::Reading{times, varies};
  });
}

ClipInfo clip_of(const PageClipFacts& facts) {
  ClipInfo clip;
  clip.size = facts.size;
  clip.frame_rate = facts.frame_rate;
  clip.frame_count = facts.frame_count;
  clip.clock = clock_of(facts);
  return clip;
}

/// Pixels of a frame, to draw on.
class RgbaPicture : public EditedPicture {
 public:
  RgbaPicture(Size size, RgbaPixels pixels, AlphaKind alpha, FrameTime time)
      : size_(size), pixels_(std::move(pixels)), alpha_(alpha), time_(time) {}

  const FrameTime& time() const override { return time_; }
  bool is_provisional() const override { return false; }
  ImageView view() override {
    ImageView view;
    view.size = size_;
    view.format = {.model = ColorModel::rgb,
                   .layout = PlaneLayout::packed,
                   .alpha = true,
                   .component_offset = {0, 1, 2, 3},
                   .components = 4};
    view.color.range = ColorRange::full;
    view.alpha = alpha_;
    view.planes[0] = {reinterpret_cast<std::byte*>(pixels_.data()),
                      std::ptrdiff_t{size_.width} * 4};
    return view;
  }
  std::unique_ptr<EditedPicture> copy() const override {
    return std::make_unique<RgbaPicture>(*this);
  }
  PictureBytes encoded(const PixelRect& part) override {
    const PixelRect inside = intersection(part, whole(size_));
    std::string bytes;
    bytes.reserve(rgba_bytes({inside.width, inside.height}));
    const auto* const pixels = reinterpret_cast<const char*>(pixels_.data());
    for (int y = inside.y; y < inside.bottom(); ++y)
      bytes.append(pixels + (std::size_t{1} * static_cast<std::size_t>(y) *
                                 static_cast<std::size_t>(size_.width) +
                             static_cast<std::size_t>(inside.x)) *
                                4,
                   static_cast<std::size_t>(inside.width) * 4);
    return {"image/x-rgba",
            time_.frame,
            std::move(bytes),
            {{"width", inside.width}, {"height", inside.height}}};
  }
  [[nodiscard]] std::array<std::uint8_t, 3> rgb_at(int x, int y) const {
    const std::size_t at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width) +
                            static_cast<std::size_t>(x)) *
                           4;
    return {pixels_[at], pixels_[at + 1], pixels_[at + 2]};
  }

 private:
  Size size_;
  RgbaPixels pixels_;
  AlphaKind alpha_;
  FrameTime time_;
};

/// A graph, and the tables of its track nodes.
struct Shown {
  Session session;
  GraphSource source;
  SessionTables tables;
};

/// What draws the graph at one size.
class Drawer {
 public:
  explicit Drawer(Device device) : device_(std::move(device)) {}

  /// The plan, made where the graph or the size has changed.
  const std::shared_ptr<const Plan>& plan(const Shown& shown, const PlanSettings& settings,
                                          Size size) {
    if (plan_ && size_ == size) return plan_;
    plan_ = shown.session.plan(at_size(shown.tables, size), settings);
    hand_on(replay_, plan_);
    size_ = size;
    return plan_;
  }
  void draw(const FrameTime& time, const ImageView& picture) {
    if (replay_ == nullptr) replay_ = device_(plan_);
    replay_->draw(time, picture);
  }
  /// The graph has changed.
  void forget() { plan_.reset(); }

 private:
  Device device_;
  Size size_{};
  std::shared_ptr<const Plan> plan_;  ///< null before
  std::unique_ptr<Replay> replay_;    ///< null before; of the plan, or of the one before it
};

class PageClip : public EditedClip {
 public:
  PageClip(const PageClipFacts& facts, GraphSettings settings, const GivenPictures& given,
           LogSink log)
      : facts_(facts),
        info_(clip_of(facts)),
        settings_(std::move(settings)),
        given_(given),
        log_(std::move(log)) {}

  const ClipInfo& info() const override { return info_; }
  std::string name() const override { return facts_.name; }
  std::int64_t frame_count() const override { return facts_.frame_count; }
  std::int32_t place_of(std::int32_t number) const override {
    if (number < 0 || number >= facts_.frame_count)
      throw Error(ErrorCode::usage, fmt::format("there is no frame {}", number),
                  fmt::format("frames are 0 to {}", facts_.frame_count - 1));
    return number;
  }

  void show(const GraphSource& source, const AnalysisProgress& progress) override {
    Session session = open(source.document);
    SessionTables tables = session.analyse(settings_.values, progress);
    shown_ = std::make_unique<Shown>(Shown{std::move(session), source, std::move(tables)});
    exact_.forget();
    drafts_.forget();
  }
  Session open(SessionDocument document) override {
    Media media = media_of_tracks(settings_, info_, log_);
    media.read_audio = [](const AudioRequest&) -> std::shared_ptr<const ClipAudio> {
      throw Error(ErrorCode::input, "a page does not hear sound",
                  "open the document with overlace on your machine");
    };
    media.read_texture = [this](const std::string& path) { return given_.picture(path); };
    return shown_ ? shown_->session.next(std::move(document), std::move(media))
                  : Session(std::move(document), std::move(media));
  }
  Device drafting_device() const override { return cpu_device(); }

  std::unique_ptr<EditedPicture> plain(std::int32_t frame, Size size,
                                       Deadline /*deadline*/) override {
    return picture(frame, size);
  }
  std::unique_ptr<EditedPicture> small(std::int32_t frame, Size size) override {
    return picture(frame, size);
  }

  const Graph& graph() const override { return shown_->source.graph; }
  const ClipTables& tables() const override { return shown_->tables.of_clip; }
  const std::shared_ptr<const Plan>& plan() override { return planned(exact_, info_.size); }
  std::unique_ptr<EditedPicture> draft(std::int32_t frame, Size size,
                                       Deadline /*deadline*/) override {
    return drawn(drafts_, frame, size);
  }
  std::optional<PictureBytes> exact(std::int32_t frame, const PixelRect& part,
                                    Deadline /*deadline*/) override {
    return drawn(exact_, frame, info_.size)->encoded(part);
  }
  DrawnPixel pixel(std::int32_t frame, int x, int y) override {
    const std::unique_ptr<RgbaPicture> picture = drawn(exact_, frame, info_.size);
    return {picture->time(), picture->rgb_at(x, y)};
  }

 private:
  [[nodiscard]] std::unique_ptr<RgbaPicture> picture(std::int32_t frame, Size size) {
    return std::make_unique<RgbaPicture>(
        size, facts_.is_card ? card(size) : given_.frame(frame, size),
        facts_.has_alpha ? AlphaKind::straight : AlphaKind::opaque, time_of(info_, frame));
  }
  const std::shared_ptr<const Plan>& planned(Drawer& drawer, Size size) {
    return drawer.plan(*shown_, plan_settings(settings_), size);
  }
  [[nodiscard]] std::unique_ptr<RgbaPicture> drawn(Drawer& drawer, std::int32_t frame, Size size) {
    std::unique_ptr<RgbaPicture> picture = this->picture(frame, size);
    planned(drawer, size);
    drawer.draw(picture->time(), picture->view());
    return picture;
  }
  const RgbaPixels& card(Size size) {
    RgbaPixels& pixels = cards_[{size.width, size.height}];
    if (pixels.empty()) {
      if (cards_.size() > most_cards) cards_.erase(cards_.begin());
      return cards_[{size.width, size.height}] = test_card(size);
    }
    return pixels;
  }

  static constexpr std::size_t most_cards = 4;

  PageClipFacts facts_;
  ClipInfo info_;
  GraphSettings settings_;
  const GivenPictures& given_;
  LogSink log_;
  std::unique_ptr<Shown> shown_;  ///< null before the first graph
  Drawer exact_{cpu_device()};
  Drawer drafts_{cpu_device({.link_memory = drafts_look_back})};
  std::map<std::pair<int, int>, RgbaPixels> cards_;  ///< by width and height
};

}  // namespace

void GivenPictures::give_frame(std::int32_t frame, Size size, RgbaPixels pixels) {
  check_pixels(size, pixels);
  frames_.push_back({frame, size, std::move(pixels)});
  std::size_t bytes = 0;
  for (const Frame& kept : frames_) bytes += kept.pixels.size();
  for (; bytes > most_frame_bytes && frames_.size() > 1; frames_.pop_front())
    bytes -= frames_.front().pixels.size();
}

void GivenPictures::give_picture(const std::string& path, Size size, const RgbaPixels& pixels) {
  check_pixels(size, pixels);
  if (size.width > max_texture_side || size.height > max_texture_side)
    throw Error(ErrorCode::limit,
                fmt::format("is {} x {} px; an image to paint with has at most {} on a side",
                            size.width, size.height, max_texture_side),
                "scale it down", SourceLocation{path});
  std::vector<std::uint16_t> samples;
  samples.reserve(pixels.size());
  std::ranges::transform(pixels, std::back_inserter(samples),
                         [](std::uint8_t code) { return static_cast<std::uint16_t>(code * 257); });
  pictures_[path] = std::make_shared<const Texture>(make_texture(size, samples));
}

void GivenPictures::refuse_picture(const std::string& path) {
  pictures_[path] = nullptr;
}

const RgbaPixels& GivenPictures::frame(std::int32_t number, Size size) const {
  for (const Frame& kept : frames_)
    if (kept.number == number && kept.size == size) return kept.pixels;
  throw FrameNeeded{number, size};
}

std::shared_ptr<const Texture> GivenPictures::picture(const std::string& path) const {
  const auto found = pictures_.find(path);
  if (found == pictures_.end()) throw PictureNeeded{path};
  if (found->second == nullptr)
    throw Error(ErrorCode::input, "there is no picture of this name here",
                "drop the file onto the page", SourceLocation{path});
  return found->second;
}

std::unique_ptr<EditedClip> open_page_clip(const PageClipFacts& facts, GraphSettings settings,
                                           const GivenPictures& given, LogSink log) {
  return std::make_unique<PageClip>(facts, std::move(settings), given, std::move(log));
}

}  // namespace overlace
