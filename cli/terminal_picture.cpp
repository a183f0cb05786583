// SPDX-License-Identifier: Apache-2.0
// kitty's protocol takes PNG files in chunks of base64.
#include "cli/terminal_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "graph/core/base64.h"
#include "graph/core/module.h"
#include "io/write/still_file.h"

namespace overlace {
namespace {

constexpr std::size_t chunk_bytes = 4096;   // the most that the protocol allows
constexpr int picture_number = 1869768812;  // of ours among those of other programs

auto* sixel_function() {
  return module_function<decltype(overlace_sixel)>("sixel", "overlace_sixel");
}

}  // namespace

std::string kitty_picture(RgbPicture picture) {
  const std::vector<std::byte> png = make_still_encoder("view.png", {.uncompressed = true})
                                         ->encode(rgb_view(picture.size, picture.pixels), {});
  const std::string data = base64({reinterpret_cast<const char*>(png.data()), png.size()});
  // a=T: transmit and show; f=100: PNG; p: the one placement; q=2: no answer; C=1: the cursor stays
  std::string keys = fmt::format("a=T,f=100,i={},p=1,q=2,C=1,", picture_number);
  std::string text;
  text.reserve(data.size() + data.size() / chunk_bytes * 16 + 64);
  for (std::size_t at = 0; at < data.size(); at += chunk_bytes) {
    const bool more = at + chunk_bytes < data.size();
    text += fmt::format("\033_G{}m={};", keys, more ? 1 : 0);
    text.append(data, at, chunk_bytes);
    text += "\033\\";
    keys = "q=2,";
  }
  return text;
}

bool makes_sixels() {
  return sixel_function() != nullptr;
}

std::string sixel_picture(const RgbPicture& picture) {
  std::string text;
  sixel_function()(picture, text);
  return text;
}

}  // namespace overlace
