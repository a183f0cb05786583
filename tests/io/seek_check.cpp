// SPDX-License-Identifier: Apache-2.0
// One reader plays from the start, another seeks back and forth.
#include "tests/io/seek_check.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>

#include "io/av/av.h"

namespace overlace::testing {

FrameFacts facts_of(const DecodedFrame& picture) {
  const AVFrame& frame = *picture.frame;
  const auto format = static_cast<AVPixelFormat>(frame.format);
  std::uint64_t hash = 14695981039346656037U;
  for (int plane = 0; plane < av_pix_fmt_count_planes(format); ++plane) {
    const int bytes = av_image_get_linesize(format, frame.width, plane);
    const bool chroma = plane == 1 || plane == 2;
    const int shift = chroma ? av_pix_fmt_desc_get(format)->log2_chroma_h : 0;
    const int rows = -((-frame.height) >> shift);
    for (int y = 0; y < rows; ++y) {
      const std::uint8_t* row = frame.data[plane] + std::ptrdiff_t{frame.linesize[plane]} * y;
      for (int x = 0; x < bytes; ++x) hash = (hash ^ row[x]) * 1099511628211U;
    }
  }
  return {picture.number, picture.pts, picture.duration, picture.time.shown_s, hash};
}

std::vector<FrameFacts> play(const std::string& path, const ReaderOptions& options) {
  std::vector<FrameFacts> frames;
  VideoReader reader(path, options);
  for (DecodedFrame picture; reader.read(picture);) frames.push_back(facts_of(picture));
  return frames;
}

SeekResult check_seeks(const std::string& path, const ReaderOptions& options, int count,
                       unsigned seed) {
  const std::vector<FrameFacts> played = play(path, options);
  SeekResult result;
  result.frames = static_cast<std::int32_t>(played.size());
  if (played.empty()) return result;
  std::optional<VideoReader> kept(std::in_place, path, options);
  std::mt19937 random(seed);
  for (int i = 0; i < count; ++i) {
    const std::int32_t number =
        static_cast<std::int32_t>(random() % static_cast<unsigned>(played.back().number + 1));
    if (i % 3 == 0) kept.emplace(path, options);  // a fresh reader
    VideoReader& reader = *kept;
    if (reader.begins_at(number) > 0) ++result.jumps;
    reader.seek(number);
    // Damaged frames may be left out, and pictures of a sequence may be missing.
    auto expected = std::ranges::lower_bound(played, number, {}, &FrameFacts::number);
    for (unsigned k = 0; k <= random() % 3 && expected != played.end(); ++k, ++expected) {
      DecodedFrame picture;
      ++result.sought;
      if (!reader.read(picture) || facts_of(picture) != *expected) ++result.differing;
    }
  }
  return result;
}

}  // namespace overlace::testing
