// SPDX-License-Identifier: Apache-2.0
// Problems, with their bytes.
#include "edit/answers/document_facts.h"

#include <algorithm>
#include <optional>

#include "graph/core/json_places.h"
#include "render/graph_source.h"

namespace overlace {
namespace {

/// The bytes of a line, counted from 1.
TextSpan line_of(const std::string& text, std::size_t line) {
  std::size_t begin = 0;
  for (std::size_t number = 1; number < line && begin < text.size(); ++number) {
    const std::size_t end = text.find('\n', begin);
    begin = end == std::string::npos ? text.size() : end + 1;
  }
  return {begin, std::min(text.find('\n', begin), text.size())};
}

/// Where values of a text are; nothing if it is not JSON.
class Places {
 public:
  explicit Places(const std::string& text) : text_(text) {
    try {
      static_cast<void>(parse_json(text, "document"));
      places_.emplace(text);
    } catch (const Error&) {  // lines have to do
    }
  }

  [[nodiscard]] TextSpan of(const SourceLocation& location) const {
    if (!places_) return line_of(text_, location.line);
    const bool is_pointer = location.pointer.empty() || location.pointer.starts_with('/');
    if (!is_pointer || location.pointer.empty()) return {};
    const JsonPlace& place = *places_->path(location.pointer).back();
    return {place.begin(), place.value.end};
  }

 private:
  const std::string& text_;
  std::optional<JsonPlaces> places_;
};

}  // namespace

Json problems_json(const Error& error, const std::string& text) {
  const Places places(text);
  Json problems{Json::Array{}};
  for (const Diagnostic& problem : error.problems()) {
    const TextSpan span = places.of(problem.location);
    problems.push_back(Json::Object{{"message", problem.message},
                                    {"hint", problem.hint},
                                    {"pointer", problem.location.pointer},
                                    {"line", static_cast<std::int64_t>(problem.location.line)},
                                    {"begin", static_cast<std::int64_t>(span.begin)},
                                    {"end", static_cast<std::int64_t>(span.end)}});
  }
  return problems;
}

Json::Object document_facts(const GraphSettings& settings) {
  Json problems{Json::Array{}}, document;
  try {
    document = load_document(settings.document, [&](const std::string& name) {
      return name == settings.document ? Source{settings.text.value_or(""), name}
                                       : find_document(name);
    });
    static_cast<void>(load_graph(settings));
  } catch (const Error& error) {
    problems = problems_json(error, settings.text.value_or(""));
  }
  return {{"problems", std::move(problems)}, {"document", std::move(document)}};
}

}  // namespace overlace
