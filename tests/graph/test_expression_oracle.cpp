// SPDX-License-Identifier: Apache-2.0
// Random expressions compared with muParser, which uses the C library's functions.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <muParser.h>

#include <cmath>
#include <optional>
#include <random>

#include "graph/core/error.h"
#include "graph/values/expression.h"

namespace overlace {
namespace {

/// Writes expressions that both parsers read the same way and that stay finite: arguments are
/// brought into the functions' domains, and comparisons, which muParser ranks differently from C,
/// are in parentheses.
class Writer {
 public:
  explicit Writer(std::uint32_t seed) : random_(seed) {}

  std::string expression(int depth) {
    if (depth == 0 || below(8) == 0) return leaf();
    const auto part = [&] { return expression(depth - 1); };
    switch (below(20)) {
      case 0:
        return fmt::format("({} + {})", part(), part());
      case 1:
        return fmt::format("{} - {}", part(), part());
      case 2:
        return fmt::format("({}) * ({})", part(), part());
      case 3:
        return fmt::format("({}) / (abs({}) + 0.5)", part(), part());
      case 4:
        return fmt::format("-({})", part());
      case 5:
        return fmt::format("(({}) {} ({}))", part(), comparison(), part());
      case 6:
        return fmt::format("((({}) > 0) {} (({}) < 1))", part(), below(2) == 0 ? "&&" : "||",
                           part());
      case 7:
        return fmt::format("(({}) > ({}) ? {} : {})", part(), part(), part(), part());
      case 8:
        return fmt::format("min({}, {}, {})", part(), part(), part());
      case 9:
        return fmt::format("max({}, {})", part(), part());
      case 10:
        return fmt::format("sqrt(abs({}))", part());
      case 11:
        return fmt::format("sin({})", part());
      case 12:
        return fmt::format("cos({})", part());
      case 13:
        return fmt::format("exp(sin({}))", part());
      case 14:
        return fmt::format("log(abs({}) + 0.1)", part());
      case 15:
        return fmt::format("atan2({}, {})", part(), part());
      case 16:
        return fmt::format("pow(abs({}) + 0.1, sin({}))", part(), part());
      case 17:
        return fmt::format("floor({})", part());
      case 18:
        return fmt::format("round({})", part());
      default:
        return fmt::format("{} * {} + {}", leaf(), leaf(), part());
    }
  }
  double number() { return std::uniform_real_distribution<double>(-3, 3)(random_); }

 private:
  int below(int n) { return std::uniform_int_distribution(0, n - 1)(random_); }
  std::string leaf() {
    constexpr const char* names[] = {"speed", "age", "x"};
    return below(2) == 0 ? names[below(3)] : fmt::format("{:.3f}", std::fabs(number()));
  }
  std::string comparison() {
    constexpr const char* signs[] = {"<", ">", "<=", ">=", "==", "!="};
    return signs[below(6)];
  }
  std::mt19937 random_;
};

TEST(ExpressionOracle, AgreesWithMuParser) {
  Writer writer(1);
  int compared = 0;
  for (int i = 0; compared < 10000; ++i) {
    ASSERT_LT(i, 30000) << "most programs are too long";
    const std::string text = writer.expression(4);
    if (text.size() > Expression::max_length) continue;
    std::optional<Expression> ours;
    try {
      ours.emplace(text);
    } catch (const Error& error) {
      ASSERT_NE(error.problems().front().message.find("64 operations"), std::string::npos)
          << error.problems().front().message;
      continue;
    }
    double variables[] = {writer.number(), writer.number(), writer.number()};
    mu::Parser theirs;
    constexpr const char* names[] = {"speed", "age", "x"};
    for (int v = 0; v < 3; ++v) theirs.DefineVar(names[v], &variables[v]);
    theirs.DefineFun("floor", [](double v) { return std::floor(v); });
    theirs.DefineFun("round", [](double v) { return std::round(v); });
    theirs.DefineFun("pow", [](double a, double b) { return std::pow(a, b); });
    theirs.SetExpr(text);
    std::vector<double> values;
    for (const std::string& name : ours->names())
      for (int v = 0; v < 3; ++v)
        if (name == names[v]) values.push_back(variables[v]);
    const double expected = theirs.Eval();
    ASSERT_TRUE(std::isfinite(expected)) << text;
    ASSERT_NEAR(ours->evaluate(values), expected, 1e-9 * (1 + std::fabs(expected))) << text;
    ++compared;
  }
}

}  // namespace
}  // namespace overlace
