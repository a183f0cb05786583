// SPDX-License-Identifier: Apache-2.0
// The relevant lines of a listing; all others are skipped.
#include "tools/gpu_model/listing.h"

#include <cstdlib>
#include <map>
#include <sstream>

namespace overlace::gpu_model {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The number after "REG:" and the like.
int resource(std::string_view line, std::string_view name) {
  const auto at = line.find(name);
  return at == std::string_view::npos ? 0 : std::atoi(line.data() + at + name.size());
}

/// Resources come before the code, so they are kept by function name.
class ListingReader {
 public:
  void line(std::string_view whole) {
    const std::string_view text = trimmed(whole);
    if (text.starts_with("/*")) {
      instruction(text);
    } else if (text.starts_with("Function :")) {
      const std::string name(trimmed(text.substr(text.find(':') + 1)));
      functions.push_back(resources_[name]);
      functions.back().name = name;
    } else if (text.starts_with("Function ") && text.ends_with(':')) {
      const auto begin = text.find(' ') + 1;
      described_ = text.substr(begin, text.size() - begin - 1);
    } else if (text.starts_with("REG:")) {
      resources_[described_] = {{}, resource(text, "REG:"), resource(text, "SHARED:"), {}};
    }
  }

  std::vector<ListedFunction> functions;

 private:
  /// "/*0120*/ @P0 BRA 0x1620 ; /* … */"; lines with only a code word have no semicolon.
  void instruction(std::string_view text) {
    const auto end = text.find(';');
    const auto address_end = text.find("*/");
    if (end == std::string_view::npos || functions.empty()) return;
    const std::string address(text.substr(2, address_end - 2));
    functions.back().instructions.push_back(
        {static_cast<std::uint32_t>(std::stoul(address, nullptr, 16)),
         std::string(trimmed(text.substr(address_end + 2, end - address_end - 2)))});
  }

  std::map<std::string, ListedFunction> resources_;
  std::string described_;
};

}  // namespace

std::vector<ListedFunction> read_listing(std::string_view text) {
  ListingReader reader;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) reader.line(line);
  return reader.functions;
}

}  // namespace overlace::gpu_model
