// SPDX-License-Identifier: Apache-2.0
// Option tables on top of CLI11, which no other file includes: it takes seconds to compile.
#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <type_traits>

#include "cli/console.h"

namespace overlace {

/// The work of the command that was typed.
struct Command::Shared {
  std::function<int()> work;
};

/// Values with a grammar, in the order of the table.
struct Command::Rows {
  struct Row {
    const CLI::Option* option;
    Read read;
  };
  std::vector<Row> rows;

  [[nodiscard]] OptionProblems read() const;
};

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;

constexpr const char* empty_value = "the value is empty";

/// An option with values. An empty one is most likely an unset variable of a script.
OptionRow row_of(CLI::Option* option) {
  const auto find_fault = [](const std::string& text) {
    return std::string(text.empty() ? empty_value : "");
  };
  return OptionRow(*option->check(CLI::Validator(find_fault, "")));
}

/// The numbers that an option takes, as messages and the help put it.
template <class Number>
struct Limits {
  std::optional<Number> least{}, most{};

  [[nodiscard]] bool hold(Number number) const {
    return std::isfinite(static_cast<double>(number)) && !(least && number < *least) &&
           !(most && number > *most);
  }
  [[nodiscard]] std::string words() const {
    constexpr const char* kind = std::is_integral_v<Number> ? "a whole number" : "a number";
    if (!least) return kind;
    return most ? fmt::format("{} from {} to {}", kind, *least, *most)
                : fmt::format("{} from {}", kind, *least);
  }
  [[nodiscard]] std::string help() const {
    if (!least) return {};
    return most ? fmt::format("{} in [{} - {}]", CLI::detail::type_name<Number>(), *least, *most)
                : "NONNEGATIVE";
  }
};

template <class Number>
OptionRow number_row(CLI::Option* option, const Limits<Number>& limits) {
  const auto find_fault = [limits](const std::string& text) -> std::string {
    Number number{};
    if (CLI::detail::lexical_cast(text, number) && limits.hold(number)) return {};
    return fmt::format("'{}' is not {}", text, limits.words());
  };
  const OptionRow row = row_of(option);
  option->check(CLI::Validator(find_fault, limits.help()));
  return row;
}

template <class Whole>
OptionRow whole_row(CLI::Option* option, const std::optional<WholeRange>& range) {
  Limits<Whole> limits;
  if (range) limits.least = static_cast<Whole>(range->min);
  if (range && range->max) limits.most = static_cast<Whole>(*range->max);
  return number_row(option, limits);
}

/// "--tracks" of "--tracks=": without a value, the parser would take the next word for it.
std::string_view option_without_value(std::string_view word) {
  const std::size_t sign = word.find('=');
  const bool is_empty = word.starts_with("--") && sign + 1 == word.size();
  return is_empty ? word.substr(0, sign) : std::string_view();
}

/// The typed command; the program itself if there is none.
const CLI::App& typed_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

/// "overlace tracks make".
std::string whole_name(const CLI::App& command) {
  std::string name = command.get_name();
  for (const CLI::App* above = command.get_parent(); above != nullptr; above = above->get_parent())
    name = above->get_name() + " " + name;
  return name;
}

/// What is wrong with the command line, and the names that may have been intended.
struct Mistake {
  std::string what;
  std::vector<std::string> names;
};

Mistake mistake_in(const CLI::App& command, const std::string& unknown) {
  Mistake mistake;
  if (unknown.starts_with("-")) {
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) mistake.names.push_back("--" + name);
    mistake.what = fmt::format("there is no option '{}'", unknown);
  } else if (command.get_require_subcommand_min() > 0) {
    for (const CLI::App* known : command.get_subcommands({}))
      mistake.names.push_back(known->get_name());
    mistake.what = fmt::format("there is no command '{}'", unknown);
  }
  return mistake;
}

int refuse(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = typed_command(app);
  const std::vector<std::string> unknown = app.remaining(true);
  const Mistake mistake = unknown.empty() ? Mistake{} : mistake_in(command, unknown.front());
  std::string hint = mistake.names.empty() ? "" : suggest(unknown.front(), mistake.names);
  if (!hint.empty()) hint = "; " + hint;
  tell(stderr, fmt::format("{}: {}{}", app.get_name(),
                           mistake.what.empty() ? error.what() : mistake.what, hint));
  tell(stderr, fmt::format("Try '{} --help'.", whole_name(command)));
  return static_cast<int>(ErrorCode::usage);
}

