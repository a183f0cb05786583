// SPDX-License-Identifier: Apache-2.0
// Option tables on top of CLI11, which no other file includes: it takes seconds to compile.
#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>
#include <type_traits>

#include "cli/console.h"
#include "cli/help_text.h"
#include "cli/product.h"

namespace overlace {

/// The work of the command that was typed, and what the parser does not know of the rows.
struct Command::Shared {
  struct Essentials {
    std::vector<std::string> names;
    std::vector<Example> examples;
  };
  std::function<int()> work;
  std::map<const CLI::Option*, Json> values;
  std::map<const CLI::App*, Essentials> essentials;
  /// Names that do not exist, and what to type instead.
  std::map<const CLI::App*, std::vector<std::pair<std::string, std::string>>> misnomers;
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

std::string kind_of_value(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kinds[] = {
      {"IN", "file"},       {"FILE", "file"},      {"SRC", "file"},           {"PART", "file"},
      {"PLAN", "file"},     {"VIDEO", "file"},     {"DIR", "folder"},         {"GRAPH", "graph"},
      {"PRESET", "preset"}, {"PRESETS", "preset"}, {"KNOB=VALUE", "setting"}, {"TYPE", "node type"},
      {"CODEC", "codec"},   {"FORMAT", "format"},  {"PROGRAM", "command"},
  };
  for (const auto& [known, kind] : kinds)
    if (name == known) return std::string(kind);
  return "text";
}

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;

constexpr const char* empty_value = "the value is empty";

/// The names of a row, and what the help calls its value: "-o,--output" and "FILE".
class Names {
 public:
  explicit Names(const std::string& names)
      : typed_(names.substr(0, names.find(' '))),
        value_(names.substr(std::min(typed_.size() + 1, names.size()))) {}

  [[nodiscard]] const std::string& typed() const { return typed_; }
  /// The value's description, with a name for one that the row does not name.
  [[nodiscard]] Json value(std::string_view usual) const {
    const bool is_argument = !typed_.starts_with('-');
    const std::string name(is_argument ? typed_ : value_.empty() ? usual : value_);
    Json value;
    value.set("name", name);
    value.set("kind", kind_of_value(name));
    return value;
  }
  /// The same for several, separated by commas.
  [[nodiscard]] Json list(std::string_view usual) const {
    Json several = value(usual);
    several.set("list", true);
    return several;
  }

 private:
  std::string typed_, value_;
};

}  // namespace

/// The numbers that an option takes, as messages and the description put it.
template <class Number>
struct Command::Limits {
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
  /// Checks what is typed; returns what the description of the value gains.
  Json apply_to(CLI::Option* option, Json value) const {
    const auto find_fault = [limits = *this](const std::string& text) -> std::string {
      Number number{};
      if (text.empty()) return {};  // another check's fault
      if (CLI::detail::lexical_cast(text, number) && limits.hold(number)) return {};
      return fmt::format("'{}' is not {}", text, limits.words());
    };
    option->check(CLI::Validator(find_fault, ""));
    value.set("kind", std::is_integral_v<Number> ? "whole" : "number");
    if (least) value.set("min", json_of(*least));
    if (most) value.set("max", json_of(*most));
    return value;
  }

