// SPDX-License-Identifier: Apache-2.0
// Fuzzes plans and manifests: any bytes give rows or an Error. The outputs of a plan are below its
// root, and what was read is written and read back the same.
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "batch/batch_plan.h"
#include "batch/manifest.h"
#include "graph/core/error.h"
#include "tests/fuzz/require.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

std::string text_of(const BatchPlan& plan) {
  std::string text;
  write_plan(plan, [&text](std::string_view piece) { text += piece; });
  return text;
}

void check_plan(const std::string& path) {
  const BatchPlan plan = read_plan(path);
  const std::filesystem::path root = plan.root;
  for (const BatchClip& clip : plan.clips) {
    const std::filesystem::path output = std::filesystem::path(clip.output).lexically_normal();
    const std::filesystem::path rest = output.lexically_relative(root.lexically_normal());
    require(!rest.empty() && *rest.begin() != ".." && rest != ".");
    require(clip_json(clip_of(clip_json(clip))) == clip_json(clip));
  }
  try {
    refuse_programs(plan);
  } catch (const Error& error) {
    require(error.code() == ErrorCode::usage);
  }
  const std::string text = text_of(plan);
  std::ofstream(path, std::ios::binary) << text;
  require(text_of(read_plan(path)) == text);
}

/// The first byte selects the kind of file.
void run(std::string_view bytes, const test::TempFolder& folder) {
  constexpr std::array kinds{"plan.jsonl", "list.csv", "list.tsv", "list.jsonl", "list.json"};
  if (bytes.empty()) return;
  const std::size_t kind = static_cast<unsigned char>(bytes.front()) % kinds.size();
  const std::string path = folder / kinds[kind];
  std::ofstream(path, std::ios::binary) << bytes.substr(1);
  try {
    if (kind == 0) return check_plan(path);
    static_cast<void>(is_plan_file(path));
    for (const ManifestRow& row : read_manifest(path))
      for (const auto& [name, text] : row.columns) require(row.line > 0 && !text.empty());
  } catch (const Error& error) {
    require(error.code() == ErrorCode::usage || error.code() == ErrorCode::limit);
    require(!error.problems().empty());
  }
}

}  // namespace
}  // namespace overlace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const overlace::test::TempFolder folder;
  overlace::run({reinterpret_cast<const char*>(data), size}, folder);
  return 0;
}
