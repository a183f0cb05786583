// SPDX-License-Identifier: Apache-2.0
// A JSON value with line numbers, and a parser that stays within stated limits on hostile input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace overlace {

/// One JSON value. Objects keep the order of their keys. `line` is where the value began, from 1; 0
/// for values made in memory.
class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;
  enum class Type { null, boolean, integer, number, string, array, object };

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(int value) : value_(static_cast<std::int64_t>(value)) {}
  Json(std::int64_t value) : value_(value) {}
  Json(double value) : value_(value) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(Array value) : value_(std::move(value)) {}
  Json(Object value) : value_(std::move(value)) {}

  [[nodiscard]] Type type() const { return static_cast<Type>(value_.index()); }
  [[nodiscard]] bool is_null() const { return type() == Type::null; }
  [[nodiscard]] bool is_bool() const { return type() == Type::boolean; }
  [[nodiscard]] bool is_integer() const { return type() == Type::integer; }
  /// True for integers too.
  [[nodiscard]] bool is_number() const { return is_integer() || type() == Type::number; }
  [[nodiscard]] bool is_string() const { return type() == Type::string; }
  [[nodiscard]] bool is_array() const { return type() == Type::array; }
  [[nodiscard]] bool is_object() const { return type() == Type::object; }

  /// Accessors; precondition: the type matches (std::bad_variant_access otherwise).
  [[nodiscard]] bool as_bool() const { return std::get<bool>(value_); }
  [[nodiscard]] std::int64_t as_integer() const { return std::get<std::int64_t>(value_); }
  [[nodiscard]] double as_number() const;
  [[nodiscard]] const std::string& as_string() const { return std::get<std::string>(value_); }
  [[nodiscard]] const Array& as_array() const { return std::get<Array>(value_); }
  [[nodiscard]] Array& as_array() { return std::get<Array>(value_); }
  [[nodiscard]] const Object& as_object() const { return std::get<Object>(value_); }
  [[nodiscard]] Object& as_object() { return std::get<Object>(value_); }

  /// The member of an object, or nullptr when it is absent or this is not an object.
  [[nodiscard]] const Json* find(std::string_view key) const;
  [[nodiscard]] Json* find(std::string_view key);
  /// Sets a member, replacing any with the same key; a null value becomes an object first.
  Json& set(std::string_view key, Json value);
  /// Appends to an array; a null value becomes an array first.
  void push_back(Json value);

  /// Compact text (`indent` < 0) or indented text. Numbers have the fewest digits that read back
  /// equal.
  [[nodiscard]] std::string dump(int indent = -1) const;

  /// "a string", "an object" …, for messages.
  [[nodiscard]] std::string_view type_name() const;

  /// Equality of values, ignoring line numbers. 1 and 1.0 differ.
  friend bool operator==(const Json& a, const Json& b) { return a.value_ == b.value_; }

  std::uint32_t line = 0;

 private:
  // The null alternative. With std::monostate, libstdc++ 12 would assume that no alternative can
  // leave the variant valueless; a copy that runs out of memory would then destroy what was never
  // constructed (fixed in GCC 14).
  struct Null {
    Null() = default;
    Null(const Null& /*other*/) noexcept {}
    Null& operator=(const Null& /*other*/) noexcept { return *this; }
    friend bool operator==(const Null& /*a*/, const Null& /*b*/) { return true; }
  };
  std::variant<Null, bool, std::int64_t, double, std::string, Array, Object> value_;
};

/// Limits on a document; exceeding any of them is an error.
struct JsonLimits {
  std::size_t bytes = 16U << 20U;
  std::size_t depth = 64;
  std::size_t values = 1'000'000;
  std::size_t string_bytes = 64U << 10U;
  /// Whether integers that do not fit 64 bits become the nearest floating-point number, as in most
  /// JSON readers; otherwise they are errors.
  bool large_integers_as_floats = false;
};

/// Parses strict JSON (UTF-8, an optional byte-order mark; no comments, NaN or infinities).
/// Duplicate keys are errors, and so are integers that do not fit 64 bits unless the limits allow
/// them. Throws Error(usage) with file, line and JSON pointer.
[[nodiscard]] Json parse_json(std::string_view text, std::string_view file_name,
                              const JsonLimits& limits = {});

/// One reference token escaped for a JSON pointer ("~" and "/", RFC 6901).
[[nodiscard]] std::string escape_pointer(std::string_view token);

}  // namespace overlace
