#include "copy/gzip_file.hpp"

#include "copy/calls.hpp"
#include "copy/durable_file.hpp"

#include <cerrno>
#include <utility>

#include <zlib.h>

namespace keywright::copy {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

}  // namespace

// Reading ------------------------------------------------------------------------------------

GzipReader::GzipReader(std::filesystem::path file)
    : file_(std::move(file)), in_(file_, std::ios::binary), packed_(kPiece, '\0') {}

Error GzipReader::fault(std::string_view why) const {
  return failure(file_.string() + " line " + std::to_string(line_) + ": " + std::string(why));
}

Result<std::optional<std::string_view>> GzipReader::next() {
  if (!in_.is_open()) return file_error("read", file_);
  for (;;) {
    const std::size_t end = text_.find('\n', scanned_);
    if (end != std::string::npos || (is_at_end_ && begin_ < text_.size())) {
      const std::size_t last = std::min(end, text_.size());
      const std::string_view line = std::string_view(text_).substr(begin_, last - begin_);
      begin_ = scanned_ = std::min(last + 1, text_.size());
      ++line_;
      return std::optional(line);
    }
    if (is_at_end_) return std::optional<std::string_view>();
    text_.erase(0, begin_);
    begin_ = 0;
    scanned_ = text_.size();
    if (text_.size() > kLongestLine) {
      ++line_;
      return fault("it is longer than 8 MiB, which no item is");
    }
    if (auto filled = fill(); !filled) return std::move(filled).error();
  }
}

/// Unpacks another piece, or finds the end.
Result<void> GzipReader::fill() {
  if (rest_.empty()) {
    in_.read(packed_.data(), static_cast<std::streamsize>(packed_.size()));
    rest_ = std::string_view(packed_).substr(0, static_cast<std::size_t>(in_.gcount()));
    if (in_.bad()) return file_error("read", file_);
    md5_.add(rest_);
    has_bytes_ = has_bytes_ || !rest_.empty();
  }
  const bool is_end = rest_.empty();
  const std::size_t used = text_.size();
  text_.resize(used + kPiece);
  std::size_t made = 0;
  const bool is_sound = inflater_.step(rest_, text_.data() + used, kPiece, made);
  text_.resize(used + made);
  if (!is_sound) {
    return failure(file_.string() + " is no gzip file, or damaged, behind line " +
                   std::to_string(line_));
  }
  if (!is_end || made > 0) return {};
  is_at_end_ = true;
  if (has_bytes_ && !inflater_.is_whole()) {
    return failure(file_.string() + " is cut: its end is missing, behind line " +
                   std::to_string(line_) + "; get it again");
  }
  return {};
}

// Writing ------------------------------------------------------------------------------------

struct GzipWriter::Stream : z_stream {
  Stream() : z_stream{} {
    constexpr int kGzipFrame = 15 + 16;
    constexpr int kMemoryLevel = 8;
    is_ready = deflateInit2(this, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipFrame, kMemoryLevel,
                            Z_DEFAULT_STRATEGY) == Z_OK;
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { deflateEnd(this); }
  bool is_ready = false;
};

GzipWriter::GzipWriter(std::filesystem::path file)
    : file_(std::move(file)),
      partial_(file_),
      stream_(std::make_unique<Stream>()),
      packed_(kPiece, '\0') {
  partial_ += ".part";
  out_.open(partial_, std::ios::binary | std::ios::trunc);
}

Result<std::unique_ptr<GzipWriter>> GzipWriter::create(std::filesystem::path file) {
  errno = 0;
  std::unique_ptr<GzipWriter> writer(new GzipWriter(std::move(file)));
  if (!writer->out_.is_open()) return file_error("write", writer->file_);
  if (!writer->stream_->is_ready) return failure("there is no memory to pack with gzip");
  return writer;
}

GzipWriter::~GzipWriter() {
  out_.close();
  std::error_code ignored;
  std::filesystem::remove(partial_, ignored);  // it is gone already if it was finished
}

Result<void> GzipWriter::append(std::string_view bytes) {
  bytes_ += bytes.size();
  return deflate(bytes, Z_NO_FLUSH);
}

Result<void> GzipWriter::deflate(std::string_view bytes, int flush) {
  stream_->next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
  stream_->avail_in = static_cast<uInt>(bytes.size());
  do {
    stream_->next_out = reinterpret_cast<Bytef*>(packed_.data());
    stream_->avail_out = static_cast<uInt>(packed_.size());
    ::deflate(stream_.get(), flush);
    const auto made = std::string_view(packed_).substr(0, packed_.size() - stream_->avail_out);
    md5_.add(made);
    errno = 0;
    if (!out_.write(made.data(), static_cast<std::streamsize>(made.size()))) {
      return file_error("write", file_);
    }
  } while (stream_->avail_out == 0);
  return {};
}

Result<std::string> GzipWriter::finish() {
  if (auto flushed = deflate({}, Z_FINISH); !flushed) return std::move(flushed).error();
  errno = 0;
  out_.close();
  if (!out_) return file_error("write", file_);
  if (auto kept = keep_as(partial_, file_); !kept) return std::move(kept).error();
  return md5_.finish();
}

}  // namespace keywright::copy
