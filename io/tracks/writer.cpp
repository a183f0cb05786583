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
  if (extension == ".txt") return "mot";
  throw Error(ErrorCode::usage,
              fmt::format("no track format is known by the extension '{}'", extension),
              "use .json (overlace's own, keeps everything) or .txt (MOTChallenge), or name a "
              "format",
              {.file = path.string()});
}

std::vector<std::string> write_known(const TrackTable& table, const ClipInfo& clip,
                                     std::ostream& out, std::string_view name) {
  const TrackFormat& format = find_track_format(name);
  if (format.write == nullptr)
    throw Error(ErrorCode::usage, fmt::format("overlace reads {} but does not write it", name));
  return format.write(table, clip, out);
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

std::vector<std::string> write_tracks(const TrackTable& table, const ClipInfo& clip,
                                      std::ostream& out, std::string_view format) {
  std::vector<std::string> lost = write_known(table, clip, out, format);
  if (!out) throw Error(ErrorCode::output, "writing the tracks failed");
  return lost;
}

std::vector<std::string> write_tracks(const TrackTable& table, const ClipInfo& clip,
                                      const std::filesystem::path& path, const OutputPolicy& policy,
                                      std::string_view format) {
  const std::string_view chosen = format.empty() ? format_for(path) : format;
  AtomicOutput file(path.string(), policy);
  OutputBuffer buffer(file);
  std::ostream out(&buffer);
  std::vector<std::string> lost = write_known(table, clip, out, chosen);
  file.throw_if_failed();
  file.commit();
  return lost;
}

}  // namespace overlace
