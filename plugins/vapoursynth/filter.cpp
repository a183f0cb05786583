// SPDX-License-Identifier: Apache-2.0
// VapourSynth's overlace.Draw: draws the overlay on planar frames.
#include <VapourSynth4.h>
#include <fmt/format.h>
#include <overlace.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "plugins/vapoursynth/renderers.h"
#include "plugins/vapoursynth/vs_picture.h"

namespace overlace::vapoursynth {
namespace {

constexpr const char* arguments =
    "clip:vnode;graph:data:opt;tracks:data:opt;set:data[]:opt;device:data:opt;start:int:opt;";

/// One call of Draw in a script.
struct Filter {
  const VSAPI* api = nullptr;
  VSNode* clip = nullptr;  ///< owned reference
  std::uint32_t format = OVL_FORMAT_NONE;
  std::int64_t start = 0;  ///< number of the clip's first frame in the tracks
  Renderers renderers;

  Filter(const VSAPI* vsapi, VSNode* node) : api(vsapi), clip(node) {}
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() { api->freeNode(clip); }
};

struct FreeFrame {
  const VSAPI* api;
  void operator()(const VSFrame* frame) const { api->freeFrame(frame); }
};
using SourceFrame = std::unique_ptr<const VSFrame, FreeFrame>;

/// Throws an error as one line of text.
void expect(const Failure& failure) {
  if (!failure) return;
  std::string text = failure.text();
  std::ranges::replace(text, '\n', ' ');
  throw std::runtime_error(text);
}

/// Arguments of a call.
class Arguments {
 public:
  Arguments(const VSMap* map, const VSAPI* api) : map_(map), api_(api) {}

  [[nodiscard]] std::string text(const char* name, const char* fallback, int index = 0) const {
    int error = 0;
    const char* data = api_->mapGetData(map_, name, index, &error);
    return error == 0 ? data : fallback;
  }
  [[nodiscard]] std::int64_t integer(const char* name, std::int64_t fallback) const {
    int error = 0;
    const std::int64_t value = api_->mapGetInt(map_, name, 0, &error);
    return error == 0 ? value : fallback;
  }
  [[nodiscard]] int count(const char* name) const {
    return std::max(api_->mapNumElements(map_, name), 0);
  }
  [[nodiscard]] VSNode* node(const char* name) const {
    return api_->mapGetNode(map_, name, 0, nullptr);
  }

