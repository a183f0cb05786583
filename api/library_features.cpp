// SPDX-License-Identifier: Apache-2.0
// Lists what the library's parts register.
#include "api/library_features.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "api/overlace.h"
#include "gpu/devices.h"
#include "io/tracks/format.h"

namespace overlace::api {
namespace {

std::string version_text() {
  return fmt::format("{}.{}.{}", OVL_VERSION / 10000, OVL_VERSION / 100 % 100, OVL_VERSION % 100);
}

Json track_formats_json() {
  Json list{Json::Array{}};
  for (const TrackFormat& format : track_formats()) {
    Json extensions{Json::Array{}};
    for (const std::string_view extension : format.extensions) extensions.push_back(extension);
    list.push_back(Json::Object{{"name", format.name},
                                {"title", format.title},
                                {"doc", format.doc},
                                {"extensions", std::move(extensions)},
                                {"folder", format.folder},
                                {"written", format.is_written()}});
  }
  return list;
}

Json pixel_formats_json() {
  Json list{Json::Array{}};
  for (std::uint32_t format = OVL_FORMAT_NONE + 1; ovl_format_name(format) != nullptr; ++format)
    list.push_back(ovl_format_name(format));
  return list;
}

Json gpus_json(const DeviceList& found) {
  Json list{Json::Array{}};
  for (const DeviceInfo& device : found.devices)
    list.push_back(Json::Object{{"index", device.index},
                                {"name", device.name},
                                {"usable", device.usable()},
                                {"why_not", device.why_not}});
  return list;
}

}  // namespace

Json features_json() {
  const DeviceList gpus = list_cuda_devices(DeviceProbe::from_outside);
  return Json::Object{{"version", version_text()},
                      {"track_formats", track_formats_json()},
                      {"pixel_formats", pixel_formats_json()},
                      {"gpus", gpus_json(gpus)},
                      {"why_no_gpu", gpus.devices.empty() ? Json(gpus.why_none) : Json()}};
}

}  // namespace overlace::api