/// The location of an option's problems, for those that name none.
SourceLocation location_of(const CLI::Option& option) {
  const std::vector<std::string>& long_names = option.get_lnames();
  return {long_names.empty() ? option.get_name() : "--" + long_names.front()};
}

}  // namespace

OptionProblems Command::Rows::read() const {
  OptionProblems problems;
  for (const Row& row : rows) {
    try {
      for (const std::string& text : row.option->results()) row.read(text);
    } catch (const Error& error) {
      for (Diagnostic problem : error.problems()) {
        if (problem.location.text().empty()) problem.location = location_of(*row.option);
        problems.push_back(std::move(problem));
      }
    }
  }
  return problems;
}

OptionRow& OptionRow::required() {
  option_->required();
  return *this;
}
OptionRow& OptionRow::no_default() {
  option_->default_str("");
  return *this;
}
OptionRow& OptionRow::excludes(const OptionRow& other) {
  option_->excludes(other.option_);
  return *this;
}
OptionRow& OptionRow::needs(const OptionRow& other) {
  option_->needs(other.option_);
  return *this;
}
OptionRow& OptionRow::environment(const std::string& variable) {
  option_->envname(variable);
  return *this;
}

Command::Command(CLI::App& app, std::shared_ptr<Shared> shared)
    : app_(&app), shared_(std::move(shared)), rows_(std::make_shared<Rows>()) {}

Command Command::subcommand(const std::string& name, const std::string& doc) const {
  CLI::App* const app = app_->add_subcommand(name, doc);
  app->footer("");  // the program's footer is shown only under its own help
  return {*app, shared_};
}

void Command::require_subcommand() const {
  app_->require_subcommand(1);
}

OptionRow Command::flag(const std::string& names, bool& value, const std::string& doc) const {
  return OptionRow(*app_->add_flag(names, value, doc));
}

OptionRow Command::text(const std::string& names, std::string& value,
                        const std::string& doc) const {
  return row_of(app_->add_option(names, value, doc)->capture_default_str());
}

OptionRow Command::texts(const std::string& names, std::vector<std::string>& values,
                         const std::string& doc) const {
  return row_of(app_->add_option(names, values, doc));
}

OptionRow Command::words(const std::string& names, std::vector<std::string>& value,
                         const std::string& doc) const {
  return row_of(app_->add_option(names, value, doc)->delimiter(','));
}

OptionRow Command::whole(const std::string& names, int& value, const std::string& doc,
                         std::optional<WholeRange> range) const {
  return whole_row<int>(app_->add_option(names, value, doc)->capture_default_str(), range);
}
OptionRow Command::whole(const std::string& names, std::uint32_t& value,
                         const std::string& doc) const {
  return whole_row<std::uint32_t>(app_->add_option(names, value, doc)->capture_default_str(), {});
}
OptionRow Command::whole(const std::string& names, std::uint64_t& value, const std::string& doc,
                         std::optional<WholeRange> range) const {
  return whole_row<std::uint64_t>(app_->add_option(names, value, doc)->capture_default_str(),
                                  range);
}
OptionRow Command::whole(const std::string& names, std::optional<int>& value,
                         const std::string& doc, std::optional<WholeRange> range) const {
  return whole_row<int>(app_->add_option(names, value, doc), range);
}
OptionRow Command::whole(const std::string& names, std::optional<std::int64_t>& value,
                         const std::string& doc, std::optional<WholeRange> range) const {
  return whole_row<std::int64_t>(app_->add_option(names, value, doc), range);
}

OptionRow Command::wholes(const std::string& names, std::vector<int>& value, const std::string& doc,
                          WholeRange range) const {
  CLI::Option* const option = app_->add_option(names, value, doc)->capture_default_str();
  return whole_row<int>(option->delimiter(','), range);
}

OptionRow Command::mebibytes(const std::string& names, std::uint64_t& bytes, const std::string& doc,
                             WholeRange range) const {
  const auto keep = [&bytes](const int& typed) {
    bytes = static_cast<std::uint64_t>(typed) * mebibyte;
  };
  CLI::Option* const option = app_->add_option_function<int>(names, keep, doc);
  return whole_row<int>(option->default_str(fmt::to_string(bytes / mebibyte)), range);
}

