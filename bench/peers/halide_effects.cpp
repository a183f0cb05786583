// SPDX-License-Identifier: Apache-2.0
// Halide's Gaussian, compiled for its sigma before timing starts: on a layer of four 8-bit
// channels, and on boxes of an NV12 picture.
#include <Halide.h>

#include <cmath>
#include <cstring>
#include <optional>

#include "bench/peers/places.h"
#include "bench/peers/plane_parts.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

using Kind = PeerEffect::Kind;
using Bytes = Halide::Buffer<std::uint8_t, 2>;

/// Weights up to three sigmas, like OpenCV's for bytes; their sum is 1.
std::vector<float> gaussian_weights(double sigma) {
  const int radius = static_cast<int>(std::ceil(3 * sigma));
  std::vector<double> exact;
  double sum = 0;
  for (int i = -radius; i <= radius; ++i) {
    exact.push_back(std::exp(-i * i / (2 * sigma * sigma)));
    sum += exact.back();
  }
  std::vector<float> weights;
  for (const double weight : exact) weights.push_back(static_cast<float>(weight / sum));
  return weights;
}

/// The sum of at(i) times the weights; the middle weight is that of at(0).
template <class At>
Halide::Expr weighted_sum(const std::vector<float>& weights, const At& at) {
  const int radius = static_cast<int>(weights.size()) / 2;
  Halide::Expr sum = 0.0F;
  for (int i = -radius; i <= radius; ++i)
    sum += weights[static_cast<std::size_t>(i + radius)] * at(i);
  return sum;
}

/// Index `i` into `count` elements, mirrored about the first and the last.
Halide::Expr mirrored(const Halide::Expr& i, const Halide::Expr& count) {
  const Halide::Expr place = Halide::select(i < 0, -i, i >= count, 2 * (count - 1) - i, i);
  return Halide::clamp(place, 0, count - 1);
}

/// A separable Gaussian of bytes in floats; planes are mirrored beyond their edges. Channels are
/// interleaved in a row, so that neighbours of a sample are as many samples away. Strips of columns
/// are processed from top to bottom: each row of the horizontal pass is computed once, and stays in
/// the cache until the last row that reads it.
class Gaussian {
 public:
  /// For rows of about `width` samples, counting each channel.
  Gaussian(double sigma, int channels, int width, int threads)
      : sigma_(sigma), strip_(strip_of(width)) {
    try {
      compile(channels, threads);
    } catch (const Halide::Error& error) {
      throw Error(ErrorCode::internal, std::string("Halide: ") + error.what());
    }
  }

  [[nodiscard]] double sigma() const { return sigma_; }
  /// Samples per row of the output of `run` when at least `width` are wanted.
  [[nodiscard]] int made_width(int width) const { return (width + strip_ - 1) / strip_ * strip_; }
  void run(const Bytes& from, Bytes& to) {
    from_.set(from);
    made_.realize(to);
  }

 private:
  static constexpr int lanes = 64;  ///< four vectors of floats at once

  void compile(int channels, int threads) {
    const std::vector<float> weights = gaussian_weights(sigma_);
    const Halide::Var x("x"), y("y"), strip("strip"), inner("inner");
    const Halide::Expr width = from_.width(), row = mirrored(y, from_.height());
    const Halide::Expr beyond =
        from_(mirrored(x / channels, width / channels) * channels + x % channels, row);
    const Halide::Expr inside = from_(Halide::clamp(x, 0, width - 1), row);
    Halide::Func floats("floats"), across("across");
    floats(x, y) =
        Halide::cast<float>(Halide::select(x < 0 || x >= width, beyond, Halide::likely(inside)));
    across(x, y) = weighted_sum(weights, [&](int i) { return floats(x + i * channels, y); });
    const Halide::Expr down = weighted_sum(weights, [&](int i) { return across(x, y + i); });
    made_(x, y) = Halide::cast<std::uint8_t>(Halide::clamp(down + 0.5F, 0.0F, 255.0F));

    made_.split(x, strip, inner, strip_, Halide::TailStrategy::RoundUp)
        .reorder(inner, y, strip)
        .vectorize(inner, lanes, Halide::TailStrategy::RoundUp);
    across.store_at(made_, strip).compute_at(made_, y).vectorize(x, lanes);
    floats.compute_at(made_, y).vectorize(x, lanes / 4);
    if (threads > 1) made_.parallel(strip);
    Halide::Internal::JITSharedRuntime::set_num_threads(threads);
    made_.compile_jit();
  }
  /// The widest strip of up to 1024 samples such that whole strips make up a row.
  static int strip_of(int width) {
    const int strips = (width + 1023) / 1024;
    return ((width + strips - 1) / strips + lanes - 1) / lanes * lanes;
  }

