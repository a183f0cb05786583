// SPDX-License-Identifier: Apache-2.0
// From canonical coordinates, y up, to windows of a picture, y down.
#include "plugins/openfx/render.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "plugins/program.h"

namespace overlace::ofx {
namespace {

constexpr const char* premultiplied = "OfxImageAlphaPremultiplied";

using plugin::Failure;
using plugin::Program;
using plugin::Renderer;

/// Throws the error that a library call reported.
void check(const Failure& failure) {
  if (failure) throw std::runtime_error(failure.text());
}

bool is_generator(const Effect& effect) {
  return effect.properties().text("OfxImageEffectPropContext") == "OfxImageEffectContextGenerator";
}

bool draws_alone(const Effect& effect) {
  return effect.clip("Source") == nullptr || effect.integer("overlayOnly") != 0;
}

/// The rectangle that document and tracks refer to, canonical: the source's, else the project's.
OfxRectD frame_of(const Effect& effect, OfxTime time) {
  OfxRectD frame{};
  const auto is_there = [&] { return frame.x2 > frame.x1 && frame.y2 > frame.y1; };
  if (OfxImageClipHandle source = effect.clip("Source"); source != nullptr) {
    const OfxStatus known = host().effects->clipGetRegionOfDefinition(source, time, &frame);
    if (known == ok && is_there()) return frame;
  }
  const Properties p = effect.properties();
  frame.x1 = p.number("OfxImageEffectPropProjectOffset", 0, 0);
  frame.y1 = p.number("OfxImageEffectPropProjectOffset", 0, 1);
  frame.x2 = frame.x1 + p.number("OfxImageEffectPropProjectSize", 0, 0);
  frame.y2 = frame.y1 + p.number("OfxImageEffectPropProjectSize", 0, 1);
  if (!is_there()) throw std::runtime_error("the host gives neither a source nor a project size");
  return frame;
}

/// A frame in pixels at a render scale: y up, with its bottom left corner at x, y.
struct Frame {
  int x = 0, y = 0, width = 0, height = 0;
  double scale = 1;
};

Frame pixels_of(const Effect& effect, OfxTime time, double scale_x, double scale_y) {
  const OfxRectD frame = frame_of(effect, time);
  const double aspect = effect.properties().number("OfxImageEffectPropPixelAspectRatio", 1);
  const double across = scale_x / (aspect > 0 ? aspect : 1);
  const auto round = [](double place) { return static_cast<int>(std::lround(place)); };
  const int x = round(frame.x1 * across), y = round(frame.y1 * scale_y);
  return {x, y, round(frame.x2 * across) - x, round(frame.y2 * scale_y) - y, scale_y};
}

/// 24000/1001 and the like exactly; others to a thousandth.
void set_rate(const Effect& effect, ovl_clip& clip) {
  double rate = effect.properties().number("OfxImageEffectPropFrameRate", 0);
  if (!(rate > 0 && rate < 1e6)) rate = 25;
  constexpr double ntsc = 1001.0 / 1000.0, near = 1e-3;
  const double whole = std::round(rate), drop = std::round(rate * ntsc);
  const bool is_drop = std::abs(rate - whole) > near && std::abs(rate * ntsc - drop) < near;
  clip.rate_num = is_drop ? std::llround(drop * 1000) : std::llround(rate * 1000);
  clip.rate_den = is_drop ? 1001 : 1000;
}

Program program_of(const Look& look, const Effect& effect, const Frame& frame) {
  plugin::Drawing drawing{.graph = graph_of(look, effect),
                          .tracks = effect.text("tracks"),
                          .settings = settings_of(look, effect),
                          .overlay_only = draws_alone(effect)};
  drawing.clip.width = frame.width;
  drawing.clip.height = frame.height;
  drawing.clip.scale = static_cast<float>(frame.scale);
  set_rate(effect, drawing.clip);
  Program program;
  check(plugin::make_program(drawing, program));
  return program;
}

Renderer renderer_of(const Look& look, const Effect& effect, const Frame& frame) {
  Renderer renderer;
  check(plugin::make_renderer(program_of(look, effect, frame), {}, renderer));
  return renderer;
}

std::int32_t number_of(const Effect& effect, OfxTime time) {
  return static_cast<std::int32_t>(std::lround(time)) + effect.integer("frameOffset");
}

/// The format of these components and depth.
std::uint32_t format_of(const Image& image, int& pixel_bytes) {
  struct Row {
    const char* depth;
    int bytes;
    std::uint32_t rgba, rgb;
  };
  static constexpr Row rows[] = {
      {"OfxBitDepthByte", 1, OVL_FORMAT_RGBA, OVL_FORMAT_RGB24},
      {"OfxBitDepthShort", 2, OVL_FORMAT_RGBA64, OVL_FORMAT_RGB48},
      {"OfxBitDepthHalf", 2, OVL_FORMAT_RGBAF16, OVL_FORMAT_RGBF16},
      {"OfxBitDepthFloat", 4, OVL_FORMAT_RGBAF32, OVL_FORMAT_RGBF32},
  };
  const bool alpha = image.components == "OfxImageComponentRGBA";
  for (const Row& row : rows) {
    if (image.depth != row.depth || (!alpha && image.components != "OfxImageComponentRGB"))
      continue;
    pixel_bytes = row.bytes * (alpha ? 4 : 3);
    return alpha ? row.rgba : row.rgb;
  }
  throw std::runtime_error("cannot draw on " + image.components + " of " + image.depth);
}

OfxRectI common(const OfxRectI& a, const OfxRectI& b) {
  return {std::max(a.x1, b.x1), std::max(a.y1, b.y1), std::min(a.x2, b.x2), std::min(a.y2, b.y2)};
}

bool is_empty(const OfxRectI& r) {
  return r.x1 >= r.x2 || r.y1 >= r.y2;
}

std::byte* pixel(const Image& image, int x, int y, int pixel_bytes) {
  return image.data + std::ptrdiff_t{y - image.bounds.y1} * image.row_bytes +
         std::ptrdiff_t{x - image.bounds.x1} * pixel_bytes;
}

/// Whether the source covers the whole window, or there is no source.
bool has_whole(const Image& source, const OfxRectI& window) {
  if (!source.is_there()) return true;
  const OfxRectI held = common(window, source.bounds);
  return held.x1 == window.x1 && held.y1 == window.y1 && held.x2 == window.x2 &&
         held.y2 == window.y2;
}

/// Whether a window consists of whole rows of a picture, without gaps between them.
bool is_dense(const Image& image, const OfxRectI& window, int pixel_bytes) {
  return window.x1 == image.bounds.x1 && window.x2 == image.bounds.x2 &&
         std::abs(image.row_bytes) == (window.x2 - window.x1) * pixel_bytes;
}

/// Copies the source's pixels where it has some, and fills the rest with transparent black.
void fill(const Image& output, const Image& source, const OfxRectI& window, int pixel_bytes) {
  const OfxRectI held =
      source.is_there() ? common(window, source.bounds) : OfxRectI{window.x1, window.y1, 0, 0};
  const auto bytes = [&](int pixels) {
    return static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixel_bytes);
  };
  const bool has_all =
      held.x1 == window.x1 && held.y1 == window.y1 && held.x2 == window.x2 && held.y2 == window.y2;
  if (has_all && source.row_bytes == output.row_bytes && is_dense(source, window, pixel_bytes) &&
      is_dense(output, window, pixel_bytes)) {  // one large copy bypasses the caches
    const int first = output.row_bytes > 0 ? window.y1 : window.y2 - 1;
    std::memcpy(pixel(output, window.x1, first, pixel_bytes),
                pixel(source, window.x1, first, pixel_bytes),
                bytes(window.x2 - window.x1) * static_cast<std::size_t>(window.y2 - window.y1));
    return;
  }
  for (int y = window.y1; y < window.y2; ++y) {
    const bool has_row = !is_empty(held) && y >= held.y1 && y < held.y2;
    if (!has_row || held.x1 > window.x1 || held.x2 < window.x2)
      std::memset(pixel(output, window.x1, y, pixel_bytes), 0, bytes(window.x2 - window.x1));
    if (has_row)
      std::memcpy(pixel(output, held.x1, y, pixel_bytes), pixel(source, held.x1, y, pixel_bytes),
                  bytes(held.x2 - held.x1));
  }
}

bool is_linear(const Effect& effect, const Image& image) {
  enum { automatic, display, linear };
  const int choice = effect.integer("colour");
  if (choice != automatic) return choice == linear;
  const std::string name = Properties(host().host->host).text("OfxPropName");
  const bool floats = image.depth == "OfxBitDepthHalf" || image.depth == "OfxBitDepthFloat";
  return floats && name == "uk.co.thefoundry.nuke";
}

std::uint8_t alpha_of(const Effect& effect, const Image& source) {
  const bool straight = !draws_alone(effect) && source.alpha == "OfxImageAlphaUnPremultiplied";
  return straight ? OVL_ALPHA_STRAIGHT : OVL_ALPHA_PREMULTIPLIED;
}

/// What the library draws on: the window of the output, top row first.
ovl_image image_of(const Image& output, const OfxRectI& window, const Frame& frame) {
  int pixel_bytes = 0;
  ovl_image image{};
  image.struct_size = sizeof image;
  image.format = format_of(output, pixel_bytes);
  image.x = window.x1 - frame.x;
  image.y = frame.y + frame.height - window.y2;
  image.width = window.x2 - window.x1;
  image.height = window.y2 - window.y1;
  image.plane[0] = {pixel(output, window.x1, window.y2 - 1, pixel_bytes),
                    -std::int64_t{output.row_bytes}};
  return image;
}

/// A picture in GPU memory, what lies below the overlay, and the frame.
struct GpuWork {
  ovl_image image;
  const Image& source;
  const OfxRectI& window;
  std::int32_t frame;
  void* stream;  ///< the host's
};

Failure draw_on_gpu(const Program& program, const Effect& effect, const GpuWork& work,
                    const ovl_image* below) {
  ovl_device_options device{};
  device.device = OVL_DEVICE_CUDA_N;
  device.index = ovl_gpu_of(work.image.plane[0].data);
  Renderer renderer;
  Failure failure = plugin::make_renderer(program, device, renderer);
  if (!failure && !effect.is_aborted())
    failure = plugin::call(ovl_copy, &work.image, below, work.stream);
  if (!failure && !effect.is_aborted())
    failure = plugin::call(ovl_draw, renderer.get(), work.frame, &work.image, nullptr);
  return failure;
}

/// If the GPU cannot draw it, the host may ask again without one, so no message is shown.
OfxStatus render_on_gpu(const Look& look, const Effect& effect, const Frame& frame,
                        const GpuWork& work) {
  const Program program = program_of(look, effect, frame);
  if (!has_whole(work.source, work.window) || ovl_gpu_of(work.image.plane[0].data) < 0)
    return gpu_render_failed;
  ovl_image below = work.image;
  if (work.source.is_there()) below.plane[0] = image_of(work.source, work.window, frame).plane[0];
  const Failure failure =
      draw_on_gpu(program, effect, work, work.source.is_there() ? &below : nullptr);
  if (failure.code() == OVL_OUT_OF_MEMORY) return gpu_out_of_memory;
  return failure ? gpu_render_failed : ok;
}

}  // namespace

