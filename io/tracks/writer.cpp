// SPDX-License-Identifier: Apache-2.0
// Writes track files and folders, completely or not at all.
#include "io/tracks/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <streambuf>

#include "graph/core/error.h"
#include "io/files/atomic_folder.h"
#include "io/files/sequence_name.h"
#include "io/files/temporary.h"
#include "io/tracks/format.h"

namespace overlace {
namespace {

std::string_view format_for(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".json") return "overlace_json";
  if (extension == ".jsonl") return "jsonl";
  if (extension == ".csv") return "csv";
  if (extension == ".txt") return "mot";
  if (extension == ".xml") return "cvat_video";
  throw Error(
      ErrorCode::usage, fmt::format("no track format is known by the extension '{}'", extension),
      "use .json (overlace's own, keeps everything), .csv, .jsonl, .txt (MOTChallenge) or .xml "
      "(CVAT), or name a format with --to, as for a folder",
      {.file = path.string()});
}

std::vector<std::string> written_formats() {
  std::vector<std::string> names;
  for (const TrackFormat& format : track_formats())
    if (format.is_written()) names.emplace_back(format.name);
  return names;
}

/// Lets formats write to an AtomicOutput like to any stream.
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

/// Where the files of a folder format go.
struct FolderNames {
  std::string folder;
  SequencePattern files;  ///< names in the folder

  [[nodiscard]] std::string name(std::int64_t number) const {
    return files.name(static_cast<std::int32_t>(number));
  }
  /// Whether the reader would recover the frame number from these names.
  [[nodiscard]] bool read_back() const {
    return std::ranges::all_of(std::array{7, 1234567}, [&](std::int32_t number) {
      return frame_in_name(files.name(number)) == number;
    });
  }
};

/// A path with the files' extension must hold a number and names the files; others name a folder.
FolderNames folder_names(const TrackFormat& format, const std::string& path) {
  const std::filesystem::path usual(format.file_names);
  if (!path.ends_with(usual.extension().string()))
    return {path, find_pattern(usual.string()).value()};
  const std::filesystem::path given(path);
  if (!find_pattern(path))
    throw Error(ErrorCode::usage, fmt::format("{} is a folder of files", format.name),
                fmt::format("name the folder, or its files with a place for the frame's number: "
                            "'{}'",
                            (given.parent_path() / usual).string()),
                {.file = path});
  FolderNames names{folder_of(given).string(), find_pattern(given.filename().string()).value()};
  if (!names.read_back())
    throw Error(ErrorCode::usage, "the frame's number must be the last one in the files' names",
                fmt::format("such as '{}'", (given.parent_path() / usual).string()),
                {.file = path});
  return names;
}

ReplaceableName replaceable_names(const TrackFormat& format, const FolderNames& names) {
  return [&format, files = names.files](const std::string& name) {
    return files.number_in(name) ||
           std::ranges::find(format.companions, name) != format.companions.end();
  };
}

/// Lets the formats write the files of a folder.
class FolderWriter : public TrackFolder {
 public:
  FolderWriter(const FolderNames& names, AtomicFolder& folder) : names_(names), folder_(folder) {}

  void write_frame(std::int64_t number, std::string_view text) override {
    folder_.write(names_.name(number), text);
  }
  void write_companion(std::string_view name, std::string_view text) override {
    folder_.write(std::string(name), text);
  }

 private:
  const FolderNames& names_;
  AtomicFolder& folder_;
};

/// A single # may be part of any name.
void check_file_name(const TrackFormat& format, const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  if (find_pattern(name) && name.find('#') == std::string::npos)
    throw Error(ErrorCode::usage,
                fmt::format("{} is one file, not one for every frame", format.name),
                "name a format of folders with --to, or a file without a place for a number",
                {.file = path.string()});
}

void write_folder(const TrackTable& table, const ClipInfo& clip, const std::string& path,
                  const OutputPolicy& policy, const TrackFormat& format) {
  const FolderNames names = folder_names(format, path);
  AtomicFolder folder(names.folder, policy, replaceable_names(format, names));
  FolderWriter out(names, folder);
  format.write_folder(table, clip, out);
  folder.commit();
}

/// Files count from their clip's first frame, as their formats prescribe.
TrackTable counted_from_0(TrackTable table, const ClipInfo& clip) {
  table.first_frame -= clip.first_frame;
  for (std::int32_t& cut : table.cuts) cut -= clip.first_frame;
  return table;
}
ClipInfo counted_from_0(ClipInfo clip) {
  clip.first_frame = 0;
  return clip;
}

}  // namespace

const TrackFormat& output_format(const std::filesystem::path& path, std::string_view format) {
  const TrackFormat& found = find_track_format(format.empty() ? format_for(path) : format);
  if (!found.is_written())
    throw Error(ErrorCode::usage,
                fmt::format("overlace reads {} but does not write it", found.name),
                fmt::format("it writes {}", fmt::join(written_formats(), ", ")));
  return found;
}

void check_tracks_output(const std::filesystem::path& path, const OutputPolicy& policy,
                         std::string_view format) {
  const TrackFormat& chosen = output_format(path, format);
  if (!chosen.folder) {
    check_file_name(chosen, path);
    return check_output(path.string(), policy);
  }
  const FolderNames names = folder_names(chosen, path.string());
  check_output_folder(names.folder, policy, replaceable_names(chosen, names));
}

std::filesystem::path tracks_to_read(const std::filesystem::path& path, std::string_view format) {
  const TrackFormat& chosen = output_format(path, format);
  return chosen.folder ? std::filesystem::path(folder_names(chosen, path.string()).folder) : path;
}

void write_tracks(const TrackTable& table, const ClipInfo& clip, std::ostream& out,
                  std::string_view format) {
  const TrackFormat& chosen = output_format({}, format);
  if (clip.first_frame != 0 && !chosen.shot_frames)
    return write_tracks(counted_from_0(table, clip), counted_from_0(clip), out, format);
  if (chosen.folder)
    throw Error(ErrorCode::usage, fmt::format("{} is a folder of files", chosen.name));
  chosen.write(table, clip, out);
  if (!out) throw Error(ErrorCode::output, "writing the tracks failed");
}

void write_tracks(const TrackTable& table, const ClipInfo& clip, const std::filesystem::path& path,
                  const OutputPolicy& policy, std::string_view format) {
  const TrackFormat& chosen = output_format(path, format);
  if (clip.first_frame != 0 && !chosen.shot_frames)
    return write_tracks(counted_from_0(table, clip), counted_from_0(clip), path, policy, format);
  if (chosen.folder) return write_folder(table, clip, path.string(), policy, chosen);
  AtomicOutput file(path.string(), policy);
  OutputBuffer buffer(file);
  std::ostream out(&buffer);
  chosen.write(table, clip, out);
  file.throw_if_failed();
  file.commit();
}

}  // namespace overlace
