// SPDX-License-Identifier: Apache-2.0
// Runs a fuzzer's entry point over seed files and damaged copies of them: linked into the target
// when there is no libFuzzer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run(const std::string& bytes) {
  (void)LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

/// Truncates, changes a byte, inserts a copy of a segment, or erases one.
std::string damaged(std::string bytes, std::mt19937& random) {
  if (bytes.empty()) return bytes;
  const std::size_t at = random() % bytes.size();
  switch (random() % 4) {
    case 0:
      return bytes.substr(0, at);
    case 1:
      bytes[at] = static_cast<char>(random());
      break;
    case 2:
      bytes.insert(random() % bytes.size(), bytes.substr(at, random() % 20));
      break;
    default:
      bytes.erase(at, random() % 20);
      break;
  }
  return bytes;
}

/// The named files and all files in the named folders, in order.
std::vector<std::filesystem::path> files_of(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) {
      files.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(argv[i]))
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937 random(1);  // the same copies in every run
  const auto files = files_of(argc, argv);
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    const std::string seed{std::istreambuf_iterator<char>(file), {}};
    if (!file && seed.empty()) {
      std::fprintf(stderr, "cannot read %s\n", path.c_str());
      return 1;
    }
    run(seed);
    for (int copy = 0; copy < REPLAY_COPIES; ++copy) run(damaged(seed, random));
  }
  return files.empty() ? 1 : 0;
}
