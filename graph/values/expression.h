// SPDX-License-Identifier: Apache-2.0
// Expressions: arithmetic that a document writes as text, compiled once and evaluated for objects
// or frames.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// What an instruction of an expression does.
enum class ExpressionCode : std::uint8_t;

/// Arithmetic over named numbers, such as "clamp(speed / 40, 0, 1) * presence": a flat stack
/// program. It has no loops, texts, clock or state, so it terminates and gives the same result
/// everywhere.
///
/// Precedence from loosest to tightest: `? :`, `||`, `&&`, `== !=`, `< <= > >=`, `+ -`, `* / %`,
/// unary `- !`. Comparisons and logic yield 1 or 0; a comparison with NaN is false, as in C. % has
/// the sign of its divisor. Functions: see `expression_functions`. Names are made of letters,
/// digits, `_` and `.`, and begin with a letter or `_`.
class Expression {
 public:
  /// Throws Error(usage) with the character, from 1, for anything else; for more than
  /// `max_operations` operators and functions, for parentheses inside more than `max_depth` others,
  /// and for texts longer than `max_length` bytes.
  explicit Expression(std::string text);

  static constexpr std::size_t max_operations = 64, max_depth = 64, max_length = 4096;

  [[nodiscard]] const std::string& text() const { return text_; }
  /// The names in it, each once, in order of appearance.
  [[nodiscard]] std::span<const std::string> names() const { return names_; }
  /// Its value if names()[i] has the value values[i]. Does not allocate.
  [[nodiscard]] double evaluate(std::span<const double> values) const;

 private:
  friend class ExpressionParser;
  struct Instruction {
    ExpressionCode code;
    std::uint8_t operands = 0;
    std::uint16_t name = 0;  ///< of a value
    double constant = 0;
  };

  std::string text_;
  std::vector<std::string> names_;
  std::vector<Instruction> program_;
};

/// A function of expressions as documented to users.
struct ExpressionFunction {
  std::string_view name;
  int arguments;
  bool or_more;  ///< accepts more arguments
  ExpressionCode code;
  std::string_view doc;
};

/// All functions, in documentation order.
[[nodiscard]] std::span<const ExpressionFunction> expression_functions();

}  // namespace overlace
