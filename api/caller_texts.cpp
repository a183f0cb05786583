// SPDX-License-Identifier: Apache-2.0
// Copies what may vanish after the call.
#include "api/caller_texts.h"

#include <fmt/format.h>

#include <span>

#include "graph/core/error.h"
#include "graph/core/utf8.h"

namespace overlace::api {

std::string caller_text(const char* text, const std::string& name) {
  if (text == nullptr) throw Error(ErrorCode::usage, name + " is NULL");
  if (!is_utf8(text)) throw Error(ErrorCode::usage, name + " is not UTF-8");
  return text;
}

std::vector<std::string> caller_texts(const char* const* texts, std::size_t count,
                                      const std::string& name) {
  if (count > 0 && texts == nullptr) throw Error(ErrorCode::usage, name + " is NULL");
  std::vector<std::string> list;
  for (const char* text : std::span(texts, count))
    list.push_back(caller_text(text, fmt::format("{}[{}]", name, list.size())));
  return list;
}

}  // namespace overlace::api
