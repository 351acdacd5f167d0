#include "copy/job.hpp"

#include "copy/copier.hpp"
#include "copy/file_source.hpp"
#include "copy/file_target.hpp"
#include "copy/manifest.hpp"
#include "copy/table_source.hpp"
#include "copy/table_target.hpp"
#include "copy/tables.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace keywright::copy {
namespace {

constexpr std::int64_t kBytesPerSegment = 128 * 1024 * 1024;
constexpr std::int64_t kMostSegments = 4096;
constexpr auto kBetweenStates = std::chrono::seconds(1);

std::string text_of(const Place& place) {
  if (place.database == nullptr) return place.folder.string();
  return "table " + place.table + " at " + place.url;
}

/// What was found at one end.
struct End {
  std::optional<DescribedTable> table{};
  std::optional<Manifest> manifest{};  // of a folder that is read

  [[nodiscard]] std::optional<TableKeys> keys() const {
    if (table) return table->definition.keys();
    if (manifest && manifest->definition) return manifest->definition->keys();
    return std::nullopt;
  }
  [[nodiscard]] std::optional<TableDefinition> definition() const {
    if (table) return table->definition;
    return manifest ? manifest->definition : std::nullopt;
  }
};

class Job {
 public:
  Job(const JobOptions& options, const std::function<void(const Progress&)>& observe)
      : options_(options),
        observe_(observe),
        read_rate_(options.max_read_units, options.timing.now),
        write_rate_(options.max_write_units, options.timing.now),
        verify_rate_(options.max_read_units, options.timing.now) {}

  Result<JobReport> run() {
    if (auto ready = prepare(); !ready) return std::move(ready).error();
    if (options_.verify_only) {
      report_.is_complete = true;
    } else if (auto copied = copy(); !copied) {
      return std::move(copied).error();
    }
    const bool verifies = options_.verify_only || options_.verify != Verify::none;
    if (report_.is_complete && verifies) {
      if (auto verified = verify(); !verified) return std::move(verified).error();
    }
    if (auto removed = forget_state(); !removed) return std::move(removed).error();
    report_.read_units = read_rate_.spent() + verify_rate_.spent();
    report_.write_units = write_rate_.spent();
    report_.throttled = repetitions_.throttled();
    report_.failed = repetitions_.failed();
    return std::move(report_);
  }

 private:
  [[nodiscard]] DatabaseAccess access(const Place& place) {
    return {*place.database, place.url, repetitions_, options_.timing};
  }

  [[nodiscard]] TableAccess table_access(const Place& place, const End& end, Rate& rate) {
    return {*place.database, place.table, *end.keys(), rate, repetitions_, options_.timing};
  }

  // Before anything is copied ------------------------------------------------------------------

  Result<void> prepare() {
    if (options_.from.url == options_.to.url && options_.from.table == options_.to.table) {
      return refusal("source and target are the same: " + text_of(options_.from));
    }
    if (auto loaded = load(); !loaded) return loaded;
    if (auto found = find_source(); !found) return found;
    if (auto found = find_target(); !found) return found;
    if (auto checked = check_keys(); !checked) return checked;
    if (auto checked = check_state(); !checked) return checked;
    if (options_.verify_only || report_.is_resumed) return {};
    return check_target_is_empty();
  }

  Result<void> find_source() {
    const Place& from = options_.from;
    if (from.database == nullptr) {
      auto manifest = read_manifest(from.folder);
      if (!manifest) return std::move(manifest).error();
      source_.manifest = *std::move(manifest);
      return {};
    }
    auto table = describe(access(from), from.table, options_.stop);
    if (!table) return std::move(table).error();
    if (!*table) return refusal("there is no " + text_of(from) + " to copy from");
    source_.table = **std::move(table);
    return {};
  }

  Result<void> find_target() {
    const Place& to = options_.to;
    if (to.database == nullptr) return find_target_folder();
    auto table = describe(access(to), to.table, options_.stop);
    if (!table) return std::move(table).error();
    if (*table) {
      target_.table = **std::move(table);
      return {};
    }
    if (!options_.create || options_.verify_only) {
      return refusal("there is no " + text_of(to) +
                     ": create it first, or let --create make it like the source");
    }
    if (report_.is_resumed) {
      return refusal("the state file " + options_.state.string() +
                     " is of a copy that had begun, but " + text_of(to) +
                     " is gone: delete the file to begin anew");
    }
    auto definition = source_.definition();
    if (!definition) {
      return refusal(text_of(options_.from) +
                     " does not say how its table is made, so --create cannot: create " +
                     text_of(to) + " first");
    }
    definition->create.table_name = to.table;
    auto lacking = create(access(to), *std::move(definition), options_.stop);
    if (!lacking) return std::move(lacking).error();
    if (!lacking->empty()) report_.notes.push_back(*std::move(lacking));
    is_created_ = true;
    auto made = describe(access(to), to.table, options_.stop);
    if (!made) return std::move(made).error();
    if (!*made) return failure(text_of(to) + " is created, but cannot be found");
    target_.table = **std::move(made);
    return {};
  }

