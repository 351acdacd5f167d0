#include <keywright/credentials.hpp>

#include <utility>

namespace keywright {
namespace {

class FixedCredentials final : public CredentialsProvider {
 public:
  explicit FixedCredentials(Credentials credentials) : credentials_(std::move(credentials)) {}
  Result<Credentials> credentials(const CallControl&) override { return credentials_; }

 private:
  const Credentials credentials_;
};

}  // namespace

std::shared_ptr<CredentialsProvider> fixed_credentials(Credentials credentials) {
  return std::make_shared<FixedCredentials>(std::move(credentials));
}

}  // namespace keywright
