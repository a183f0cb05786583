// SPDX-License-Identifier: Apache-2.0
// Commands as tables of options: a row names the option, the member that it sets, its range and its
// help. Only options.cpp knows the parser behind them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/json.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace overlace {

enum class HelpDetail;

/// The numbers that an option takes, both ends inclusive. Without a maximum, the minimum is 0.
struct WholeRange {
  std::int64_t min = 0;
  std::optional<std::int64_t> max{};
};
struct NumberRange {
  double min = 0, max = 0;
};

/// A word that an option takes, and the value it stands for.
template <class T>
struct Choice {
  const char* word;
  T value;
};

/// Values that could not be read, one error per option.
using OptionProblems = std::vector<Diagnostic>;

/// An option's long name without dashes, and its value as typed.
using TypedOption = std::pair<std::string, std::string>;

/// A row that has been added, for settings that few rows need.
class OptionRow {
 public:
  explicit OptionRow(CLI::Option& option) : option_(&option) {}

  OptionRow& required();
  /// The help shows no default, because it would not be useful.
  OptionRow& no_default();
  /// The two options cannot be combined.
  OptionRow& excludes(const OptionRow& other);
  /// This option requires the other one.
  OptionRow& needs(const OptionRow& other);
  /// Unless typed, takes its value from this environment variable.
  OptionRow& environment(const std::string& variable);

 private:
  CLI::Option* option_;
};

/// A command line that shows what a command is for.
struct Example {
  std::string line;  ///< "overlace render in.mp4 -o out.mp4"
  std::string doc;   ///< what it does
};

/// A command and its options. `names` are as typed, and then what the help calls the value:
/// "-o,--output FILE". A bare word is a positional argument. Some names of values say how shells
/// complete them, see kind_of_value. Members are borrowed until the command has run, and their
/// initial values are the defaults. Objects of this class are handles, cheap to copy.
class Command {
 public:
  /// A command below this one.
  [[nodiscard]] Command subcommand(const std::string& name, const std::string& doc) const;
  /// This command does nothing without a subcommand.
  void require_subcommand() const;
  /// The same command, for rows that the help lists under this title.
  [[nodiscard]] Command group(const std::string& title) const;
  /// What --help shows of a command with many options: those that most people need, each by one of
  /// its names, and examples. Names of options that this command lacks are ignored, so that
  /// commands can share a list.
  void essentials(std::vector<std::string> names, std::vector<Example> examples) const;
  /// There is no option of this name, but people type it: what they are told. The first text
  /// counts.
  void misnomer(const std::string& name, const std::string& instead) const;

  OptionRow flag(const std::string& names, bool& value, const std::string& doc) const;
  OptionRow text(const std::string& names, std::string& value, const std::string& doc) const;
  /// Any number of positional arguments.
  OptionRow texts(const std::string& names, std::vector<std::string>& values,
                  const std::string& doc) const;
  /// Words separated by commas.
  OptionRow words(const std::string& names, std::vector<std::string>& value,
                  const std::string& doc) const;
  OptionRow whole(const std::string& names, int& value, const std::string& doc,
                  std::optional<WholeRange> range = {}) const;
  OptionRow whole(const std::string& names, std::uint32_t& value, const std::string& doc) const;
  OptionRow whole(const std::string& names, std::uint64_t& value, const std::string& doc,
                  std::optional<WholeRange> range = {}) const;
  OptionRow whole(const std::string& names, std::optional<int>& value, const std::string& doc,
                  std::optional<WholeRange> range = {}) const;
  OptionRow whole(const std::string& names, std::optional<std::int64_t>& value,
                  const std::string& doc, std::optional<WholeRange> range = {}) const;
  /// Whole numbers separated by commas, each in the range.
  OptionRow wholes(const std::string& names, std::vector<int>& value, const std::string& doc,
                   WholeRange range) const;
  /// Typed in MiB, kept in bytes.
  OptionRow mebibytes(const std::string& names, std::uint64_t& bytes, const std::string& doc,
                      WholeRange range) const;
  OptionRow number(const std::string& names, double& value, const std::string& doc,
                   std::optional<NumberRange> range = {}) const;
  OptionRow number(const std::string& names, std::optional<double>& value,
                   const std::string& doc) const;

  /// One of several words.
  template <class T>
  OptionRow choice(const std::string& names, T& value, std::vector<Choice<T>> choices,
                   const std::string& doc) const {
    std::vector<std::string> words;
    std::string shown;
    for (const Choice<T>& choice : choices) {
      words.emplace_back(choice.word);
      if (choice.value == value) shown = choice.word;
    }
    const auto pick = [&value, list = std::move(choices)](std::size_t i) { value = list[i].value; };
    return add_choice(names, std::move(words), shown, doc, pick);
  }
  /// A value with its own grammar: `parse(const std::string&)` converts the text, or throws
  /// Error(usage). `shown` is the default as shown in the help.
  template <class T, class Parse>
  OptionRow parsed(const std::string& names, T& value, Parse parse, const std::string& doc,
                   const std::string& shown = {}) const {
    return add_parsed(names, shown, doc,
                      [&value, parse](const std::string& text) { value = parse(text); });
  }
  /// The same, repeatable: `take(const std::string&)` gets one text after the other.
  template <class Take>
  OptionRow each(const std::string& names, Take take, const std::string& doc) const {
    return add_each(names, doc, take);
  }
  /// The same, into a list.
  template <class T, class Parse>
  OptionRow each(const std::string& names, std::vector<T>& values, Parse parse,
                 const std::string& doc) const {
    return add_each(names, doc,
                    [&values, parse](const std::string& text) { values.push_back(parse(text)); });
  }

