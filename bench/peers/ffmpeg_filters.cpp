// SPDX-License-Identifier: Apache-2.0
// libavfilter's graphs, and frames for them.
#include "bench/peers/ffmpeg_filters.h"

#include <fmt/format.h>

#include <cstring>

#include "graph/core/error.h"

extern "C" {
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
}

namespace overlace {
namespace {

void require(int code) {
  if (code < 0) throw Error(ErrorCode::internal, fmt::format("libavfilter failed ({})", code));
}

}  // namespace

FfmpegFrame make_frame(Size size, AVPixelFormat format) {
  FfmpegFrame frame(av_frame_alloc());
  frame->width = size.width;
  frame->height = size.height;
  frame->format = format;
  require(av_frame_get_buffer(frame.get(), 0));
  return frame;
}

FfmpegFrame planar_frame(const BenchPicture& nv12) {
  const auto [width, height] = nv12.size();
  FfmpegFrame frame = make_frame(nv12.size(), AV_PIX_FMT_YUV420P);
  const std::byte* samples = nv12.samples().data();
  const std::ptrdiff_t stride = width + width % 2;
  for (int y = 0; y < height; ++y)
    std::memcpy(frame->data[0] + std::ptrdiff_t{y} * frame->linesize[0], samples + y * stride,
                static_cast<std::size_t>(width));
  for (int y = 0; y < (height + 1) / 2; ++y) {
    const std::byte* pair = samples + (height + y) * stride;
    for (int x = 0; x < (width + 1) / 2; ++x, pair += 2)
      for (int plane = 1; plane < 3; ++plane)
        frame->data[plane][std::ptrdiff_t{y} * frame->linesize[plane] + x] =
            static_cast<std::uint8_t>(pair[plane - 1]);
  }
  return frame;
}

std::string source_text(const char* name, Size size, const char* format) {
  return fmt::format("buffer=video_size={}x{}:pix_fmt={}:time_base=1/60:pixel_aspect=1/1[{}]",
                     size.width, size.height, format, name);
}

FfmpegFilters::FfmpegFilters(const std::string& text, int threads)
    : graph_(avfilter_graph_alloc()) {
  graph_->nb_threads = threads;
  AVFilterInOut *in = nullptr, *out = nullptr;
  const int code = avfilter_graph_parse2(graph_.get(), text.c_str(), &in, &out);
  avfilter_inout_free(&in);
  avfilter_inout_free(&out);
  require(code);
  require(avfilter_graph_config(graph_.get(), nullptr));
  for (unsigned i = 0; i < graph_->nb_filters; ++i) {
    AVFilterContext* filter = graph_->filters[i];
    if (std::strcmp(filter->filter->name, "buffer") == 0) sources_.push_back(filter);
    if (std::strcmp(filter->filter->name, "buffersink") == 0) sink_ = filter;
  }
}

void FfmpegFilters::push(std::size_t source, AVFrame* frame) {
  require(av_buffersrc_add_frame(sources_[source], frame));
}

FfmpegFrame FfmpegFilters::pull() {
  FfmpegFrame frame(av_frame_alloc());
  require(av_buffersink_get_frame(sink_, frame.get()));
  return frame;
}

}  // namespace overlace