 private:
  static Json json_of(Number number) {
    if constexpr (std::is_integral_v<Number>)
      return static_cast<std::int64_t>(number);
    else
      return number;
  }
};

template <class Whole>
Command::Limits<Whole> Command::limits_of(const std::optional<WholeRange>& range) {
  Limits<Whole> limits;
  if (range) limits.least = static_cast<Whole>(range->min);
  if (range && range->max) limits.most = static_cast<Whole>(*range->max);
  return limits;
}

namespace {

/// The names of these options, in an order that does not depend on addresses.
Json names_of(const std::set<CLI::Option*>& options) {
  std::set<std::string> names;
  for (const CLI::Option* option : options) names.insert(option->get_name());
  return Json(Json::Array(names.begin(), names.end()));
}

/// Sets what is not empty.
void set_text(Json& json, std::string_view key, const std::string& text) {
  if (!text.empty()) json.set(key, text);
}

Json describe_examples(const std::vector<Example>& examples) {
  Json list(Json::Array{});
  for (const auto& [line, doc] : examples) {
    Json example;
    example.set("line", line);
    example.set("doc", doc);
    list.push_back(std::move(example));
  }
  return list;
}

Json describe_option(const CLI::Option& option, const Json* value) {
  Json json, names(Json::Array{});
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  if (option.get_positional()) names.push_back(option.get_name());
  json.set("names", std::move(names));
  json.set("doc", option.get_description());
  json.set("group", option.get_group());
  if (value != nullptr) json.set("value", *value);
  set_text(json, "default", option.get_default_str());
  if (option.get_required()) json.set("required", true);
  if (option.get_expected_max() > 1) json.set("repeatable", true);
  set_text(json, "environment", option.get_envname());
  if (!option.get_excludes().empty()) json.set("excludes", names_of(option.get_excludes()));
  if (!option.get_needs().empty()) json.set("needs", names_of(option.get_needs()));
  return json;
}

/// "--tracks" of "--tracks=": without a value, the parser would take the next word for it.
std::string_view option_without_value(std::string_view word) {
  const std::size_t sign = word.find('=');
  const bool is_empty = word.starts_with("--") && sign + 1 == word.size();
  return is_empty ? word.substr(0, sign) : std::string_view();
}

/// The typed command; the program itself if there is none.
CLI::App& typed_command(CLI::App& app) {
  CLI::App* command = &app;
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

}  // namespace

OptionProblems Command::Rows::read() const {
  OptionProblems problems;
  for (const Row& row : rows) {
    try {
      for (const std::string& text : row.option->results()) row.read(text);
    } catch (const Error& error) {
      for (Diagnostic problem : error.problems()) {
        if (problem.location.text().empty()) problem.location = {row.option->get_name()};
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

Command Command::group(const std::string& title) const {
  Command command = *this;
  command.group_ = title;
  return command;
}

void Command::essentials(std::vector<std::string> names, std::vector<Example> examples) const {
  shared_->essentials[app_] = {std::move(names), std::move(examples)};
}

void Command::misnomer(const std::string& name, const std::string& instead) const {
  shared_->misnomers[app_].emplace_back(name, instead);
}

OptionRow Command::row(CLI::Option* option, Json value) const {
  if (!group_.empty()) option->group(group_);
  if (value.is_null()) return OptionRow(*option);
  shared_->values[option] = std::move(value);
  // An empty value is most likely an unset variable of a script.
  const auto find_fault = [](const std::string& text) {
    return std::string(text.empty() ? empty_value : "");
  };
  return OptionRow(*option->check(CLI::Validator(find_fault, "")));
}

OptionRow Command::flag(const std::string& names, bool& value, const std::string& doc) const {
  return row(app_->add_flag(names, value, doc), {});
}

OptionRow Command::text(const std::string& names, std::string& value,
                        const std::string& doc) const {
  const Names typed(names);
  return row(app_->add_option(typed.typed(), value, doc)->capture_default_str(),
             typed.value("TEXT"));
}

OptionRow Command::texts(const std::string& names, std::vector<std::string>& values,
                         const std::string& doc) const {
  const Names typed(names);
  return row(app_->add_option(typed.typed(), values, doc), typed.value("TEXT"));
}

OptionRow Command::words(const std::string& names, std::vector<std::string>& value,
                         const std::string& doc) const {
  const Names typed(names);
  return row(app_->add_option(typed.typed(), value, doc)->delimiter(','), typed.list("WORDS"));
}

template <class Number, class Member>
OptionRow Command::add_number(const std::string& names, Member& value, const std::string& doc,
                              const Limits<Number>& limits) const {
  const Names typed(names);
  CLI::Option* const option = app_->add_option(typed.typed(), value, doc);
  if constexpr (std::is_same_v<Number, Member>) option->capture_default_str();
  return row(option, limits.apply_to(option, typed.value("N")));
}

OptionRow Command::whole(const std::string& names, int& value, const std::string& doc,
                         std::optional<WholeRange> range) const {
  return add_number(names, value, doc, limits_of<int>(range));
}
OptionRow Command::whole(const std::string& names, std::uint32_t& value,
                         const std::string& doc) const {
  return add_number(names, value, doc, limits_of<std::uint32_t>({}));
}
OptionRow Command::whole(const std::string& names, std::uint64_t& value, const std::string& doc,
                         std::optional<WholeRange> range) const {
  return add_number(names, value, doc, limits_of<std::uint64_t>(range));
}
OptionRow Command::whole(const std::string& names, std::optional<int>& value,
                         const std::string& doc, std::optional<WholeRange> range) const {
  return add_number(names, value, doc, limits_of<int>(range));
}
OptionRow Command::whole(const std::string& names, std::optional<std::int64_t>& value,
                         const std::string& doc, std::optional<WholeRange> range) const {
  return add_number(names, value, doc, limits_of<std::int64_t>(range));
}

OptionRow Command::wholes(const std::string& names, std::vector<int>& value, const std::string& doc,
                          WholeRange range) const {
  const Names typed(names);
  CLI::Option* const option =
      app_->add_option(typed.typed(), value, doc)->capture_default_str()->delimiter(',');
  return row(option, limits_of<int>(range).apply_to(option, typed.list("N,N,…")));
}

OptionRow Command::mebibytes(const std::string& names, std::uint64_t& bytes, const std::string& doc,
                             WholeRange range) const {
  const Names typed(names);
  const auto keep = [&bytes](const int& mib) {
    bytes = static_cast<std::uint64_t>(mib) * mebibyte;
  };
  CLI::Option* const option = app_->add_option_function<int>(typed.typed(), keep, doc);
  option->default_str(fmt::to_string(bytes / mebibyte));
  return row(option, limits_of<int>(range).apply_to(option, typed.value("MIB")));
}

OptionRow Command::number(const std::string& names, double& value, const std::string& doc,
                          std::optional<NumberRange> range) const {
  Limits<double> limits;
  if (range) limits = {range->min, range->max};
  return add_number(names, value, doc, limits);
}
OptionRow Command::number(const std::string& names, std::optional<double>& value,
                          const std::string& doc) const {
  return add_number(names, value, doc, Limits<double>{});
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
  const Names typed(names);
  CLI::Option* const option = add_text(typed.typed(), shown, doc, read);
  Json value = typed.value("WORD");
  value.set("choices", Json(Json::Array(words.begin(), words.end())));
  return row(option, std::move(value));
}

OptionRow Command::add_parsed(const std::string& names, const std::string& shown,
                              const std::string& doc, Read read) const {
  const Names typed(names);
  return row(add_text(typed.typed(), shown, doc, std::move(read)), typed.value("TEXT"));
}

CLI::Option* Command::add_text(const std::string& typed, const std::string& shown,
                               const std::string& doc, Read read) const {
  CLI::Option* const option = app_->add_option_function<std::string>(
      typed, [](const std::string&) {}, doc);
  rows_->rows.push_back({option, std::move(read)});
  return option->default_str(shown);
}

OptionRow Command::add_each(const std::string& names, const std::string& doc, Read read) const {
  const Names typed(names);
  CLI::Option* const option = app_->add_option_function<std::vector<std::string>>(
      typed.typed(), [](const std::vector<std::string>&) {}, doc);
  option->allow_extra_args(false);
  rows_->rows.push_back({option, std::move(read)});
  return row(option, typed.value("TEXT"));
}

Json Command::describe() const {
  Json json, arguments(Json::Array{}), options(Json::Array{}), commands(Json::Array{});
  json.set("name", app_->get_name());
  json.set("doc", app_->get_description());
  for (const CLI::Option* option : app_->get_options()) {
    const auto value = shared_->values.find(option);
    Json described =
        describe_option(*option, value == shared_->values.end() ? nullptr : &value->second);
    (option->get_positional() ? arguments : options).push_back(std::move(described));
  }
  json.set("arguments", std::move(arguments));
  json.set("options", std::move(options));
  if (const auto found = shared_->essentials.find(app_); found != shared_->essentials.end()) {
    const auto& [names, examples] = found->second;
    json.set("essentials", Json(Json::Array(names.begin(), names.end())));
    json.set("examples", describe_examples(examples));
  }
  for (CLI::App* const command : app_->get_subcommands({}))
    commands.push_back(Command(*command, shared_).describe());
  json.set("commands", std::move(commands));
  set_text(json, "footer", app_->get_footer());
  return json;
}

std::vector<std::string> Command::names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options())
    for (const std::string& name : option->get_lnames())
      if (name != "help" && name != "help-all") names.push_back(name);
  return names;
}

std::vector<std::string> Command::typed_names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : typed()) names.push_back(name);
  return names;
}

std::vector<TypedOption> Command::typed() const {
  // The parser does not tell a value of the environment from a typed one.
  const auto is_of_environment = [](const CLI::Option& option) {
    const char* const value = std::getenv(option.get_envname().c_str());
    return value != nullptr && option.results() == std::vector<std::string>{value};
  };
  std::vector<TypedOption> typed;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->get_lnames().empty() || is_of_environment(*option)) continue;
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
    const std::vector<std::string> left = app_->remaining();
    problems.push_back(left.empty() ? Diagnostic{{}, error.what()}
                                    : unknown(left.front(), error.what()));
  }
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
}

