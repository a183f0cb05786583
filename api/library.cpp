// SPDX-License-Identifier: Apache-2.0
// The caches of the process.
#include "api/library.h"

#include <fmt/format.h>

#include "api/c_error.h"
#include "api/structs.h"

namespace overlace::api {
namespace {

constexpr std::size_t kept_programs = 64, kept_devices = 16;

DeviceSettings settings_of(const ovl_device_options& options) {
  using Kind = DeviceTarget::Kind;
  require(options.threads >= 0, "ovl_device_options.threads is below 0");
  DeviceSettings settings;
  settings.threads = options.threads;
  switch (options.device) {
    case OVL_DEVICE_AUTO:
      return settings;
    case OVL_DEVICE_CPU:
      settings.target.kind = Kind::cpu;
      return settings;
    case OVL_DEVICE_CUDA:
      settings.target.kind = Kind::cuda;
      return settings;
    case OVL_DEVICE_CUDA_N:
      require(options.index >= 0, "ovl_device_options.index is below 0");
      settings.target = {.kind = Kind::cuda, .index = options.index};
      return settings;
    default:
      throw Error(ErrorCode::usage,
                  fmt::format("ovl_device_options.device {} is unknown", options.device),
                  "see enum ovl_device");
  }
}

/// Covers everything but the stream, which is set when a device is leased.
Digest::Value digest_of(const ovl_device_options& options) {
  Digest digest;
  const std::int64_t numbers[] = {options.device, options.index, options.threads};
  digest.add(numbers, sizeof numbers);
  return digest.value();
}

NamedDevice make_device(const Digest::Value& key, const ovl_device_options& options) {
  const ChosenDevice chosen = choose_device(settings_of(options), [](const std::string&) {});
  return {hex_of(key), chosen.device()};
}

}  // namespace

Library::Library()
    : plans_(std::make_shared<PlanCache>()), programs_(kept_programs), devices_(kept_devices) {}

/// The program is made without holding the mutex, so that other threads can go on.
std::shared_ptr<const Program> Library::program(const ProgramOptions& options) {
  const Digest::Value key = api::digest_of(options);
  std::shared_ptr<PlanCache> plans;
  std::shared_ptr<const Program> known;
  {
    const std::lock_guard lock(mutex_);
    plans = plans_;
    if (const auto* kept = programs_.find(key)) known = *kept;
  }
  if (known != nullptr && known->is_current()) return known;
  auto made = make_program(options, *plans);
  const std::lock_guard lock(mutex_);
  return programs_.keep(key, std::move(made));
}

NamedDevice Library::device(const ovl_device_options* given) {
  ovl_device_options options{};
  if (given != nullptr) options = read_struct(given, "ovl_device_options");
  const Digest::Value key = digest_of(options);
  const std::lock_guard lock(mutex_);
  const auto* known = devices_.find(key);
  NamedDevice device = known != nullptr ? *known : devices_.keep(key, make_device(key, options));
  device.stream = options.stream;
  return device;
}

void Library::purge() {
  const std::lock_guard lock(mutex_);
  plans_ = std::make_shared<PlanCache>();
  programs_ = LruCache<std::shared_ptr<const Program>>(kept_programs);
}

Library& library() {
  static Library shared;
  return shared;
}

}  // namespace overlace::api

extern "C" {

uint32_t ovl_version(void) {
  return OVL_VERSION;
}

void ovl_purge(void) {
  static_cast<void>(overlace::api::guarded(nullptr, [] { overlace::api::library().purge(); }));
}

}  // extern "C"
