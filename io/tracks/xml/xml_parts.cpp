// SPDX-License-Identifier: Apache-2.0
// Extracts parts of an XML file from Expat's events.
#include "io/tracks/xml/xml_parts.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <optional>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t most_bytes = 1U << 30U;  // of a part
constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// Receives the parser's events. No exception may pass through Expat, which is C: the first one is
/// stored, the parser stopped, and the exception rethrown outside.
class PartFinder {
 public:
  PartFinder(TrackInput& input, std::initializer_list<std::string_view> paths,
             const std::function<void(const XmlPart&)>& visit)
      : input_(input), paths_(paths), visit_(visit), parser_(XML_ParserCreate(nullptr)) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const XML_Char* name, const XML_Char** attributes) {
          static_cast<PartFinder*>(self)->guarded([&](auto& f) { f.begin(name, attributes); });
        },
        [](void* self, const XML_Char*) {
          static_cast<PartFinder*>(self)->guarded([](auto& f) { f.end(); });
        });
    XML_SetCharacterDataHandler(parser_.get(), [](void* self, const XML_Char* text, int size) {
      static_cast<PartFinder*>(self)->guarded([&](auto& f) {
        f.add_text({text, static_cast<std::size_t>(size)});
      });
    });
    XML_SetEntityDeclHandler(
        parser_.get(), [](void* self, const XML_Char*, int, const XML_Char*, int, const XML_Char*,
                          const XML_Char*, const XML_Char*, const XML_Char*) {
          static_cast<PartFinder*>(self)->guarded([](auto& f) { f.refuse_entities(); });
        });
  }

  void run() {
    std::array<char, 64U << 10U> block;
    do {
      input_.stream.read(block.data(), static_cast<std::streamsize>(block.size()));
      const auto size = static_cast<int>(input_.stream.gcount());
      const XML_Status status =
          XML_Parse(parser_.get(), block.data(), size, input_.stream.eof() ? 1 : 0);
      if (failure_) std::rethrow_exception(failure_);
      if (status == XML_STATUS_ERROR)
        fail(ErrorCode::input,
             fmt::format("not valid XML: {}", XML_ErrorString(XML_GetErrorCode(parser_.get()))),
             "is the file complete?");
    } while (input_.stream.good());
    if (input_.stream.bad()) fail(ErrorCode::input, "reading the file failed");
  }

 private:
  struct FreeParser {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };

  [[nodiscard]] std::uint64_t line() const { return XML_GetCurrentLineNumber(parser_.get()); }
  [[noreturn]] void fail(ErrorCode code, std::string message, std::string hint = {}) const {
    throw Error(code, std::move(message), std::move(hint),
                {.file = input_.path.string(), .line = static_cast<std::size_t>(line())});
  }
  [[noreturn]] void refuse_entities() const {
    fail(ErrorCode::input, "the document type declares entities",
         "they are not needed here and can blow up a file; write out their text");
  }

  template <class F>
  void guarded(F&& event) {
    if (failure_) return;
    try {
      event(*this);
    } catch (...) {
      failure_ = std::current_exception();
      XML_StopParser(parser_.get(), XML_FALSE);
    }
  }

  void begin(std::string_view name, const XML_Char** attributes) {
    if (depth_++ >= deepest)
      fail(ErrorCode::limit, fmt::format("nested deeper than {} levels", deepest));
    if (open_.empty()) {
      path_ends_.push_back(path_.size());
      if (!path_.empty()) path_ += '/';
      path_ += name;
      const auto found = std::ranges::find(paths_, path_);
      if (found == paths_.end()) return;
      wanted_ = static_cast<std::size_t>(found - paths_.begin());
      bytes_ = 0;
    }
    XmlElement element{.name = std::string(name), .line = static_cast<std::size_t>(line())};
    for (const XML_Char** a = attributes; *a != nullptr; a += 2) {
      element.attributes.emplace_back(a[0], a[1]);
      count(element.attributes.back().second.size());
    }
    count(sizeof(XmlElement));
    open_.push_back(std::move(element));
  }

  void end() {
    --depth_;
    if (!open_.empty()) {
      XmlElement element = std::move(open_.back());
      open_.pop_back();
      if (!open_.empty()) {
        open_.back().children.push_back(std::move(element));
        return;
      }
      visit_({wanted_, element});
    }
    path_.resize(path_ends_.back());
    path_ends_.pop_back();
  }

  void add_text(std::string_view text) {
    if (open_.empty()) return;
    count(text.size());
    open_.back().text += text;
  }

  void count(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ > most_bytes) fail(ErrorCode::limit, "an element of the file is over a gigabyte");
  }

  TrackInput& input_;
  std::vector<std::string_view> paths_;
  const std::function<void(const XmlPart&)>& visit_;
  std::unique_ptr<std::remove_pointer_t<XML_Parser>, FreeParser> parser_;
  std::exception_ptr failure_;
  std::string path_;                    ///< enclosing the parts
  std::vector<std::size_t> path_ends_;  ///< path lengths before each element
  std::vector<XmlElement> open_;        ///< of a part
  std::size_t wanted_ = 0, depth_ = 0, bytes_ = 0;
};

}  // namespace

double number_of_text(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

std::string_view XmlElement::get(std::string_view attribute) const {
  for (const auto& [key, value] : attributes)
    if (key == attribute) return value;
  return {};
}

double XmlElement::number(std::string_view attribute) const {
  return number_of_text(get(attribute));
}

std::int64_t XmlElement::integer(std::string_view attribute, std::int64_t otherwise) const {
  const std::string_view digits = trimmed(get(attribute));
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() ? value : otherwise;
}

const XmlElement* XmlElement::child(std::string_view wanted) const {
  const auto found = std::ranges::find(children, wanted, &XmlElement::name);
  return found == children.end() ? nullptr : &*found;
}

std::string_view XmlElement::child_text(std::string_view wanted) const {
  const XmlElement* const found = child(wanted);
  return found == nullptr ? std::string_view() : trimmed(found->text);
}

void visit_xml(TrackInput& input, std::initializer_list<std::string_view> paths,
               const std::function<void(const XmlPart&)>& visit) {
  PartFinder(input, paths, visit).run();
}

bool looks_like_xml(std::string_view sample, std::string_view root) {
  for (std::size_t at = sample.find('<'); at != sample.npos; at = sample.find('<', at + 1)) {
    const std::string_view rest = sample.substr(at + 1);
    if (rest.starts_with("?")) continue;
    if (rest.starts_with("!--")) {
      at = sample.find("-->", at);
      if (at == sample.npos) return false;
      continue;
    }
    if (rest.starts_with("!")) {  // a document type, which may hold a list in brackets
      const std::size_t close = rest.find('>'), list = rest.find('[');
      if (list < close) at = std::min(sample.find(']', at), sample.size() - 1);
      continue;
    }
    return rest.starts_with(root) &&
           (rest.size() == root.size() ||
            std::string_view(" \t\r\n/>").find(rest[root.size()]) != std::string_view::npos);
  }
  return false;
}

}  // namespace overlace
