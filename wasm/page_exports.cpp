// SPDX-License-Identifier: Apache-2.0
// A Page as functions of the module; see wasm/exports.h for how bytes go in and out.
#include <array>
#include <cstdint>
#include <exception>
#include <string>

#include "wasm/exports.h"
#include "wasm/page.h"

namespace {

using overlace::Size;
using overlace::wasm::ByteSpan;

/// A page, and what its last answer points to.
struct ExportedPage {
  overlace::Page page;
  std::string head, body;
  std::array<ByteSpan, 2> spans{};
};

ByteSpan span_of(const std::string& bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()),
          static_cast<std::uint32_t>(bytes.size())};
}

const ByteSpan* answered(ExportedPage& to, std::string head, std::string body = {}) {
  to.head = std::move(head);
  to.body = std::move(body);
  to.spans = {span_of(to.head), span_of(to.body)};
  return to.spans.data();
}

/// Runs what takes pictures. The answer's head is why they are refused, or empty.
template <class Give>
const ByteSpan* given(ExportedPage& to, const Give& give) {
  try {
    give(to.page.given());
    return answered(to, {});
  } catch (const std::exception& error) {
    return answered(to, error.what());
  }
}

}  // namespace

/// A page, for as long as the module lives.
OVERLACE_WASM_EXPORT(page_create) ExportedPage* page_create() {
  return new ExportedPage;
}

/// Page::ask. The answer is two spans: the head's JSON, and a picture's pixels.
OVERLACE_WASM_EXPORT(page_ask)
const ByteSpan* page_ask(ExportedPage* page, const char* method, const char* path, const char* body,
                         std::uint32_t body_size) {
  overlace::EngineMessage answer = page->page.ask(method, path, {body, body_size});
  return answered(*page, answer.head.dump(), std::move(answer.body));
}

/// GivenPictures::give_frame, whose pixels are copied.
OVERLACE_WASM_EXPORT(page_give_frame)
const ByteSpan* page_give_frame(ExportedPage* page, std::int32_t frame, std::int32_t width,
                                std::int32_t height, const std::uint8_t* pixels,
                                std::uint32_t size) {
  return given(*page, [&](overlace::GivenPictures& pictures) {
    pictures.give_frame(frame, Size{width, height}, {pixels, pixels + size});
  });
}

/// GivenPictures::give_picture.
OVERLACE_WASM_EXPORT(page_give_picture)
const ByteSpan* page_give_picture(ExportedPage* page, const char* path, std::int32_t width,
                                  std::int32_t height, const std::uint8_t* pixels,
                                  std::uint32_t size) {
  return given(*page, [&](overlace::GivenPictures& pictures) {
    pictures.give_picture(path, Size{width, height}, {pixels, pixels + size});
  });
}
