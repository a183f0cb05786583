// SPDX-License-Identifier: Apache-2.0
// overlace as a frei0r filter: 8-bit R'G'B'A with straight alpha; all parameters are texts.
#include <overlace.h>

extern "C" {
#include <frei0r.h>
}

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "plugins/frei0r/host.h"
#include "plugins/program.h"
#include "plugins/settings_text.h"

namespace overlace::frei0r {
namespace {

/// The parameters, in the order of their numbers in the host.
enum Parameter { graph, tracks, settings, rate, start, clock, device, parameter_count };

struct ParameterText {
  const char *name, *explanation, *initial;
};
constexpr std::array<ParameterText, parameter_count> parameters{{
    {"graph", "Preset, or file of a graph", "boxes"},
    {"tracks", "File or folder that a tracker left", ""},
    {"set", "NODE.PARAM=VALUE or KNOB=VALUE; several with & between them", ""},
    {"rate", "Frames per second, such as 25 or 30000/1001", "25"},
    {"start", "Number of the first frame that the filter sees, in the tracks from 0", "0"},
    {"clock", "What the host's time counts: auto, s, ms, or count for none", "auto"},
    {"device", "auto, cpu or cuda", "auto"},
}};

/// One filter instance in a host, for pictures of one size.
class Filter {
 public:
  Filter(unsigned width, unsigned height)
      : width_(static_cast<std::int32_t>(width)), height_(static_cast<std::int32_t>(height)) {
    for (std::size_t i = 0; i < parameters.size(); ++i) values_[i] = parameters[i].initial;
  }

  /// MLT sets all parameters before each frame, so only a different text discards the renderer.
  void set(std::size_t parameter, const char* value) {
    if (value == nullptr || values_[parameter] == value) return;
    values_[parameter] = value;
    renderer_.reset();
    is_broken_ = false;
  }
  [[nodiscard]] const std::string& value(std::size_t parameter) const { return values_[parameter]; }

  /// Copies the picture and draws on it. If drawing fails, the copy is the result, and the reason
  /// is printed once to standard error.
  void draw(double time, const std::uint32_t* from, std::uint32_t* to) {
    const auto pixels = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
    if (from != to) std::memcpy(to, from, pixels * sizeof *to);
    const std::int64_t call = calls_++;
    if (!is_broken_ && renderer_ == nullptr) is_broken_ = !(has_known_rows() && open());
    if (is_broken_) return;
    ovl_image image{};
    image.struct_size = sizeof image;
    image.format = OVL_FORMAT_RGBA;
    image.alpha = OVL_ALPHA_STRAIGHT;
    image.width = width_;
    image.height = height_;
    image.plane[0] = {to, std::int64_t{width_} * 4};
    const std::int32_t frame = start_ + frame_at(time, clock_, rate_, call);
    if (const auto failure = plugin::call(ovl_draw, renderer_.get(), frame, &image, nullptr))
      is_broken_ = !tell(failure);
  }

 private:
  [[nodiscard]] bool has_known_rows() const;
  bool open();
  bool read_numbers();
  [[nodiscard]] bool complain(Parameter parameter, const char* expected) const;
  static bool tell(const plugin::Failure& failure);

