// SPDX-License-Identifier: Apache-2.0
// Hashes inputs, and writes and reads tables member by member.
#include "io/tracks/table_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>

#include "graph/core/digest.h"
#include "graph/core/error.h"
#include "graph/core/frame_clock.h"
#include "graph/core/regular_file.h"
#include "io/files/atomic_output.h"
#include "io/files/private_folder.h"
#include "io/tracks/frame_files.h"
#include "io/tracks/table_check.h"
#include "track_reader_version.h"

namespace overlace {
namespace {

constexpr std::array<char, 8> magic = {'O', 'V', 'L', 'T', 'R', 'K', '0', '3'};

constexpr const char* extension = ".tracks";

/// Precedes the members.
struct Header {
  std::array<char, 8> magic;
  std::array<std::uint64_t, 2> key;
  std::array<std::uint64_t, 2> hash;  ///< of the bytes after the header
  std::uint64_t bytes;                ///< after the header
};
static_assert(std::endian::native == std::endian::little && std::is_trivially_copyable_v<Header>);

/// Writes members to a file.
class Writer {
 public:
  explicit Writer(AtomicOutput& file) : file_(file) { file_.seek(sizeof(Header)); }

  void bytes(void* data, std::uint64_t size) {
    hash_.add(data, size);
    file_.write({static_cast<const std::byte*>(data), static_cast<std::size_t>(size)});
    size_ += size;
  }
  template <class Container>
  void length(Container& container) {
    std::uint64_t count = container.size();
    bytes(&count, sizeof count);
  }
  void finish(const std::array<std::uint64_t, 2>& key) {
    const Header header{magic, key, hash_.value(), size_};
    file_.seek(0);
    file_.write(std::as_bytes(std::span(&header, 1)));
    file_.throw_if_failed();
    file_.commit();
  }

 private:
  AtomicOutput& file_;
  Digest hash_;
  std::uint64_t size_ = 0;
};

/// Digests members.
class Digester {
 public:
  void bytes(void* data, std::uint64_t size) { hash_.add(data, size); }
  template <class Container>
  void length(Container& container) {
    const std::uint64_t count = container.size();
    hash_.add(&count, sizeof count);
  }
  [[nodiscard]] Digest::Value value() const { return hash_.value(); }

 private:
  Digest hash_;
};

/// Reads members from a file. After a failure everything is empty.
class Reader {
 public:
  Reader(std::istream& file, std::uint64_t size) : file_(file), left_(size) {}

  void bytes(void* data, std::uint64_t size) {
    if (size > left_ || !file_.read(static_cast<char*>(data), static_cast<std::streamsize>(size)))
      left_ = 0, failed_ = true;
    if (failed_) return;
    hash_.add(data, size);
    left_ -= size;
  }
  template <class Container>
  void length(Container& container) {
    std::uint64_t count = 0;
    bytes(&count, sizeof count);
    // Every item takes at least a byte, so lengths beyond the file's size are rejected.
    using Item = typename Container::value_type;
    constexpr std::size_t least = std::is_trivially_copyable_v<Item> ? sizeof(Item) : 1;
    if (failed_ || count > left_ / least) {
      failed_ = true;
      count = 0;
    }
    container.resize(static_cast<std::size_t>(count));
  }
  /// True when everything was read and matches what was written.
  [[nodiscard]] bool whole(const std::array<std::uint64_t, 2>& hash) const {
    return !failed_ && left_ == 0 && hash_.value() == hash;
  }

