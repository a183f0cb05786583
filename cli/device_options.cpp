// SPDX-License-Identifier: Apache-2.0
// Option tables for devices.
#include "cli/device_options.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace overlace {

DeviceTarget parse_device(const std::string& text) {
  using Kind = DeviceTarget::Kind;
  if (text == "auto") return {Kind::best};
  if (text == "cpu") return {Kind::cpu};
  if (text == "cuda") return {Kind::cuda};
  constexpr std::string_view prefix = "cuda:";
  int index = -1;
  if (text.starts_with(prefix)) {
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + prefix.size(), end, index);
    if (error == std::errc() && rest == end && index >= 0) return {Kind::cuda, index};
  }
  throw Error(ErrorCode::usage, fmt::format("there is no device '{}'", text),
              suggest(text, {"auto", "cpu", "cuda", "cuda:0"}), SourceLocation{"--device"});
}

void add_threads_option(const Command& command, int& threads) {
  command.whole("--threads", threads, "Drawing threads; 0 is one per core", {{0, 1024}});
}

void add_simd_option(const Command& command, SimdLevel& simd, const std::string& doc) {
  command.choice<SimdLevel>("--simd", simd,
                            {{"best", SimdLevel::best},
                             {"scalar", SimdLevel::scalar},
                             {"avx2", SimdLevel::avx2},
                             {"avx512", SimdLevel::avx512}},
                            doc);
}

void add_device_options(const Command& table, DeviceSettings& settings) {
  const Command command = table.group("Device");
  command.parsed(
      "--device DEVICE", settings.target, parse_device,
      "Where to draw: auto (the GPU with the most free memory, else the CPU), cpu or cuda[:N]",
      "auto");
  add_threads_option(command, settings.threads);
  add_simd_option(command, settings.simd, "Instruction set; the picture is the same");
}

}  // namespace overlace
