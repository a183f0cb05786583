// SPDX-License-Identifier: Apache-2.0
// The file itself is asked: what a container keeps depends on the tag.
#include "io/write/kept_tags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "io/read/input_file.h"

namespace overlace {
namespace {

/// Whether the file or one of its streams has the tag, perhaps with a language: "title-eng".
bool has_tag(const AVFormatContext& file, const std::string& key) {
  const auto in = [&key](const AVDictionary* tags) {
    return av_dict_get(tags, key.c_str(), nullptr, 0) != nullptr;
  };
  const std::span streams(file.streams, file.nb_streams);
  return in(file.metadata) ||
         std::ranges::any_of(streams, [&](const AVStream* s) { return in(s->metadata); });
}

}  // namespace

std::string lost_tags(const AVFormatContext& written, const std::string& path) {
  if (av_dict_count(written.metadata) == 0) return {};
  AVFormatContext* opened = nullptr;
  if (avformat_open_input(&opened, ("file:" + path).c_str(), nullptr, nullptr) < 0) return {};
  const std::unique_ptr<AVFormatContext, CloseInput> file(opened);
  static_cast<void>(take_av_log());
  std::vector<std::string> lost;
  const AVDictionaryEntry* entry = nullptr;
  while ((entry = av_dict_get(written.metadata, "", entry, AV_DICT_IGNORE_SUFFIX)) != nullptr)
    if (!has_tag(*file, entry->key)) lost.emplace_back(entry->key);
  if (lost.empty()) return {};
  return fmt::format("left out: metadata that a {} file does not keep: {}", written.oformat->name,
                     fmt::join(lost, ", "));
}

}  // namespace overlace