  std::int32_t width_, height_;
  std::array<std::string, parameter_count> values_;
  plugin::Renderer renderer_;
  Clock clock_ = Clock::seconds;
  Rate rate_;
  std::int32_t start_ = 0;
  std::int64_t calls_ = 0;
  bool is_broken_ = false;  ///< until a parameter changes
};

/// Prints an error; returns false.
bool Filter::tell(const plugin::Failure& failure) {
  fmt::print(stderr, "overlace: {}\n", failure.text());
  return false;
}

bool Filter::complain(Parameter parameter, const char* expected) const {
  fmt::print(stderr, "overlace: {} is '{}', expected {}\n", parameters[parameter].name,
             values_[parameter], expected);
  return false;
}

/// On rows that the host pads, drawings would be skewed. Rows of multiples of 16 are never padded.
bool Filter::has_known_rows() const {
  constexpr std::int32_t whole_rows = 16;
  if (width_ % whole_rows == 0 || !host_pads_rows()) return true;
  fmt::print(
      stderr,
      "overlace: FFmpeg pads rows of {} px without telling: make the width a multiple of {}\n",
      width_, whole_rows);
  return false;
}

bool Filter::read_numbers() {
  const auto named_clock = clock_named(values_[clock]);
  if (!named_clock) return complain(clock, "auto, s, ms or count");
  const auto named_rate = rate_named(values_[rate]);
  if (!named_rate) return complain(rate, "frames per second, such as 25 or 30000/1001");
  char* end = nullptr;
  constexpr long most = 1L << 24;
  const long first = std::strtol(values_[start].c_str(), &end, 10);
  if (values_[start].empty() || *end != '\0' || first < -most || first > most)
    return complain(start, "the number of a frame");
  clock_ = *named_clock;
  rate_ = *named_rate;
  start_ = static_cast<std::int32_t>(first);
  return true;
}

bool Filter::open() {
  if (!read_numbers()) return false;
  const auto named_device = plugin::device_named(values_[device]);
  if (!named_device) return complain(device, "auto, cpu or cuda");
  plugin::Drawing drawing{.graph = values_[graph],
                          .tracks = values_[tracks],
                          .settings = settings_in(values_[settings])};
  drawing.clip.width = width_;
  drawing.clip.height = height_;
  drawing.clip.rate_num = rate_.num;
  drawing.clip.rate_den = rate_.den;
  ovl_device_options options{};
  options.device = *named_device;
  plugin::Program program;
  if (const auto failure = plugin::make_program(drawing, program)) return tell(failure);
  if (const auto failure = plugin::make_renderer(program, options, renderer_)) return tell(failure);
  return true;
}

Filter* filter_of(f0r_instance_t instance) {
  return static_cast<Filter*>(instance);
}

bool is_parameter(int index) {
  return index >= 0 && index < parameter_count;
}

/// Hosts are written in C: no exception may reach them.
template <class Work>
void guarded(const Work& work) noexcept {
  try {
    work();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "overlace: %s\n", error.what());
  }
}

}  // namespace
}  // namespace overlace::frei0r

using namespace overlace::frei0r;

extern "C" {

int f0r_init(void) {
  return 1;
}

void f0r_deinit(void) {}

void f0r_get_plugin_info(f0r_plugin_info_t* info) {
  *info = {.name = "overlace",
           .author = "overlace",
           .plugin_type = F0R_PLUGIN_TYPE_FILTER,
           .color_model = F0R_COLOR_MODEL_RGBA8888,
           .frei0r_version = FREI0R_MAJOR_VERSION,
           .major_version = static_cast<int>(ovl_version() / 10000),
           .minor_version = static_cast<int>(ovl_version() / 100 % 100),
           .num_params = parameter_count,
           .explanation = "Draws tracked objects: boxes, labels, trails, links"};
}

void f0r_get_param_info(f0r_param_info_t* info, int index) {
  if (!is_parameter(index)) return;
  const ParameterText& text = parameters[static_cast<std::size_t>(index)];
  *info = {.name = text.name, .type = F0R_PARAM_STRING, .explanation = text.explanation};
}

f0r_instance_t f0r_construct(unsigned int width, unsigned int height) {
  Filter* filter = nullptr;
  guarded([&] { filter = std::make_unique<Filter>(width, height).release(); });
  return filter;
}

void f0r_destruct(f0r_instance_t instance) {
  const std::unique_ptr<Filter> owned(filter_of(instance));
}

void f0r_set_param_value(f0r_instance_t instance, f0r_param_t value, int index) {
  if (!is_parameter(index) || value == nullptr) return;
  guarded([&] {
    filter_of(instance)->set(static_cast<std::size_t>(index), *static_cast<char**>(value));
  });
}

/// The text stays owned by the filter, as frei0r.h requires.
void f0r_get_param_value(f0r_instance_t instance, f0r_param_t value, int index) {
  if (!is_parameter(index) || value == nullptr) return;
  const std::string& text = filter_of(instance)->value(static_cast<std::size_t>(index));
  *static_cast<char**>(value) = const_cast<char*>(text.c_str());
}

void f0r_update(f0r_instance_t instance, double time, const uint32_t* inframe, uint32_t* outframe) {
  guarded([&] { filter_of(instance)->draw(time, inframe, outframe); });
}

}  // extern "C"
