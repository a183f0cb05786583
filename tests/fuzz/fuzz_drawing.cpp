// SPDX-License-Identifier: Apache-2.0
// Fuzzes drawing: any scene gives the same bytes on every instruction set of the CPU and with the
// device's kernels run on the host, fused and on layers; layers differ from the fused pass only by
// the rounding of half floats.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <span>

#include "tests/gpu/device/host_replay.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

/// Random numbers from the fuzzer's bytes, two for each; from a generator when they are used up.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes)
      : left_(bytes), more_(static_cast<std::uint32_t>(bytes.size())) {}

  std::uint32_t operator()() {
    if (left_.size() < 2) return static_cast<std::uint32_t>(more_());
    const std::uint32_t value = left_[0] | static_cast<std::uint32_t>(left_[1]) << 8U;
    left_ = left_.subspan(2);
    return value * 0x10001U;
  }
  int below(int n) { return static_cast<int>((*this)() % static_cast<std::uint32_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  float unit() { return static_cast<float>((*this)() >> 16U) / 65535; }
  /// A position in or around a picture; sometimes one that no picture has.
  float place(int size) {
    constexpr float odd[] = {0,
                             -0.0F,
                             1e9F,
                             -1e9F,
                             1e-9F,
                             1e30F,
                             -1e30F,
                             std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN()};
    if (one_in(40)) return odd[below(static_cast<int>(std::size(odd)))];
    return (unit() * 1.5F - 0.25F) * static_cast<float>(size);
  }
  Color color() { return {unit(), unit(), unit(), one_in(3) ? 1 : unit()}; }

 private:
  std::span<const std::uint8_t> left_;
  std::mt19937 more_;
};

/// What is drawn, and the text to print on failure.
struct Scene {
  std::shared_ptr<const Plan> fused, layered;  ///< `layered` may be null
  NamedFormat format;
  std::string text;
};

[[noreturn]] void fail(const Scene& scene, const std::string& what) {
  const ClipInfo& clip = scene.fused->clip;
  fmt::print(stderr, "{}\n{}x{} as shown, turned {}, flipped {} {}, format {}\n{}\n", what,
             clip.size.width, clip.size.height, clip.stored.transposed, clip.stored.flip_x,
             clip.stored.flip_y, scene.format.name, scene.text);
  std::abort();
}

ClipInfo random_clip(Bytes& bytes) {
  return {.size = {1 + bytes.below(140), 1 + bytes.below(90)},
          .frame_rate = {25},
          .frame_count = 2,
          .stored = {bytes.one_in(2), bytes.one_in(2), bytes.one_in(2)}};
}

Scene graph_scene(Bytes& bytes, const NamedFormat& format) {
  const ClipInfo clip = random_clip(bytes);
  const RandomSource source = std::ref(bytes);
  const bool effects = bytes.one_in(2);
  const std::string document = random_document(source, effects);
  const TrackTable tracks = random_tracks(
      source, {.size = clip.size, .frames = clip.frame_count, .objects = bytes.below(20)});
  // There is no bound on what effects make of the rounding of layers.
  return {plan_of(document, tracks, clip, false),
          effects ? nullptr : plan_of(document, tracks, clip, true), format, document};
}

void dress(Bytes& bytes, Primitive& p) {
  p.stroke = bytes.color();
  p.stroke_end = bytes.one_in(2) ? p.stroke : bytes.color();
  p.fill = bytes.one_in(2) ? clear : bytes.color();
  p.width = bytes.place(9);
  p.width_end = bytes.one_in(2) ? p.width : bytes.place(9);
  if (bytes.one_in(4)) p.dash = {bytes.place(20), bytes.place(12), bytes.place(40)};
  if (bytes.one_in(8)) p.dash.count = bytes.place(9);
  if (bytes.one_in(5)) p.glow = {bytes.place(16), bytes.unit()};
  p.cap = bytes.one_in(2) ? CapStyle::butt : CapStyle::round;
}

Primitive random_primitive(Bytes& bytes, Size size, const Primitive* before) {
  const auto point = [&] { return Vec2{bytes.place(size.width), bytes.place(size.height)}; };
  Primitive p;
  const int kind = bytes.below(9);
  if (kind < 3) {
    const bool goes_on = before != nullptr && before->kind == PrimitiveKind::curve;
    const Vec2 from = point(), to = point();
    p = parabola(from, point(), to, 1, white);
    p.curve.segments = 1 + static_cast<std::uint32_t>(bytes.below(12));
    if (goes_on && bytes.one_in(2)) {
      p.joined = true;
      p.curve.p0 = before->curve.p1;
    }
  } else if (kind < 6) {
    p = shape(static_cast<ShapeKind>(bytes.below(5)), point(), point(), bytes.place(20), 1, white,
              white);
    p.shape.arm = bytes.place(20);
  } else if (kind == 6) {
    p.kind = PrimitiveKind::glyph;
    p.glyph = {bytes.below(size.width + 40) - 20, bytes.below(size.height + 40) - 20, 20, 30,
               static_cast<std::uint32_t>(bytes.below(3000))};
  } else if (kind == 7) {
    p.kind = PrimitiveKind::bolt;
    p.bolt = {};
    p.bolt.p0 = point();
    p.bolt.hc = point();
    p.bolt.p1 = point();
    p.bolt.amplitude = bytes.unit();
    p.bolt.random.seed = static_cast<std::uint32_t>(bytes.below(99));
    p.bolt.octaves = 1 + static_cast<std::uint32_t>(bytes.below(8));
  }
  dress(bytes, p);
  if (p.kind == PrimitiveKind::glyph || p.kind == PrimitiveKind::fill) p.fill = bytes.color();
  return p;
}

std::string text_of(const Color& c) {
  return fmt::format("{} {} {} {}", c.r, c.g, c.b, c.a);
}

std::string text_of(const Primitive& p) {
  std::string text = fmt::format(
      "kind {} joined {} width {} {} dash {} {} {} glow {} {}", static_cast<int>(p.kind), p.joined,
      p.width, p.width_end, p.dash.period, p.dash.on, p.dash.phase, p.glow.radius, p.glow.gain);
  if (p.kind == PrimitiveKind::curve)
    text += fmt::format(" from {} {} over {} {} to {} {}, {} segments", p.curve.p0.x, p.curve.p0.y,
                        p.curve.hc.x, p.curve.hc.y, p.curve.p1.x, p.curve.p1.y, p.curve.segments);
  if (p.kind == PrimitiveKind::shape)
    text +=
        fmt::format(" shape {} at {} {} half {} {} radius {} arm {}",
                    static_cast<int>(p.shape.kind), p.shape.center.x, p.shape.center.y,
                    p.shape.half_size.x, p.shape.half_size.y, p.shape.corner_radius, p.shape.arm);
  return text + fmt::format(" stroke {} to {} fill {}\n", text_of(p.stroke), text_of(p.stroke_end),
                            text_of(p.fill));
}

/// Draws `list`, with bitmaps for its glyphs.
MakeHostDraw drawing(std::vector<Primitive> list) {
  return [list = std::move(list)](const std::shared_ptr<GlyphAtlas>& atlas) -> HostDraw {
    if (atlas->coverage.empty()) {
      std::mt19937 bitmaps(1);
      fill_atlas(bitmaps, *atlas);
    }
    return [list](const HostInputs&, DisplayList& out) {
      out.primitives.insert(out.primitives.end(), list.begin(), list.end());
    };
  };
}

/// Arbitrary display lists, in groups, including what no graph produces.
Scene list_scene(Bytes& bytes, const NamedFormat& format) {
  auto plan = std::make_shared<Plan>();
  plan->clip = random_clip(bytes);
  Scene scene{plan, nullptr, format, {}};
  const int groups = bytes.below(3);
  for (int part = 0; part <= groups; ++part) {
    std::vector<Primitive> list;
    for (int i = bytes.below(12); i >= 0; --i) {
      const Primitive* before = list.empty() ? nullptr : &list.back();
      list.push_back(random_primitive(bytes, plan->clip.size, before));
      scene.text += text_of(list.back());
    }
    const std::size_t count = list.size();
    plan->primitive_capacity += count + 2;
    if (part > 0) {
      Number opacity(bytes.unit());
      opacity.bind({});
      const auto blend = static_cast<BlendMode>(bytes.below(5));
      scene.text += fmt::format("the last {} in a group, blend {}, opacity {}\n", count,
                                static_cast<int>(blend), opacity.constant.value);
      plan->steps.push_back({.work = GroupBeginStep{blend, opacity}, .capacity = 1});
    }
    auto make = std::make_shared<const MakeHostDraw>(drawing(std::move(list)));
    plan->steps.push_back(
        {.work = DrawStep{no_tracks, no_slot,
                          [make](const FrameTime&) { return DrawOp(HostDrawOp{make.get()}); }},
         .capacity = count});
    if (part > 0) plan->steps.push_back({.work = GroupEndStep{}, .capacity = 1});
  }
  plan->steps.push_back({.work = RasterStep{}});
  return scene;
}

Picture drawn(const Scene& scene, Replay& replay, std::int32_t frame) {
  Picture picture(stored_size(scene.fused->clip), scene.format.format, scene.format.color);
  picture.fill_noise(static_cast<std::uint32_t>(frame));
  replay.draw(time_of(scene.fused->clip, frame), picture.view());
  return picture;
}

/// A picture of a plan by the scalar code; all other paths must draw the same.
Picture agreed_picture(const Scene& scene, const std::shared_ptr<const Plan>& plan,
                       std::int32_t frame) {
  const auto scalar = make_cpu_replay(plan, {.threads = 1, .simd = SimdLevel::scalar});
  Picture expected = drawn(scene, *scalar, frame);
  const auto compare = [&](Replay& replay, std::string_view by) {
    const Picture actual = drawn(scene, replay, frame);
    const auto [a, b] = std::ranges::mismatch(expected.bytes(), actual.bytes());
    if (a == expected.bytes().end()) return;
    fail(scene, fmt::format("frame {}{}: byte {} is {} by scalar code and {} by {}", frame,
                            plan == scene.layered ? " on layers" : "", a - expected.bytes().begin(),
                            static_cast<int>(*a), static_cast<int>(*b), by));
  };
  for (const SimdLevel level : {SimdLevel::avx2, SimdLevel::avx512}) {
    if (detect_simd() < level) continue;
    compare(*make_cpu_replay(plan, {.threads = 2, .simd = level}), simd_name(level));
  }
  DeviceReplay<HostQueue> device(plan, std::make_unique<HostQueue>(4711), 1, 1);
  compare(device, "the device's kernels");
  return expected;
}

/// Half floats of a layer may change a sample by one code value at 8 bits, by two at 10.
void check_layers(const Scene& scene, const Picture& fused, const Picture& layered) {
  const PixelFormat& format = scene.format.format;
  if (format.bits != 8 && format.bits != 10) return;
  const double most = format.bits == 8 ? 1 : 2;
  for (int c = 0; c < 3; ++c) {
    const Size size = fused.plane_size(c);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        if (const double a = fused.sample(c, x, y), b = layered.sample(c, x, y);
            std::abs(a - b) > most)
          fail(scene, fmt::format("component {} at {} {}: {} fused, {} on layers", c, x, y, a, b));
  }
}

void run(std::span<const std::uint8_t> input) {
  static const std::vector<NamedFormat> formats = all_formats();
  Bytes bytes(input);
  const bool graph = bytes.one_in(2);
  const NamedFormat& format = formats[bytes() % formats.size()];
  const Scene scene = graph ? graph_scene(bytes, format) : list_scene(bytes, format);
  for (std::int32_t frame = 0; frame < (graph ? 2 : 1); ++frame) {
    const Picture fused = agreed_picture(scene, scene.fused, frame);
    if (scene.layered) check_layers(scene, fused, agreed_picture(scene, scene.layered, frame));
  }
}

}  // namespace
}  // namespace overlace::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  overlace::test::run({data, size});
  return 0;
}
