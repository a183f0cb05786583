// SPDX-License-Identifier: Apache-2.0
// overlace devices: where a graph can run on this machine.
#include <fmt/format.h>

#include <memory>
#include <thread>
#include <utility>

#include "cli/commands.h"
#include "cli/product.h"
#include "gpu/devices.h"
#include "gpu/replay.h"
#include "graph/core/json.h"
#include "io/cuda/hardware_codecs.h"

namespace overlace {
namespace {

Json json_of(const DeviceInfo& device) {
  const HardwareCodecs codecs = probe_hardware_codecs(device.index);
  Json json;
  json.set("name", fmt::format("cuda:{}", device.index));
  json.set("model", device.name);
  json.set("memory_bytes", static_cast<std::int64_t>(device.memory));
  json.set("free_bytes",
           device.usable() ? Json(static_cast<std::int64_t>(device.free_memory)) : Json());
  json.set("compute_capability", fmt::format("{}.{}", device.major, device.minor));
  json.set("usable", device.usable());
  json.set("why_not", device.why_not);
  json.set("decoding", codecs.decoding_text());
  json.set("encoding", codecs.encoding_text());
  return json;
}

/// The machine's facts, for text and JSON.
Json machine() {
  Json cpu;
  cpu.set("threads", static_cast<std::int64_t>(std::thread::hardware_concurrency()));
  cpu.set("simd", simd_name(detect_simd()));
  const DeviceList list = list_cuda_devices();
  Json cuda(Json::Array{});
  for (const DeviceInfo& device : list.devices) cuda.push_back(json_of(device));
  Json json;
  json.set("cpu", std::move(cpu));
  json.set("cuda", std::move(cuda));
  json.set("why_no_cuda", list.devices.empty() ? Json(list.why_none) : Json());
  return json;
}

const std::string& text(const Json& json, const char* key) {
  return json.find(key)->as_string();
}

std::string gibibytes(const Json& json, const char* key) {
  return fmt::format("{:.1f}", json.find(key)->as_number() / (1U << 30U));
}

void print_gpu(const Json& gpu) {
  const bool usable = gpu.find("usable")->as_bool();
  print_product("{}  {}, {} GiB", text(gpu, "name"), text(gpu, "model"),
                gibibytes(gpu, "memory_bytes"));
  if (usable) print_product(" of which {} are free", gibibytes(gpu, "free_bytes"));
  print_product(", compute capability {}\n", text(gpu, "compute_capability"));
  if (!usable) print_product("        not usable: {}\n", text(gpu, "why_not"));
  print_product("        {}\n        {}\n", text(gpu, "decoding"), text(gpu, "encoding"));
}

int list_devices(bool as_json) {
  const Json found = machine();
  if (as_json) {
    print_product("{}\n", found.dump(2));
    return 0;
  }
  const Json& cpu = *found.find("cpu");
  print_product("cpu     {} threads, {}\n", cpu.find("threads")->as_number(), text(cpu, "simd"));
  const Json& none = *found.find("why_no_cuda");
  if (none.is_string()) print_product("cuda    not usable: {}\n", none.as_string());
  for (const Json& gpu : found.find("cuda")->as_array()) print_gpu(gpu);
  return 0;
}

}  // namespace

void add_devices_command(const Command& program) {
  const Command command =
      program.subcommand("devices", "List the devices that overlace can draw with");
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json, "The same facts as JSON");
  command.runs([json] { return list_devices(*json); });
}

}  // namespace overlace
