// SPDX-License-Identifier: Apache-2.0
// Who is let in: the page, with its token; and nobody else.
#include <gtest/gtest.h>

#include <set>

#include "edit/http_guard.h"

namespace overlace {
namespace {

const HttpGuard guard(4321, "secret");

HttpRequest asked(std::string method, HttpFields fields) {
  return {.method = std::move(method), .target = "/check", .fields = std::move(fields)};
}

const HttpFields of_the_page = {{"host", "127.0.0.1:4321"},
                                {"origin", "http://127.0.0.1:4321"},
                                {"sec-fetch-site", "same-origin"},
                                {"overlace-token", "secret"}};

HttpFields with(std::string name, std::string value) {
  HttpFields fields = of_the_page;
  std::erase_if(fields, [&](const auto& field) { return field.first == name; });
  if (!value.empty()) fields.emplace_back(std::move(name), std::move(value));
  return fields;
}

TEST(HttpGuard, LetsThePageIn) {
  EXPECT_EQ(guard.refusal(asked("POST", of_the_page), false), 0);
  EXPECT_EQ(guard.refusal(asked("GET", with("origin", "")), false), 0);
}

TEST(HttpGuard, ANameThatPointsHereIsAnotherHost) {
  for (const char* host :
       {"attacker.example:4321", "127.0.0.1", "127.0.0.1:4322", "localhost:4321", ""})
    EXPECT_EQ(guard.refusal(asked("POST", with("host", host)), false), 421) << host;
  HttpFields twice = of_the_page;
  twice.emplace_back("host", "127.0.0.1:4321");
  EXPECT_EQ(guard.refusal(asked("POST", twice), false), 421);
}

TEST(HttpGuard, AnotherPageIsRefused) {
  for (const char* origin :
       {"http://attacker.example", "null", "https://127.0.0.1:4321", "http://127.0.0.1:43210"})
    EXPECT_EQ(guard.refusal(asked("POST", with("origin", origin)), false), 403) << origin;
  EXPECT_EQ(guard.refusal(asked("POST", with("origin", "")), false), 403);
  EXPECT_EQ(guard.refusal(asked("GET", with("sec-fetch-site", "cross-site")), false), 403);
  EXPECT_EQ(guard.refusal(asked("GET", with("sec-fetch-site", "same-site")), true), 403);
}

TEST(HttpGuard, ALinkMayOpenThePage) {
  const HttpFields fields = {
      {"host", "127.0.0.1:4321"}, {"sec-fetch-site", "cross-site"}, {"sec-fetch-mode", "navigate"}};
  EXPECT_EQ(guard.refusal(asked("GET", fields), true), 0);
  EXPECT_EQ(guard.refusal(asked("GET", fields), false), 403);
}

TEST(HttpGuard, NothingOfTheUsersIsGivenWithoutTheToken) {
  for (const char* token : {"", "secre", "secrett", "Secret"})
    EXPECT_EQ(guard.refusal(asked("GET", with("overlace-token", token)), false), 401) << token;
}

TEST(HttpGuard, TokensAre256BitsAndDiffer) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string token = new_token();
    EXPECT_EQ(token.size(), 64U);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_TRUE(seen.insert(token).second);
  }
}

}  // namespace
}  // namespace overlace
