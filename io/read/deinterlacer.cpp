// SPDX-License-Identifier: Apache-2.0
// A graph of one filter; implicit conversions are switched off.
#include "io/read/deinterlacer.h"

#include <fmt/format.h>

namespace overlace {
namespace {

struct FreeGraph {
  void operator()(AVFilterGraph* graph) const noexcept { avfilter_graph_free(&graph); }
};

}  // namespace

class Deinterlacer::Graph {
 public:
  Graph(const AVFrame& like, AVRational time_base);

  AVFilterContext* source = nullptr;  ///< owned by the graph, like all of its filters
  AVFilterContext* sink = nullptr;

 private:
  AVFilterContext* add(const char* filter, const std::string& settings);

  std::unique_ptr<AVFilterGraph, FreeGraph> graph_{avfilter_graph_alloc()};
};

AVFilterContext* Deinterlacer::Graph::add(const char* filter, const std::string& settings) {
  AVFilterContext* context = nullptr;
  check_av(avfilter_graph_create_filter(&context, avfilter_get_by_name(filter), filter,
                                        settings.c_str(), nullptr, graph_.get()),
           ErrorCode::unavailable, fmt::format("libav's filter {}", filter));
  return context;
}

Deinterlacer::Graph::Graph(const AVFrame& like, AVRational time_base) {
  if (!graph_) throw Error(ErrorCode::out_of_memory, "out of memory");
  source = add("buffer", fmt::format("video_size={}x{}:pix_fmt={}:time_base={}/{}", like.width,
                                     like.height, like.format, time_base.num, time_base.den));
  AVFilterContext* filter = add("bwdif", "mode=send_frame:parity=auto:deint=interlaced");
  sink = add("buffersink", "");
  avfilter_graph_set_auto_convert(graph_.get(), AVFILTER_AUTO_CONVERT_NONE);
  const bool linked = avfilter_link(source, 0, filter, 0) >= 0 &&
                      avfilter_link(filter, 0, sink, 0) >= 0 &&
                      avfilter_graph_config(graph_.get(), nullptr) >= 0;
  if (!linked)
    throw Error(ErrorCode::input,
                fmt::format("pictures in {} cannot be de-interlaced",
                            av_get_pix_fmt_name(static_cast<AVPixelFormat>(like.format))),
                "convert them to planes of Y'CbCr first");
}

Deinterlacer::Deinterlacer(const AVFrame& like, AVRational time_base)
    : graph_(std::make_unique<Graph>(like, time_base)) {}
Deinterlacer::~Deinterlacer() = default;
Deinterlacer::Deinterlacer(Deinterlacer&&) noexcept = default;
Deinterlacer& Deinterlacer::operator=(Deinterlacer&&) noexcept = default;

void Deinterlacer::send(FramePtr frame) {
  check_av(av_buffersrc_add_frame(graph_->source, frame.get()), ErrorCode::internal,
           "de-interlacing");
}

FramePtr Deinterlacer::receive() {
  FramePtr frame = make_frame();
  const int status = av_buffersink_get_frame(graph_->sink, frame.get());
  if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return nullptr;
  check_av(status, ErrorCode::internal, "de-interlacing");
  return frame;
}

}  // namespace overlace
