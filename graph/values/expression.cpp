// SPDX-License-Identifier: Apache-2.0
// A recursive-descent compiler to a stack program, and the loop that runs it.
#include "graph/values/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "graph/core/elementary.h"
#include "graph/core/error.h"
#include "graph/core/random.h"

namespace overlace {

/// Operations pop their operands, the last one on top, and push one result.
enum class ExpressionCode : std::uint8_t {
  constant,
  value,
  // unary
  negate,
  logical_not,
  absolute,
  floor,
  round,
  root,
  sine,
  cosine,
  exponential,
  logarithm,
  hash,
  noise,
  // binary
  add,
  subtract,
  multiply,
  divide,
  remainder,
  less,
  at_most,
  greater,
  at_least,
  equal,
  unequal,
  both,
  either,
  least,
  most,
  step,
  power,
  arctangent,
  pulse,
  // ternary
  choose,
  clamp,
  lerp,
  smoothstep,
};

namespace {

using Code = ExpressionCode;

constexpr ExpressionFunction functions[] = {
    {"abs", 1, false, Code::absolute, "|x|"},
    {"min", 2, true, Code::least, "The least of two or more."},
    {"max", 2, true, Code::most, "The most of two or more."},
    {"clamp", 3, false, Code::clamp, "x, at least the second and at most the third."},
    {"floor", 1, false, Code::floor, "The next whole number below."},
    {"round", 1, false, Code::round, "The nearest whole number, halves away from 0."},
    {"sqrt", 1, false, Code::root, "The square root."},
    {"lerp", 3, false, Code::lerp, "From the first (third = 0) to the second (third = 1)."},
    {"smoothstep", 3, false, Code::smoothstep,
     "0 below the first, 1 above the second, smooth between them, of the third."},
    {"step", 2, false, Code::step, "1 where the second is at least the first, else 0."},
    {"sin", 1, false, Code::sine, "The sine of radians."},
    {"cos", 1, false, Code::cosine, "The cosine of radians."},
    {"exp", 1, false, Code::exponential, "e^x"},
    {"log", 1, false, Code::logarithm, "The natural logarithm."},
    {"pow", 2, false, Code::power, "The first to the power of the second."},
    {"atan2", 2, false, Code::arctangent, "The angle of (second, first) in radians."},
    {"hash", 1, false, Code::hash, "A random number from 0 to 1, always the same for the same x."},
    {"noise", 1, false, Code::noise,
     "Random from -1 to 1, smooth in x: another value at every whole number."},
    {"pulse", 2, false, Code::pulse,
     "1 for the first part of every unit of x, as long as the second; else 0."},
};

double bits_to_unit(std::uint64_t bits) {
  return unit_random(static_cast<std::uint32_t>(mix_bits(bits) >> 32U));
}

double hash_of(double x) {
  if (std::isnan(x)) return x;
  return bits_to_unit(std::bit_cast<std::uint64_t>(x + 0.0));  // -0 becomes 0
}

/// Value noise: random values at whole numbers, smoothstep between them.
double noise_at(double x) {
  const double whole = std::floor(x), t = x - whole;
  const double from = 2 * hash_of(whole) - 1, to = 2 * hash_of(whole + 1) - 1;
  return std::fma(t * t * (3 - 2 * t), to - from, from);
}

// NaN passes through, so that the result takes the value for what is missing.
double least_of(double a, double b) {
  return a < b || std::isnan(a) ? a : b;
}
double most_of(double a, double b) {
  return a > b || std::isnan(a) ? a : b;
}

double smoothstep_of(double low, double high, double x) {
  if (low == high) return x >= low ? 1 : 0;
  const double t = least_of(most_of((x - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}

double fraction(double x) {
  return x - std::floor(x);
}

double of_one(Code code, double a) {
  switch (code) {
    case Code::negate:
      return -a;
    case Code::logical_not:
      return a == 0 ? 1 : 0;
    case Code::absolute:
      return std::fabs(a);
    case Code::floor:
      return std::floor(a);
    case Code::round:
      return std::round(a);
    case Code::root:
      return std::sqrt(a);
    case Code::sine:
      return elementary::sin(a);
    case Code::cosine:
      return elementary::cos(a);
    case Code::exponential:
      return elementary::exp(a);
    case Code::logarithm:
      return elementary::log(a);
    case Code::hash:
      return hash_of(a);
    default:
      return noise_at(a);
  }
}

double of_two(Code code, double a, double b) {
  switch (code) {
    case Code::add:
      return a + b;
    case Code::subtract:
      return a - b;
    case Code::multiply:
      return a * b;
    case Code::divide:
      return a / b;
    case Code::remainder:
      return std::fma(-std::floor(a / b), b, a);
    case Code::less:
      return a < b ? 1 : 0;
    case Code::at_most:
      return a <= b ? 1 : 0;
    case Code::greater:
      return a > b ? 1 : 0;
    case Code::at_least:
      return a >= b ? 1 : 0;
    case Code::equal:
      return a == b ? 1 : 0;
    case Code::unequal:
      return a != b ? 1 : 0;
    case Code::both:
      return a != 0 && b != 0 ? 1 : 0;
    case Code::either:
      return a != 0 || b != 0 ? 1 : 0;
    case Code::least:
      return least_of(a, b);
    case Code::most:
      return most_of(a, b);
    case Code::step:
      return b >= a ? 1 : 0;
    case Code::power:
      return elementary::pow(a, b);
    case Code::arctangent:
      return elementary::atan2(a, b);
    default:
      return fraction(a) < b ? 1 : 0;
  }
}

double of_three(Code code, double a, double b, double c) {
  switch (code) {
    case Code::choose:
      return a != 0 ? b : c;
    case Code::clamp:
      return least_of(most_of(a, b), c);
    case Code::lerp:
      return std::fma(c, b - a, a);
    default:
      return smoothstep_of(a, b, c);
  }
}

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_part(char c) {
  return is_name_start(c) || is_digit(c) || c == '.';
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const ExpressionFunction& function : functions) names.emplace_back(function.name);
  return names;
}

}  // namespace

std::span<const ExpressionFunction> expression_functions() {
  return functions;
}

/// Compiles one text. Its recursion depth is bounded by the number of operations and of
/// parentheses.
class ExpressionParser {
 public:
  explicit ExpressionParser(Expression& out) : out_(out), text_(out.text_) {}

  void parse() {
    if (text_.size() > Expression::max_length)
      fail(fmt::format("an expression has at most {} characters", Expression::max_length), 0);
    parse_choice();
    skip_spaces();
    if (at_ < text_.size()) fail(fmt::format("unexpected '{}'", text_[at_]), at_);
  }

 private:
  /// A binary operator.
  struct Operator {
    std::string_view sign;
    Code code;
  };
  /// Operators by precedence, loosest first; longer signs before their prefixes.
  static constexpr std::array<std::array<Operator, 4>, 6> levels{{
      {{{"||", Code::either}}},
      {{{"&&", Code::both}}},
      {{{"==", Code::equal}, {"!=", Code::unequal}}},
      {{{"<=", Code::at_most}, {">=", Code::at_least}, {"<", Code::less}, {">", Code::greater}}},
      {{{"+", Code::add}, {"-", Code::subtract}}},
      {{{"*", Code::multiply}, {"/", Code::divide}, {"%", Code::remainder}}},
  }};

  [[noreturn]] void fail(const std::string& what, std::size_t at, std::string hint = {}) const {
    throw Error(ErrorCode::usage, fmt::format("{} at character {} of \"{}\"", what, at + 1, text_),
                std::move(hint));
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
      ++at_;
  }
  bool take(std::string_view sign) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  void expect(std::string_view sign) {
    if (!take(sign))
      fail(at_ < text_.size() ? fmt::format("expected '{}', got '{}'", sign, text_[at_])
                              : fmt::format("expected '{}'", sign),
           at_);
  }
  void count(std::size_t at) {
    if (++operations_ > Expression::max_operations)
      fail(fmt::format("more than {} operations", Expression::max_operations), at);
  }
  void emit(Code code, int operands) {
    out_.program_.push_back({.code = code, .operands = static_cast<std::uint8_t>(operands)});
  }

  /// a ? b : c, right-associative.
  void parse_choice() {
    parse_level(0);
    const std::size_t sign = at_;
    if (!take("?")) return;
    count(sign);
    parse_choice();
    expect(":");
    parse_choice();
    emit(Code::choose, 3);
  }

  void parse_level(std::size_t level) {
    if (level == levels.size()) return parse_unary();
    parse_level(level + 1);
    while (const Operator* found = take_operator(level)) {
      count(at_ - found->sign.size());
      parse_level(level + 1);
      emit(found->code, 2);
    }
  }
  const Operator* take_operator(std::size_t level) {
    for (const Operator& candidate : levels[level])
      if (!candidate.sign.empty() && take(candidate.sign)) return &candidate;
    return nullptr;
  }
  void parse_unary() {
    skip_spaces();
    const std::size_t sign = at_;
    if (take("-")) {
      count(sign);
      parse_unary();
      emit(Code::negate, 1);
    } else if (!text_.substr(at_).starts_with("!=") && take("!")) {
      count(sign);
      parse_unary();
      emit(Code::logical_not, 1);
    } else {
      parse_primary();
    }
  }

  void parse_primary() {
    skip_spaces();
    if (at_ == text_.size()) fail("the expression ends too early", at_);
    const char c = text_[at_];
    if (c == '(') return parse_parentheses();
    if (is_digit(c) || c == '.') return parse_number();
    if (is_name_start(c)) return parse_name();
    fail(fmt::format("unexpected '{}'", c), at_);
  }

  void parse_parentheses() {
    if (++depth_ > Expression::max_depth)
      fail(fmt::format("more than {} nested parentheses", Expression::max_depth), at_);
    expect("(");
    parse_choice();
    expect(")");
    --depth_;
  }

  void parse_number() {
    double number = 0;
    const char* const last = text_.data() + text_.size();
    const auto [end, error] = std::from_chars(text_.data() + at_, last, number);
    if (error != std::errc()) fail("a number that cannot be read", at_);
    at_ = static_cast<std::size_t>(end - text_.data());
    out_.program_.push_back({.code = Code::constant, .constant = number});
  }

  void parse_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (take("(")) return parse_call(name, begin);
    if (name == "pi") {
      out_.program_.push_back({.code = Code::constant, .constant = 3.14159265358979323846});
      return;
    }
    auto& names = out_.names_;
    const auto known = std::ranges::find(names, name);
    const auto index = static_cast<std::uint16_t>(known - names.begin());
    if (known == names.end()) names.emplace_back(name);
    out_.program_.push_back({.code = Code::value, .name = index});
  }

  void parse_call(std::string_view name, std::size_t at) {
    const auto* const found = std::ranges::find(functions, name, &ExpressionFunction::name);
    if (found == std::end(functions))
      fail(fmt::format("unknown function '{}'", name), at, suggest(name, function_names()));
    count(at);
    int given = 0;
    do {
      parse_choice();
      if (++given <= found->arguments) continue;
      if (!found->or_more) break;
      count(at);  // joins the last two
      emit(found->code, found->arguments);
    } while (take(","));
    const bool enough = found->or_more ? given >= found->arguments : given == found->arguments;
    if (!enough)
      fail(fmt::format("{} takes {}{} {}", name, found->arguments, found->or_more ? " or more" : "",
                       found->arguments == 1 ? "value" : "values"),
           at);
    expect(")");
    emit(found->code, found->arguments);
  }

  Expression& out_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t operations_ = 0, depth_ = 0;
};

Expression::Expression(std::string text) : text_(std::move(text)) {
  ExpressionParser(*this).parse();
}

double Expression::evaluate(std::span<const double> values) const {
  // Each operation replaces at most three values by one.
  std::array<double, 2 * max_operations + 1> stack;
  double* top = stack.data();  // one past the last value
  for (const Instruction& i : program_) {
    switch (i.operands) {
      case 0:
        *top++ = i.code == Code::constant ? i.constant : values[i.name];
        break;
      case 1:
        top[-1] = of_one(i.code, top[-1]);
        break;
      case 2:
        --top;
        top[-1] = of_two(i.code, top[-1], top[0]);
        break;
      default:
        top -= 2;
        top[-1] = of_three(i.code, top[-1], top[0], top[1]);
    }
  }
  return top[-1];
}

}  // namespace overlace
