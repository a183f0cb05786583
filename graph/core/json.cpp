// SPDX-License-Identifier: Apache-2.0
// JSON values: access, and writing as text.
#include "graph/core/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "graph/core/utf8.h"

namespace overlace {
namespace {

void write_character(char32_t c, std::string& out) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      if (controls_terminal(c))
        fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(c));
      else
        append_code_point(out, c);
  }
}

/// JSON is UTF-8, whatever the bytes of the text.
void write_string(std::string_view text, std::string& out) {
  if (!is_utf8(text)) return write_string(utf8_text(text), out);
  out += '"';
  while (!text.empty()) write_character(take_code_point(text), out);
  out += '"';
}

void write_number(double value, std::string& out) {
  if (!std::isfinite(value)) {
    out += "null";  // JSON cannot express them
    return;
  }
  char buffer[32];
  // Both spellings have the fewest digits; 0.0008 is easier to read than 8e-04.
  const double size = std::abs(value);
  const bool plain = size >= 1e-4 && size < 1e15;
  const char* end =
      plain ? std::to_chars(buffer, std::end(buffer), value, std::chars_format::fixed).ptr
            : std::to_chars(buffer, std::end(buffer), value).ptr;
  const std::string_view digits(buffer, end);
  out += digits;
  if (digits.find_first_of(".e") == std::string_view::npos) out += ".0";  // not read as an integer
}

bool is_scalar(const Json& value) {
  return !value.is_array() && !value.is_object();
}

/// Writes values in sequence; `indent` < 0 is compact.
class Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}

  void value(const Json& v) {
    switch (v.type()) {
      case Json::Type::null:
        text += "null";
        break;
      case Json::Type::boolean:
        text += v.as_bool() ? "true" : "false";
        break;
      case Json::Type::integer:
        text += fmt::to_string(v.as_integer());
        break;
      case Json::Type::number:
        write_number(v.as_number(), text);
        break;
      case Json::Type::string:
        write_string(v.as_string(), text);
        break;
      case Json::Type::array:
        array(v.as_array());
        break;
      case Json::Type::object:
        object(v.as_object());
        break;
    }
  }

  std::string text;

 private:
  void array(const Json::Array& items) {
    // Arrays of scalars, such as pairs of numbers, read better on one line.
    const bool flat = std::all_of(items.begin(), items.end(), is_scalar);
    open('[');
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) text += flat && indent_ >= 0 ? ", " : ",";
      if (!flat) new_line();
      value(items[i]);
    }
    close(']', !flat);
  }

  void object(const Json::Object& members) {
    open('{');
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i > 0) text += ',';
      new_line();
      write_string(members[i].first, text);
      text += indent_ < 0 ? ":" : ": ";
      value(members[i].second);
    }
    close('}', !members.empty());
  }

  void open(char bracket) {
    text += bracket;
    ++depth_;
  }
  void close(char bracket, bool on_new_line) {
    --depth_;
    if (on_new_line) new_line();
    text += bracket;
  }
  void new_line() {
    if (indent_ < 0) return;
    text += '\n';
    text.append(static_cast<std::size_t>(indent_) * depth_, ' ');
  }

  int indent_;
  std::size_t depth_ = 0;
};

}  // namespace

double Json::as_number() const {
  return is_integer() ? static_cast<double>(as_integer()) : std::get<double>(value_);
}

const Json* Json::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  for (const auto& [name, value] : as_object())
    if (name == key) return &value;
  return nullptr;
}

Json* Json::find(std::string_view key) {
  return const_cast<Json*>(static_cast<const Json*>(this)->find(key));
}

Json& Json::set(std::string_view key, Json value) {
  if (is_null()) value_ = Object{};
  if (Json* old = find(key)) return *old = std::move(value);
  return as_object().emplace_back(std::string(key), std::move(value)).second;
}

void Json::push_back(Json value) {
  if (is_null()) value_ = Array{};
  as_array().push_back(std::move(value));
}

std::string Json::dump(int indent) const {
  Writer writer(indent);
  writer.value(*this);
  return std::move(writer.text);
}

std::string_view Json::type_name() const {
  switch (type()) {
    case Type::null:
      return "null";
    case Type::boolean:
      return "a boolean";
    case Type::integer:
      return "an integer";
    case Type::number:
      return "a number";
    case Type::string:
      return "a string";
    case Type::array:
      return "an array";
    case Type::object:
      return "an object";
  }
  return "";
}

std::string escape_pointer(std::string_view token) {
  std::string out;
  for (const char c : token) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

}  // namespace overlace
