// SPDX-License-Identifier: Apache-2.0
// Who walks where, as lines of a table.
#include "edit/answers/example_tracks.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

namespace overlace {
namespace {

/// Somebody on the card's floor: from one place to another, there and back where it is to be.
struct Walker {
  int id;
  const char* what;
  int first, last;        ///< frames, both included
  double x0, y0, x1, y1;  ///< of the feet, in parts of the picture
  double sway;            ///< of the path, in parts of the width
};
constexpr std::array walkers{Walker{1, "person", 0, 249, 0.08, 0.92, 0.80, 0.62, 0.03},
                             Walker{2, "person", 0, 249, 0.88, 0.84, 0.22, 0.70, 0.02},
                             Walker{3, "person", 20, 230, 0.34, 0.56, 0.62, 0.95, 0.04},
                             Walker{4, "person", 50, 249, 0.70, 0.52, 0.44, 0.78, 0.02},
                             Walker{5, "person", 0, 150, 0.55, 0.60, 0.05, 0.66, 0.01},
                             Walker{6, "car", 30, 200, -0.10, 0.58, 1.10, 0.58, 0}};

/// Its box in a frame, larger the nearer it stands.
std::string row_of(const Walker& who, int frame) {
  const double part = static_cast<double>(frame - who.first) / (who.last - who.first);
  const double eased = part * part * (3 - 2 * part);
  const double feet_y = who.y0 + (who.y1 - who.y0) * eased;
  const double feet_x = who.x0 + (who.x1 - who.x0) * eased +
                        who.sway * std::sin(2 * std::numbers::pi * (2 * part + who.id * 0.3));
  const bool is_car = std::string_view(who.what) == "car";
  const double height = (feet_y - 0.4) * (is_car ? 0.75 : 0.85) * example_size.height;
  const double width = height * (is_car ? 2.1 : 0.4);
  return fmt::format("{},{},{:.2f},{:.2f},{:.2f},{:.2f},{},{:.2f}\n", frame, who.id,
                     feet_x * example_size.width - width / 2, feet_y * example_size.height - height,
                     width, height, who.what, 0.72 + 0.04 * who.id);
}

}  // namespace

std::string example_tracks() {
  std::string table = "frame,id,x,y,w,h,class,score\n";
  for (int frame = 0; frame < example_frames; ++frame)
    for (const Walker& who : walkers)
      if (frame >= who.first && frame <= who.last) table += row_of(who, frame);
  return table;
}

}  // namespace overlace
