// SPDX-License-Identifier: Apache-2.0
// Help in two columns: names, and what they mean.
#include "cli/help_text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace overlace {
namespace {

constexpr std::size_t text_column = 28;

/// 80 columns, or those of a wider terminal, up to what is pleasant to read.
std::size_t line_width() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 80;
  return std::clamp<std::size_t>(size.ws_col, 80, 110);
}

/// The number of characters; those that continue one in UTF-8 do not count.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

/// Lines of a paragraph, each after `indent` spaces; the first one goes on after `used` columns.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t used) {
  const std::size_t width = line_width();
  std::string lines;
  std::size_t column = used;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (column > indent && column + 1 + width_of(word) > width) {
      lines += '\n';
      column = 0;
    }
    const std::size_t gap = column < indent ? indent - column : column == indent ? 0 : 1;
    lines.append(gap, ' ').append(word);
    column += gap + width_of(word);
  }
  return lines + '\n';
}

std::string in_columns(const std::string& label, std::string_view text) {
  const std::string left = "  " + label;
  const std::size_t used = width_of(left);
  if (used + 2 > text_column) return left + '\n' + wrapped(text, text_column, 0);
  return left + wrapped(text, text_column, used);
}

const std::string& text_of(const Json& json, std::string_view key) {
  static const std::string none;
  const Json* const text = json.find(key);
  return text != nullptr ? text->as_string() : none;
}

const Json::Array& list_of(const Json& json, std::string_view key) {
  static const Json::Array none;
  const Json* const list = json.find(key);
  return list != nullptr ? list->as_array() : none;
}

std::string joined(const Json::Array& texts, std::string_view separator) {
  std::string line;
  for (const Json& text : texts)
    line += (line.empty() ? "" : std::string(separator)) + text.as_string();
  return line;
}

bool is(const Json& row, std::string_view property) {
  return row.find(property) != nullptr;
}

/// "-o, --output FILE", "PART…".
std::string label_of(const Json& row) {
  std::string label = joined(list_of(row, "names"), ", ");
  const Json* const value = row.find("value");
  if (value != nullptr && label.starts_with('-')) label += ' ' + text_of(*value, "name");
  return is(row, "repeatable") && !label.starts_with('-') ? label + "…" : label;
}

std::string number_of(const Json& number) {
  return number.is_integer() ? number.dump() : fmt::format("{}", number.as_number());
}

/// "1 to 9", "at least 0".
std::string range_of(const Json& value) {
  const Json *const min = value.find("min"), *const max = value.find("max");
  if (min == nullptr) return {};
  return max != nullptr ? fmt::format("{} to {}", number_of(*min), number_of(*max))
                        : fmt::format("at least {}", number_of(*min));
}

/// What a row says beside its text: "one of a, b; default a; not with --crf".
std::string remarks_of(const Json& row) {
  std::vector<std::string> remarks;
  const auto add = [&remarks](std::string_view before, const std::string& text) {
    if (!text.empty()) remarks.push_back(std::string(before) + text);
  };
  const Json* const value = row.find("value");
  if (value != nullptr) add("one of ", joined(list_of(*value, "choices"), ", "));
  if (value != nullptr) add("", range_of(*value));
  add("default ", text_of(row, "default"));
  const bool is_list = value != nullptr && is(*value, "list");
  const bool is_each = is(row, "repeatable") && label_of(row).starts_with('-');
  add("", is_list ? "several with commas" : is_each ? "repeatable" : "");
  add("or the variable ", text_of(row, "environment"));
  add("not with ", joined(list_of(row, "excludes"), " or "));
  add("only with ", joined(list_of(row, "needs"), " and "));
  return fmt::format("{}", fmt::join(remarks, "; "));
}

std::string line_of(const Json& row) {
  const std::string remarks = remarks_of(row);
  return in_columns(label_of(row),
                    text_of(row, "doc") + (remarks.empty() ? "" : fmt::format(" ({})", remarks)));
}