  /// This command and those below it, for help, completion, manual pages and whoever else reads it:
  /// "name", "doc", "arguments", "options", "commands", "essentials" and "examples". An option has
  /// "names", "doc", "group", "required", "repeatable", "default", "environment", "excludes" and
  /// "needs", where they apply, and unless it is a flag, a "value": "name" and "kind" (see
  /// kind_of_value), "choices", "min", "max", and "list" for several with commas.
  [[nodiscard]] Json describe() const;

  /// The rows' names, "--vcodec" without its dashes; positional arguments are left out.
  [[nodiscard]] std::vector<std::string> names() const;
  /// The names of the rows that were typed, as in `names`.
  [[nodiscard]] std::vector<std::string> typed_names() const;
  /// What was typed, row by row, with each value as text: "true" for a flag.
  [[nodiscard]] std::vector<TypedOption> typed() const;
  /// Reads options into the members without running anything. Throws Error(usage) with everything
  /// that is wrong with them.
  void read(const std::vector<TypedOption>& options) const;

  /// What the command does if it is the one typed; returns the exit code. Values with their own
  /// grammar are read first: Error(usage) lists everything that is wrong with them.
  void runs(std::function<int()> work) const;
  /// The same for work that reports wrong values itself; all other values have been read.
  void runs_with_problems(std::function<int(const OptionProblems&)> work) const;

 private:
  friend class Program;
  using Read = std::function<void(const std::string& text)>;
  struct Shared;
  struct Rows;
  template <class Number>
  struct Limits;

  Command(CLI::App& app, std::shared_ptr<Shared> shared);

  /// What is wrong with a word that is no option or command; `otherwise` if it was to be neither.
  [[nodiscard]] Diagnostic unknown(const std::string& word, const std::string& otherwise) const;
  template <class Whole>
  [[nodiscard]] static Limits<Whole> limits_of(const std::optional<WholeRange>& range);

  /// A row in the group; `value` describes its value, null for flags.
  [[nodiscard]] OptionRow row(CLI::Option* option, Json value) const;
  template <class Number, class Member>
  [[nodiscard]] OptionRow add_number(const std::string& names, Member& value,
                                     const std::string& doc, const Limits<Number>& limits) const;
  /// An option whose text is read after everything has been parsed.
  [[nodiscard]] CLI::Option* add_text(const std::string& typed, const std::string& shown,
                                      const std::string& doc, Read read) const;
  [[nodiscard]] OptionRow add_choice(const std::string& names, std::vector<std::string> words,
                                     const std::string& shown, const std::string& doc,
                                     const std::function<void(std::size_t)>& pick) const;
  [[nodiscard]] OptionRow add_parsed(const std::string& names, const std::string& shown,
                                     const std::string& doc, Read read) const;
  [[nodiscard]] OptionRow add_each(const std::string& names, const std::string& doc,
                                   Read read) const;

  CLI::App* app_;
  std::shared_ptr<Shared> shared_;  ///< with all commands of a program
  std::shared_ptr<Rows> rows_;      ///< values that are read after everything has been parsed
  std::string group_{};             ///< of rows that are added
};

/// How shells complete a value that the help calls `name`: "file" for FILE or IN, "folder" for DIR,
/// "graph", "preset", "node type", "setting" (KNOB=VALUE), "codec", "format" (of tracks),
/// "command"; "text" for names that say nothing.
[[nodiscard]] std::string kind_of_value(std::string_view name);

/// A program with a command line.
class Program {
 public:
  /// If `version` is empty, there is no --version. `footer` is printed below the help.
  Program(const std::string& name, const std::string& doc, const std::string& version = {},
          const std::string& footer = {});
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// The program as a command: its options, and its subcommands. Its rows belong to this handle and
  /// its copies.
  [[nodiscard]] Command root() const;
  /// Parses the command line and runs the command. Prints errors in the command line with the
  /// nearest command or option, and what --help, --help-all and --version ask for. Returns the exit
  /// code; throws what the command throws.
  int run(int argc, char** argv) const;

 private:
  [[nodiscard]] int show_help(HelpDetail detail) const;
  /// Prints what is wrong with the command line; returns the exit code.
  [[nodiscard]] int refuse(const std::string& what) const;

  std::unique_ptr<CLI::App> app_;
  std::shared_ptr<Command::Shared> shared_;
};

}  // namespace overlace
