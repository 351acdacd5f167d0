#include "server/http_session.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::server {
namespace {

using Phase = HttpSession::Phase;

// Answers with what it was asked, in brackets.
class EchoHandler final : public RequestHandler {
 public:
  void answer(const HttpRequest& request, std::string& out) override {
    const auto& view = request.view;
    out.append("[").append(view.method).append(" ").append(view.path);
    if (!view.query.empty()) out.append("?").append(view.query);
    if (const auto host = request.header("host"); host != "h" && !host.empty()) {
      out.append(" at ").append(host);
    }
    if (const auto tag = request.header("x-tag"); !tag.empty()) out.append(" ").append(tag);
    if (!view.body.empty()) out.append(" ").append(view.body.substr(0, 40));
    if (view.body.size() > 40) out.append(" of ").append(std::to_string(view.body.size()));
    out += request.keep_alive ? "]" : " last]";
    out.append(padding, '.');
    if (request.is_padded) {
      // Reading so far is what `is_padded` promises.
      std::size_t sum = 0;
      for (std::size_t i = 0; i < InputBuffer::kPadding; ++i) {
        sum += static_cast<unsigned char>(view.body.data()[view.body.size() + i]);
      }
      padding_sum += view.body.data() == nullptr ? 0 : sum;
    }
  }
  void refuse(Refusal refusal, std::string& out) override {
    constexpr const char* kNames[] = {"request line",
                                      "version",
                                      "TLS",
                                      "plain HTTP",
                                      "line ending",
                                      "header",
                                      "folded",
                                      "length",
                                      "encoding",
                                      "length and encoding",
                                      "encoding in 1.0",
                                      "chunk",
                                      "chunk line",
                                      "target",
                                      "expectation",
                                      "no host",
                                      "operations",
                                      "header too large",
                                      "body too large",
                                      "timed out",
                                      "overloaded"};
    out.append("<").append(kNames[static_cast<std::size_t>(refusal)]).append(">");
  }
  std::size_t padding = 0;
  std::size_t padding_sum = 0;
};

struct Peer {
  EchoHandler handler;
  InputBudget unlimited{std::numeric_limits<std::size_t>::max()};
  HttpSession session{handler, unlimited};

