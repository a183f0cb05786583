// SPDX-License-Identifier: Apache-2.0
// A StillSession, and encoders.
#include "edit/still_clip.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "io/write/jpeg.h"
#include "render/frame_choice.h"
#include "render/frame_times.h"
#include "render/still_session.h"

namespace overlace {
namespace {

constexpr Size usual_screen{960, 540};  // px

StillSettings preview_settings(StillSettings settings) {
  settings.output = "frame.png";
  settings.writer.preview = true;
  return settings;
}

/// A frame as libav has it, which becomes a JPEG.
class StillPicture : public EditedPicture {
 public:
  StillPicture(DraftPicture picture, std::shared_ptr<JpegEncoder> jpeg)
      : picture_(std::move(picture)), jpeg_(std::move(jpeg)) {}

  const FrameTime& time() const override { return picture_.picture.time(); }
  bool is_provisional() const override { return picture_.is_provisional; }
  ImageView view() override { return picture_.picture.view(); }
  std::unique_ptr<EditedPicture> copy() const override {
    return std::make_unique<StillPicture>(
        DraftPicture{picture_.picture.copy(), picture_.is_provisional}, jpeg_);
  }
  PictureBytes encoded(const PixelRect& part) override {
    const GrabbedFrame& frame = picture_.picture;
    return {"image/jpeg", frame.time().frame,
            jpeg_->encode(frame.frame(), frame.color(), {part.width, part.height}, part)};
  }

 private:
  DraftPicture picture_;
  std::shared_ptr<JpegEncoder> jpeg_;
};

class StillClip : public EditedClip {
 public:
  StillClip(const StillSettings& settings, LogSink log)
      : name_(settings.input.path),
        threads_(settings.device.threads),
        stills_(preview_settings(settings), std::move(log)) {}

  const ClipInfo& info() const override { return stills_.info().clip; }
  std::string name() const override { return name_; }
  std::int64_t frame_count() const override {
    const VideoInfo& video = stills_.info();
    const std::int64_t count = counted_frames(video.clip);
    if (count > 0) return count;
    // sound alone: as many as its length has
    return std::llround(video.duration_s * video.clip.frame_rate.value());
  }
  std::int32_t place_of(std::int32_t number) const override {
    return existing_frame({.kind = FrameChoice::Kind::numbered, .number = number}, stills_.info());
  }

  void show(const GraphSource& source, const AnalysisProgress& progress) override {
    stills_.show(source, progress);
  }
  Session open(SessionDocument document) override { return stills_.open(std::move(document)); }
  Device drafting_device() const override { return cpu_device({.threads = threads_}); }

  std::unique_ptr<EditedPicture> plain(std::int32_t frame, Size size, Deadline deadline) override {
    screen_ = size;
    return picture(stills_.plain_draft(frame, size, deadline));
  }
  /// Scaled from the size of drafts, which are decoded already.
  std::unique_ptr<EditedPicture> small(std::int32_t frame, Size size) override {
    const DraftPicture plain = stills_.plain_draft(frame, screen_, Deadline::max());
    return picture({scaled(plain.picture, size), plain.is_provisional});
  }

  const Graph& graph() const override { return stills_.graph(); }
  const ClipTables& tables() const override { return stills_.tables(); }
  const std::shared_ptr<const Plan>& plan() override { return stills_.plan(); }
  std::unique_ptr<EditedPicture> draft(std::int32_t frame, Size size, Deadline deadline) override {
    screen_ = size;
    return picture(stills_.draft(frame, size, deadline));
  }
  std::optional<PictureBytes> exact(std::int32_t frame, const PixelRect& part,
                                    Deadline deadline) override {
    if (!stills_.reach(frame, deadline)) return std::nullopt;
    const Still still = stills_.encode(frame, part);
    return PictureBytes{"image/png",
                        still.frame,
                        {reinterpret_cast<const char*>(still.bytes.data()), still.bytes.size()}};
  }
  DrawnPixel pixel(std::int32_t frame, int x, int y) override {
    const GrabbedFrame drawn = stills_.draw(frame);
    const std::vector<std::uint8_t> rgb = drawn.rgb();
    const std::size_t at =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(info().size.width) +
         static_cast<std::size_t>(x)) *
        3;
    return {drawn.time(), {rgb[at], rgb[at + 1], rgb[at + 2]}};
  }

 private:
  [[nodiscard]] std::unique_ptr<EditedPicture> picture(DraftPicture draft) const {
    return std::make_unique<StillPicture>(std::move(draft), jpeg_);
  }

  std::string name_;
  int threads_;
  StillSession stills_;
  std::shared_ptr<JpegEncoder> jpeg_ = std::make_shared<JpegEncoder>();
  Size screen_ = usual_screen;  ///< of the pictures that were asked for last
};

}  // namespace

std::unique_ptr<EditedClip> open_still_clip(const EditSettings& settings, LogSink log) {
  return std::make_unique<StillClip>(settings.still, std::move(log));
}

}  // namespace overlace
