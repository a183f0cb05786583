// SPDX-License-Identifier: Apache-2.0
// Reads an XML file of any size part by part: only the parts that a reader requests are built.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/tracks/format.h"

namespace overlace {

/// An element with its contents.
struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes{};
  std::vector<XmlElement> children{};
  std::string text{};  ///< of the element itself, without its children's
  std::uint64_t line = 0;

  /// The value of an attribute; "" when there is none.
  [[nodiscard]] std::string_view get(std::string_view attribute) const;
  /// An attribute as a number; NaN when it is not one.
  [[nodiscard]] double number(std::string_view attribute) const;
  /// An attribute as an integer; `otherwise` when it is not one.
  [[nodiscard]] std::int64_t integer(std::string_view attribute, std::int64_t otherwise) const;
  /// The first child of that name, or null.
  [[nodiscard]] const XmlElement* child(std::string_view name) const;
  /// The text of a child without surrounding blanks; "" when there is none.
  [[nodiscard]] std::string_view child_text(std::string_view name) const;
};

/// An element that a reader requested.
struct XmlPart {
  std::size_t path = 0;  ///< index of its path
  const XmlElement& element;
};

/// Calls `visit` for every element with one of the paths ("annotations/track"), in file order.
/// Throws Error(input) with the line for broken XML, and for a document type that declares
/// entities, which can make a file expand without limit. Throws Error(limit) for nesting past 64
/// levels and for parts past a gigabyte.
void visit_xml(TrackInput& input, std::initializer_list<std::string_view> paths,
               const std::function<void(const XmlPart&)>& visit);

/// Recognition: whether a sample's root element has this name.
[[nodiscard]] bool looks_like_xml(std::string_view sample, std::string_view root);

/// The number that a text consists of, ignoring blanks around it; NaN for everything else.
[[nodiscard]] double number_of_text(std::string_view text);

}  // namespace overlace
