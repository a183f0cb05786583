// SPDX-License-Identifier: Apache-2.0
// Chains of FFmpeg's filters run in this process.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/picture.h"

extern "C" {
#include <libavfilter/avfilter.h>
#include <libavutil/frame.h>
}

namespace overlace {

struct FreeFrame {
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
};
using FfmpegFrame = std::unique_ptr<AVFrame, FreeFrame>;
struct FreeFilterGraph {
  void operator()(AVFilterGraph* graph) const { avfilter_graph_free(&graph); }
};

[[nodiscard]] FfmpegFrame make_frame(Size size, AVPixelFormat format);
/// The NV12 picture as yuv420p.
[[nodiscard]] FfmpegFrame planar_frame(const BenchPicture& nv12);
/// A source in a chain's text: pictures in a pixel format, as "[name]".
[[nodiscard]] std::string source_text(const char* name, Size size, const char* format);

/// A chain of filters from named sources to one sink. Like the functions above, throws
/// Error(internal) with the library's code.
class FfmpegFilters {
 public:
  FfmpegFilters(const std::string& text, int threads);
  /// Takes the frame's content. Sources are numbered in the order of the text.
  void push(std::size_t source, AVFrame* frame);
  [[nodiscard]] FfmpegFrame pull();

 private:
  std::unique_ptr<AVFilterGraph, FreeFilterGraph> graph_;
  std::vector<AVFilterContext*> sources_;
  AVFilterContext* sink_ = nullptr;
};

}  // namespace overlace
