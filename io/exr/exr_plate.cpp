// SPDX-License-Identifier: Apache-2.0
// All channels are kept as they are; R, G, B and A also become a picture.
#include "io/exr/exr_plate.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfInputFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>
#include <ImfTestFile.h>
#include <fmt/format.h>
#include <half.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "io/exr/exr_memory.h"
#include "io/exr/exr_samples.h"

namespace overlace {
namespace {

using Imath::Box2i;

constexpr std::int64_t most_bytes = std::int64_t{4} << 30U;  ///< of samples in a file

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  throw Error(ErrorCode::input, what, hint);
}

void check_kind(Imf::IStream& stream) {
  bool tiled = false;
  bool deep = false;
  bool parts = false;
  if (!Imf::isOpenExrFile(stream, tiled, deep, parts))
    throw Iex::InputExc("this is not an EXR file");
  if (deep) refuse("holds deep samples, which cannot be drawn on", "flatten it first");
  if (parts) refuse("has several parts", "save it as one part with layers");
}

void check_windows(const Imf::Header& header, std::int64_t max_pixels) {
  std::int64_t channels = 0;
  for (auto at = header.channels().begin(); at != header.channels().end(); ++at) ++channels;
  for (const Box2i& window : {header.displayWindow(), header.dataWindow()}) {
    const std::int64_t width = width_of(window);
    const std::int64_t height = height_of(window);
    if (width <= 0 || height <= 0) throw Iex::InputExc("a window is empty");
    if (width > max_pixels / height)
      throw Error(ErrorCode::limit, fmt::format("a window of {}x{} is over the limit of {} pixels",
                                                width, height, max_pixels));
    if (width * height > most_bytes / (4 * std::max<std::int64_t>(channels, 1)))
      throw Error(ErrorCode::limit, fmt::format("{} channels of {}x{} are over the limit of {} GiB",
                                                channels, width, height, most_bytes >> 30U));
  }
}

void check_channels(const Imf::ChannelList& channels) {
  std::string names;
  for (auto at = channels.begin(); at != channels.end(); ++at) {
    names += names.empty() ? at.name() : fmt::format(", {}", at.name());
    if (at.channel().xSampling != 1 || at.channel().ySampling != 1)
      refuse(fmt::format("channel {} is subsampled", at.name()),
             "save it with all channels at full resolution");
  }
  if (channels.findChannel("RY") != nullptr || channels.findChannel("BY") != nullptr)
    refuse("holds luminance and chroma", "save it as R, G and B");
  for (const std::string_view name : plane_channels) {
    const Imf::Channel* channel = channels.findChannel(std::string(name));
    if (channel == nullptr && name != "A")
      refuse(fmt::format("has no channel {} to draw on; it has {}", name, names),
             "rename a layer's channels to R, G and B");
    if (channel != nullptr && channel->type == Imf::UINT)
      refuse(fmt::format("channel {} holds integers", name), "save it as half or float");
  }
}

Imf::Slice slice_of(ExrChannel& channel, const Box2i& window) {
  return Imf::Slice::Make(channel.type, channel.samples.data(), window);
}

Imf::FrameBuffer buffer_of(std::vector<ExrChannel>& channels, const Box2i& window) {
  Imf::FrameBuffer buffer;
  for (ExrChannel& channel : channels) buffer.insert(channel.name, slice_of(channel, window));
  return buffer;
}

std::vector<ExrChannel> make_channels(const Imf::ChannelList& list, const Box2i& window) {
  const auto pixels = static_cast<std::size_t>(width_of(window) * height_of(window));
  std::vector<ExrChannel> channels;
  for (auto at = list.begin(); at != list.end(); ++at) {
    const Imf::PixelType type = at.channel().type;
    channels.push_back({at.name(), type, std::vector<std::byte>(pixels * bytes_of(type))});
  }
  return channels;
}

Primaries primaries_of(const Imf::Header& header) {
  if (!Imf::hasChromaticities(header)) return {};
  const Imf::Chromaticities& c = Imf::chromaticities(header);
  const auto of = [](const Imath::V2f& v) { return Chromaticity{v.x, v.y}; };
  return {of(c.red), of(c.green), of(c.blue), of(c.white)};
}

// Attributes that every file has, or that a reader of pictures sees anyway.
bool is_common(std::string_view attribute) {
  constexpr std::array names{
      "channels",          "compression",        "dataWindow", "displayWindow",
      "lineOrder",         "pixelAspectRatio",   "tiles",      "preview",
      "screenWindowWidth", "screenWindowCenter", "type",       "chunkCount",
      "chromaticities",    "framesPerSecond",    "name",       "version"};
  return std::ranges::find(names, attribute) != names.end();
}

/// Attributes about when a picture is shown and what its colours mean.
bool is_technical(std::string_view attribute) {
  constexpr std::array names{"timeCode",       "imageCounter",   "whiteLuminance",
                             "adoptedNeutral", "colorInteropID", "acesImageContainerFlag"};
  return is_common(attribute) || std::ranges::find(names, attribute) != names.end();
}

std::vector<std::string> beyond_rgb(const ExrPlate& plate) {
  std::vector<std::string> objects;
  for (const ExrChannel& channel : plate.channels) {
    if (std::ranges::find(plane_channels, channel.name) == plane_channels.end())
      objects.push_back("channel " + channel.name);
  }
  if (plate.has_alpha) objects.emplace_back("alpha");
  const Box2i& data = plate.header.dataWindow();
  const Box2i& display = plate.header.displayWindow();
  if (!display.intersects(data.min) || !display.intersects(data.max))
    objects.emplace_back("pixels outside the display window");
  for (auto at = plate.header.begin(); at != plate.header.end(); ++at)
    if (!is_common(at.name())) objects.push_back(std::string("attribute ") + at.name());
  return objects;
}

const ExrChannel* find(const std::vector<ExrChannel>& channels, std::string_view name) {
  const auto found = std::ranges::find(channels, name, &ExrChannel::name);
  return found == channels.end() ? nullptr : &*found;
}

void fill(const PicturePlane& plane, const ExrChannel& channel, const Box2i& data,
          const Box2i& display) {
  const ExrSamples<const std::byte> samples{channel.samples.data(), data, channel.type};
  const Box2i common = intersection(data, display);
  for (int y = display.min.y; y <= display.max.y; ++y) {
    float* row = plane.row(y);
    std::fill(row + display.min.x, row + display.max.x + 1, 0.0F);
    if (y < common.min.y || y > common.max.y) continue;
    for (int x = common.min.x; x <= common.max.x; ++x)
      row[x] = load(samples.at(x, y), channel.type);
  }
}

}  // namespace