 private:
  const VSMap* map_;
  const VSAPI* api_;
};

plugin::Drawing drawing_of(const Arguments& in, const VSVideoInfo& video) {
  plugin::Drawing drawing{.graph = in.text("graph", "boxes"), .tracks = in.text("tracks", "")};
  for (int i = 0; i < in.count("set"); ++i) drawing.settings.push_back(in.text("set", "", i));
  drawing.clip.width = video.width;
  drawing.clip.height = video.height;
  drawing.clip.rate_num = video.fpsNum;  // 0 for variable frame durations, as in libovl
  drawing.clip.rate_den = video.fpsDen;
  return drawing;
}

std::uint32_t device_of(const Arguments& in) {
  const std::string name = in.text("device", "auto");
  const auto device = plugin::device_named(name);
  if (!device)
    throw std::runtime_error(fmt::format("device is '{}', expected auto, cpu or cuda", name));
  return *device;
}

std::unique_ptr<Filter> make_filter(const Arguments& in, const VSAPI* api) {
  auto filter = std::make_unique<Filter>(api, in.node("clip"));
  const VSVideoInfo& video = *api->getVideoInfo(filter->clip);
  if (video.width == 0 || video.format.colorFamily == cfUndefined)
    throw std::runtime_error("the clip's size or format changes: resize it first");
  filter->format = format_of(video.format);
  if (filter->format == OVL_FORMAT_NONE) {
    std::array<char, 32> name{};
    api->getVideoFormatName(&video.format, name.data());
    throw std::runtime_error(fmt::format(
        "{} is not drawn on; 8, 10, 12 and 16 bits are, 4:2:0 to 4:4:4, and RGBS", name.data()));
  }
  constexpr std::int64_t most = std::int64_t{1} << 24;
  filter->start = in.integer("start", 0);
  if (filter->start < -most || filter->start > most)
    throw std::runtime_error(
        fmt::format("start is {}, expected the number of a frame", filter->start));
  expect(filter->renderers.open(drawing_of(in, video), device_of(in)));
  return filter;
}

/// Planes are in the order R', G', B' here, and G, B, R in libovl.
int plane_of(const VSVideoFormat& format, int ours) {
  return format.colorFamily == cfRGB ? (ours + 1) % 3 : ours;
}

/// A frame's colours and time; its planes are left open.
ovl_image image_of(const Filter& filter, const VSFrame* frame, const VSVideoInfo& video) {
  const VSAPI* api = filter.api;
  const VSMap* properties = api->getFramePropertiesRO(frame);
  ovl_image image{};
  image.struct_size = sizeof image;
  image.format = filter.format;
  image.alpha = OVL_ALPHA_OPAQUE;
  image.width = video.width;
  image.height = video.height;
  const std::string unknown = read_colors(
      [&](const char* name, std::int64_t fallback) {
        int error = 0;
        const std::int64_t value = api->mapGetInt(properties, name, 0, &error);
        return error == 0 ? value : fallback;
      },
      image);
  if (!unknown.empty())
    throw std::runtime_error(fmt::format("frames with {} are not drawn on: convert them", unknown));
  int error = 0;
  image.seconds = api->mapGetFloat(properties, "_AbsoluteTime", 0, &error);
  image.has_seconds = error == 0 ? 1 : 0;
  return image;
}

/// The frame with its overlay, or the frame itself if nothing is drawn.
const VSFrame* draw(Filter& filter, int number, SourceFrame source, VSCore* core) {
  const VSAPI* api = filter.api;
  const VSVideoInfo& video = *api->getVideoInfo(filter.clip);
  ovl_image image = image_of(filter, source.get(), video);
  Renderer renderer;
  expect(filter.renderers.take(renderer));
  ovl_rect painted{};
  const auto frame = static_cast<std::int32_t>(filter.start + number);
  expect(plugin::call(ovl_bounds, renderer.get(), frame, &painted));
  const bool anything = painted.width > 0 && painted.height > 0;
  VSFrame* drawn = anything ? api->copyFrame(source.get(), core) : nullptr;
  SourceFrame owner(drawn, {api});
  if (anything) {
    for (int i = 0; i < video.format.numPlanes; ++i) {
      const int plane = plane_of(video.format, i);
      image.plane[i] = {api->getWritePtr(drawn, plane), api->getStride(drawn, plane)};
    }
    expect(plugin::call(ovl_draw, renderer.get(), frame, &image, nullptr));
  }
  filter.renderers.give_back(std::move(renderer));
  return anything ? owner.release() : source.release();
}

const VSFrame* VS_CC get_frame(int number, int reason, void* instance, void**,
                               VSFrameContext* context, VSCore* core, const VSAPI* api) {
  Filter& filter = *static_cast<Filter*>(instance);
  if (reason == arInitial) api->requestFrameFilter(number, filter.clip, context);
  if (reason != arAllFramesReady) return nullptr;
  try {
    SourceFrame source(api->getFrameFilter(number, filter.clip, context), {api});
    return draw(filter, number, std::move(source), core);
  } catch (const std::exception& error) {
    api->setFilterError(fmt::format("overlace.Draw: {}", error.what()).c_str(), context);
    return nullptr;
  }
}

void VS_CC free_filter(void* instance, VSCore*, const VSAPI*) {
  const std::unique_ptr<Filter> owned(static_cast<Filter*>(instance));
}

void VS_CC create_filter(const VSMap* in, VSMap* out, void*, VSCore* core, const VSAPI* api) {
  try {
    std::unique_ptr<Filter> filter = make_filter(Arguments(in, api), api);
    const VSFilterDependency source{filter->clip, rpStrictSpatial};
    const VSVideoInfo* video = api->getVideoInfo(filter->clip);
    api->createVideoFilter(out, "Draw", video, get_frame, free_filter, fmParallel, &source, 1,
                           filter.release(), core);
  } catch (const std::exception& error) {
    api->mapSetError(out, fmt::format("overlace.Draw: {}", error.what()).c_str());
  }
}

}  // namespace
}  // namespace overlace::vapoursynth

VS_EXTERNAL_API(void) VapourSynthPluginInit2(VSPlugin* plugin, const VSPLUGINAPI* host) {
  const auto version = static_cast<int>(ovl_version());
  host->configPlugin(
      "org.overlace.draw", "overlace", "Draws tracked objects: boxes, labels, trails",
      VS_MAKE_VERSION(version / 10000, version / 100 % 100), VAPOURSYNTH_API_VERSION, 0, plugin);
  host->registerFunction("Draw", overlace::vapoursynth::arguments, "clip:vnode;",
                         overlace::vapoursynth::create_filter, nullptr, plugin);
}
