#include <keywright/recording_database.hpp>
#include <keywright/request_parts.hpp>

#include <type_traits>

namespace keywright {

template <class Request>
Result<ResponseTo<Request>> RecordingDatabase::call(const Request& request) {
  const auto exchange =
      std::make_shared<AnyExchange>(Exchange<Request>{.request = request, .answer = std::nullopt});
  {
    const std::lock_guard lock(mutex_);
    exchanges_.push_back(exchange);
  }
  auto answer = find_answer(request);
  const std::lock_guard lock(mutex_);
  std::get<Exchange<Request>>(*exchange).answer = answer;
  return answer;
}

template <class Request>
Result<ResponseTo<Request>> RecordingDatabase::find_answer(const Request& request) {
  std::shared_ptr<const Answer<Request>> always;
  {
    const std::lock_guard lock(mutex_);
    auto& script = std::get<Script<Request>>(scripts_);
    if (!script.next.empty()) {
      auto answer = std::move(script.next.front());
      script.next.pop_front();
      return answer;
    }
    always = script.always;
  }
  return always ? (*always)(request) : send(behind_, request);
}

template class UniformDatabase<RecordingDatabase>;

RecordingDatabase::RecordingDatabase() : behind_(nothing_) {}
RecordingDatabase::RecordingDatabase(Database& behind) : behind_(behind) {}
RecordingDatabase::~RecordingDatabase() = default;

std::size_t RecordingDatabase::unused_answers() const {
  const std::lock_guard lock(mutex_);
  return std::apply([](const auto&... script) { return (script.next.size() + ...); }, scripts_);
}

std::vector<AnyRequest> RecordingDatabase::requests() const {
  const std::lock_guard lock(mutex_);
  std::vector<AnyRequest> requests;
  for (const auto& exchange : exchanges_) {
    std::visit([&](const auto& one) { requests.emplace_back(one.request); }, *exchange);
  }
  return requests;
}

std::string RecordingDatabase::log() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const auto& exchange : exchanges_) {
    std::visit(
        [&](const auto& one) {
          const AnyRequest request = one.request;
          text += std::string(operation_of(request)) + ' ' + request_json(request);
          if (one.answer && !*one.answer) {
            const Error& error = one.answer->error();
            text += " -> " + std::string(to_string(error.code)) + ": " + error.message;
          }
          text += '\n';
        },
        *exchange);
  }
  return text;
}

void RecordingDatabase::forget() {
  const std::lock_guard lock(mutex_);
  exchanges_.clear();
}

}  // namespace keywright
