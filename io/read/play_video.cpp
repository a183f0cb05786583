// SPDX-License-Identifier: Apache-2.0
// Decodes, converts, passes on.
#include "io/read/play_video.h"

#include <cstring>
#include <vector>

#include "io/av/av.h"
#include "io/frames/frame_converter.h"

namespace overlace {

void play_video(const std::string& path, const ReaderOptions& options,
                const std::function<void(const BgrFrame&)>& visit) {
  if (reads_only_once(path))
    throw Error(ErrorCode::usage,
                "a pipe can be read only once, and finding what moves needs a pass of its own",
                "give the tracks (--tracks FILE), or the video as a file");
  ReaderOptions rotated = options;
  rotated.autorotate = true;
  VideoReader reader(path, rotated);
  if (is_canvas(reader.stream()))
    throw Error(ErrorCode::usage, "holds sound alone: nothing can be found in its pictures",
                "give the tracks (--tracks FILE), or a graph that shows sound",
                SourceLocation{path});
  const Size size = reader.info().clip.size;
  ColorSpec bgr;
  bgr.range = ColorRange::full;
  FrameConverter converter({AV_PIX_FMT_BGR24, bgr, false});
  const std::size_t row_bytes = static_cast<std::size_t>(size.width) * 3;
  std::vector<std::uint8_t> pixels(row_bytes * static_cast<std::size_t>(size.height));
  DecodedFrame picture;
  while (reader.read(picture)) {
    const FramePtr frame = converter.convert(*picture.frame, reader.info().color);
    for (int y = 0; y < size.height; ++y) {
      std::memcpy(pixels.data() + row_bytes * static_cast<std::size_t>(y),
                  frame->data[0] + std::ptrdiff_t{frame->linesize[0]} * y, row_bytes);
    }
    visit({picture.time.frame, size, pixels});
  }
}

}  // namespace overlace
