// SPDX-License-Identifier: Apache-2.0
// Checks what the page asks for: a plain name in one of a few folders.
#include "edit/export_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "graph/core/error.h"
#include "io/files/frame_list.h"
#include "io/files/sequence_name.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

std::string folder_of_file(const std::string& path) {
  return fs::absolute(path).lexically_normal().parent_path().string();
}

const Json& member(const Json& request, const char* name, Json::Type type) {
  const Json* const found = request.find(name);
  if (found == nullptr || found->type() != type)
    throw Error(ErrorCode::usage, fmt::format("an export needs \"{}\"", name));
  return *found;
}

std::string text_of(const Json& request, const char* name) {
  return member(request, name, Json::Type::string).as_string();
}

bool flag_of(const Json& request, const char* name) {
  return member(request, name, Json::Type::boolean).as_bool();
}

/// Throws Error(usage) unless the name is that of a file in a folder, and nothing else.
void check_name(const std::string& name) {
  const bool is_plain =
      !name.empty() && !name.starts_with('.') && name.find('/') == std::string::npos &&
      std::ranges::none_of(name, [](unsigned char c) { return c < ' ' || c == 0x7F; });
  if (!is_plain)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not the name of a file", name),
                "write one such as out.mp4; folders are chosen beside it");
  if (is_sequence(name))
    throw Error(ErrorCode::usage, fmt::format("'{}' stands for many pictures", name),
                "the editor exports videos; 'overlace render' writes pictures, too");
  if (!fs::path(name).has_extension())
    throw Error(ErrorCode::usage, fmt::format("'{}' has no ending that says what it is", name),
                fmt::format("write {}.mp4, .mov, .mkv or .webm", name));
}

}  // namespace

ExportChoice::ExportChoice(const std::string& clip, const std::string& graph,
                           const std::vector<std::string>& roots) {
  const auto add = [this](const std::string& folder) {
    if (std::ranges::find(folders_, folder) == folders_.end()) folders_.push_back(folder);
  };
  if (!clip.empty()) add(folder_of_file(clip));
  add(folder_of_file(graph));
  for (const std::string& root : roots) add(fs::absolute(root).lexically_normal().string());
  const std::string stem = fs::path(graph).stem().string();
  name_ =
      clip.empty() ? stem + ".mp4" : fmt::format("{}-{}.mp4", fs::path(clip).stem().string(), stem);
  std::erase_if(name_, [](char c) { return c == '#' || c == '%'; });  // as in pattern_####.png
}

Json ExportChoice::facts() const {
  Json folders{Json::Array{}};
  for (const std::string& folder : folders_) folders.push_back(folder);
  return Json::Object{{"folders", std::move(folders)}, {"name", name_}};
}

ExportAsk ExportChoice::read(const Json& request) const {
  const std::int64_t folder = member(request, "folder", Json::Type::integer).as_integer();
  if (folder < 0 || folder >= static_cast<std::int64_t>(folders_.size()))
    throw Error(ErrorCode::usage, "there is no such folder to export to");
  const std::string name = text_of(request, "name");
  check_name(name);
  ExportAsk ask{.text = text_of(request, "text"),
                .output = (fs::path(folders_[static_cast<std::size_t>(folder)]) / name).string(),
                .codec = text_of(request, "codec"),
                .frames = text_of(request, "frames"),
                .overlay_only = flag_of(request, "overlay_only"),
                .overwrite = flag_of(request, "overwrite")};
  if (const Json* const crf = request.find("crf"); crf != nullptr && crf->is_number())
    ask.crf = crf->as_number();
  if (!ask.frames.empty()) static_cast<void>(parse_frame_list(ask.frames));
  std::error_code unknown;
  if (fs::is_symlink(ask.output, unknown))
    throw Error(ErrorCode::usage, fmt::format("'{}' is a link to another file", name),
                "choose another name");
  return ask;
}

bool ExportChoice::would_replace(const ExportAsk& ask) {
  std::error_code unknown;
  return !ask.overwrite && fs::exists(ask.output, unknown);
}

}  // namespace overlace
