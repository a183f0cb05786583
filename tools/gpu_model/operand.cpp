// SPDX-License-Identifier: Apache-2.0
// Prefixes are parsed first; the first letters then select the kind.
#include "tools/gpu_model/operand.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "graph/core/error.h"

namespace overlace::gpu_model {
namespace {

[[noreturn]] void reject(std::string_view text) {
  throw Error(ErrorCode::internal, fmt::format("'{}' is no known operand", text));
}

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::int64_t signed_hex(std::string_view text) {
  const bool negative = take(text, "-");
  const auto value = static_cast<std::int64_t>(std::stoull(std::string(text), nullptr, 16));
  return negative ? -value : value;
}

/// "R12", "URZ": the number after the letters, or `none` for the null register.
std::optional<int> register_number(std::string_view text, std::string_view letters,
                                   std::string_view void_name, int none) {
  if (text == void_name) return none;
  if (!take(text, letters) || text.empty()) return {};
  if (text.find_first_not_of("0123456789") != std::string_view::npos) return {};
  return std::stoi(std::string(text));
}

bool parse_register(std::string_view text, Operand& operand) {
  struct Family {
    OperandKind kind;
    std::string_view letters, void_name;
    int none;
  };
  constexpr std::array<Family, 5> families = {
      {{OperandKind::reg, "R", "RZ", no_register},
       {OperandKind::uniform, "UR", "URZ", no_uniform},
       {OperandKind::predicate, "P", "PT", no_predicate},
       {OperandKind::uniform_predicate, "UP", "UPT", no_predicate},
       {OperandKind::barrier, "B", "", 0}}};
  for (const Family& family : families) {
    if (const auto number = register_number(text, family.letters, family.void_name, family.none)) {
      operand.kind = family.kind;
      operand.number = *number;
      return true;
    }
  }
  return false;
}

bool parse_special(std::string_view text, Operand& operand) {
  constexpr std::array<std::pair<std::string_view, SpecialRegister>, 6> names = {
      {{"SRZ", SpecialRegister::zero},
       {"SR_CgaCtaId", SpecialRegister::zero},  // a block is alone in its cluster
       {"SR_TID.X", SpecialRegister::thread},
       {"SR_CTAID.X", SpecialRegister::block},
       {"SR_LANEID", SpecialRegister::lane},
       {"SR_LTMASK", SpecialRegister::lanes_below}}};
  for (const auto& [name, special] : names) {
    if (text != name) continue;
    operand.kind = OperandKind::special;
    operand.special = special;
    return true;
  }
  return false;
}

/// "R4.64+UR6+0x10", without the brackets.
void parse_address(std::string_view text, Operand& operand) {
  operand.number = no_register;
  while (!text.empty()) {
    const auto end = text.find('+');
    std::string_view term = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (term.ends_with(".64")) {
      operand.wide = true;
      term.remove_suffix(3);
    }
    if (const auto number = register_number(term, "R", "RZ", no_register)) {
      operand.number = *number;
    } else if (const auto uniform = register_number(term, "UR", "URZ", no_uniform)) {
      operand.uniform = *uniform;
    } else {
      operand.offset += signed_hex(term);
    }
  }
}

/// "c[0x0][0x210]": a launch's constants and arguments. Other banks are not supported.
void parse_constant(std::string_view text, Operand& operand) {
  if (!take(text, "c[0x0][") || !text.ends_with(']')) reject(text);
  text.remove_suffix(1);
  operand.kind = OperandKind::constant;
  parse_address(text, operand);
}

void parse_number(std::string_view text, Operand& operand) {
  const std::string_view whole = text;
  const bool negative = take(text, "-");
  if (!negative) take(text, "+");
  if (text.starts_with("0x")) {
    operand.kind = OperandKind::integer;
    operand.bits = static_cast<std::uint64_t>(signed_hex(whole));
    return;
  }
  operand.kind = OperandKind::real;
  if (text == "INF") {
    operand.value = std::numeric_limits<double>::infinity();
  } else if (text == "QNAN") {
    operand.value = std::numeric_limits<double>::quiet_NaN();
  } else if (text.find_first_not_of("0123456789.e+-") == std::string_view::npos && !text.empty()) {
    operand.value = std::stod(std::string(text));
  } else {
    reject(whole);
  }
  operand.value = std::copysign(operand.value, negative ? -1.0 : 1.0);
}

}  // namespace

std::vector<std::string> split_operands(std::string_view text) {
  std::vector<std::string> parts;
  while (!trimmed(text).empty()) {
    const auto end = text.find(',');
    parts.emplace_back(trimmed(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

Operand parse_operand(std::string_view text) {
  Operand operand;
  const std::string_view whole = text;
  if (const auto hint = text.find(".reuse"); hint != std::string_view::npos) {
    std::string without(text);
    return parse_operand(without.erase(hint, 6));
  }
  operand.inverted = take(text, "!") || take(text, "~");
  const bool is_number =
      text.size() > 1 && std::string_view("0123456789IQ").find(text[1]) != std::string_view::npos;
  if (!is_number) operand.negated = take(text, "-");
  if (take(text, "|")) {
    operand.absolute = true;
    text.remove_suffix(1);
  }
  if (text.ends_with(".H0_H0") || text.ends_with(".H1_H1")) {
    operand.upper = text.ends_with(".H1_H1");
    text.remove_suffix(6);
  }
  if (take(text, "desc[")) text.remove_prefix(text.find(']') + 1);
  if (text.starts_with("c[")) {
    parse_constant(text, operand);
  } else if (take(text, "[")) {
    text.remove_suffix(1);
    operand.kind = OperandKind::memory;
    parse_address(text, operand);
  } else if (text == "PR") {
    operand.kind = OperandKind::none;  // all predicates: P2R and R2P use no others
  } else if (!text.empty() && !parse_register(text, operand) && !parse_special(text, operand)) {
    parse_number(text, operand);
  } else if (text.empty()) {
    reject(whole);
  }
  return operand;
}

}  // namespace overlace::gpu_model