/// "overlace render IN -o FILE [options]".
std::string usage_of(const std::string& command, const Json& description) {
  std::string usage = "Usage: " + command;
  if (!list_of(description, "commands").empty()) return usage + " COMMAND [options]\n";
  for (const Json& argument : list_of(description, "arguments"))
    usage += is(argument, "required") ? ' ' + label_of(argument)
                                      : fmt::format(" [{}]", label_of(argument));
  for (const Json& option : list_of(description, "options"))
    if (is(option, "required"))
      usage += fmt::format(" {} {}", list_of(option, "names").front().as_string(),
                           text_of(*option.find("value"), "name"));
  return usage + " [options]\n";
}

std::string examples_of(const Json& description) {
  std::string lines;
  for (const Json& example : list_of(description, "examples"))
    lines += fmt::format("  {}\n      {}\n", text_of(example, "line"), text_of(example, "doc"));
  return lines.empty() ? lines : "\nExamples:\n" + lines;
}

bool is_named(const Json& row, const Json& name) {
  return std::ranges::find(list_of(row, "names"), name) != list_of(row, "names").end();
}

using Group = std::pair<std::string, std::vector<const Json*>>;

/// The options by group, in the order in which groups begin; those of none first.
std::vector<Group> groups_of(const Json& description) {
  std::vector<Group> groups{{"Options", {}}};
  for (const Json& option : list_of(description, "options")) {
    const std::string& title = text_of(option, "group");
    auto group = std::ranges::find(groups, title, &Group::first);
    if (group == groups.end()) group = groups.insert(groups.end(), {title, {}});
    group->second.push_back(&option);
  }
  return groups;
}

/// All arguments and options, group by group.
std::string all_rows(const Json& description) {
  std::string text;
  for (const Json& argument : list_of(description, "arguments")) text += line_of(argument);
  if (!text.empty()) text.insert(0, "\n");
  for (const auto& [title, options] : groups_of(description)) {
    text += fmt::format("\n{}:\n", title);
    for (const Json* const option : options) text += line_of(*option);
  }
  return text;
}

/// The rows that `names` list, in that order, and what else there is.
std::string essential_rows(const std::string& command, const Json& description,
                           const Json::Array& names) {
  std::string text = "\n";
  for (const Json& name : names)
    for (const char* const kind : {"arguments", "options"})
      for (const Json& row : list_of(description, kind))
        if (is_named(row, name)) text += line_of(row);
  std::vector<std::string> more;
  for (const auto& [title, options] : groups_of(description)) {
    const auto hidden = std::ranges::count_if(options, [&names](const Json* option) {
      return std::ranges::none_of(names,
                                  [option](const Json& name) { return is_named(*option, name); });
    });
    if (hidden > 0) more.push_back(fmt::format("{} ({})", title, hidden));
  }
  text += examples_of(description) + "\n";
  return text + wrapped(fmt::format("More options: {}. '{} --help-all' shows them.",
                                    fmt::join(more, ", "), command),
                        0, 0);
}

/// A line for each command; those below them, too, if `deep`.
std::string command_rows(const std::string& before, const Json& description, bool deep) {
  std::string text;
  for (const Json& command : list_of(description, "commands")) {
    const std::string name = before + text_of(command, "name");
    text += in_columns(name, text_of(command, "doc"));
    if (deep) text += command_rows(name + " ", command, deep);
  }
  return text;
}

}  // namespace

std::string help_text(const std::string& command, const Json& description, HelpDetail detail) {
  const bool whole = detail == HelpDetail::everything;
  std::string text = usage_of(command, description) + "\n" + text_of(description, "doc") + "\n";
  if (const std::string commands = command_rows("", description, whole); !commands.empty()) {
    text += "\nCommands:\n" + commands;
    if (whole) text += all_rows(description);
    text += examples_of(description);
    text += fmt::format("\n'{} COMMAND --help' shows the options of a command.\n", command);
  } else if (const Json::Array& names = list_of(description, "essentials");
             !names.empty() && !whole) {
    text += essential_rows(command, description, names);
  } else {
    text += all_rows(description) + examples_of(description);
  }
  const std::string& footer = text_of(description, "footer");
  return footer.empty() ? text : text + footer + "\n";
}

}  // namespace overlace
