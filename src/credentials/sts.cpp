#include "credentials/sts.hpp"

#include "credentials/answers.hpp"
#include "credentials/endpoints.hpp"
#include "credentials/http_call.hpp"
#include "credentials/text.hpp"
#include "wire/sha256.hpp"
#include "wire/sigv4.hpp"

#include <utility>
#include <vector>

namespace keywright::credentials {
namespace {

constexpr std::string_view kApiVersion = "2011-06-15";

/// A form of names and values. What is empty is left out.
class Form {
 public:
  explicit Form(std::string_view action) {
    add("Action", action);
    add("Version", kApiVersion);
  }
  void add(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    if (!text_.empty()) text_.push_back('&');
    text_.append(name).push_back('=');
    wire::append_uri_encoded(text_, value);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// What both actions take of a role.
void add_role(Form& form, const Role& role, TimePoint now) {
  form.add("RoleArn", role.arn);
  form.add("RoleSessionName", role.session_name.empty()
                                  ? "keywright-" + std::to_string(now.time_since_epoch().count())
                                  : role.session_name);
  form.add("DurationSeconds", role.duration_seconds);
}

void sign(http::Request& request, const Credentials& caller, const std::string& region,
          TimePoint now) {
  const std::string host = host_header(request.url);
  std::vector<wire::HeaderView> headers{{"Host", host}};
  for (const http::Header& header : request.headers) headers.push_back({header.name, header.value});
  const std::string_view target = request.url.target;
  const std::size_t mark = target.find('?');
  wire::RequestView view;
  view.method = request.method;
  view.path = target.substr(0, mark);
  if (mark != std::string_view::npos) view.query = target.substr(mark + 1);
  view.headers = headers;
  view.body = request.body;
  wire::Sha256 sha;
  const wire::SignedHeaders made =
      wire::sign(sha, view, {caller.access_key_id, caller.secret_access_key, caller.session_token},
                 region, "sts", now);
  request.headers.push_back({"X-Amz-Date", made.amz_date});
  if (!made.security_token.empty()) {
    request.headers.push_back({"X-Amz-Security-Token", made.security_token});
  }
  request.headers.push_back({"Authorization", made.authorization});
}

/// STS says what was wrong with the caller and the role, never with a secret.
Error refused(const std::string& who, const http::Response& response) {
  const Settings leaves = read_xml(response.body).value_or(Settings{});
  const std::string code = member(leaves, "Code");
  Error error = status_error(who, response.status,
                             code.empty() ? "no reason" : code + ": " + member(leaves, "Message"));
  if (code == "Throttling" || code == "IDPCommunicationError") {
    error.code = ErrorCode::unavailable;
    error.retryable = true;
  }
  return error;
}

/// Sends the form, signed if there is a `caller`.
Result<Credentials> ask(Context& context, const Role& role, const Form& form,
                        const Credentials* caller) {
  auto endpoint = sts_endpoint(context);
  if (!endpoint) return std::move(endpoint).error();
  http::Request request;
  request.method = "POST";
  request.url = std::move(endpoint->url);
  request.headers.push_back({"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"});
  request.body = form.text();
  if (caller != nullptr) sign(request, *caller, endpoint->region, context.world().clock());

  const std::string who =
      "STS at " + to_string(request.url) + ", asked for the role " + role.arn + " of " + role.place;
  const auto response = call(context.world(), request, {}, context.control(), who);
  if (!response) return response.error();
  if (response->status != 200) return refused(who, *response);
  const auto leaves = read_xml(response->body);
  if (!leaves) return configuration_error(who + ", did not answer with XML");
  auto out = read_credentials(*leaves, {}, who + ",");
  if (out) out->source = "the role " + role.arn + " of " + role.place;
  return out;
}

}  // namespace

Result<Credentials> assume_role(Context& context, const Role& role, const Credentials& caller) {
  Form form("AssumeRole");
  add_role(form, role, context.world().clock());
  form.add("ExternalId", role.external_id);
  return ask(context, role, form, &caller);
}

Result<Credentials> assume_role_with_web_identity(Context& context, const Role& role,
                                                  const std::string& token_file) {
  const World& world = context.world();
  const auto token = world.read_file(world.expand(token_file));
  if (!token) {
    return configuration_error("the web identity token of " + role.place + ": " +
                               token.error().message);
  }
  if (trim(*token).empty()) {
    return configuration_error("the web identity token file " + token_file + " of " + role.place +
                               " is empty");
  }
  Form form("AssumeRoleWithWebIdentity");
  add_role(form, role, world.clock());
  form.add("WebIdentityToken", trim(*token));
  return ask(context, role, form, nullptr);
}

}  // namespace keywright::credentials
