// SPDX-License-Identifier: Apache-2.0
// The row of an instruction is the one whose name matches most of its words; the others must be
// among the row's modifiers.
#include "tools/gpu_model/decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "graph/core/error.h"
#include "tools/gpu_model/operand.h"
#include "tools/gpu_model/operations.h"

namespace overlace::gpu_model {
namespace {

/// Rows by name.
const std::map<std::string_view, const Operation*>& operations() {
  static const auto rows = [] {
    std::map<std::string_view, const Operation*> all;
    for (const auto family : {float_operations(), double_operations(), integer_operations(),
                              bit_operations(), convert_operations(), move_operations(),
                              warp_operations(), memory_operations(), control_operations()})
      for (const Operation& operation : family) all.emplace(operation.name, &operation);
    return all;
  }();
  return rows;
}

const Operation* find_operation(std::string_view mnemonic) {
  for (;;) {
    if (const auto row = operations().find(mnemonic); row != operations().end()) return row->second;
    const auto dot = mnemonic.rfind('.');
    if (dot == std::string_view::npos) return nullptr;
    mnemonic = mnemonic.substr(0, dot);
  }
}

template <class T>
using Words = std::map<std::string_view, T>;

/// Stores the effect of a word. Words without effect here are left to the row's modifiers.
void apply_word(std::string_view word, Instruction& in) {
  using enum Modifier;
  static const Words<Modifier> modifiers = {
      {"HI", hi},        {"X", x},         {"WIDE", wide},   {"EX", ex},       {"SAT", sat},
      {"FTZ", ftz},      {"W", wrap},      {"U16", u16},     {"U32", u32},     {"U64", u64},
      {"S32", s32},      {"S64", s64},     {"F64", f64},     {"NAN", nan},     {"SX32", sx32},
      {"SH", high_bits}, {"CLEAR", clear}, {"TRUNC", trunc}, {"FLOOR", floor}, {"CEIL", ceil},
      {"RELU", relu},    {"ALL", all}};
  static const Words<Comparison> comparisons = {
      {"F", Comparison::never}, {"LT", Comparison::lt},   {"EQ", Comparison::eq},
      {"LE", Comparison::le},   {"GT", Comparison::gt},   {"NE", Comparison::ne},
      {"GE", Comparison::ge},   {"NUM", Comparison::num}, {"NAN", Comparison::nan},
      {"LTU", Comparison::ltu}, {"EQU", Comparison::equ}, {"LEU", Comparison::leu},
      {"GTU", Comparison::gtu}, {"NEU", Comparison::neu}, {"GEU", Comparison::geu},
      {"T", Comparison::always}};
  static const Words<Combination> combinations = {
      {"AND", Combination::and_}, {"OR", Combination::or_}, {"XOR", Combination::xor_}};
  static const Words<Rounding> roundings = {
      {"RM", Rounding::down}, {"RP", Rounding::up}, {"RZ", Rounding::zero}};
  static const Words<std::uint32_t> sizes = {{"U8", 1}, {"U16", 2}, {"64", 8}, {"128", 16}};
  if (const auto found = modifiers.find(word); found != modifiers.end()) in.add(found->second);
  if (const auto found = comparisons.find(word); found != comparisons.end())
    in.comparison = found->second;
  if (const auto found = combinations.find(word); found != combinations.end())
    in.combination = found->second;
  if (const auto found = roundings.find(word); found != roundings.end())
    in.rounding = found->second;
  if (const auto found = sizes.find(word); found != sizes.end()) in.bytes = found->second;
}

/// The words after the first; those in the row's name need not be among its modifiers.
void apply_words(std::string_view mnemonic, Instruction& in) {
  const auto& allowed = in.operation->modifiers;
  for (auto dot = mnemonic.find('.'); dot != std::string_view::npos;) {
    const auto end = mnemonic.find('.', dot + 1);
    const std::string_view word = mnemonic.substr(dot + 1, end - dot - 1);
    const bool of_name = dot < in.operation->name.size();
    dot = end;
    if (!of_name && std::ranges::find(allowed, word) == allowed.end())
      throw Error(ErrorCode::internal,
                  fmt::format("'{}' is unknown of {}", word, in.operation->name));
    apply_word(word, in);
  }
}

/// Moves the operands that are written from the list to their members.
void take_results(std::vector<Operand>& operands, Instruction& in) {
  std::size_t flags = 0;
  const auto first_is_predicate = [&] { return !operands.empty() && operands[0].is_predicate(); };
  const auto take_flag = [&] {
    if (flags == in.flags.size() || !first_is_predicate())
      throw Error(ErrorCode::internal, "not the operands that it should have");
    in.flags[flags++] = operands[0];
    operands.erase(operands.begin());
  };
  const auto take_value = [&] {
    if (operands.empty()) throw Error(ErrorCode::internal, "an operand is missing");
    in.to = operands[0];
    operands.erase(operands.begin());
  };
  switch (in.operation->result) {
    case Result::none:
      return;
    case Result::value:
      return take_value();
    case Result::value_flags:
      while (first_is_predicate()) take_flag();
      take_value();
      while (first_is_predicate()) take_flag();
      return;
    case Result::value_flag:
      take_value();
      return take_flag();
    case Result::flag:
      return take_flag();
    case Result::flags:
      take_flag();
      return take_flag();
  }
}

int width_of(Width width, const Instruction& in) {
  constexpr int bytes_per_register = 4;
  if (width == Width::pair) return 2;
  return width == Width::word ? 1 : std::max(1, static_cast<int>(in.bytes) / bytes_per_register);
}

void add_read(const Operand& operand, int width, Dependences& out) {
  if (operand.is(OperandKind::predicate) && !operand.is_void())
    out.predicates_read |= static_cast<std::uint8_t>(1U << operand.number);
  if (operand.is(OperandKind::uniform_predicate) && !operand.is_void())
    out.uniform_predicates_read |= static_cast<std::uint8_t>(1U << operand.number);
  if (operand.is(OperandKind::uniform) && !operand.is_void())
    out.uniforms_read.push_back({operand.number, width});
  const bool addressed = operand.is(OperandKind::memory) || operand.is(OperandKind::constant);
  if ((operand.is(OperandKind::reg) || addressed) && operand.number != no_register)
    out.read.push_back({operand.number, addressed ? (operand.wide ? 2 : 1) : width});
  if (addressed && operand.uniform != no_uniform) out.uniforms_read.push_back({operand.uniform, 1});
}

void add_written(const Operand& operand, int width, Dependences& out) {
  if (operand.is_void()) return;
  const auto bit = static_cast<std::uint8_t>(1U << (operand.number & no_predicate));
  if (operand.is(OperandKind::reg)) out.written.push_back({operand.number, width});
  if (operand.is(OperandKind::uniform)) out.uniforms_written.push_back({operand.number, width});
  if (operand.is(OperandKind::predicate)) out.predicates_written |= bit;
  if (operand.is(OperandKind::uniform_predicate)) out.uniform_predicates_written |= bit;
}

Dependences dependences_of(const Instruction& in) {
  Dependences out;
  const int read = width_of(in.operation->read, in);
  const int written = in.has(Modifier::wide) ? 2 : width_of(in.operation->written, in);
  add_read(in.guard, 1, out);
  for (std::size_t i = 0; i < in.from.size(); ++i)
    add_read(in.from[i], in.has(Modifier::wide) && i == 2 ? 2 : read, out);
  add_written(in.to, written, out);
  for (const Operand& flag : in.flags)
    if (flag.is_predicate()) add_written(flag, 1, out);
  return out;
}

/// Branches and calls have an address as their last operand.
bool has_target(const Operation& operation) {
  constexpr std::string_view names[] = {"BRA", "BRA.DIV", "BRA.CONV", "BSSY", "CALL"};
  return std::ranges::find(names, operation.name) != std::end(names);
}

struct Decoded {
  Instruction instruction;
  std::optional<std::uint64_t> target;  ///< an address
};

Decoded decode_one(const ListedInstruction& listed) {
  Decoded out;
  Instruction& in = out.instruction;
  in.address = listed.address;
  in.text = listed.text;
  std::string_view rest = listed.text;
  const auto next_word = [&] {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    return word;
  };
  if (rest.starts_with('@')) in.guard = parse_operand(next_word().substr(1));
  const std::string_view mnemonic = next_word();
  in.operation = find_operation(mnemonic);
  if (in.operation == nullptr) throw Error(ErrorCode::internal, "an unknown instruction");
  apply_words(mnemonic, in);
  std::string operands(rest);
  if (in.operation->name == "RET") operands = operands.substr(0, operands.find(' '));
  std::vector<Operand> parsed;
  for (const std::string& part : split_operands(operands)) parsed.push_back(parse_operand(part));
  if (has_target(*in.operation)) {
    out.target = parsed.back().bits;
    parsed.pop_back();
  }
  take_results(parsed, in);
  in.from = std::move(parsed);
  in.dependences = dependences_of(in);
  return out;
}

}  // namespace

int Program::index_of(std::uint64_t address) const {
  const auto at = std::ranges::lower_bound(code, address, {}, &Instruction::address);
  if (at == code.end() || at->address != address)
    throw Error(ErrorCode::internal, fmt::format("{}: no instruction at {:#x}", name, address));
  return static_cast<int>(at - code.begin());
}

Program decode(const ListedFunction& function) {
  Program program{function.name, function.registers, function.shared_bytes, {}};
  std::vector<std::optional<std::uint64_t>> targets;
  for (const ListedInstruction& listed : function.instructions) {
    try {
      Decoded decoded = decode_one(listed);
      program.code.push_back(std::move(decoded.instruction));
      targets.push_back(decoded.target);
    } catch (const Error& error) {
      throw Error(ErrorCode::internal, fmt::format("{} at {:#x}, '{}': {}", function.name,
                                                   listed.address, listed.text, error.what()));
    }
  }
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (targets[i]) program.code[i].target = program.index_of(*targets[i]);
  return program;
}

}  // namespace overlace::gpu_model
