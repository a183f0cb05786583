// SPDX-License-Identifier: Apache-2.0
// A clip whose frames a page decodes and gives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "edit/answers/edited_clip.h"
#include "graph/data/texture.h"

namespace overlace {

/// A picture of straight R'G'B'A, 8 bit, full range, rows without padding.
using RgbaPixels = std::vector<std::uint8_t>;

/// What the page knows of its clip.
struct PageClipFacts {
  std::string name;
  Size size;  ///< px, even
  Rational frame_rate{25};
  std::int32_t frame_count = 1;
  std::vector<double> times{};  ///< seconds from the first frame, ascending; empty: by the rate
  bool has_alpha = false;
  bool is_card = false;  ///< the test card, which needs no frames
};

/// Pictures that the page has decoded. The frames that were given last are kept.
class GivenPictures {
 public:
  /// Frame from 0. Throws Error(usage) for pixels of another number than the size has.
  void give_frame(std::int32_t frame, Size size, RgbaPixels pixels);
  /// A picture file that graphs paint with. Throws as give_frame, and Error(limit).
  void give_picture(const std::string& path, Size size, const RgbaPixels& pixels);
  /// There is no such file.
  void refuse_picture(const std::string& path);
  void forget_frames() { frames_.clear(); }
  void forget_pictures() { pictures_.clear(); }

  /// Throws FrameNeeded.
  [[nodiscard]] const RgbaPixels& frame(std::int32_t number, Size size) const;
  /// Throws PictureNeeded, and Error(input) for one that there is not.
  [[nodiscard]] std::shared_ptr<const Texture> picture(const std::string& path) const;

 private:
  struct Frame {
    std::int32_t number;
    Size size;
    RgbaPixels pixels;
  };
  std::deque<Frame> frames_;                                        ///< the newest last
  std::map<std::string, std::shared_ptr<const Texture>> pictures_;  ///< null: there is none
};

/// The clip, drawn by the CPU. Its pictures are RgbaPixels, with "width" and "height". `given` must
/// outlive it. A graph that looks at pixels or hears sound is refused: the page has neither finders
/// nor decoders of sound.
[[nodiscard]] std::unique_ptr<EditedClip> open_page_clip(const PageClipFacts& facts,
                                                         GraphSettings settings,
                                                         const GivenPictures& given, LogSink log);

}  // namespace overlace