OptionRow Command::number(const std::string& names, double& value, const std::string& doc,
                          std::optional<NumberRange> range) const {
  Limits<double> limits;
  if (range) limits = {range->min, range->max};
  return number_row(app_->add_option(names, value, doc)->capture_default_str(), limits);
}
OptionRow Command::number(const std::string& names, std::optional<double>& value,
                          const std::string& doc) const {
  return number_row(app_->add_option(names, value, doc), Limits<double>{});
}

OptionRow Command::add_choice(const std::string& names, std::vector<std::string> words,
                              const std::string& shown, const std::string& doc,
                              const std::function<void(std::size_t)>& pick) const {
  const auto read = [pick, words](const std::string& text) {
    const auto found = std::ranges::find(words, text);
    if (found == words.end())
      throw Error(ErrorCode::usage, fmt::format("unknown value '{}'", text), suggest(text, words));
    pick(static_cast<std::size_t>(found - words.begin()));
  };
  CLI::Option* const option = app_->add_option_function<std::string>(
      names, [](const std::string&) {}, doc);
  option->type_name(fmt::format("TEXT:{{{}}}", fmt::join(words, ",")))->default_str(shown);
  rows_->rows.push_back({option, read});
  return row_of(option);
}

OptionRow Command::add_parsed(const std::string& names, const std::string& shown,
                              const std::string& doc, Read read) const {
  CLI::Option* const option = app_->add_option_function<std::string>(
      names, [](const std::string&) {}, doc);
  option->default_str(shown);
  rows_->rows.push_back({option, std::move(read)});
  return row_of(option);
}

OptionRow Command::add_each(const std::string& names, const std::string& doc, Read read) const {
  CLI::Option* const option = app_->add_option_function<std::vector<std::string>>(
      names, [](const std::vector<std::string>&) {}, doc);
  option->allow_extra_args(false);
  rows_->rows.push_back({option, std::move(read)});
  return row_of(option);
}

std::vector<std::string> Command::names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options())
    for (const std::string& name : option->get_lnames())
      if (name != "help") names.push_back(name);
  return names;
}

std::vector<std::string> Command::typed_names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : typed()) names.push_back(name);
  return names;
}

std::vector<TypedOption> Command::typed() const {
  std::vector<TypedOption> typed;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->get_lnames().empty()) continue;
    for (const std::string& value : option->results())
      typed.emplace_back(option->get_lnames().front(), value);
  }
  return typed;
}

void Command::read(const std::vector<TypedOption>& options) const {
  std::vector<std::string> words;  // in reverse, as the parser expects them
  OptionProblems problems;
  for (auto option = options.rbegin(); option != options.rend(); ++option) {
    words.push_back("--" + option->first + "=" + option->second);
    if (option->second.empty()) problems.push_back({{"--" + option->first}, empty_value});
  }
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
  try {
    app_->parse(std::move(words));
    problems = rows_->read();
  } catch (const CLI::ParseError& error) {
    problems.push_back({{}, error.what()});
  }
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
}

void Command::runs(std::function<int()> work) const {
  runs_with_problems([work = std::move(work)](const OptionProblems& problems) {
    if (!problems.empty()) throw Error(ErrorCode::usage, problems);
    return work();
  });
}

void Command::runs_with_problems(std::function<int(const OptionProblems&)> work) const {
  app_->callback([app = app_, shared = shared_.get(), rows = rows_, work = std::move(work)] {
    if (!app->get_subcommands().empty()) return;
    shared->work = [rows, work] { return work(rows->read()); };
  });
}

Program::Program(const std::string& name, const std::string& doc, const std::string& version,
                 const std::string& footer)
    : app_(std::make_unique<CLI::App>(doc, name)), shared_(std::make_shared<Command::Shared>()) {
  if (!version.empty()) app_->set_version_flag("--version", version);
  app_->footer(footer);
}

Program::~Program() = default;

Command Program::root() const {
  return {*app_, shared_};
}

int Program::run(int argc, char** argv) const {
  for (int i = 1; i < argc; ++i)
    if (const std::string_view option = option_without_value(argv[i]); !option.empty())
      throw Error(ErrorCode::usage, empty_value, {}, SourceLocation{std::string(option)});
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return refuse(*app_, error);
    return app_->exit(error);  // --help, --version
  }
  return shared_->work();
}

}  // namespace overlace
