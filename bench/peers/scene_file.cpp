// SPDX-License-Identifier: Apache-2.0
// Display lists as lines of text.
#include "bench/peers/scene_file.h"

#include <fmt/format.h>

#include <fstream>

#include "graph/core/error.h"

namespace overlace {
namespace {

std::string color_text(const Color& c) {
  return fmt::format("{} {} {} {}", c.r, c.g, c.b, c.a);
}

std::string line_of(const Primitive& p) {
  if (p.kind == PrimitiveKind::curve) {
    const Curve& c = p.curve;
    return fmt::format("curve {} {} {} {} {} {} {} {}\n", c.p0.x, c.p0.y, c.hc.x, c.hc.y, c.p1.x,
                       c.p1.y, p.width, color_text(p.stroke));
  }
  const ShapeGeometry& s = p.shape;
  return fmt::format("box {} {} {} {} {} {} {} {}\n", s.center.x - s.half_size.x,
                     s.center.y - s.half_size.y, 2 * s.half_size.x, 2 * s.half_size.y,
                     s.corner_radius, p.width, color_text(p.stroke), color_text(p.fill));
}

}  // namespace

void write_scene(const std::string& path, const BenchSceneOptions& options, int frames) {
  std::ofstream file(path, std::ios::binary);
  file << fmt::format("overlace-scene 1\nsize {} {}\n", options.size.width, options.size.height);
  BenchScene scene(options);
  DisplayList list;
  for (int frame = 0; frame < frames; ++frame) {
    scene.next_frame(list);
    file << fmt::format("frame {}\n", frame);
    for (const Primitive& p : list.primitives) file << line_of(p);
  }
  file.close();
  if (!file) throw Error(ErrorCode::output, "cannot be written", "", SourceLocation{path});
}

}  // namespace overlace
