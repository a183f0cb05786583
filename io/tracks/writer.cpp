// SPDX-License-Identifier: Apache-2.0
// Whole track files or none.
#include "io/tracks/writer.h"

#include <fmt/format.h>

#include <span>
#include <streambuf>

#include "graph/core/error.h"
#include "io/tracks/format.h"

namespace overlace {
namespace {

std::string_view format_for(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".json") return "overlace_json";
  if (extension == ".jsonl") return "jsonl";
  if (extension == ".txt") return "mot";
  if (extension == ".xml") return "cvat_video";
  throw Error(ErrorCode::usage,
              fmt::format("no track format is known by the extension '{}'", extension),
              "use .json (overlace's own, keeps everything), .jsonl, .txt (MOTChallenge) or .xml "
              "(CVAT), or name a format",
              {.file = path.string()});
}

std::vector<std::string> written_formats() {
  std::vector<std::string> names;
  for (const TrackFormat& format : track_formats())
    if (format.write != nullptr) names.emplace_back(format.name);
  return names;
}

/// Lets the formats write to an AtomicOutput as to any stream.
class OutputBuffer : public std::streambuf {
 public:
  explicit OutputBuffer(AtomicOutput& output) : output_(output) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    const std::span bytes(text, static_cast<std::size_t>(count));
    return output_.write(std::as_bytes(bytes)) ? count : 0;
  }
  int_type overflow(int_type c) override {
    const char byte = traits_type::to_char_type(c);
    return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
  }

 private:
  AtomicOutput& output_;
};

}  // namespace

const TrackFormat& output_format(const std::filesystem::path& path, std::string_view format) {
  const TrackFormat& found = find_track_format(format.empty() ? format_for(path) : format);
  if (found.write == nullptr)
    throw Error(ErrorCode::usage,
                fmt::format("overlace reads {} but does not write it", found.name),
                fmt::format("it writes {}", fmt::join(written_formats(), ", ")));
  return found;
}

void write_tracks(const TrackTable& table, const ClipInfo& clip, std::ostream& out,
                  std::string_view format) {
  output_format({}, format).write(table, clip, out);
  if (!out) throw Error(ErrorCode::output, "writing the tracks failed");
}

void write_tracks(const TrackTable& table, const ClipInfo& clip, const std::filesystem::path& path,
                  const OutputPolicy& policy, std::string_view format) {
  const TrackFormat& chosen = output_format(path, format);
  AtomicOutput file(path.string(), policy);
  OutputBuffer buffer(file);
  std::ostream out(&buffer);
  chosen.write(table, clip, out);
  file.throw_if_failed();
  file.commit();
}

}  // namespace overlace
