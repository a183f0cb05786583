// SPDX-License-Identifier: Apache-2.0
// libvips on a layer of four 8-bit bands, and on boxes of an NV12 picture. Images are pipelines
// that compute anew whatever is read; the cache of operations is off.
#include <vips/vips.h>

#include <cstring>
#include <optional>

#include "bench/peers/places.h"
#include "bench/peers/plane_parts.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

using Kind = PeerEffect::Kind;

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
using Image = std::unique_ptr<VipsImage, Unref>;
using Region = std::unique_ptr<VipsRegion, Unref>;

void require(int code) {
  if (code != 0) throw Error(ErrorCode::internal, std::string("libvips: ") + vips_error_buffer());
}
/// The image that call(&out) makes.
template <class Call>
Image made_by(const Call& call) {
  VipsImage* out = nullptr;
  require(call(&out));
  return Image(out);
}

/// One way to apply a kind of effect.
struct Way {
  const char* name;
  Kind kind;
  VipsPrecision
      precision;  ///< of a blur: a mask of integers, of floats, or boxes one after another
  int tolerance;  ///< code values
};
constexpr Way ways[] = {
    {"libvips gaussblur, integer", Kind::blur, VIPS_PRECISION_INTEGER, 10},
    {"libvips gaussblur, float", Kind::blur, VIPS_PRECISION_FLOAT, 6},  // its mask ends early
    {"libvips gaussblur, approximate", Kind::blur, VIPS_PRECISION_APPROXIMATE, 40},
    {"libvips shrink, zoom", Kind::pixelate, {}, 3},
    {"libvips mapim", Kind::warp, {}, 10},
};

void start(int threads) {
  static const int started = VIPS_INIT("bench-peers");
  require(started);
  vips_cache_set_max(0);
  vips_concurrency_set(threads);
}

/// An image over samples that stay in place, rows without padding.
Image image_of(const void* samples, std::size_t bytes, Size size, int bands,
               VipsBandFormat format = VIPS_FORMAT_UCHAR) {
  return Image(vips_image_new_from_memory(samples, bytes, size.width, size.height, bands, format));
}

/// The change of a part of an image: a pipeline, built before timing starts.
class Change {
 public:
  Change(const Way& way, const PeerEffect& effect, Image from, const PixelRect& part)
      : way_(&way), effect_(effect), part_(part), from_(std::move(from)) {
    const Size size{from_->Xsize, from_->Ysize};
    if (way.kind == Kind::warp) places_ = places_of(effect, size, part);
    made_ = way.kind == Kind::warp       ? moved()
            : way.kind == Kind::pixelate ? pixelated()
                                         : part_of(blurred().get());
  }

  /// Reading it computes it.
  [[nodiscard]] VipsImage* made() const { return made_.get(); }

 private:
  [[nodiscard]] Image part_of(VipsImage* from) const {
    return made_by([&](VipsImage** out) {
      return vips_extract_area(from, out, part_.x, part_.y, part_.width, part_.height, nullptr);
    });
  }
  [[nodiscard]] Image moved() const {
    const Image map = image_of(places_.data(), places_.size() * sizeof(Vec2),
                               {part_.width, part_.height}, 2, VIPS_FORMAT_FLOAT);
    return made_by(
        [&](VipsImage** out) { return vips_mapim(from_.get(), out, map.get(), nullptr); });
  }
  [[nodiscard]] Image pixelated() const {
    const int block = effect_.block;
    const Image part = part_of(from_.get());
    const Image means = made_by([&](VipsImage** out) {
      return vips_shrink(part.get(), out, double{1} * block, double{1} * block, nullptr);
    });
    return made_by(
        [&](VipsImage** out) { return vips_zoom(means.get(), out, block, block, nullptr); });
  }
  /// Masks end at three sigmas, like OpenCV's for bytes.
  [[nodiscard]] Image blurred() const {
    constexpr double least_weight = 0.0112;  // exp(-3^2 / 2), relative to the middle weight
    const Image filtered = made_by([&](VipsImage** out) {
      return vips_gaussblur(from_.get(), out, double{effect_.sigma}, "precision", way_->precision,
                            "min_ampl", least_weight, nullptr);
    });
    return made_by([&](VipsImage** out) { return vips_cast_uchar(filtered.get(), out, nullptr); });
  }

