// SPDX-License-Identifier: Apache-2.0
// Machine code of a kernel, ready to execute: operands, instructions, programs.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace overlace::gpu_model {

struct Step;

constexpr int warp_lanes = 32;
/// Bit n stands for lane n of a warp.
using LaneMask = std::uint32_t;
constexpr LaneMask all_lanes = ~LaneMask{0};

/// Where an operand's value is.
enum class OperandKind : std::uint8_t {
  none,
  reg,                ///< R5: a value for each lane
  uniform,            ///< UR5: one value for the warp
  predicate,          ///< P3: a bit for each lane
  uniform_predicate,  ///< UP3: one bit for the warp
  integer,            ///< 0x1f
  real,               ///< 1.5, in the format that the instruction computes in
  constant,           ///< c[0x0][R4+0x210]
  memory,             ///< desc[UR4][R4.64+UR6+0x10]
  special,            ///< SR_TID.X
  barrier,            ///< B2: lanes that wait for each other
};

/// What S2R, S2UR and CS2R read.
enum class SpecialRegister : std::uint8_t { zero, thread, block, lane, lanes_below };

/// Numbers of the null registers: they read as 0, or as true for predicates.
constexpr int no_register = 255, no_uniform = 63, no_predicate = 7;

struct Operand {
  OperandKind kind = OperandKind::none;
  int number = 0;            ///< of the register, predicate, barrier, or an address's base register
  int uniform = no_uniform;  ///< memory: a UR that is added
  bool negated = false;      ///< -R5
  bool absolute = false;     ///< |R5|
  bool inverted = false;     ///< ~R5, !P3
  bool wide = false;         ///< memory: the address takes two registers
  bool upper = false;        ///< R5.H1_H1: the upper half, for instructions on halves
  std::uint64_t bits = 0;    ///< integer
  double value = 0;          ///< real
  std::int64_t offset = 0;   ///< memory, constant: bytes
  SpecialRegister special = SpecialRegister::zero;

  [[nodiscard]] bool is(OperandKind other) const { return kind == other; }
  [[nodiscard]] bool is_predicate() const {
    return is(OperandKind::predicate) || is(OperandKind::uniform_predicate);
  }
  /// Whether it is a null register.
  [[nodiscard]] bool is_void() const {
    return (is(OperandKind::reg) && number == no_register) ||
           (is(OperandKind::uniform) && number == no_uniform) ||
           (is_predicate() && number == no_predicate);
  }
};

/// Words after the dots of a mnemonic that change the operation.
enum class Modifier : std::uint8_t {
  hi,
  x,
  wide,
  ex,
  sat,
  ftz,
  wrap,
  u16,
  u32,
  u64,
  s32,
  s64,
  f64,
  sx32,
  nan,
  high_bits,
  clear,
  relu,  //
  trunc,
  floor,
  ceil,
  all
};

enum class Comparison : std::uint8_t {
  never,
  lt,
  eq,
  le,
  gt,
  ne,
  ge,
  num,
  nan,
  ltu,
  equ,
  leu,
  gtu,
  neu,
  geu,
  always
};
enum class Combination : std::uint8_t { and_, or_, xor_ };
enum class Rounding : std::uint8_t { nearest, down, up, zero };

/// The execution units of a multiprocessor's quarter.
enum class Pipe : std::uint8_t { control, fma, alu, imad, fp64, special, memory, uniform, count };

/// Which leading operands an instruction writes.
enum class Result : std::uint8_t {
  none,
  value,        ///< a register
  value_flags,  ///< a register, with predicates before or after it
  value_flag,   ///< a register, then a predicate
  flag,         ///< a predicate
  flags,        ///< two predicates
};

/// How many registers a value takes.
enum class Width : std::uint8_t { word, pair, accessed };

/// One row of the instruction set.
struct Operation {
  std::string_view name;  ///< the mnemonic, with the words that select this row: "SHF.L"
  std::initializer_list<std::string_view> modifiers;  ///< those allowed after it
  void (*execute)(Step&);
  Result result = Result::value;
  Pipe pipe = Pipe::alu;
  int latency = 5;  ///< cycles until the result can be read; for memory, without the access
  Width written = Width::word, read = Width::word;
};

/// Registers from `first` on.
struct RegisterRange {
  int first = 0, count = 1;
};

/// The registers that an instruction reads and writes.
struct Dependences {
  std::vector<RegisterRange> read, written, uniforms_read, uniforms_written;
  std::uint8_t predicates_read = 0, predicates_written = 0;  ///< bit n: Pn
  std::uint8_t uniform_predicates_read = 0, uniform_predicates_written = 0;
};

struct Instruction {
  const Operation* operation = nullptr;
  std::uint32_t address = 0;     ///< bytes from the kernel's start
  Operand guard;                 ///< @!P0; none: always
  Operand to;                    ///< the register written
  std::array<Operand, 2> flags;  ///< the predicates written
  std::vector<Operand> from;
  int target = -1;  ///< index of the branch target in `code`
  Comparison comparison = Comparison::never;
  Combination combination = Combination::and_;
  Rounding rounding = Rounding::nearest;
  std::uint32_t bytes = 4;  ///< of a memory access, per lane
  std::uint32_t modifiers = 0;
  Dependences dependences;
  std::string text;

  [[nodiscard]] bool has(Modifier m) const {
    return (modifiers >> static_cast<unsigned>(m) & 1U) != 0;
  }
  void add(Modifier m) { modifiers |= 1U << static_cast<unsigned>(m); }
};

/// A kernel's machine code.
struct Program {
  std::string name;      ///< as in the listing
  int registers = 0;     ///< per thread
  int shared_bytes = 0;  ///< per block
  std::vector<Instruction> code;

  /// Index of the instruction at an address. Throws Error(internal) if there is none.
  [[nodiscard]] int index_of(std::uint64_t address) const;
};

}  // namespace overlace::gpu_model
