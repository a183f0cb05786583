// SPDX-License-Identifier: Apache-2.0
// Names as the user gave them, and a digest of their content.
#include "render/provenance.h"

#include <string>
#include <vector>

#include "graph/core/digest.h"

namespace overlace {
namespace {

std::string hash_of(const SessionDocument& document, const std::vector<Setting>& values) {
  Digest digest;
  digest.add(document.json.dump());
  for (const Setting& setting : values) {
    digest.add(setting.target);
    digest.add(setting.value);
  }
  return hex_of(digest.value());
}

}  // namespace

StillAttributes provenance(const SessionDocument& document, const GraphSettings& settings) {
  StillAttributes texts{{"overlace/graph", document.name},
                        {"overlace/hash", hash_of(document, settings.values)},
                        {"overlace/version", OVERLACE_VERSION}};
  if (!settings.tracks.empty()) texts.emplace_back("overlace/tracks", settings.tracks);
  if (!settings.model.empty()) texts.emplace_back("overlace/model", settings.model);
  return texts;
}

}  // namespace overlace
