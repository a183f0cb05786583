// SPDX-License-Identifier: Apache-2.0
// The same plan through both entry points.
#include "bench/c_library.h"

#include <memory>
#include <string>

#include "api/overlace.h"
#include "bench/picture.h"
#include "bench/reference_graph.h"
#include "bench/timer.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

/// Throws the error that a call of the library has reported.
void check(int code, ovl_error* error) {
  if (code == OVL_OK) return;
  const std::string text = ovl_error_text(error);
  ovl_error_free(error);
  throw Error(ErrorCode::internal, "libovl: " + text);
}

std::vector<ovl_row> rows_of(const TrackTable& tracks) {
  std::vector<ovl_row> rows;
  for (std::uint32_t i = 0; i < tracks.row_count(); ++i) {
    const Box& box = tracks.box[i];
    rows.push_back({tracks.frame_of(i), tracks.class_index[i], tracks.id[i], box.x, box.y,
                    box.width, box.height, tracks.score[i]});
  }
  return rows;
}

/// The scene as a program that uses the library holds it.
class Host {
 public:
  Host(const BenchPlanOptions& scene, int threads) : rows_(rows_of(bench_tracks(scene))) {
    SessionDocument document = bench_document(scene);
    document.json.find("nodes")->find("objects")->find("params")->set("path", "$tracks");
    graph_ = document.json.dump();
    const ClipInfo clip = bench_clip(scene);
    clip_ = {.struct_size = sizeof clip_,
             .width = clip.size.width,
             .height = clip.size.height,
             .frame_count = clip.frame_count,
             .rate_num = clip.frame_rate.num,
             .rate_den = clip.frame_rate.den,
             .first_frame = clip.first_frame,
             .scale = 1};
    options_.struct_size = sizeof options_;
    options_.graph = graph_.c_str();
    options_.clip = &clip_;
    options_.rows = rows_.data();
    options_.row_count = rows_.size();
    options_.row_size = sizeof(ovl_row);
    device_ = {.struct_size = sizeof device_,
               .device = OVL_DEVICE_CPU,
               .index = 0,
               .threads = threads,
               .stream = nullptr};
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  using Renderer = std::unique_ptr<ovl_renderer, decltype(&ovl_renderer_free)>;
  [[nodiscard]] Renderer renderer() const {
    ovl_program* program = nullptr;
    ovl_renderer* renderer = nullptr;
    ovl_error* error = nullptr;
    check(ovl_program_create(&options_, &program, &error), error);
    const int code = ovl_renderer_create(program, &device_, &renderer, &error);
    ovl_program_unref(program);
    check(code, error);
    return {renderer, &ovl_renderer_free};
  }

 private:
  std::vector<ovl_row> rows_;
  std::string graph_;
  ovl_clip clip_{};
  ovl_program_options options_{};
  ovl_device_options device_{};
};

ovl_image image_of(BenchPicture& picture) {
  const ImageView view = picture.view();
  ovl_image image{};
  image.struct_size = sizeof image;
  image.format = OVL_FORMAT_NV12;
  image.matrix = OVL_MATRIX_BT709;
  image.width = view.size.width;
  image.height = view.size.height;
  for (std::size_t i = 0; i < 2; ++i) image.plane[i] = {view.planes[i].data, view.planes[i].stride};
  return image;
}

}  // namespace

LibraryTimes time_library(Size size, const ReplayOptions& replay_options,
                          const LoopOptions& options) {
  const BenchPlanOptions scene{.size = size, .seed = options.seed};
  const auto replay = make_cpu_replay(bench_plan(scene), replay_options);
  const Host host(scene, replay_options.threads);
  const auto renderer = host.renderer();
  const ClipInfo clip = bench_clip(scene);
  LibraryTimes times{.replay = {}, .library = {}, .again = {}, .correct = true};
  double spent = 0;
  for (int round = -warm_up_rounds; round < options.rounds; ++round) {
    if (round >= least_rounds && spent > options.budget_ms) break;
    const int frame = (round + warm_up_rounds) % clip.frame_count;
    BenchPicture ours(size, options.seed), theirs(size, options.seed);
    const ImageView view = ours.view();
    const ovl_image image = image_of(theirs);
    const auto draw = [&] { replay->draw(time_of(clip, frame), view); };
    const auto call = [&] {
      check(ovl_draw(renderer.get(), frame, &image, nullptr, nullptr), nullptr);
    };
    const bool first = round % 2 == 0;  // alternating, so neither always finds the other's caches
    double draw_ms = first ? processor_milliseconds(draw) : 0;
    const double call_ms = processor_milliseconds(call);
    if (!first) draw_ms = processor_milliseconds(draw);
    const double again_ms = thread_milliseconds([&] { static_cast<void>(host.renderer()); });
    times.correct &= picture_hash(view) == picture_hash(theirs.view());
    if (round < 0) continue;
    times.replay.push_back(draw_ms);
    times.library.push_back(call_ms);
    times.again.push_back(again_ms);
    spent += draw_ms + call_ms;
  }
  return times;
}

}  // namespace overlace
