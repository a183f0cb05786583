# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, a C++ file that holds the page: PAGE, STYLE, ICON, the bundle SCRIPT, and the licences of what is in it.
file(READ ${PAGE} page)
file(READ ${STYLE} style)
file(READ ${ICON} icon)
file(READ ${SCRIPT} script)
file(READ ${LICENCES} licences)
foreach(text page style icon script licences)
  if("${${text}}" MATCHES "\\)overlace\"")
    message(FATAL_ERROR "${text} holds the end mark of raw strings")
  endif()
endforeach()
file(WRITE ${OUTPUT} "// Generated from editor/: do not edit.
#include \"edit/page.h\"

#include <algorithm>
#include <array>

// The bundle is longer than a compiler must accept; ours do.
#pragma GCC diagnostic ignored \"-Woverlength-strings\"

namespace overlace {
namespace {

constexpr char page[] = R\"overlace(${page})overlace\";
constexpr char style[] = R\"overlace(${style})overlace\";
constexpr char icon[] = R\"overlace(${icon})overlace\";
constexpr char script[] = R\"overlace(${script})overlace\";
constexpr char licences[] = R\"overlace(${licences})overlace\";

template <std::size_t size>
constexpr std::string_view text_of(const char (&literal)[size]) {
  return {literal, size - 1};
}

constexpr std::array<PageFile, 5> files = {
    PageFile{\"/\", \"text/html; charset=utf-8\", text_of(page)},
    PageFile{\"/app.css\", \"text/css; charset=utf-8\", text_of(style)},
    PageFile{\"/icon.svg\", \"image/svg+xml\", text_of(icon)},
    PageFile{\"/app.js\", \"text/javascript; charset=utf-8\", text_of(script)},
    PageFile{\"/licences.txt\", \"text/plain; charset=utf-8\", text_of(licences)},
};

}  // namespace

const PageFile* page_file(std::string_view path) {
  const auto* const found = std::ranges::find(files, path, &PageFile::path);
  return found == files.end() ? nullptr : found;
}

}  // namespace overlace
")
