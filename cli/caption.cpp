// SPDX-License-Identifier: Apache-2.0
// Texts drawn by a graph of one node.
#include "cli/caption.h"

#include <string_view>
#include <utility>

#include "cli/contact_sheet.h"
#include "io/read/grab.h"

namespace overlace {
namespace {

/// A template that writes this text literally.
std::string literal(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '{' || c == '}') out += c;
  }
  return out;
}

}  // namespace

std::vector<std::uint8_t> caption_picture(const std::string& text, Size size, double height,
                                          const Device& device) {
  Json params = parse_json(R"({"position": "center", "margin": 0, "plate": "#0000"})", "caption");
  params.set("text", literal(text));
  params.set("size", height);
  params.set("max_width", 0.96 * size.width);
  Json document = parse_json(
      R"({"overlace": 1, "nodes": {"text": {"type": "draw_text"}}, "composite": ["text"]})",
      "caption");
  document.find("nodes")->find("text")->set("params", params);
  const Session session({std::move(document), "caption", {}}, {.clip = {.size = size}});
  std::vector<std::uint8_t> pixels(
      static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 3,
      ContactSheet::paper);
  session.replay(session.plan(session.analyse()), device)->draw({}, rgb_view(size, pixels));
  return pixels;
}

}  // namespace overlace