OfxStatus render(const Look& look, const Effect& effect, const Properties& in) {
  const OfxTime time = in.number("OfxPropTime", 0);
  const Frame frame = pixels_of(effect, time, in.number("OfxImageEffectPropRenderScale", 1, 0),
                                in.number("OfxImageEffectPropRenderScale", 1, 1));
  const Image output(effect.clip("Output"), time);
  if (!output.is_there()) return effect.is_aborted() ? ok : failed;
  const bool alone = draws_alone(effect);
  const Image source(alone ? nullptr : effect.clip("Source"), time);
  if (source.is_there() && (source.depth != output.depth || source.components != output.components))
    throw std::runtime_error("source and output have other samples");
  const OfxRectI window = common(in.rectangle("OfxImageEffectPropRenderWindow"), output.bounds);
  if (is_empty(window)) return ok;
  ovl_image image = image_of(output, window, frame);
  image.alpha = alpha_of(effect, source);
  image.transfer = is_linear(effect, output) ? OVL_TRANSFER_LINEAR : OVL_TRANSFER_SDR;
  const std::int32_t number = number_of(effect, time);
  if (in.integer("OfxImageEffectPropCudaEnabled", 0) != 0) {
    image.memory = OVL_MEMORY_CUDA;
    return render_on_gpu(
        look, effect, frame,
        {image, source, window, number, in.pointer("OfxImageEffectPropCudaStream")});
  }
  const Renderer renderer = renderer_of(look, effect, frame);
  if (effect.is_aborted()) return ok;
  int pixel_bytes = 0;
  static_cast<void>(format_of(output, pixel_bytes));
  fill(output, source, window, pixel_bytes);
  check(plugin::call(ovl_draw, renderer.get(), number, &image, nullptr));
  return ok;
}

