// SPDX-License-Identifier: Apache-2.0
// load_document: a document with those it extends merged in.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "graph/core/problems.h"
#include "graph/document/document.h"

namespace overlace {
namespace {

constexpr std::size_t longest_chain = 8;

void forget_lines(Json& value) {
  value.line = 0;
  if (value.is_array())
    for (Json& item : value.as_array()) forget_lines(item);
  if (value.is_object())
    for (auto& [key, member] : value.as_object()) forget_lines(member);
}

/// JSON Merge Patch (RFC 7386): objects merge by key, null removes a key, all else replaces.
void merge(Json& target, const Json& patch) {
  if (!patch.is_object()) {
    target = patch;
    return;
  }
  if (!target.is_object()) target = Json(Json::Object{});
  target.line = patch.line;
  Json::Object& members = target.as_object();
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < members.size(); ++i) place.emplace(members[i].first, i);
  std::vector<bool> gone(members.size());
  for (const auto& [key, value] : patch.as_object()) {
    const auto [found, is_new] = place.emplace(key, members.size());
    if (value.is_null()) {
      if (!is_new) gone[found->second] = true;
      continue;
    }
    if (is_new) {
      members.emplace_back(key, Json());
      gone.push_back(false);
    }
    merge(members[found->second].second, value);
  }
  std::size_t index = 0;
  std::erase_if(members, [&](const Json::Member&) { return gone[index++]; });
}

/// Finds a document's text; errors without a location get the one where it is named.
Source find_source(const std::string& name, const FindSource& find,
                   const SourceLocation& named_at) {
  try {
    return find(name);
  } catch (const Error& error) {
    std::vector<Diagnostic> problems = error.problems();
    for (Diagnostic& problem : problems)
      if (problem.location.text().empty()) problem.location = named_at;
    throw Error(error.code(), std::move(problems));
  }
}

/// A file named in a document is relative to that document.
std::string beside(const std::string& document, const std::string& name) {
  const bool is_file = name.find('/') != std::string::npos || name.ends_with(".json");
  const std::size_t slash = document.rfind('/');
  if (!is_file || name.starts_with('/') || slash == std::string::npos) return name;
  return document.substr(0, slash + 1) + name;
}

/// The name in a document's "extends"; nothing if it extends none.
std::optional<std::string> base_of(const Json& document, const SourceLocation& location) {
  const Json* base = document.find("extends");
  if (base == nullptr) return std::nullopt;
  if (!base->is_string())
    throw Error(ErrorCode::usage, "expected the name of a preset or a file, got " + shown(*base),
                {}, location);
  return beside(location.file, base->as_string());
}

/// The keys of another JSON file are nobody's business, and no message may list them.
void check_is_graph(const Json& document, const std::string& name) {
  if (!document.is_object())
    throw Error(ErrorCode::usage, fmt::format("expected an object, got {}", document.type_name()),
                {}, {name, {}, document.line});
  for (const char* const key : {"overlace", "extends", "nodes"})
    if (document.find(key) != nullptr) return;
  throw Error(ErrorCode::usage, "is no graph document", "begin with \"overlace\": 1",
              {name, {}, document.line});
}

}  // namespace

Json load_document(const std::string& name, const FindSource& find) {
  std::vector<Json> chain;  // outermost first
  std::vector<std::string> names;
  std::optional<std::string> next = name;
  SourceLocation named_at;
  while (next) {
    if (std::find(names.begin(), names.end(), *next) != names.end())
      throw Error(ErrorCode::usage,
                  fmt::format("documents extend each other in a circle: {} -> {}",
                              fmt::join(names, " -> "), *next),
                  {}, named_at);
    if (names.size() == longest_chain)
      throw Error(ErrorCode::usage, fmt::format("a chain of more than {} documents", longest_chain),
                  {}, named_at);
    names.push_back(*next);
    const Source source = find_source(*next, find, named_at);
    Json document = parse_json(source.text, source.name);
    check_is_graph(document, source.name);
    const Json* extends = document.find("extends");
    named_at = {source.name, "/extends", extends == nullptr ? 0 : extends->line};
    next = base_of(document, named_at);
    std::erase_if(document.as_object(),
                  [](const Json::Member& member) { return member.first == "extends"; });
    chain.push_back(std::move(document));
  }
  Json result = std::move(chain.back());
  if (chain.size() > 1) forget_lines(result);
  for (std::size_t i = chain.size() - 1; i-- > 0;) {
    if (i > 0) forget_lines(chain[i]);
    merge(result, chain[i]);
  }
  return result;
}

}  // namespace overlace