  void send(std::string_view bytes) {
    std::string padded(bytes);
    padded.append(InputBuffer::kPadding, '\0');
    session.receive(std::string_view(padded).substr(0, bytes.size()));
  }
  std::string take() {
    std::string out(session.output());
    session.output_sent(out.size());
    return out;
  }
  std::string ask(std::string_view bytes) {
    send(bytes);
    return take();
  }
};

TEST(HttpSession, AnswersARequestAndWaitsForTheNext) {
  Peer peer;
  EXPECT_EQ(peer.session.phase(), Phase::idle);
  EXPECT_EQ(peer.ask("POST /a?b=c HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nX-Tag: t\r\n\r\nhi"),
            "[POST /a?b=c t hi]");
  EXPECT_EQ(peer.session.phase(), Phase::idle);
  EXPECT_TRUE(peer.session.wants_input());
  EXPECT_EQ(peer.ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n"), "[GET /]");
}

TEST(HttpSession, AnswersPipelinedRequestsInOrder) {
  Peer peer;
  EXPECT_EQ(
      peer.ask(
          "POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\na"
          "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n"
          "POST /3 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nb\r\n0\r\n\r\n"
          "POST /4 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\ncd"),
      "[POST /1 a][GET /2][POST /3 b]");
  EXPECT_EQ(peer.session.phase(), Phase::body);
  EXPECT_EQ(peer.ask("efgGET /5 HTTP/1.1\r\nHost: h\r\n\r\n"), "[POST /4 cdefg][GET /5]");
}

TEST(HttpSession, TakesChunksWithExtensionsAndIgnoresTrailers) {
  Peer peer;
  EXPECT_EQ(peer.ask("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                     "3;name=value\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-Tag: forged\r\n\r\n"),
            "[POST / abc0123456789]");
}

// However the bytes are cut, the answers are the same.
TEST(HttpSession, DoesNotCareHowBytesAreCut) {
  const std::string requests =
      "POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\nX-Tag: one\r\n\r\nhello world"
      "POST /2 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n "
      "world\r\n0\r\n\r\n"
      "GET /3 HTTP/1.1\r\nHost: h\r\nX-Tag: three\r\n\r\n"
      "POST /4 HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"
      "POST /5 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nConnection: close\r\n\r\nend";
  const std::string answers =
      "[POST /1 one hello world][POST /2 hello world][GET /3 three][POST /4][POST /5 end last]";
  EXPECT_EQ(Peer().ask(requests), answers);
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    Peer peer;
    std::string got;
    for (std::size_t at = 0; at < requests.size();) {
      const std::size_t most = seed == 0 ? 1 : 1 + seed % 40;
      const std::size_t size = std::uniform_int_distribution<std::size_t>(1, most)(random);
      got += peer.ask(std::string_view(requests).substr(at, size));
      at += size;
    }
    ASSERT_EQ(got, answers) << "seed " << seed;
    ASSERT_EQ(peer.session.phase(), Phase::lingering);
  }
}

TEST(HttpSession, IgnoresEmptyLinesBeforeARequest) {
  const std::string requests =
      "\r\n\r\nPOST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi\r\n"
      "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n\r\n";
  Peer whole;
  EXPECT_EQ(whole.ask(requests), "[POST /1 hi][GET /2]");
  EXPECT_EQ(whole.session.phase(), Phase::idle);
  Peer cut;
  std::string out;
  for (const char c : requests) out += cut.ask({&c, 1});
  EXPECT_EQ(out, "[POST /1 hi][GET /2]");
  EXPECT_EQ(cut.session.phase(), Phase::idle);
  cut.send("\r");
  cut.session.shut_down();
  EXPECT_EQ(cut.session.phase(), Phase::closed);
  Peer stray;  // a lone one is no empty line
  EXPECT_EQ(stray.ask("\rGET / HTTP/1.1\r\nHost: h\r\n\r\n"), "<request line>");
}

TEST(HttpSession, AnHttp11RequestHasOneHost) {
  EXPECT_EQ(Peer().ask("GET / HTTP/1.1\r\n\r\n"), "<no host>");
  EXPECT_EQ(Peer().ask("GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\nhost: a\r\n\r\n"), "<no host>");
  EXPECT_EQ(Peer().ask("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"), "<no host>");
  EXPECT_EQ(Peer().ask("GET / HTTP/1.0\r\n\r\n"), "[GET / last]");
  EXPECT_EQ(Peer().ask("GET http://a/ HTTP/1.1\r\n\r\n"), "<no host>");
}

TEST(HttpSession, TheHostOfAnAbsoluteTargetCounts) {
  const auto answer = [](const std::string& target) {
    return Peer().ask("GET " + target + " HTTP/1.1\r\nHost: other\r\n\r\n");
  };
  EXPECT_EQ(answer("http://a.test:8000/path?x=y"), "[GET /path?x=y at a.test:8000]");
  EXPECT_EQ(answer("HTTPS://a.test"), "[GET / at a.test]");
  EXPECT_EQ(answer("http://a.test?x=y"), "[GET /?x=y at a.test]");
  EXPECT_EQ(answer("/http://a.test/"), "[GET /http://a.test/ at other]");
  EXPECT_EQ(answer("http:///path"), "<target>");
  EXPECT_EQ(answer("http://localhost@a.test/"), "<target>");
  EXPECT_EQ(Peer().ask("GET http://a.test/ HTTP/1.0\r\n\r\n"), "[GET / at a.test last]");
}

TEST(HttpSession, InvitesTheBodyOfAClientThatWaits) {
  Peer peer;
  EXPECT_EQ(
      peer.ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"),
      "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_EQ(peer.ask("h"), "");
  EXPECT_EQ(peer.ask("i"), "[POST / hi]");
  // Of one that does not wait, there is nothing to invite.
  EXPECT_EQ(
      peer.ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nh"),
      "");
  EXPECT_EQ(peer.ask("i"), "[POST / hi]");
}

TEST(HttpSession, RefusesBodiesOver16MiBBeforeTheyAreSent) {
  Peer exact;
  exact.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 16777216\r\n\r\n");
  const std::string piece(1024 * 1024, 'x');
  for (int i = 0; i < 16; ++i) exact.send(piece);
  EXPECT_EQ(exact.take(), "[POST / " + std::string(40, 'x') + " of 16777216]");

  Peer peer;
  EXPECT_EQ(
      peer.ask(
          "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 16777217\r\nExpect: 100-continue\r\n\r\n"),
      "<body too large>");
  EXPECT_EQ(peer.session.phase(), Phase::lingering);
  EXPECT_TRUE(peer.session.wants_input());  // to be thrown away
  EXPECT_EQ(peer.ask(piece), "");
  peer.session.receive_end();
  EXPECT_EQ(peer.session.phase(), Phase::closed);

  Peer chunked;
  chunked.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
  std::string out;
  for (int i = 0; i < 17; ++i) out += chunked.ask("100000\r\n" + piece + "\r\n");
  EXPECT_EQ(out, "<body too large>");
}

TEST(HttpSession, RefusesHeadersOver16KiB) {
  const std::string line = "GET /" + std::string(8 * 1024, 'a') + " HTTP/1.1\r\nHost: h\r\n";
  Peer fits;
  EXPECT_EQ(fits.ask(line + "X-A: " + std::string(8 * 1024 - 60, 'b') + "\r\n\r\n").substr(0, 7),
            "[GET /a");
  Peer peer;
  EXPECT_EQ(peer.ask(line + "X-A: " + std::string(8 * 1024, 'b') + "\r\n\r\n"),
            "<header too large>");
  Peer endless;
  std::string out;
  for (int i = 0; i < 20 && out.empty(); ++i) out += endless.ask(std::string(1024, 'A'));
  EXPECT_EQ(out, "<header too large>");
}

TEST(HttpSession, RefusesLongLinesBetweenChunks) {
  const std::string long_text(20'000, 'x');
  const std::string begin = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const auto& bytes : {"1;a=" + long_text, "1;a=" + long_text + "\r\na\r\n0\r\n\r\n",
                            "0\r\nT: " + long_text, "0\r\nT: " + long_text + "\r\n\r\n"}) {
    Peer peer;
    EXPECT_EQ(peer.ask(begin + bytes), "<chunk line>") << bytes.substr(0, 20) << bytes.size();
  }
}

TEST(HttpSession, RefusesTwoOperations) {
  Peer peer;
  EXPECT_EQ(peer.ask("POST / HTTP/1.1\r\nHost: h\r\nX-Amz-Target: a\r\nx-amz-target: a\r\n"
                     "Content-Length: 0\r\n\r\n"),
            "<operations>");
}

TEST(HttpSession, RefusesWhatIsNotHttpAndKnowsWhy) {
  struct Row {
    const char* bytes;
    const char* refusal;
  };
  for (const auto& [bytes, refusal] : std::initializer_list<Row>{
           {"\x16\x03\x01\x02garbage\r\n\r\n", "<TLS>"},
           {"GET / HTTP/2.0\r\n\r\n", "<version>"},
           {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "<version>"},
           {"GET / http/1.1\r\nHost: h\r\n\r\n", "<version>"},
           {"GET /\r\n\r\n", "<request line>"},
           {"\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", "<request line>"},
           {"GET / HTTP/1.1\nHost: h\n\n", "<version>"},
           {"GET / HTTP/1.1\r\nHost: h\n\r\n", "<header>"},
           {"GET / HTTP/1.1\r\nHost: h\rX: a\r\n\r\n", "<line ending>"},
           {"GET / HTTP/1.1\r\nHost: h\r\nNo colon\r\n\r\n", "<header>"},
           {"GET / HTTP/1.1\r\nHost : h\r\n\r\n", "<header>"},
           {"GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n folded\r\n\r\n", "<folded>"},
           {"GET / HTTP/1.1\r\nHost: h\r\nA:\r\n folded\r\n\r\n", "<folded>"},
           {"GET / HTTP/1.1\r\nHost: h\r\nA:\r\n \r\n\r\n", "<folded>"},
           {"GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n \r\n\r\n", "<folded>"},
           {"GET / HTTP/1.1\r\nHost:\r\n h\r\n\r\n", "<folded>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
            "<folded>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n \r\n\r\n0\r\n\r\n",
            "<folded>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length:\r\n 1\r\n\r\na", "<folded>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", "<length>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\n", "<length>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1x\r\n\r\n", "<length>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "<length>"},
           // What two readers could take for different requests.
           {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "<length>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: "
            "chunked\r\n\r\n0\r\n\r\n",
            "<length and encoding>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0"
            "\r\n\r\n",
            "<length and encoding>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", "<encoding>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: identity\r\n\r\n", "<encoding>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "<encoding>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: "
            "chunked\r\n\r\n",
            "<encoding>"},
           {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "<encoding in 1.0>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "<chunk>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", "<chunk>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
            "<chunk>"},
           {"GET http://h@evil/ HTTP/1.1\r\nHost: h\r\n\r\n", "<target>"},
           {"POST / HTTP/1.1\r\nHost: h\r\nExpect: 200-ok\r\nContent-Length: 1\r\n\r\na",
            "<expectation>"}}) {
    Peer peer;
    EXPECT_EQ(peer.ask(bytes), refusal) << bytes;
    EXPECT_EQ(peer.session.phase(), Phase::lingering);
  }
  Peer endless;  // a chunk's extension without end
  std::string out =
      endless.ask("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1;");
  for (int i = 0; i < 100 && out.empty(); ++i) out += endless.ask(std::string(1024, 'a'));
  EXPECT_EQ(out, "<chunk line>");
}

// RFC 9110: expectations of HTTP/1.0 are to be ignored.
TEST(HttpSession, ExpectsNothingOfHttp10) {
  for (const auto* expected : {"100-continue", "200-ok"}) {
    Peer peer;
    EXPECT_EQ(peer.ask("POST / HTTP/1.0\r\nExpect: " + std::string(expected) +
                       "\r\nContent-Length: 1\r\n\r\n"),
              "");
    EXPECT_EQ(peer.ask("a"), "[POST / a last]");
  }
}

TEST(HttpSession, ClosesWhenAskedToAndForHttp10) {
  Peer close;
  EXPECT_EQ(close.ask("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGET /2 "
                      "HTTP/1.1\r\nHost: h\r\n\r\n"),
            "[GET / last]");
  EXPECT_EQ(close.session.phase(), Phase::lingering);
  Peer old;
  EXPECT_EQ(old.ask("GET / HTTP/1.0\r\n\r\n"), "[GET / last]");
  Peer old_kept;
  EXPECT_EQ(old_kept.ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), "[GET /]");
  EXPECT_EQ(old_kept.session.phase(), Phase::idle);
}

TEST(HttpSession, AnswersAClientThatHasClosedItsSide) {
  Peer peer;
  peer.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  peer.session.receive_end();
  EXPECT_EQ(peer.take(), "[GET /]");
  EXPECT_EQ(peer.session.phase(), Phase::closed);
  EXPECT_FALSE(peer.session.wants_input());
}

TEST(HttpSession, ForgetsAClientThatGoesInTheMiddle) {
  for (const auto* bytes :
       {"", "GET", "GET / HTTP/1.1\r\nHost: h\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"}) {
    Peer peer;
    peer.send(bytes);
    peer.session.receive_end();
    EXPECT_EQ(peer.take(), "") << bytes;
    EXPECT_EQ(peer.session.phase(), Phase::closed) << bytes;
  }
}

// 100 requests wait while their answers do not go out, and none of them is lost.
TEST(HttpSession, HoldsRequestsBackWhileAnswersAreNotTaken) {
  Peer peer;
  peer.handler.padding = 100'000;
  std::string requests;
  for (int i = 0; i < 100; ++i)
    requests += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: h\r\n\r\n";
  peer.send(requests);
  EXPECT_FALSE(peer.session.wants_input());
  EXPECT_LT(peer.session.output().size(), HttpSession::kMaxUnsent + 110'000);
  peer.session.receive_end();
  EXPECT_NE(peer.session.phase(), Phase::closed);
  std::string all;
  for (int i = 0; i < 1000 && peer.session.phase() != Phase::closed; ++i) {
    all += peer.take();
    peer.session.resume();
    EXPECT_LT(peer.session.output().size(), HttpSession::kMaxUnsent + 110'000);
  }
  all += peer.take();
  EXPECT_EQ(peer.session.phase(), Phase::closed);
  std::size_t at = 0;
  for (int i = 0; i < 100; ++i) {
    at = all.find("[GET /" + std::to_string(i) + "]", at);
    ASSERT_NE(at, std::string::npos) << i;
  }
}

TEST(HttpSession, ShutsDownWhenWhatWasBegunIsAnswered) {
  Peer idle;
  idle.session.shut_down();
  EXPECT_EQ(idle.session.phase(), Phase::closed);

  Peer last_moment;
  last_moment.session.expect_shut_down();
  EXPECT_EQ(last_moment.session.phase(), Phase::idle);
  EXPECT_EQ(last_moment.ask("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n"),
            "[GET /1][GET /2 last]");
  EXPECT_EQ(last_moment.session.phase(), Phase::lingering);

  Peer busy;
  busy.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab");
  busy.session.shut_down();
  EXPECT_EQ(busy.session.phase(), Phase::body);
  EXPECT_TRUE(busy.session.wants_input());
  EXPECT_EQ(busy.ask("cd"), "[POST / abcd last]");
  EXPECT_EQ(busy.session.phase(), Phase::lingering);
}

// What came before the stop is answered, although no answer could go out when it came.
TEST(HttpSession, AnswersWhatItHeldBackWhenItShutsDown) {
  for (const bool input_ends : {false, true}) {
    Peer peer;
    peer.handler.padding = 200'000;
    std::string requests;
    for (int i = 0; i < 5; ++i) requests += "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
    peer.send(requests);
    std::string all(peer.session.output().substr(0, 300'000));
    peer.session.output_sent(all.size());  // some of it; nothing is resumed yet
    input_ends ? peer.session.receive_end() : peer.session.shut_down();
    for (int i = 0; i < 10; ++i) {
      all += peer.take();
      peer.session.resume();
    }
    EXPECT_EQ(std::count(all.begin(), all.end(), ']'), 5);
  }
}

TEST(HttpSession, RefusesLargeRequestsBeyondTheCommonLimit) {
  EchoHandler handler;
  InputBudget budget(1536 * 1024);
  const std::string piece(64 * 1024, 'x');
  const auto feed = [&](HttpSession& session, int pieces) {
    for (int i = 0; i < pieces; ++i) session.receive(piece);
  };
  const std::string header = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 655360\r\n\r\n";
  HttpSession first(handler, budget);
  first.receive(header);
  feed(first, 8);
  EXPECT_EQ(first.output(), "");
  {
    HttpSession second(handler, budget);
    second.receive(header);
    feed(second, 9);
    EXPECT_EQ(second.output(), "<overloaded>");
    EXPECT_EQ(second.phase(), Phase::lingering);
    // Small ones are served meanwhile.
    HttpSession small(handler, budget);
    small.receive("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc");
    small.receive("defghi");
    EXPECT_EQ(small.output(), "[POST / abcdefghi]");
  }
  // Those who were there go on, and what they give back is free again.
  feed(first, 2);
  EXPECT_THAT(first.output(), testing::EndsWith(" of 655360]"));
  HttpSession third(handler, budget);
  third.receive(header);
  feed(third, 10);
  EXPECT_THAT(third.output(), testing::EndsWith(" of 655360]"));
  {
    HttpSession chunked(handler, budget);
    chunked.receive("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 40 && chunked.output().empty(); ++i) {
      chunked.receive("8000\r\n" + piece.substr(0, 0x8000) + "\r\n");
    }
    EXPECT_EQ(chunked.output(), "<overloaded>");
  }
  HttpSession fourth(handler, budget);
  fourth.receive(header);
  feed(fourth, 10);
  EXPECT_THAT(fourth.output(), testing::EndsWith(" of 655360]"));
}

TEST(HttpSession, TellsSlowClientsAndClosesIdleOnes) {
  Peer idle;
  idle.session.time_out();
  EXPECT_EQ(idle.take(), "");
  EXPECT_EQ(idle.session.phase(), Phase::closed);
  for (const auto* bytes :
       {"GET / HT", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc"}) {
    Peer slow;
    slow.send(bytes);
    slow.session.time_out();
    EXPECT_EQ(slow.take(), "<timed out>");
    EXPECT_EQ(slow.session.phase(), Phase::lingering);
    slow.session.time_out();
    EXPECT_EQ(slow.session.phase(), Phase::closed);
  }
}

// Each request has a deadline of its own, and a header that trickles in gets no new one.
TEST(HttpSession, NumbersItsPhases) {
  Peer peer;
  peer.send("GET / HT");
  const auto header = peer.session.phase_number();
  peer.send("TP/1.1\r\nHost: h\r\n");
  EXPECT_EQ(peer.session.phase_number(), header);
  peer.send("\r\n");
  EXPECT_NE(peer.session.phase_number(), header);
  const auto idle = peer.session.phase_number();
  peer.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(peer.session.phase_number(), idle);
}

}  // namespace
}  // namespace keywright::server
