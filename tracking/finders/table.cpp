// SPDX-License-Identifier: Apache-2.0
// What the module "vision" exports. OpenCV's exceptions do not leave it.
#include <opencv2/core.hpp>
#include <utility>

#include "graph/core/error.h"
#include "tracking/finders/makers.h"

namespace overlace {
namespace {

/// What `work` returns. Throws Error in place of OpenCV's exceptions.
template <class Work>
auto guarded(Work work) {
  try {
    return work();
  } catch (const cv::Exception& error) {
    if (error.code == cv::Error::StsNoMem)
      throw Error(ErrorCode::out_of_memory, "looking at the pixels takes more memory than there is",
                  "lower the finder's limits, or scale the video down");
    throw Error(ErrorCode::internal, "OpenCV: " + error.err);
  }
}

/// A finder whose calls are guarded.
class Guarded final : public ClipObserver {
 public:
  explicit Guarded(std::unique_ptr<ClipObserver> finder) : finder_(std::move(finder)) {}

  void see(const BgrFrame& frame) override {
    guarded([&] { finder_->see(frame); });
  }
  [[nodiscard]] bool end_pass() override {
    return guarded([&] { return finder_->end_pass(); });
  }
  [[nodiscard]] TrackTable tracks() override {
    return guarded([&] { return finder_->tracks(); });
  }

 private:
  std::unique_ptr<ClipObserver> finder_;
};

template <auto* make, class... Arguments>
std::unique_ptr<ClipObserver> make_guarded(const Arguments&... arguments) {
  return std::make_unique<Guarded>(guarded([&] { return make(arguments...); }));
}

}  // namespace
}  // namespace overlace

const overlace::PixelFinders* overlace_pixel_finders() {
  using namespace overlace;
  static constexpr PixelFinders table{make_guarded<make_motion_finder, MotionOptions, ShotSink>,
                                      make_guarded<make_feature_finder, FeatureOptions>,
                                      make_guarded<make_blob_finder, BlobOptions>,
                                      make_guarded<make_people_finder, PeopleOptions>};
  return &table;
}
