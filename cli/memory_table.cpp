// SPDX-License-Identifier: Apache-2.0
// One line per part, and their sum.
#include "cli/memory_table.h"

#include <fmt/format.h>

#include <utility>

#include "gpu/device/budget.h"
#include "gpu/replay.h"

namespace overlace {
namespace {

std::string line(const std::string& what, const Json& bytes, const std::string& note) {
  constexpr double mebibyte = 1U << 20U;
  return fmt::format("  {:<28} {:>8.2f} MiB{}{}\n", what, bytes.as_number() / mebibyte,
                     note.empty() ? "" : "  ", note);
}

}  // namespace

std::vector<MemoryUse> gpu_memory(const Plan& plan) {
  PixelFormat picture;
  picture.layout = PlaneLayout::semi_planar;
  picture.chroma_shift_x = picture.chroma_shift_y = 1;
  return device_budget(plan, picture, CudaReplayOptions{}.slots);
}

Json memory_facts(std::span<const MemoryUse> parts) {
  Json list(Json::Array{});
  std::int64_t sum = 0;
  for (const MemoryUse& use : parts) {
    const auto bytes = static_cast<std::int64_t>(use.bytes);
    Json json;
    json.set("what", use.what);
    json.set("bytes", bytes);
    json.set("note", use.note);
    list.push_back(std::move(json));
    sum += bytes;
  }
  Json json;
  json.set("parts", std::move(list));
  json.set("bytes", sum);
  return json;
}

std::string memory_text(const std::string& title, const Json& facts) {
  if (facts.is_null()) return {};
  std::string text = "\n" + title + "\n";
  for (const Json& part : facts.find("parts")->as_array())
    text +=
        line(part.find("what")->as_string(), *part.find("bytes"), part.find("note")->as_string());
  return text + line("in all", *facts.find("bytes"), "");
}

}  // namespace overlace
