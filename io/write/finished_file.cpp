// SPDX-License-Identifier: Apache-2.0
// The file itself is asked: what a container keeps depends on the tag.
#include "io/write/finished_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "io/read/input_file.h"

namespace overlace {
namespace {

using OpenFile = std::unique_ptr<AVFormatContext, CloseInput>;

/// libav's status instead of a file is returned where there is none.
int open_file(const std::string& path, OpenFile& file) {
  AVFormatContext* opened = nullptr;
  const int status = avformat_open_input(&opened, ("file:" + path).c_str(), nullptr, nullptr);
  file.reset(opened);
  static_cast<void>(take_av_log());
  return status;
}

std::span<AVStream* const> streams_of(const AVFormatContext& file) {
  return {file.streams, file.nb_streams};
}

/// Whether the file or one of its streams has the tag, perhaps with a language: "title-eng".
bool has_tag(const AVFormatContext& file, const std::string& key) {
  const auto in = [&key](const AVDictionary* tags) {
    return av_dict_get(tags, key.c_str(), nullptr, 0) != nullptr;
  };
  return in(file.metadata) || std::ranges::any_of(streams_of(file), [&](const AVStream* stream) {
           return in(stream->metadata);
         });
}

/// A cover picture is kept among the tags.
bool has_packets(const AVStream* written) {
  return written->nb_frames > 0 && (written->disposition & AV_DISPOSITION_ATTACHED_PIC) == 0;
}

bool has_index(const AVStream* read) {
  return avformat_index_get_entries_count(read) > 0;
}

}  // namespace

void check_index(const AVFormatContext& written, const std::string& path) {
  OpenFile file;
  check_av(open_file(path, file), ErrorCode::output, path + ": reading what was written");
  if (std::ranges::count_if(streams_of(*file), has_index) <
      std::ranges::count_if(streams_of(written), has_packets))
    throw Error(ErrorCode::output, path + ": the index that was written is not complete");
}

std::string lost_tags(const AVFormatContext& written, const std::string& path) {
  if (av_dict_count(written.metadata) == 0) return {};
  OpenFile file;
  if (open_file(path, file) < 0) return {};
  std::vector<std::string> lost;
  const AVDictionaryEntry* entry = nullptr;
  while ((entry = av_dict_get(written.metadata, "", entry, AV_DICT_IGNORE_SUFFIX)) != nullptr)
    if (!has_tag(*file, entry->key)) lost.emplace_back(entry->key);
  if (lost.empty()) return {};
  return fmt::format("left out: metadata that a {} file does not keep: {}", written.oformat->name,
                     fmt::join(lost, ", "));
}

}  // namespace overlace