std::shared_ptr<ExrPlate> read_exr(std::span<const std::byte> file, std::int64_t max_pixels) {
  ExrInput stream(file);
  check_kind(stream);
  stream.seekg(0);
  Imf::InputFile input(stream);
  const Imf::Header& header = input.header();
  check_windows(header, max_pixels);
  check_channels(header.channels());
  auto plate = std::make_shared<ExrPlate>();
  const Box2i& window = header.dataWindow();
  plate->header = header;
  plate->channels = make_channels(header.channels(), window);
  input.setFrameBuffer(buffer_of(plate->channels, window));
  input.readPixels(window.min.y, window.max.y);
  plate->has_alpha = find(plate->channels, "A") != nullptr;
  plate->primaries = primaries_of(header);
  plate->beyond_rgb = beyond_rgb(*plate);
  return plate;
}

FramePtr frame_of(std::shared_ptr<const ExrPlate> plate, FramePool& pool) {
  const Box2i& display = plate->header.displayWindow();
  const Size size{static_cast<int>(width_of(display)), static_cast<int>(height_of(display))};
  FramePtr frame = pool.get(plate->has_alpha ? AV_PIX_FMT_GBRAPF32 : AV_PIX_FMT_GBRPF32, size);
  for (std::size_t i = 0; i < (plate->has_alpha ? 4U : 3U); ++i) {
    const PicturePlane plane{{reinterpret_cast<std::byte*>(frame->data[i]), frame->linesize[i]},
                             display.min};
    fill(plane, *find(plate->channels, plane_channels[i]), plate->header.dataWindow(), display);
  }
  frame->color_range = AVCOL_RANGE_JPEG;
  frame->colorspace = AVCOL_SPC_RGB;
  const float aspect = plate->header.pixelAspectRatio();
  if (aspect > 0 && std::isfinite(aspect)) frame->sample_aspect_ratio = av_d2q(aspect, 1 << 16);
  attach_plate(*frame, std::move(plate));
  return frame;
}

ExrChannel in_window(const ExrChannel& from, const Box2i& data, const Box2i& window) {
  if (data == window) return from;
  const auto pixels = static_cast<std::size_t>(width_of(window) * height_of(window));
  ExrChannel to{from.name, from.type, std::vector<std::byte>(pixels * bytes_of(from.type))};
  const ExrSamples<const std::byte> source{from.samples.data(), data, from.type};
  const ExrSamples<std::byte> target{to.samples.data(), window, to.type};
  const Box2i common = intersection(data, window);
  if (common.isEmpty()) return to;
  const std::size_t row_bytes = static_cast<std::size_t>(width_of(common)) * bytes_of(from.type);
  for (int y = common.min.y; y <= common.max.y; ++y)
    std::memcpy(target.at(common.min.x, y), source.at(common.min.x, y), row_bytes);
  return to;
}

ExrPlate plate_within(CopyScope scope, const ExrPlate& plate) {
  const Box2i& data = plate.header.dataWindow();
  const Box2i& display = plate.header.displayWindow();
  Box2i window = intersection(data, display);
  if (window.isEmpty()) window = {display.min, display.min};
  ExrPlate within;
  within.primaries = plate.primaries;
  within.linear = plate.linear;
  within.has_alpha = plate.has_alpha;
  within.header = plate.header;
  within.header.dataWindow() = window;
  within.header.channels() = {};
  for (const ExrChannel& channel : plate.channels) {
    if (std::ranges::find(plane_channels, channel.name) == plane_channels.end()) continue;
    within.header.channels().insert(channel.name, plate.header.channels()[channel.name]);
    within.channels.push_back(in_window(channel, data, window));
  }
  for (auto at = plate.header.begin(); at != plate.header.end(); ++at)
    if (scope == CopyScope::sound_only && !is_technical(at.name())) within.header.erase(at.name());
  return within;
}

Imf::Header kept_header(const ExrPlate& plate) {
  Imf::Header header = plate.header;
  for (const char* layout : {"tiles", "type", "chunkCount", "preview"}) header.erase(layout);
  header.channels() = {};
  header.lineOrder() = Imf::INCREASING_Y;
  return header;
}

void add_attributes(Imf::Header& header, const StillAttributes& attributes) {
  for (const auto& [name, text] : attributes) {
    header.erase(name);  // its old value may have another type
    header.insert(name, Imf::StringAttribute(text));
  }
}

}  // namespace overlace
