// SPDX-License-Identifier: Apache-2.0
// Checks who asks.
#include "edit/http_guard.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>

#include "graph/core/error.h"

namespace overlace {

std::string_view HttpRequest::field(std::string_view name) const {
  std::string_view found;
  std::size_t count = 0;
  for (const auto& [known, value] : fields) {
    if (known != name) continue;
    found = value;
    ++count;
  }
  return count == 1 ? found : std::string_view();
}

HttpGuard::HttpGuard(std::uint16_t port, std::string token)
    : token_(std::move(token)),
      host_(fmt::format("127.0.0.1:{}", port)),
      origin_("http://" + host_) {}

int HttpGuard::refusal(const HttpRequest& request, bool is_public) const {
  if (request.field("host") != host_) return 421;
  const std::string_view origin = request.field("origin"), site = request.field("sec-fetch-site");
  const bool changes = request.method != "GET";
  if ((changes || !origin.empty()) && origin != origin_) return 403;
  // The page may be opened from anywhere; what it loads then comes from itself.
  const bool is_opened = is_public && request.field("sec-fetch-mode") == "navigate";
  if (!is_opened && !site.empty() && site != "same-origin" && site != "none") return 403;
  if (!is_public && !equal_in_constant_time(request.field("overlace-token"), token_)) return 401;
  return 0;
}

std::string new_token() {
  std::array<unsigned char, 32> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw Error(ErrorCode::unavailable, "the system gives no random bytes for a token");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace overlace