Diagnostic Command::unknown(const std::string& word, const std::string& otherwise) const {
  std::vector<std::string> names;
  if (!word.starts_with("-")) {
    if (app_->get_require_subcommand_min() == 0) return {{}, otherwise};
    for (const CLI::App* known : app_->get_subcommands({})) names.push_back(known->get_name());
    return {{}, fmt::format("there is no command '{}'", word), suggest(word, names)};
  }
  const std::string option = word.substr(0, word.find('='));
  const std::string what = fmt::format("there is no option '{}'", option);
  for (const auto& [name, instead] : shared_->misnomers[app_])
    if (name == option) return {{}, what, instead};
  for (const CLI::Option* known : app_->get_options())
    for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
  return {{}, what, suggest(option, names)};
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
  app_->set_help_flag("-h,--help", "Show what most people need, with examples");
  app_->set_help_all_flag("--help-all", "Show everything");
  if (!version.empty()) app_->set_version_flag("--version", version, "Show the version");
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
  } catch (const CLI::CallForHelp&) {
    return show_help(HelpDetail::essentials);
  } catch (const CLI::CallForAllHelp&) {
    return show_help(HelpDetail::everything);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app_->exit(error);  // --version
    return refuse(error.what());
  }
  return shared_->work();
}

int Program::show_help(HelpDetail detail) const {
  CLI::App& command = typed_command(*app_);
  print_product(help_text(whole_name(command), Command(command, shared_).describe(), detail));
  return 0;
}

int Program::refuse(const std::string& what) const {
  CLI::App& command = typed_command(*app_);
  const std::vector<std::string> unknown = app_->remaining(true);
  const Diagnostic problem = unknown.empty()
                                 ? Diagnostic{{}, what}
                                 : Command(command, shared_).unknown(unknown.front(), what);
  tell(stderr, fmt::format("{}: {}", app_->get_name(), problem.text()));
  tell(stderr, fmt::format("Try '{} --help'.", whole_name(command)));
  return static_cast<int>(ErrorCode::usage);
}

}  // namespace overlace