  Result<void> find_target_folder() {
    if (!options_.verify_only) return {};
    auto manifest = read_manifest(options_.to.folder);
    if (!manifest) return std::move(manifest).error();
    target_.manifest = *std::move(manifest);
    return {};
  }

  Result<void> check_keys() const {
    const auto from = source_.keys();
    const auto to = target_.keys();
    if (!from || !to || *from == *to) return {};
    return refusal(text_of(options_.to) + " has the key " + to->text() + ", and " +
                   text_of(options_.from) + " has " + from->text() +
                   ": copy into a table with the same key");
  }

  Result<void> check_target_is_empty() {
    if (options_.to.database == nullptr) return FileTarget::prepare(options_.to.folder);
    if (options_.into_existing || is_created_) return {};
    auto empty = is_empty(access(options_.to), options_.to.table, options_.stop);
    if (!empty) return std::move(empty).error();
    if (*empty) return {};
    return refusal(text_of(options_.to) +
                   " is not empty; with --into-existing, items are put among and over those there");
  }

  // State ----------------------------------------------------------------------------------------

  [[nodiscard]] CopyIdentity identity() const {
    const auto id_of = [](const End& end) {
      if (end.table) return end.table->id;
      return end.manifest ? end.manifest->id : "";
    };
    return {options_.from.url, options_.from.table, id_of(source_),
            options_.to.url,   options_.to.table,   id_of(target_)};
  }

  Result<void> load() {
    if (options_.verify_only || options_.state.empty()) return {};
    auto loaded = load_state(options_.state);
    if (!loaded) return std::move(loaded).error();
    if (!*loaded) return {};
    state_ = **std::move(loaded);
    report_.is_resumed = true;
    return {};
  }

  Result<void> check_state() {
    const CopyIdentity wanted = identity();
    if (report_.is_resumed) return check_identity(options_.state, state_.identity, wanted);
    state_.identity = wanted;
    return {};
  }

  Result<void> save(const std::vector<SegmentState>& segments) {
    if (options_.state.empty()) return {};
    state_.segments = segments;
    return save_state(options_.state, state_);
  }

  /// It has done its part: the next copy is another one.
  Result<void> forget_state() {
    const bool is_done = report_.is_complete && report_.is_equal();
    if (!is_done || options_.verify_only || options_.state.empty()) return {};
    std::error_code error;
    std::filesystem::remove(options_.state, error);
    if (!error) return {};
    return failure("all is copied, but " + options_.state.string() +
                   " cannot be removed: " + error.message());
  }

  // Copying --------------------------------------------------------------------------------------

  [[nodiscard]] std::size_t segments_of(const End& end) const {
    if (!state_.segments.empty() && &end == &source_) return state_.segments.size();
    if (options_.segments != 0) return options_.segments;
    const auto by_size =
        static_cast<std::size_t>(std::min(kMostSegments, end.table->size_bytes / kBytesPerSegment));
    return std::max(options_.threads * 2, by_size);
  }

  [[nodiscard]] std::unique_ptr<Source> source_of(const Place& place, const End& end, Rate& rate,
                                                  bool consistent) {
    if (end.manifest) {
      const auto keys = target_.keys();
      return std::make_unique<FileSource>(*end.manifest, keys ? keys : end.keys());
    }
    ScanOptions scan;
    scan.segments = segments_of(end);
    scan.consistent_read = consistent;
    if (end.table->item_count > 0) {
      scan.average_item_size =
          static_cast<double>(end.table->size_bytes) / static_cast<double>(end.table->item_count);
    }
    return std::make_unique<TableSource>(table_access(place, end, rate), scan);
  }

  [[nodiscard]] std::unique_ptr<Target> target() {
    if (options_.to.database == nullptr) {
      return std::make_unique<FileTarget>(options_.to.folder, options_.part_size);
    }
    return std::make_unique<TableTarget>(table_access(options_.to, target_, write_rate_));
  }

