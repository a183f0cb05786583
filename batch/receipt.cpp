// SPDX-License-Identifier: Apache-2.0
// Receipts as JSON, and moves that leave nothing half done.
#include "batch/receipt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "batch/output_root.h"
#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "graph/core/utf8.h"
#include "io/files/atomic_output.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

constexpr int receipt_version = 1;
constexpr const char* version_key = "overlace_receipt";
constexpr std::uint64_t most_receipt_bytes = 256U
                                             << 20U;  ///< a million numbered pictures take 150 MB

fs::path beside(const std::string& output, const char* ending) {
  const fs::path path = output;
  return own_folder(folder_of(path)) / name_with(path.filename().string(), ending);
}

Json json_of(const Receipt& receipt) {
  Json files(Json::Array{}), made(Json::Array{});
  for (const ReadFile& file : receipt.files) files.push_back(file.json());
  for (const MadeFile& file : receipt.made) {
    Json json;
    json.set("name", text_of_name(file.name));
    json.set("bytes", file.bytes);
    json.set("hash", file.hash);
    made.push_back(std::move(json));
  }
  Json json;
  json.set(version_key, receipt_version);
  json.set("id", text_of_name(receipt.id));
  json.set("fingerprint", receipt.fingerprint.digest);
  json.set("exit", receipt.exit_code);
  json.set("program", receipt.program);
  json.set("encoder", receipt.encoder);
  json.set("made", std::move(made));
  json.set("of", receipt.fingerprint.parts);
  json.set("files", std::move(files));
  json.set("report", receipt.report);
  if (!receipt.published.empty()) json.set("published", receipt.published);
  return json;
}

/// "" in receipts of releases without that field.
std::string text_of(const Json& json, const char* name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->is_string() ? found->as_string() : "";
}

const Json& member(const Json& json, const char* name) {
  const Json* const found = json.find(name);
  if (found == nullptr) throw Error(ErrorCode::usage, fmt::format("has no member '{}'", name));
  return *found;
}

/// Whether it names a file in the folder itself.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
}

/// Throws std::bad_variant_access and Error(usage) if it is not a receipt.
Receipt receipt_of(const Json& json) {
  if (member(json, version_key).as_integer() != receipt_version)
    throw Error(ErrorCode::usage, "is of another version");
  Receipt receipt{.id = name_of_text(member(json, "id").as_string()),
                  .fingerprint = {member(json, "of"), member(json, "fingerprint").as_string()},
                  .files = {},
                  .made = {},
                  .exit_code = static_cast<int>(member(json, "exit").as_integer()),
                  .program = text_of(json, "program"),
                  .encoder = text_of(json, "encoder"),
                  .report = member(json, "report"),
                  .published = text_of(json, "published")};
  for (const Json& file : member(json, "files").as_array())
    if (std::optional<ReadFile> read = ReadFile::of(file))
      receipt.files.push_back(std::move(*read));
  for (const Json& file : member(json, "made").as_array()) {
    const std::string name = name_of_text(member(file, "name").as_string());
    if (!is_plain_name(name)) throw Error(ErrorCode::usage, "names a file elsewhere");
    receipt.made.push_back(
        {name, member(file, "bytes").as_integer(), member(file, "hash").as_string()});
  }
  return receipt;
}

[[noreturn]] void fail(const fs::path& path, const char* what, int error) {
  throw Error(ErrorCode::output, fmt::format("{}: {}", what, std::strerror(error)), {},
              SourceLocation{path.string()});
}

}  // namespace

std::string receipt_path(const std::string& output) {
  return beside(output, ".json").string();
}

std::optional<Receipt> read_receipt(const std::string& output) {
  // Others who may write here must neither make this process wait nor pass off files elsewhere.
  const RegularFile file(receipt_path(output),
                         {.root = folder_of(output).string(), .needs_trusted_owner = true});
  if (!file || file.size() > most_receipt_bytes) return std::nullopt;
  try {
    return receipt_of(parse_json(file.read(most_receipt_bytes), receipt_path(output)));
  } catch (const Error&) {
    return std::nullopt;
  } catch (const std::bad_variant_access&) {
    return std::nullopt;
  }
}

