// SPDX-License-Identifier: Apache-2.0
// Where a timecode is stored depends on the container.
#include "io/av/timecode.h"

#include <array>
#include <cmath>

namespace overlace {

std::string start_timecode(const AVFormatContext& container, const AVStream& video) {
  const auto find = [](const AVDictionary* tags) {
    const AVDictionaryEntry* entry = av_dict_get(tags, "timecode", nullptr, 0);
    return std::string(entry == nullptr ? "" : entry->value);
  };
  std::string code = find(video.metadata);
  if (code.empty()) code = find(container.metadata);
  for (unsigned i = 0; code.empty() && i < container.nb_streams; ++i)
    code = find(container.streams[i]->metadata);
  return code;
}

void move_timecode(AVDictionary*& tags, const ClipInfo& clip, std::int32_t number) {
  const AVDictionaryEntry* entry = av_dict_get(tags, "timecode", nullptr, 0);
  if (entry == nullptr || number == 0) return;
  const double seconds =
      seconds_between(clip, clip.first_frame, clip.first_frame + double{1} * number);
  const std::int64_t frames = std::llround(seconds * clip.frame_rate.value());
  const std::string moved = timecode_at(entry->value, clip.frame_rate, frames);
  av_dict_set(&tags, "timecode", moved.empty() ? nullptr : moved.c_str(), 0);
}

std::string timecode_at(const std::string& start, Rational rate, std::int64_t frames) {
  AVTimecode code{};
  const AVRational av_rate{static_cast<int>(rate.num), static_cast<int>(rate.den)};
  if (start.empty() || av_timecode_init_from_string(&code, av_rate, start.c_str(), nullptr) < 0)
    return {};
  std::array<char, AV_TIMECODE_STR_SIZE> text{};
  return av_timecode_make_string(&code, text.data(), static_cast<int>(frames));
}

}  // namespace overlace
