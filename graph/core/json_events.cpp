// SPDX-License-Identifier: Apache-2.0
// Assembling values from events.
#include "graph/core/json_events.h"

#include <fmt/format.h>

#include <algorithm>

namespace overlace {

void JsonAssembler::key(std::string name) {
  open_.back().key = std::move(name);
  open_.back().has_key = true;
}

void JsonAssembler::put(Json value) {
  if (open_.empty()) {
    root_ = std::move(value);
  } else if (Open& parent = open_.back(); parent.value.is_array()) {
    parent.value.as_array().push_back(std::move(value));
  } else {
    parent.value.as_object().emplace_back(std::move(parent.key), std::move(value));
    parent.has_key = false;
  }
}

void JsonAssembler::close() {
  Json value = std::move(open_.back().value);
  open_.pop_back();
  put(std::move(value));
}

std::string JsonAssembler::pointer() const {
  std::string text;
  for (const Open& o : open_) {
    if (o.value.is_array())
      text += fmt::format("/{}", o.value.as_array().size());
    else if (o.has_key)
      text += fmt::format("/{}", escape_pointer(o.key));
  }
  return text;
}

std::string parser_reason(std::string_view what) {
  if (const auto start = what.find(" - "); start != what.npos)
    what.remove_prefix(start + 3);
  else if (const auto colon = what.rfind("] "); colon != what.npos)
    what.remove_prefix(colon + 2);
  return std::string(what.substr(0, std::min<std::size_t>(what.find("; last read"), 120)));
}

}  // namespace overlace
