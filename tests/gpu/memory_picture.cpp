// SPDX-License-Identifier: Apache-2.0
// Pictures, primitives and random scenes.
#include "tests/gpu/memory_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "gpu/kernels/half.h"

namespace overlace::test {
Picture::Picture(Size size, const PixelFormat& format, const ColorSpec& color)
    : size_(size), format_(format), color_(color) {
  constexpr std::size_t padding = 13;
  const auto bytes = static_cast<std::size_t>(sample_bytes(format.sample));
  std::vector<Size> planes;
  const Size chroma = plane_size(1);
  switch (format.layout) {
    case PlaneLayout::packed:
      planes = {{size.width * format.components, size.height}};
      break;
    case PlaneLayout::semi_planar:
      planes = {size, {chroma.width * 2, chroma.height}};
      break;
    case PlaneLayout::planar:
      planes = {size};
      if (format.model != ColorModel::gray) planes.insert(planes.end(), {chroma, chroma});
      if (format.alpha) planes.push_back(size);
      break;
  }
  std::size_t at = padding;
  for (const Size& plane : planes) {
    const std::size_t row = static_cast<std::size_t>(plane.width) * bytes;
    const std::size_t stride = (row + padding + bytes - 1) / bytes * bytes;
    at = (at + bytes - 1) / bytes * bytes;
    planes_.push_back({at, stride, row, static_cast<std::size_t>(plane.height)});
    at += stride * static_cast<std::size_t>(plane.height);
  }
  bytes_.assign(at + padding, std::byte{0});
}

void Picture::fill_noise(std::uint32_t seed) {
  std::mt19937 random(seed);
  for (std::byte& b : bytes_) b = static_cast<std::byte>(random());
  const bool floats = format_.sample == SampleType::f16 || format_.sample == SampleType::f32;
  const bool cut = format_.sample == SampleType::u16 && format_.bits + format_.shift < 16;
  if (!floats && !cut) return;
  for (int c = 0; c < 4; ++c) {
    if (c == 3 && !format_.alpha) continue;
    if (c > 0 && c < 3 && format_.model == ColorModel::gray) continue;
    const double top = floats ? 1.0 : std::ldexp(1.0, format_.bits) - 1;
    const Size plane = plane_size(c);
    for (int y = 0; y < plane.height; ++y) {
      for (int x = 0; x < plane.width; ++x) {
        const double value = static_cast<double>(random()) * 0x1p-32 * top;
        set_sample(c, x, y, floats ? value : std::floor(value));
      }
    }
  }
}

ImageView Picture::view() {
  ImageView view{size_, format_, color_, {}};
  for (std::size_t i = 0; i < planes_.size(); ++i) {
    view.planes[i] = {bytes_.data() + planes_[i].begin,
                      static_cast<std::ptrdiff_t>(planes_[i].stride)};
  }
  return view;
}

bool Picture::is_padding(std::size_t index) const {
  return std::none_of(planes_.begin(), planes_.end(), [&](const Plane& p) {
    return index >= p.begin && index < p.begin + p.stride * p.rows &&
           (index - p.begin) % p.stride < p.row_bytes;
  });
}

Size Picture::plane_size(int c) const {
  if (c == 0 || c == 3 || format_.model != ColorModel::ycbcr) return size_;
  return {(size_.width + format_.chroma_shift_x) >> format_.chroma_shift_x,
          (size_.height + format_.chroma_shift_y) >> format_.chroma_shift_y};
}

std::size_t Picture::locate(int c, int x, int y) const {
  const auto bytes = static_cast<std::size_t>(sample_bytes(format_.sample));
  std::size_t plane = static_cast<std::size_t>(c), index = static_cast<std::size_t>(x);
  if (format_.layout == PlaneLayout::packed) {
    plane = 0;
    index = index * format_.components + format_.component_offset[static_cast<std::size_t>(c)];
  } else if (format_.layout == PlaneLayout::semi_planar && c > 0) {
    plane = 1;
    index = index * 2 + static_cast<std::size_t>(c - 1);
  } else if (format_.model == ColorModel::rgb && c < 3) {
    constexpr std::size_t gbr[3] = {2, 0, 1};
    plane = gbr[c];
  } else if (format_.model == ColorModel::gray && c == 3) {
    plane = 1;
  }
  return planes_[plane].begin + planes_[plane].stride * static_cast<std::size_t>(y) + index * bytes;
}

double Picture::sample(int c, int x, int y) const {
  const std::byte* p = bytes_.data() + locate(c, x, y);
  if (format_.sample == SampleType::u8) return static_cast<double>(*p);
  if (format_.sample == SampleType::f32) {
    float value;
    std::memcpy(&value, p, sizeof value);
    return value;
  }
  std::uint16_t value;
  std::memcpy(&value, p, sizeof value);
  if (format_.sample == SampleType::f16) return half_to_float(value);
  return value >> format_.shift;
}

void Picture::set_sample(int c, int x, int y, double value) {
  std::byte* p = bytes_.data() + locate(c, x, y);
  if (format_.sample == SampleType::u8) {
    *p = static_cast<std::byte>(static_cast<int>(value));
  } else if (format_.sample == SampleType::f32) {
    const auto stored = static_cast<float>(value);
    std::memcpy(p, &stored, sizeof stored);
  } else {
    const std::uint16_t stored =
        format_.sample == SampleType::f16
            ? float_to_half(static_cast<float>(value))
            : static_cast<std::uint16_t>(static_cast<int>(value) << format_.shift);
    std::memcpy(p, &stored, sizeof stored);
  }
}

std::uint32_t Picture::bits(int c, int x, int y) const {
  std::uint32_t bits = 0;
  std::memcpy(&bits, bytes_.data() + locate(c, x, y),
              static_cast<std::size_t>(sample_bytes(format_.sample)));
  return bits;
}

void Picture::set_bits(int c, int x, int y, std::uint32_t bits) {
  std::memcpy(bytes_.data() + locate(c, x, y), &bits,
              static_cast<std::size_t>(sample_bytes(format_.sample)));
}

// Bit patterns of IEEE 754 binary32 and binary16.
void Picture::fill_unusual(std::uint32_t seed) {
  constexpr std::uint32_t singles[] = {0x7FC12345, 0xFFC00000, 0x7FFFFFFF, 0x7F800001, 0xFF812345,
                                       0x7F800000, 0xFF800000, 0x00000001, 0x7F7FFFFF, 0x3F000000};
  constexpr std::uint32_t halves[] = {0x7E12, 0xFE00, 0x7FFF, 0x7C01, 0xFD12,
                                      0x7C00, 0xFC00, 0x0001, 0x7BFF, 0x3800};
  std::mt19937 random(seed);
  for (int c = 0; c < (format_.alpha ? 4 : 3); ++c) {
    const Size plane = plane_size(c);
    for (int y = 0; y < plane.height; ++y)
      for (int x = 0; x < plane.width; ++x)
        set_bits(c, x, y, (format_.sample == SampleType::f32 ? singles : halves)[random() % 10]);
  }
}

PixelFormat ycbcr_format(int shift_x, int shift_y, int bits) {
  PixelFormat f;
  f.chroma_shift_x = static_cast<std::uint8_t>(shift_x);
  f.chroma_shift_y = static_cast<std::uint8_t>(shift_y);
  f.bits = static_cast<std::uint8_t>(bits);
  if (bits > 8) f.sample = SampleType::u16;
  return f;
}

PixelFormat nv12_format() {
  PixelFormat f = ycbcr_format(1, 1);
  f.layout = PlaneLayout::semi_planar;
  return f;
}

PixelFormat float_format(bool alpha) {
  PixelFormat f;
  f.model = ColorModel::rgb;
  f.layout = PlaneLayout::packed;
  f.sample = SampleType::f32;
  f.alpha = alpha;
  f.components = alpha ? 4 : 3;
  f.component_offset = {0, 1, 2, 3};
  return f;
}

std::vector<NamedFormat> all_formats() {
  constexpr ColorSpec video, full{.range = ColorRange::full};
  constexpr ColorSpec top_left{.matrix = ColorMatrix::bt2020, .siting = ChromaSiting::top_left};
  constexpr ColorSpec center{
      .matrix = ColorMatrix::bt601, .range = ColorRange::full, .siting = ChromaSiting::center};
  PixelFormat p010 = nv12_format();
  p010.sample = SampleType::u16;
  p010.bits = 10;
  p010.shift = 6;
  PixelFormat bgra = float_format(true);
  bgra.sample = SampleType::u8;
  bgra.component_offset = {2, 1, 0, 3};
  PixelFormat bgr24 = float_format();
  bgr24.sample = SampleType::u8;
  bgr24.component_offset = {2, 1, 0, 0};
  PixelFormat no_rgb = bgr24;  // an unused byte, then R, G and B
  no_rgb.components = 4;
  no_rgb.component_offset = {1, 2, 3, 0};
  PixelFormat rgb48 = float_format();
  rgb48.sample = SampleType::u16;
  rgb48.bits = 16;
  PixelFormat half = float_format(true);
  half.sample = SampleType::f16;
  PixelFormat gbrp;
  gbrp.model = ColorModel::rgb;
  PixelFormat gray;
  gray.model = ColorModel::gray;
  PixelFormat yuva = ycbcr_format(1, 1);
  yuva.alpha = true;
  return {{"nv12", nv12_format(), video},
          {"yuv420p", ycbcr_format(1, 1), center},
          {"yuv420p10", ycbcr_format(1, 1, 10), top_left},
          {"p010", p010, top_left},
          {"yuv422p", ycbcr_format(1, 0), video},
          {"yuv422p12", ycbcr_format(1, 0, 12), center},
          {"yuv444p16", ycbcr_format(0, 0, 16), video},
          {"yuva420p", yuva, video},
          {"gray", gray, full},
          {"gbrp", gbrp, full},
          {"bgra", bgra, full},
          {"bgr24", bgr24, full},
          {"0rgb", no_rgb, full},
          {"rgb48", rgb48, full},
          {"rgbaf16", half, full},
          {"rgbaf32", float_format(true), full}};
}

std::vector<std::byte> drawn_on_noise(const DisplayList& list, const NamedFormat& kind, Size size,
                                      Rasterizer& rasterizer, std::uint32_t seed) {
  Picture picture(size, kind.format, kind.color);
  picture.fill_noise(seed);
  rasterizer.draw(list, {}, picture.view());
  return picture.bytes();
}

Primitive line(Vec2 from, Vec2 to, float width, Color color) {
  Primitive p;
  p.kind = PrimitiveKind::curve;
  p.curve = Curve{.p0 = from, .hc = (from + to) * 0.5F, .p1 = to};
  p.stroke = p.stroke_end = color;
  p.width = p.width_end = width;
  return p;
}

Primitive parabola(Vec2 from, Vec2 control, Vec2 to, float width, Color color) {
  Primitive p = line(from, to, width, color);
  p.curve.hc = control;
  const double dx = from.x - 2.0 * control.x + to.x, dy = from.y - 2.0 * control.y + to.y;
  p.curve.segments =
      static_cast<std::uint32_t>(std::max(std::ceil(std::sqrt(std::hypot(dx, dy) / 0.4)), 1.0));
  return p;
}

Primitive shape(ShapeKind kind, Vec2 center, Vec2 half, float radius, float width, Color stroke,
                Color fill) {
  Primitive p;
  p.kind = PrimitiveKind::shape;
  p.shape = {center, half, radius, 8, kind};
  p.width = width;
  p.stroke = stroke;
  p.fill = fill;
  return p;
}

Primitive whole_fill(Color color) {
  Primitive p;
  p.fill = color;
  return p;
}

Primitive layer_onto(std::uint32_t layer) {
  Primitive p;
  p.kind = PrimitiveKind::layer;
  p.layer = {layer};
  return p;
}

Primitive group_begin(BlendMode blend, float opacity) {
  Primitive p;
  p.kind = PrimitiveKind::group_begin;
  p.group = {blend, opacity};
  return p;
}

Primitive group_end() {
  Primitive p;
  p.kind = PrimitiveKind::group_end;
  return p;
}

void append_area(std::span<const std::vector<Vec2>> rings, Color fill, DisplayList& list) {
  Primitive p = whole_fill(fill);
  p.kind = PrimitiveKind::area;
  p.area = {static_cast<std::uint32_t>(list.outlines.size()), 0};
  for (std::uint32_t ring = 0; ring < rings.size(); ++ring)
    for (const Vec2 corner : rings[ring]) list.outlines.push_back({corner, ring});
  p.area.count = static_cast<std::uint32_t>(list.outlines.size()) - p.area.first;
  list.primitives.push_back(p);
}

const Textures& noise_textures() {
  static const Textures textures = [] {
    std::mt19937 random(5);
    const auto noise = [&](std::size_t count) {
      std::vector<std::uint16_t> samples(count);
      for (auto& sample : samples) sample = static_cast<std::uint16_t>(random());
      return samples;
    };
    std::array<Color, ramp_size> ramp{};
    for (std::size_t i = 0; i < ramp_size; ++i) {
      const float t = static_cast<float>(i) / (ramp_size - 1);
      ramp[i] = {t, 1 - t, t * t, t};
    }
    return Textures{
        std::make_shared<const Texture>(make_texture({16, 8}, noise(std::size_t{16} * 8 * 4))),
        std::make_shared<const Texture>(
            make_value_texture({32, 4}, noise(std::size_t{32} * 4), ramp))};
  }();
  return textures;
}

Primitive image(std::uint32_t texture, Vec2 origin, Vec2 across, Vec2 down, float opacity) {
  Primitive p = whole_fill({0, 0, 0, opacity});
  p.kind = PrimitiveKind::image;
  p.image = {texture_matrix(noise_textures()[texture]->size, origin, across, down), texture};
  return p;
}

void fill_atlas(std::mt19937& random, GlyphAtlas& atlas) {
  atlas.coverage.resize(4096);
  for (auto& c : atlas.coverage) c = static_cast<std::uint8_t>(random());
}

// Draws one random number per statement: compilers evaluate arguments in different orders.
DisplayList random_scene(std::mt19937& random, Size size, const GlyphAtlas& atlas) {
  auto pick = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  auto grid = [&](int pixels) { return static_cast<float>(pick(pixels * 16)) / 16; };
  auto place = [&] { return Vec2{grid(size.width + 80) - 40, grid(size.height + 80) - 40}; };
  auto color = [&] { return Color{grid(1), grid(1), grid(1), static_cast<float>(pick(17)) / 16}; };
  auto dress = [&](Primitive& p) {
    if (pick(4) == 0) {
      p.dash = {grid(20) + 2, grid(12), grid(30)};
      if (pick(3) == 0) p.dash.fade = static_cast<float>(1 + pick(16)) / 16;
      if (p.dash.phase > 20) p.dash.count = p.dash.period / 2;
    }
    if (pick(6) == 0) p.glow = {grid(16) + 1, 0.75F};
    if (pick(2) == 0) p.cap = CapStyle::butt;
  };
  DisplayList list;
  list.atlas = &atlas;
  list.textures = &noise_textures();
  std::vector<BlendMode> open;
  const auto close = [&] {
    const BlendMode blend = open.back();
    open.pop_back();
    list.primitives.push_back(group_end());
    return blend;
  };
  for (int i = 0, count = 4 + pick(24); i < count; ++i) {
    switch (pick(10)) {
      case 0:
      case 1: {
        const Color stroke = color();
        const float width = grid(7);
        const Vec2 to = place(), middle = place(), from = place();
        Primitive p = parabola(from, middle, to, width, stroke);
        if (pick(3) == 0) p.width_end = grid(7);
        if (pick(3) == 0) p.stroke_end = color();
        if (pick(4) == 0) {
          const Color on_the_way = color();
          p.middle = {static_cast<float>(1 + pick(15)) / 16, on_the_way, grid(7)};
        }
        dress(p);
        list.primitives.push_back(p);
        break;
      }
      case 2:
      case 3:
      case 4: {
        const Color fill = pick(2) == 0 ? clear : color();
        const Color stroke = color();
        const float width = grid(6), radius = grid(20);
        const Vec2 half{grid(60), grid(60)}, center = place();
        const auto kind = static_cast<ShapeKind>(pick(5));
        Primitive p = shape(kind, center, half, radius, width, stroke, fill);
        dress(p);
        list.primitives.push_back(p);
        break;
      }
      case 5: {
        Primitive p = whole_fill(color());
        p.kind = PrimitiveKind::glyph;
        const Vec2 at = place();
        p.glyph = {static_cast<int>(at.x), static_cast<int>(at.y), 20, 30,
                   static_cast<std::uint32_t>(pick(3000))};
        list.primitives.push_back(p);
        break;
      }
      case 6: {
        const int choice = pick(8);
        if (choice > 3) break;
        Primitive p = whole_fill(color());
        if (choice > 1) {
          p.kind = PrimitiveKind::pattern;
          const float period = grid(12), share = grid(1), offset = grid(12);
          const auto kind = static_cast<PatternKind>(pick(5));
          p.pattern = {kind, static_cast<std::uint32_t>(random()), period, share, offset};
        }
        list.primitives.push_back(p);
        break;
      }
      case 7: {
        const Color fill = color();
        const Vec2 at = place();
        std::vector<std::vector<Vec2>> rings(static_cast<std::size_t>(1 + pick(2)));
        for (auto& ring : rings) {
          for (int corner = 3 + pick(5); corner > 0; --corner) {
            const float x = grid(70), y = grid(70);
            ring.push_back(at + Vec2{x - 30, y - 30});
          }
        }
        append_area(rings, fill, list);
        break;
      }
      case 8: {
        const auto texture = static_cast<std::uint32_t>(pick(2));
        const float opacity = static_cast<float>(pick(17)) / 16;
        const Vec2 at = place();
        const float zoom = static_cast<float>(1 << pick(6)) / 8;
        const float lean = grid(1);
        const int turns = pick(4);  // only upright ones lean, which keeps slopes exact
        Vec2 across{zoom, 0}, down{turns % 2 == 0 ? lean * zoom : 0, zoom};
        for (int turn = turns; turn > 0; --turn) {
          across = {-across.y, across.x};
          down = {-down.y, down.x};
        }
        const Size texels = noise_textures()[texture]->size;
        Primitive shown = image(texture, at, across * static_cast<float>(texels.width),
                                down * static_cast<float>(texels.height), opacity);
        if (pick(3) == 0) shown.stroke = color();
        if (texture == 1 && pick(2) == 0) {
          shown.image.values = {{1 + pick(9), 1 + pick(9)},
                                static_cast<std::uint32_t>(list.values.size())};
          const Size map = shown.image.values.size;
          for (int left = map.width * map.height; left > 0; --left)
            list.values.push_back(static_cast<std::uint16_t>(random()));
        }
        if (pick(4) == 0) {
          std::array<Vec2, 4> corners;
          const auto width = static_cast<float>(8 + pick(60)),
                     height = static_cast<float>(8 + pick(60));
          for (int corner = 0; corner < 4; ++corner) {  // one per quarter of a box: convex
            const float x = grid(1) * 0.24F, y = grid(1) * 0.24F;
            const Vec2 share{corner == 1 || corner == 2 ? 1 - x : x, corner > 1 ? 1 - y : y};
            corners[static_cast<std::size_t>((corner + turns) % 4)] =
                at + Vec2{width * share.x, height * share.y};
          }
          shown.kind = PrimitiveKind::projected_image;
          shown.projected_image = {corners, texture};
        }
        list.primitives.push_back(shown);
        break;
      }
      default:
        if (open.size() < 10 && pick(2) == 0) {
          const float opacity = pick(2) == 0 ? 1 : grid(1);
          const bool is_operator = !open.empty() && pick(2) == 0;
          const int modes = static_cast<int>(BlendMode::plus);
          open.push_back(static_cast<BlendMode>(is_operator ? modes + pick(3) : pick(modes)));
          list.primitives.push_back(group_begin(open.back(), opacity));
        } else if (!open.empty() && close() == BlendMode::inside) {
          close();  // a mask must be the last entry of its group
        }
    }
  }
  while (!open.empty()) close();
  return list;
}

DisplayList crowded_scene(std::mt19937& random, Size size, const GlyphAtlas& atlas,
                          std::size_t primitives) {
  DisplayList list;
  list.atlas = &atlas;
  const auto is_group = [](const Primitive& p) {
    return p.kind == PrimitiveKind::group_begin || p.kind == PrimitiveKind::group_end;
  };
  list.textures = &noise_textures();
  while (list.primitives.size() < primitives) {
    const DisplayList scene = random_scene(random, size, atlas);
    const auto outlines = static_cast<std::uint32_t>(list.outlines.size());
    const auto values = static_cast<std::uint32_t>(list.values.size());
    list.outlines.insert(list.outlines.end(), scene.outlines.begin(), scene.outlines.end());
    list.values.insert(list.values.end(), scene.values.begin(), scene.values.end());
    for (const Primitive& p : scene.primitives) {
      if (is_group(p) || p.kind == PrimitiveKind::fill) continue;
      list.primitives.push_back(p);
      if (p.kind == PrimitiveKind::area) list.primitives.back().area.first += outlines;
      if (p.kind == PrimitiveKind::image) list.primitives.back().image.values.first += values;
      if (p.kind != PrimitiveKind::curve) continue;
      for (std::size_t i = random() % 6; i > 0; --i) {  // continues where the last curve ends
        Primitive next = list.primitives.back();
        next.joined = true;
        next.curve.p0 = next.curve.p1;
        next.curve.hc = next.curve.p0 + Vec2{20, -30};
        next.curve.p1 = next.curve.p0 + Vec2{-10, static_cast<float>(random() % 50)};
        list.primitives.push_back(next);
      }
    }
  }
  return list;
}

void translate(DisplayList& list, Vec2 by) {
  for (OutlinePoint& corner : list.outlines) corner.at = corner.at + by;
  for (Primitive& p : list.primitives) {
    switch (p.kind) {
      case PrimitiveKind::curve:
        p.curve.p0 = p.curve.p0 + by;
        p.curve.hc = p.curve.hc + by * p.curve.w;
        p.curve.p1 = p.curve.p1 + by;
        break;
      case PrimitiveKind::shape:
        p.shape.center = p.shape.center + by;
        break;
      case PrimitiveKind::glyph:
        p.glyph.x += static_cast<int>(by.x);
        p.glyph.y += static_cast<int>(by.y);
        break;
      case PrimitiveKind::projected_image:
        for (Vec2& corner : p.projected_image.corners) corner = corner + by;
        break;
      case PrimitiveKind::image: {
        std::array<float, 6>& m = p.image.to_texture;
        m[2] -= m[0] * by.x + m[1] * by.y;
        m[5] -= m[3] * by.x + m[4] * by.y;
        break;
      }
      default:
        break;
    }
  }
}

}  // namespace overlace::test