  double sigma_;
  int strip_;
  Halide::ImageParam from_{Halide::UInt(8), 2};
  Halide::Func made_{"made"};
};

constexpr const char* peer_name = "Halide, separable Gaussian";

class HalideLayer final : public EffectPeer {
 public:
  explicit HalideLayer(const PeerSetup& setup) : setup_(setup) {}

  std::string name() const override { return peer_name; }
  bool knows(Kind kind) const override { return kind == Kind::blur; }
  void prepare(std::span<const std::byte> rgba, const PeerEffect& effect) override {
    const auto [width, height] = setup_.size;
    const double sigma = double{effect.sigma};
    if (!gaussian_ || gaussian_->sigma() != sigma) {
      gaussian_.emplace(sigma, 4, 4 * width, setup_.threads);
      from_ = Bytes(4 * width, height);
      made_ = Bytes(gaussian_->made_width(4 * width), height);
    }
    std::memcpy(from_.data(), rgba.data(), rgba.size());
  }
  void run() override { gaussian_->run(from_, made_); }
  std::span<const std::byte> pixels() override {
    const auto width = static_cast<std::size_t>(from_.width());
    pixels_.resize(width * static_cast<std::size_t>(from_.height()));
    for (int y = 0; y < from_.height(); ++y)
      std::memcpy(pixels_.data() + static_cast<std::size_t>(y) * width, &made_(0, y), width);
    return pixels_;
  }

 private:
  PeerSetup setup_;
  std::optional<Gaussian> gaussian_;
  Bytes from_, made_;
  std::vector<std::byte> pixels_;
};

class HalidePicture final : public PlanePartsPeer {
 public:
  explicit HalidePicture(const PeerSetup& setup)
      : PlanePartsPeer(setup.size), threads_(setup.threads) {}

  std::string name() const override { return peer_name; }
  bool knows(Kind kind) const override { return kind == Kind::blur; }

 private:
  /// A part in its plane, and its result.
  struct Part {
    Gaussian* gaussian;
    Bytes plane, made;
  };

  void take(const PeerEffect& effect, std::span<const PlanePart> parts) override {
    parts_.clear();
    for (const PlanePart& part : parts) {
      const PixelRect& box = part.box;
      const int width = part.channels * box.width;
      Gaussian& gaussian = gaussian_for(in_samples(effect, part.scale).sigma, part, width);
      Bytes made(gaussian.made_width(width), box.height);
      made.set_min(part.channels * box.x, box.y);
      parts_.push_back({&gaussian,
                        Bytes(reinterpret_cast<std::uint8_t*>(part.plane),
                              part.channels * part.size.width, part.size.height),
                        made});
    }
  }
  void change(std::size_t i) override {
    auto& [gaussian, plane, made] = parts_[i];
    gaussian->run(plane, made);
    put(i, made.data(), static_cast<std::size_t>(made.width()));
  }
  /// All boxes have one size; luma and chroma have a Gaussian each.
  Gaussian& gaussian_for(float sigma, const PlanePart& part, int width) {
    std::optional<Gaussian>& own = part.channels == 1 ? luma_ : chroma_;
    if (!own || own->sigma() != double{sigma})
      own.emplace(double{sigma}, part.channels, width, threads_);
    return *own;
  }

  int threads_;
  std::optional<Gaussian> luma_, chroma_;
  std::vector<Part> parts_;
};

}  // namespace

EffectPeers halide_layer_peers(const PeerSetup& setup) {
  EffectPeers peers;
  peers.push_back(std::make_unique<HalideLayer>(setup));
  return peers;
}

EffectPeers halide_picture_peers(const PeerSetup& setup) {
  EffectPeers peers;
  peers.push_back(std::make_unique<HalidePicture>(setup));
  return peers;
}

}  // namespace overlace
