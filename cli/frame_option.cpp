// SPDX-License-Identifier: Apache-2.0
// Parses frame numbers.
#include "cli/frame_option.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

namespace overlace {
namespace {

FrameChoice parse_frame(const std::string& text) {
  if (text == "first") return {};
  if (text == "middle") return {.kind = FrameChoice::Kind::middle};
  FrameChoice choice{.kind = FrameChoice::Kind::numbered, .number = -1};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, choice.number);
  if (error != std::errc{} || rest != end || choice.number < 0)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a frame number", text),
                "give a number, 'first' or 'middle'");
  return choice;
}

std::vector<FrameChoice> parse_frames(const std::string& text) {
  std::vector<FrameChoice> frames;
  std::istringstream words(text + ',');
  for (std::string word; std::getline(words, word, ',');) frames.push_back(parse_frame(word));
  return frames;
}

}  // namespace

void add_frame_option(const Command& command, FrameChoice& frame, const std::string& shown) {
  command.parsed("-n,--frame N", frame, parse_frame, "Frame number, 'first' or 'middle'", shown);
}

void add_frames_option(const Command& command, std::vector<FrameChoice>& frames) {
  command.parsed("-n,--frame FRAMES", frames, parse_frames,
                 "Frame number, 'first' or 'middle'; several are shown side by side: 100,200,300",
                 "first");
}

void add_first_frame_option(const Command& command, std::optional<std::int32_t>& first_frame) {
  command.whole("--first-frame N", first_frame,
                "Number of the clip's first frame, such as 1001: all frame numbers count from it "
                "(default: as in the first picture's name, or 0)",
                {{0, 10'000'000}});
}

}  // namespace overlace