OfxStatus is_identity(const Look& look, const Effect& effect, const Properties& in,
                      const Properties& out) {
  if (draws_alone(effect)) return reply_default;
  const OfxTime time = in.number("OfxPropTime", 0);
  const Frame frame = pixels_of(effect, time, in.number("OfxImageEffectPropRenderScale", 1, 0),
                                in.number("OfxImageEffectPropRenderScale", 1, 1));
  const Renderer renderer = renderer_of(look, effect, frame);
  ovl_rect bounds{};
  check(plugin::call(ovl_bounds, renderer.get(), number_of(effect, time), &bounds));
  if (bounds.width > 0) return reply_default;
  out.set("OfxPropName", "Source");
  out.set("OfxPropTime", time);
  return ok;
}

OfxStatus region_of_definition(const Effect& effect, const Properties& out) {
  if (!is_generator(effect)) return reply_default;
  const OfxRectD frame = frame_of(effect, 0);
  int side = 0;
  for (const double place : {frame.x1, frame.y1, frame.x2, frame.y2})
    out.set("OfxImageEffectPropRegionOfDefinition", place, side++);
  return ok;
}

OfxStatus time_domain(const Look& look, const Effect& effect, const Properties& out) {
  if (!is_generator(effect)) return reply_default;
  const Program program = program_of(look, effect, pixels_of(effect, 0, 1, 1));
  std::int32_t first = 0, last = 0;
  check(plugin::call(ovl_program_frames, program.get(), &first, &last));
  const int offset = effect.integer("frameOffset");
  out.set("OfxImageEffectPropFrameRange", static_cast<double>(first - offset), 0);
  out.set("OfxImageEffectPropFrameRange", static_cast<double>(last - offset), 1);
  return ok;
}

OfxStatus clip_preferences(const Effect& effect, const Properties& out) {
  out.set("OfxImageEffectFrameVarying", 1);
  if (draws_alone(effect)) out.set("OfxImageEffectPropPreMultiplication", premultiplied);
  return ok;
}

}  // namespace overlace::ofx