  const Way* way_;
  PeerEffect effect_;
  PixelRect part_;
  std::vector<Vec2> places_;
  Image from_, made_;
};

/// Computes an image of bytes into rows without padding.
void compute(VipsImage* image, std::vector<std::byte>& rows) {
  struct Rows {
    std::byte* first;
    std::size_t stride;
  };
  const std::size_t line_bytes = VIPS_IMAGE_SIZEOF_LINE(image);
  rows.resize(line_bytes * static_cast<std::size_t>(image->Ysize));
  Rows to{rows.data(), line_bytes};
  const auto take = [](VipsRegion* strip, VipsRect* area, void* to_rows) {
    const auto& [first, stride] = *static_cast<Rows*>(to_rows);
    for (int y = area->top; y < VIPS_RECT_BOTTOM(area); ++y)
      std::memcpy(first + static_cast<std::size_t>(y) * stride,
                  VIPS_REGION_ADDR(strip, area->left, y), stride);
    return 0;
  };
  require(vips_sink_disc(image, take, &to));
}

class VipsLayer final : public EffectPeer {
 public:
  VipsLayer(const Way& way, const PeerSetup& setup) : way_(&way), size_(setup.size) {
    start(setup.threads);
  }

  std::string name() const override { return way_->name; }
  bool knows(Kind kind) const override { return kind == way_->kind; }
  int tolerance() const override { return way_->tolerance; }
  void prepare(std::span<const std::byte> rgba, const PeerEffect& effect) override {
    layer_.assign(rgba.begin(), rgba.end());
    change_.emplace(*way_, effect, image_of(layer_.data(), layer_.size(), size_, 4), whole(size_));
  }
  void run() override { compute(change_->made(), made_); }
  std::span<const std::byte> pixels() override { return made_; }

 private:
  const Way* way_;
  Size size_;
  std::vector<std::byte> layer_, made_;
  std::optional<Change> change_;
};

class VipsPicture final : public PlanePartsPeer {
 public:
  VipsPicture(const Way& way, const PeerSetup& setup) : PlanePartsPeer(setup.size), way_(&way) {
    start(setup.threads);
  }

  std::string name() const override { return way_->name; }
  bool knows(Kind kind) const override { return kind == way_->kind; }
  int tolerance() const override { return way_->tolerance; }

 private:
  void take(const PeerEffect& effect, std::span<const PlanePart> parts) override {
    changes_.clear();
    for (const PlanePart& part : parts) {
      const std::size_t bytes = part.row_bytes() * static_cast<std::size_t>(part.size.height);
      changes_.emplace_back(*way_, in_samples(effect, part.scale),
                            image_of(part.plane, bytes, part.size, part.channels), part.box);
    }
  }
  /// Boxes are small: this thread computes each in one go, in a fraction of the time that libvips'
  /// own threads would take.
  void change(std::size_t i) override {
    VipsImage* changed = changes_[i].made();
    const Region region(vips_region_new(changed));
    const VipsRect all{0, 0, changed->Xsize, changed->Ysize};
    require(vips_region_prepare(region.get(), &all));
    put(i, VIPS_REGION_ADDR_TOPLEFT(region.get()),
        static_cast<std::size_t>(VIPS_REGION_LSKIP(region.get())));
  }

  const Way* way_;
  std::vector<Change> changes_;
};

template <class Peer>
EffectPeers peers_of(const PeerSetup& setup) {
  EffectPeers peers;
  for (const Way& way : ways) peers.push_back(std::make_unique<Peer>(way, setup));
  return peers;
}

}  // namespace

EffectPeers vips_layer_peers(const PeerSetup& setup) {
  return peers_of<VipsLayer>(setup);
}

EffectPeers vips_picture_peers(const PeerSetup& setup) {
  return peers_of<VipsPicture>(setup);
}

}  // namespace overlace