  Result<void> copy() {
    const auto source = source_of(options_.from, source_, read_rate_, options_.consistent_read);
    const auto to = target();
    state_.segments.resize(source->segments());
    if (auto saved = save(state_.segments); !saved) return saved;
    Copier copier(*source, *to, state_.segments);
    const Tally before = copier.written();
    Instant saved_at = options_.timing.now();
    auto complete =
        copier.run(options_.threads, options_.stop, options_.tick, [&]() -> Result<void> {
          report(Phase::copying, copier.written(), before, source_);
          const Instant now = options_.timing.now();
          if (now - saved_at < kBetweenStates) return {};
          saved_at = now;
          return save(copier.segments());
        });
    const auto segments = copier.segments();
    auto saved = save(segments);
    if (!complete) return std::move(complete).error();
    if (!saved) return saved;
    report_.copied = total(segments);
    report_.is_copied = report_.is_complete = *complete;
    if (*complete && options_.to.database == nullptr) return finish_files(segments);
    return {};
  }

  Result<void> finish_files(const std::vector<SegmentState>& segments) {
    Manifest manifest;
    if (source_.table) {
      manifest.table_arn = source_.table->arn;
      manifest.table_id = source_.table->id;
    } else {
      manifest.table_arn = source_.manifest->table_arn;
      manifest.table_id = source_.manifest->table_id;
    }
    manifest.definition = source_.definition();
    const FileTarget files(options_.to.folder, options_.part_size);
    return files.finish(segments, std::move(manifest), options_.clock());
  }

  // Verification ---------------------------------------------------------------------------------

  Result<void> verify() {
    const bool among_others = options_.into_existing && options_.to.database != nullptr;
    if (among_others) return compare_each();
    report_.source = report_.copied;
    if (options_.verify_only || options_.verify == Verify::both) {
      auto counted = count(options_.from, source_, read_rate_);
      if (!counted) return std::move(counted).error();
      report_.source = *counted;
    }
    if (options_.to.database == nullptr) {
      auto manifest = read_manifest(options_.to.folder);
      if (!manifest) return std::move(manifest).error();
      target_.manifest = *std::move(manifest);
    }
    if (!report_.is_complete) return {};
    auto counted = count(options_.to, target_, verify_rate_);
    if (!counted) return std::move(counted).error();
    report_.target = *counted;
    report_.is_verified = report_.is_complete;
    return {};
  }

  Result<Tally> count(const Place& place, const End& end, Rate& rate) {
    const auto source = source_of(place, end, rate, true);
    NoTarget nowhere;
    return read_all(*source, nowhere, end);
  }

  Result<Tally> read_all(Source& source, Target& to, const End& end) {
    Copier copier(source, to, {});
    auto complete =
        copier.run(options_.threads, options_.stop, options_.tick, [&]() -> Result<void> {
          report(Phase::verifying, copier.written(), {}, end);
          return {};
        });
    if (!complete) return std::move(complete).error();
    report_.is_complete = report_.is_complete && *complete;
    return total(copier.segments());
  }

  /// Other items are in the target too: each of the source's is looked for.
  Result<void> compare_each() {
    const auto source = source_of(options_.from, source_, read_rate_, true);
    ComparingTarget comparing(table_access(options_.to, target_, verify_rate_));
    auto read = read_all(*source, comparing, source_);
    if (!read) return std::move(read).error();
    report_.source = report_.target = *read;
    report_.differences = comparing.differences();
    report_.examples = comparing.examples();
    report_.is_verified = report_.is_complete;
    return {};
  }

  void report(Phase phase, const Tally& done, const Tally& before, const End& end) const {
    Progress progress;
    progress.phase = phase;
    progress.items = done.items;
    progress.bytes = done.bytes;
    progress.resumed_items = before.items;
    progress.resumed_bytes = before.bytes;
    if (end.manifest) {
      progress.expected_items = end.manifest->item_count;
      if (end.manifest->tally) progress.expected_bytes = end.manifest->tally->bytes;
    } else if (phase == Phase::verifying && &end == &target_) {
      progress.expected_items = report_.source.items;
      progress.expected_bytes = report_.source.bytes;
    } else {
      progress.expected_items = end.table->item_count;
      progress.expected_bytes = end.table->size_bytes;
    }
    progress.read_units = read_rate_.spent() + verify_rate_.spent();
    progress.write_units = write_rate_.spent();
    progress.throttled = repetitions_.throttled();
    progress.failed = repetitions_.failed();
    progress.last_failure = repetitions_.last_failure();
    observe_(progress);
  }

  const JobOptions& options_;
  const std::function<void(const Progress&)>& observe_;
  Repetitions repetitions_;
  Rate read_rate_;
  Rate write_rate_;
  Rate verify_rate_;
  End source_;
  End target_;
  bool is_created_ = false;
  CopyState state_;
  JobReport report_;
};

}  // namespace

Result<JobReport> run(const JobOptions& options,
                      const std::function<void(const Progress&)>& observe) {
  return Job(options, observe).run();
}

}  // namespace keywright::copy