 private:
  std::istream& file_;
  Digest hash_;
  std::uint64_t left_;
  bool failed_ = false;
};

/// One list of members serves both directions; bindings do not compile when a struct has grown.
template <class Archive, class T>
void transfer(Archive& archive, T& value);

template <class Archive, class... Members>
void transfer_all(Archive& archive, Members&... members) {
  (transfer(archive, members), ...);
}

template <class Archive, class T>
void transfer(Archive& archive, std::vector<T>& list) {
  archive.length(list);
  if constexpr (std::is_trivially_copyable_v<T>)
    archive.bytes(list.data(), list.size() * sizeof(T));
  else
    for (T& item : list) transfer(archive, item);
}

template <class Archive>
void transfer(Archive& archive, std::string& text) {
  archive.length(text);
  archive.bytes(text.data(), text.size());
}

template <class Archive, class T>
void transfer(Archive& archive, RowLists<T>& lists) {
  auto& [end, items] = lists;
  transfer_all(archive, end, items);
}

template <class Archive>
void transfer(Archive& archive, AttributeColumn& column) {
  auto& [name, values, texts] = column;
  transfer_all(archive, name, values, texts);
}

template <class Archive>
void transfer(Archive& archive, Skeleton& skeleton) {
  auto& [name, points, bones] = skeleton;
  transfer_all(archive, name, points, bones);
}

/// An absent path is stored as one without frames.
template <class Archive>
void transfer(Archive& archive, std::shared_ptr<const CameraPath>& camera) {
  CameraPath path = camera != nullptr ? *camera : CameraPath();
  transfer_all(archive, path.first_frame, path.to_scene);
  if (camera == nullptr && !path.to_scene.empty())
    camera = std::make_shared<const CameraPath>(std::move(path));
}

template <class Archive>
void transfer(Archive& archive, TrackFinding& finding) {
  auto& [what, count, first_line, first_file] = finding;
  transfer_all(archive, what, count, first_line, first_file);
}

template <class Archive, class T>
void transfer(Archive& archive, T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  archive.bytes(&value, sizeof value);
}

/// Derived columns are not stored, and neither is what a table has from those that it was made of:
/// readers and finders set none of it.
template <class Archive>
void transfer(Archive& archive, TrackTable& table) {
  auto& [box, id, class_index, score, rotation, attributes, key_points, skeleton, outlines,
         mask_runs, mask_size, embedding, embedding_size, class_names, skeletons] =
      static_cast<TrackColumns&>(table);
  transfer_all(archive, box, id, class_index, score, rotation, attributes, key_points, skeleton,
               outlines, mask_runs, mask_size, embedding, embedding_size, class_names, skeletons,
               table.first_frame, table.frame_begin, table.camera, table.cuts);
}

/// The evidence is no longer needed.
template <class Archive>
void transfer(Archive& archive, TrackReport& report) {
  auto& [file, format, format_title, recognised_by, assumptions, lost, oddities, frame_rate, size,
         rows, boxes, counted_from, first_frame, last_frame, ids, lowest_id, highest_id, frame_base,
         pixel_base, contents, first_boxes, evidence] = report;
  transfer_all(archive, file, format, format_title, recognised_by, assumptions, lost, oddities,
               frame_rate, size, rows, boxes, counted_from, first_frame, last_frame, ids, lowest_id,
               highest_id, frame_base, pixel_base, contents, first_boxes);
}

/// Hashes a file's content; false when there is no such file.
bool hash_file(Digest& hash, const std::filesystem::path& path) {
  RegularFileStream stream(path.string());
  if (!stream) return false;
  hash.add(path.filename().string());
  std::vector<char> buffer(1U << 20U);
  std::uint64_t size = 0;
  while (stream) {
    stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const auto count = static_cast<std::size_t>(stream.gcount());
    hash.add(buffer.data(), count);
    size += count;
  }
  hash.add(&size, sizeof size);
  return !stream.bad();
}

void hash_options(Digest& hash, const TrackReadOptions& options) {
  const auto& [format, sequence, frame_base, pixel_base, source_size, fractions, clip, stored,
               point_size, frame_rate, frame_column, columns, embeddings, cache, drop_ignored,
               strict, max_boxes_per_frame, max_boxes, max_filled] = options;
  hash.add(fmt::format("{} {} {} {}x{} {}x{} {}/{} {} {} {} {} {} {} {} {} {} {} {}", format,
                       frame_base.has_value(), frame_base.value_or(0), source_size.width,
                       source_size.height, clip.size.width, clip.size.height, clip.frame_rate.num,
                       clip.frame_rate.den, clip.frame_count, clip.first_frame, frame_rate,
                       drop_ignored, strict, max_boxes_per_frame, max_boxes, max_filled,
                       pixel_base.has_value(), pixel_base.value_or(0).x, pixel_base.value_or(0).y));
  if (frame_rate > 0 && has_variable_rate(clip))
    for (const double& time : clip.clock->reading().times) hash.add(&time, sizeof time);
  const Orientation& o = clip.stored;
  hash.add(fmt::format("{} {} {} {} {} {}", fractions, stored, o.transposed, o.flip_x, o.flip_y,
                       point_size));
  hash.add(sequence);
  hash.add(frame_column);
  for (const auto& [meaning, name] : columns)
    hash.add(fmt::format("{} {} {}", meaning.index(),
                         std::visit([](auto what) { return static_cast<int>(what); }, meaning),
                         name));
  hash.add(embeddings.string());
  if (!embeddings.empty()) hash_file(hash, embeddings);
}

/// Every file that a reader may open beside its input, whether or not it exists.
std::vector<std::filesystem::path> companions(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::filesystem::path place = folder;
  for (int level = 0; level < 3; ++level, place /= "..")
    for (const char* const name :
         {"seqinfo.ini", "labels.txt", "classes.txt", "data.yaml", "dataset.yaml"})
      files.push_back(place / name);
  return files;
}

void hash_companions(Digest& hash, const std::filesystem::path& folder) {
  for (const std::filesystem::path& file : companions(folder)) {
    const std::uint8_t found = hash_file(hash, file) ? 1 : 0;
    hash.add(&found, 1);
  }
}

void hash_input(Digest& hash, const std::filesystem::path& input) {
  if (is_frame_folder(input)) {
    const FrameFiles files = list_frame_files(input);
    for (const FrameFile& file : files.files) hash_file(hash, file.path);
    hash_companions(hash, files.folder);
    return;
  }
  if (!hash_file(hash, input))
    throw Error(ErrorCode::input, "the track file cannot be read",
                "does it exist, and is it readable?", {.file = input.string()});
  hash_companions(hash, input.parent_path());
}

}  // namespace

Digest::Value digest_of(const TrackTable& table) {
  Digester digester;
  transfer(digester, const_cast<TrackTable&>(table));  // which does not change it
  return digester.value();
}

Digest::Value digest_of(const TrackReadOptions& options) {
  Digest hash;
  hash_options(hash, options);
  return hash.value();
}

TrackCacheEntry::TrackCacheEntry(const std::filesystem::path& input,
                                 const TrackReadOptions& options) {
  Digest hash;
  hash.add(track_reader_version);
  hash.add(input.string());
  hash_options(hash, options);
  hash_input(hash, input);
  *this = TrackCacheEntry(options.cache, hash.value());
}

TrackCacheEntry::TrackCacheEntry(const std::filesystem::path& folder, const Digest::Value& key)
    : path_(folder / (hex_of(key) + extension)), key_(key) {}

std::optional<TrackTable> TrackCacheEntry::load(TrackReport& report) const {
  const std::string folder = path_.parent_path().string();
  if (!private_folder_problem(folder).empty()) return std::nullopt;
  RegularFileStream file(path_.string(), {.root = folder, .needs_trusted_owner = true});
  Header header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return std::nullopt;
  if (header.magic != magic || header.key != key_ ||
      header.bytes != file.file().size() - sizeof header)
    return std::nullopt;
  Reader reader(file, header.bytes);
  TrackTable table;
  TrackReport found;
  transfer_all(reader, table, found);
  if (!reader.whole(header.hash) || !is_sound(table)) return std::nullopt;
  std::error_code ignored;  // the time of the last use, for trim_track_cache
  std::filesystem::last_write_time(path_, std::filesystem::file_time_type::clock::now(), ignored);
  report = std::move(found);
  return table;
}

std::string TrackCacheEntry::store(const TrackTable& table, const TrackReport& report) const {
  const std::string folder = path_.parent_path().string();
  if (std::string problem = make_private_folder(folder); !problem.empty())
    return folder + ": " + problem;
  try {
    AtomicOutput file(path_.string(), {.overwrite = true});
    Writer writer(file);
    // Archives take members by reference to serve both directions; this one does not change them.
    transfer_all(writer, const_cast<TrackTable&>(table), const_cast<TrackReport&>(report));
    writer.finish(key_);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

const std::vector<std::filesystem::path>& TrackCompanions::beside(
    const std::filesystem::path& folder) {
  const auto [place, is_new] = found_.try_emplace(folder.string());
  std::vector<std::filesystem::path>& found = place->second;
  if (!is_new) return found;
  found = companions(folder);
  std::error_code none;
  std::erase_if(found, [&none](const std::filesystem::path& file) {
    return !std::filesystem::is_regular_file(file, none);
  });
  return found;
}

std::vector<std::filesystem::path> files_of_tracks(const std::filesystem::path& input,
                                                   TrackCompanions& companions) {
  std::vector<std::filesystem::path> files{input};
  std::filesystem::path folder = input.parent_path();
  if (is_frame_folder(input)) {
    FrameFiles found = list_frame_files(input);
    files.clear();
    for (FrameFile& file : found.files) files.emplace_back(std::move(file.path));
    folder = found.folder;
  }
  const std::vector<std::filesystem::path>& beside = companions.beside(folder);
  files.insert(files.end(), beside.begin(), beside.end());
  return files;
}

std::filesystem::path user_cache(const char* name) {
  const std::filesystem::path below = std::filesystem::path("overlace") / name;
  if (const char* const cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0')
    return cache / below;
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".cache" / below;
  return {};
}

void trim_track_cache(const std::filesystem::path& folder, std::uint64_t bytes) {
  struct Entry {
    std::filesystem::file_time_type used;
    std::uint64_t bytes;
    std::filesystem::path path;
  };
  std::vector<Entry> entries;
  std::uint64_t sum = 0;
  std::error_code error;  // another run may trim at the same time: what is gone is gone
  std::filesystem::directory_iterator place(folder, error);
  for (; !error && place != std::filesystem::directory_iterator(); place.increment(error)) {
    if (place->path().extension() != extension) continue;
    std::error_code gone;
    Entry entry{place->last_write_time(gone), 0, place->path()};
    if (!gone) entry.bytes = place->file_size(gone);
    if (gone) continue;
    sum += entry.bytes;
    entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (auto oldest = entries.begin(); sum > bytes && oldest != entries.end(); ++oldest) {
    std::filesystem::remove(oldest->path, error);
    sum -= oldest->bytes;
  }
}

}  // namespace overlace