void write_receipt(const Receipt& receipt, const std::string& output) {
  const std::string text = json_of(receipt).dump() + "\n";
  AtomicOutput file(receipt_path(output), {.overwrite = true});
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

std::string publish_key(const BatchClip& clip) {
  if (clip.publish.empty()) return {};
  return digest_text(fmt::format("{}", fmt::join(clip.publish, "\n")));
}

bool is_published(const Receipt& receipt, const BatchClip& clip) {
  return clip.publish.empty() || receipt.published == publish_key(clip);
}

bool is_in_place(const Receipt& receipt, const std::string& output, bool verify) {
  const fs::path folder = folder_of(output);
  return !receipt.made.empty() && std::ranges::all_of(receipt.made, [&](const MadeFile& file) {
    const std::string path = (folder / file.name).string();
    const std::optional<FileIdentity> there = identity_of(path);
    return there && there->bytes == file.bytes && (!verify || hash_of_file(path) == file.hash);
  });
}

StagingFolder::StagingFolder(const std::string& output)
    : target_(folder_of(output)),
      folder_(beside(output, ".part")),
      name_(fs::path(output).filename().string()) {}

void StagingFolder::clear() const {
  make_own_folder(target_);
  remove();
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) fail(folder_, "cannot create it", error.value());
}

void StagingFolder::remove() const {
  if (!own_folder_problem(target_).empty()) return;
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void StagingFolder::forget(const std::string& output) {
  if (!own_folder_problem(folder_of(output)).empty()) return;
  std::error_code ignored;
  fs::remove(receipt_path(output), ignored);
}

std::vector<MadeFile> StagingFolder::made() const {
  std::vector<MadeFile> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const std::string path = entry.path().string();
    if (const std::optional<FileIdentity> there = identity_of(path))
      files.push_back({entry.path().filename().string(), there->bytes, hash_of_file(path)});
  }
  std::ranges::sort(files, {}, &MadeFile::name);
  return files;
}

void StagingFolder::move(const MadeFile& file, bool overwrite) const {
  const std::string from = (folder_ / file.name).string(), to = (target_ / file.name).string();
  if (const int error = rename_file(from, to, overwrite); error != 0)
    fail(to, "cannot put it under its name", error);
}

void StagingFolder::take_back(std::span<const MadeFile> files) const {
  for (const MadeFile& file : files)
    static_cast<void>(
        rename_file((target_ / file.name).string(), (folder_ / file.name).string(), true));
}

void StagingFolder::publish(const Receipt& receipt, bool overwrite) const {
  const std::string output = (target_ / name_).string();
  const bool ours = read_receipt(output).has_value(), replaces = overwrite || ours;
  write_receipt(receipt, output);
  std::size_t moved = 0;
  try {
    for (; moved < receipt.made.size(); ++moved) move(receipt.made[moved], replaces);
  } catch (const Error&) {
    if (!ours) forget(output);  // otherwise the file in the way would be taken for ours next time
    if (!replaces) take_back(std::span(receipt.made).first(moved));  // and ours for somebody else's
    throw;
  }
  flush_folder(target_);
  remove();
}

bool StagingFolder::resume(const Receipt& receipt) const {
  const auto is_staged = [this](const MadeFile& file) {
    const std::string path = (folder_ / file.name).string();
    const std::optional<FileIdentity> there = identity_of(path);
    return there && there->bytes == file.bytes && hash_of_file(path) == file.hash;
  };
  for (const MadeFile& file : receipt.made)
    if (is_staged(file)) move(file, true);
  flush_folder(target_);
  if (!is_in_place(receipt, (target_ / name_).string())) return false;
  remove();
  return true;
}

}  // namespace overlace
