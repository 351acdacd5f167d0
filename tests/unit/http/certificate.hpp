#pragma once
// Keys and certificates made for the occasion, in a folder that goes away.

#include "../../test_folder.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace keywright::http {

struct FreeCertificate {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Signed by itself.
class Certificate {
 public:
  /// `names` is a subjectAltName: "DNS:localhost,IP:127.0.0.1". Valid from an hour ago on, and
  /// `seconds` from now.
  explicit Certificate(const std::string& names = "DNS:localhost", long seconds = 3600) {
    const std::unique_ptr<EVP_PKEY, FreeCertificate> key(EVP_EC_gen("P-256"));
    const std::unique_ptr<X509, FreeCertificate> certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -7200);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), seconds);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* subject = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), subject);
    const std::unique_ptr<X509_EXTENSION, FreeCertificate> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str()));
    X509_add_ext(certificate.get(), extension.get(), -1);
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    const std::unique_ptr<std::FILE, FreeCertificate> file(std::fopen(path().c_str(), "w"));
    PEM_write_X509(file.get(), certificate.get());
    const std::unique_ptr<std::FILE, FreeCertificate> key_file(std::fopen(key_path().c_str(), "w"));
    PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  }

  [[nodiscard]] std::filesystem::path path() const { return folder_ / "cert.pem"; }
  [[nodiscard]] std::filesystem::path key_path() const { return folder_ / "key.pem"; }

 private:
  TestFolder folder_;
};

}  // namespace keywright::http
