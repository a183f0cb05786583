// SPDX-License-Identifier: Apache-2.0
// Builds a node type, independent of its parameter struct.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "graph/core/named.h"
#include "graph/types/node_type.h"

namespace overlace {

namespace detail {

/// A T at an offset within parameters of unknown type.
template <class T>
class Field {
 public:
  /// A one-byte enumerator may be accessed as a byte.
  template <class Params, class Member>
  explicit Field(Member Params::*member) : offset_(std::bit_cast<std::ptrdiff_t>(member)) {
    static_assert(std::is_same_v<T, Member> || (std::is_same_v<T, unsigned char> &&
                                                std::is_enum_v<Member> && sizeof(Member) == 1));
  }
  [[nodiscard]] T& of(void* params) const {
    return *reinterpret_cast<T*>(static_cast<std::byte*>(params) + offset_);
  }
  [[nodiscard]] const T& of(const void* params) const {
    return *reinterpret_cast<const T*>(static_cast<const std::byte*>(params) + offset_);
  }

 private:
  std::ptrdiff_t offset_;  ///< what Linux compilers store in a pointer to a member
};

/// Enumerators as bytes.
using Choices = std::vector<Named<unsigned char>>;

/// How far a number or a colour may vary.
enum class Varies : std::uint8_t {
  never,        ///< the same for the whole clip
  with_time,    ///< takes keyframes and series
  with_object,  ///< and maps of attributes
};

/// Adds ports and parameters to a node type. Node<Params> says where the values are; everything
/// that does not depend on Params is here, so that it is compiled once and not for each node.
class NodeBuilder {
 public:
  NodeBuilder(std::string_view name, Stage stage, std::string_view doc);

  Port& port(std::string_view name, Stage stage, bool many, std::string_view doc);
  void number(std::string_view name, Field<Number> field, const Range& range, Varies varies,
              std::string_view doc);
  void color(std::string_view name, Field<Paint> field, Varies varies, std::string_view doc);
  void integer(std::string_view name, Field<int> field, const Range& range, std::string_view doc);
  void integer(std::string_view name, Field<std::int64_t> field, const Range& range,
               std::string_view doc);
  void transition(std::string_view name, Field<int> field, const Range& range,
                  std::string_view doc);
  void boolean(std::string_view name, Field<bool> field, std::string_view doc);
  void text(std::string_view name, Field<std::string> field, std::string_view doc);
  void text_list(std::string_view name, Field<std::vector<std::string>> field,
                 std::string_view doc);
  /// Points, none or at least `least` of them; the field holds each as a text.
  void points(std::string_view name, Field<std::vector<std::string>> field, std::size_t least,
              std::string_view doc);
  void choice(std::string_view name, Field<unsigned char> field, const Choices& choices,
              std::string_view doc);
  /// A text that stands for the files that `files_of` lists.
  void files(std::string_view name, Field<std::string> field,
             std::vector<std::string> (*files_of)(const std::string&), FileContent content,
             std::string_view doc);
  /// A text: the path of a file where `is_file` returns true for it, otherwise a name.
  void name_or_file(std::string_view name, Field<std::string> field,
                    bool (*is_file)(const std::string&), std::string_view doc);

  /// Numbers and colours of curve and draw nodes belong to their objects, unless per_frame().
  [[nodiscard]] Varies varies() const {
    return type_.stage >= Stage::curves && !per_frame_ ? Varies::with_object : Varies::with_time;
  }
  void per_frame() { per_frame_ = true; }
  [[nodiscard]] NodeType& type() { return type_; }
  /// The parameter that was added last.
  [[nodiscard]] ParamRow& last() { return type_.params.back(); }

 private:
  NodeType type_;
  bool per_frame_ = false;
};

ParamRow number_row(std::string_view name, const Range& range, Varies varies, std::string_view doc);
ParamRow color_row(std::string_view name, Varies varies, std::string_view doc);
void read_number(Number& out, const Json& value, const ParamRow& row);
void read_paint(Paint& out, const Json& value, const ParamRow& row);
std::int64_t read_integer(const Json& value, const ParamRow& row);
bool read_bool(const Json& value);
std::string read_text(const Json& value);
std::vector<std::string> read_text_list(const Json& value);
std::size_t read_choice(const Json& value, const std::vector<std::string>& choices);
Json write_number(const Number& value);
Json write_paint(const Paint& value);
/// The path itself, or nothing if it is empty.
std::vector<std::string> file_itself(const std::string& path);

}  // namespace detail
}  // namespace overlace
