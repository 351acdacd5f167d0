// Telemetry: a fleet of devices, and what they measure, in the two tables that fleet.model.yaml
// describes.
//
// The repositories are generated from the model when this example is built. The database is
// embedded; with a URL as its argument the same runs elsewhere, on tables that are not there yet:
//
//   telemetry http://localhost:8000

#include "fleet/access_patterns.hpp"
#include "fleet/device_repository.hpp"
#include "fleet/reading_repository.hpp"
#include "fleet/table.hpp"
#include "report.hpp"
#include "series.hpp"
#include <keywright/connect.hpp>

#include <cstdio>
#include <string_view>
#include <vector>

namespace {

using namespace std::chrono_literals;
using fleet::Device;
using fleet::Reading;
using std::chrono::days;
using std::chrono::floor;

constexpr int kDevices = 10;
constexpr int kPerDay = 24 * 60;

class Month {
 public:
  Month(std::string_view url, keywright::TimePoint start)
      : clock_(start),
        midnight_(floor<days>(start)),
        database_(keywright::connect(url, {.clock = clock_}).value()),
        devices_(*database_, options()),
        readings_(*database_, options()),
        ids_(clock_, keywright::seeded_random(1)) {}

  void run() {
    show_the_design();
    register_devices();
    fan_readings_in();
    repeat_a_batch();
    refuse_what_contradicts_itself();
    read_the_latest();
    read_a_day_in_pages();
    stream_across_days();
    get_a_few();
    find_the_hottest();
    find_old_firmware();
    let_readings_expire();
    heading("What it took, by access pattern");
    ledger_.print();
  }

 private:
  keywright::RepositoryOptions options() {
    keywright::RepositoryOptions options;
    options.clock = clock_;
    options.observer = ledger_.observer();
    return options;
  }

  void show_the_design() {
    heading("The access patterns, and the key design that serves each");
    for (const auto& pattern : fleet::kAccessPatterns) {
      say("%-18s %-10s %s", pattern.name.data(), pattern.operation.data(),
          pattern.served_by.data());
    }
    fleet::create_devices_table(*database_).value();
    fleet::create_readings_table(*database_).value();
  }

  void register_devices() {
    heading("Register %d devices at two sites", kDevices);
    for (auto& site : sites_) site = ids_.next();
    for (int n = 0; n < kDevices; ++n) {
      devices_
          .register_device({.device_id = device(n),
                            .site_id = site_of(n),
                            .firmware = 98 + n % 5,
                            .name = "Sensor " + std::to_string(n)})
          .value();
    }
    done();
  }

  // What devices report in a minute comes together here: a batch of any length, of which each item
  // is written or named in the report.
  void fan_readings_in() {
    heading("Three days of readings, one a minute from each device, in batches of 5,000");
    std::vector<Reading> batch;
    std::size_t written = 0, requests = 0;
    const auto flush = [&] {
      const auto report = readings_.record_readings(batch, {.deadline = 60s}).value();
      written += report.written;
      requests += report.requests;
      expect_quietly(report.complete());
      batch.clear();
    };
    for (int minute = 0; minute < 3 * kPerDay; ++minute) {
      for (int n = 0; n < kDevices; ++n) batch.push_back(reading(n, minute));
      if (batch.size() >= 5000) flush();
    }
    flush();
    clock_.advance(3 * 24h);
    expect(written == 3U * kPerDay * kDevices, "%zu readings written by %zu requests", written,
           requests);
    done();
  }

  // A gateway that does not know whether its batch arrived sends it again.
  void repeat_a_batch() {
    heading("The same batch again");
    std::vector<Reading> batch;
    for (int minute = 0; minute < 100; ++minute) batch.push_back(reading(0, minute));
    readings_.record_readings(batch).value();
    expect(count(0, midnight_, midnight_ + 100min - 1ms) == 100,
           "100 readings, as before: key and reading are the same, so nothing is there twice");
    done();
  }

  void refuse_what_contradicts_itself() {
    heading("Two readings of one channel at one time, in one batch");
    std::vector<Reading> batch{reading(0, 0), reading(0, 1), reading(0, 0)};
    const auto refused = readings_.record_readings(batch);
    expect(!refused, "%s", refused ? "written" : text_of(refused.error()).c_str());
    done();
  }

  void read_the_latest() {
    heading("The latest readings of a device");
    const auto today = midnight_ + days(2);
    const auto latest = readings_.latest_readings(device(3), today, {.limit = 3}).value();
    for (const auto& each : latest) show(each);
    expect(latest.size() == 3 && latest.items.front().at == midnight_ + days(3) - 1min,
           "newest first");
    done();
  }

  void read_a_day_in_pages() {
    heading("A day of a device, page by page");
    keywright::PageOptions page;
    std::size_t rows = 0, pages = 0;
    do {
      const auto some = readings_.readings_of_day(device(3), midnight_ + days(1), page).value();
      rows += some.size();
      ++pages;
      page.cursor = some.next_cursor;
    } while (page.cursor);
    expect(rows == kPerDay, "%zu readings in %zu pages", rows, pages);
    done();
  }

  void stream_across_days() {
    heading("A range over days as one series");
    const keywright::Timestamp from = midnight_ + 18h;
    const keywright::Timestamp to = midnight_ + days(2) + 6h;
    std::size_t rows = 0;
    bool in_order = true;
    keywright::Timestamp last{};
    visit_readings(readings_, device(3), from, to, [&](const Reading& reading) {
      in_order = in_order && last < reading.at;
      last = reading.at;
      ++rows;
    }).value();
    expect(rows == 36 * 60 + 1 && in_order, "%zu readings from %s to %s, oldest first", rows,
           keywright::to_text(from).c_str(), keywright::to_text(to).c_str());
    done();
  }

  void get_a_few() {
    heading("Get a few by their keys");
    std::vector<fleet::ReadingKey> keys;
    for (const int minute : {30, 10, -5, 20, 10}) {  // one before the first, one twice
      const keywright::Timestamp at = midnight_ + std::chrono::minutes(minute);
      keys.push_back({device(7), floor<days>(at), at, 1});
    }
    const auto few = readings_.get_readings(keys).value();
    std::size_t right = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      right += i == 2 ? !few.items[i].has_value() : few.items[i] && few.items[i]->at == keys[i].at;
    }
    expect(right == keys.size(), "4 and one that is not there, in the order of the keys");
    done();
  }

  // The index has the attributes themselves as keys: site_id and day together find the partition,
  // and celsius is a number, so that 9.5 comes before 10 and -3 before both.
  void find_the_hottest() {
    heading("The hottest readings of a site on a day");
    std::vector<Reading> batch;
    for (const char* degrees : {"9.5", "-3", "100", "10", "99.5"}) {
      batch.push_back(reading(2 * static_cast<int>(batch.size()), 9 * kPerDay));
      batch.back().celsius = keywright::Number::parse(degrees).value();
    }
    readings_.record_readings(batch).value();
    const auto day = midnight_ + days(9);
    std::string order;
    for (const auto& each : readings_.each_hottest_of_site(sites_[0], day, -90)) {
      order += each->celsius.to_string() + " ";
    }
    expect(order == "100 99.5 10 9.5 -3 ", "in the order of numbers, not of text: %s",
           order.c_str());
    const auto hot = readings_.hottest_of_site(sites_[0], day, 99).value();
    expect(hot.size() == 2, "from 99 degrees on: %zu", hot.size());
    done();
  }

  void find_old_firmware() {
    heading("Devices of a site with firmware before 100");
    devices_.report_firmware(device(0), 102).value();
    std::string found;
    std::size_t rows = 0;
    for (const auto& each : devices_.each_device_of_site(sites_[1], 100)) {
      found +=
          (rows++ == 0 ? "" : ", ") + each->device_id + " has " + std::to_string(each->firmware);
    }
    expect(rows == 2, "%s: numbers in a key are padded, so that 99 comes before 100",
           found.c_str());
    done();
  }

  // Deletion may lag behind by days; what has expired reads as absent from its second on.
  void let_readings_expire() {
    heading("Readings live for 30 days");
    const keywright::Timestamp last = midnight_ + days(3) - 1ms;
    const auto before = count(3, midnight_, last);
    clock_.advance(days(26));
    expect(before == 3U * kPerDay && count(3, midnight_, last) == before,
           "%zu of device 3, and as many when 29 days have passed", before);
    clock_.advance(days(5));
    expect(count(3, midnight_, last) == 0, "after 30 days: none");
    expect(readings_.hottest_of_site(sites_[0], midnight_ + days(9), -90).value().empty(),
           "nor are there any in the index");
    expect(devices_.get_device(device(3)).value().has_value(), "the device itself stays");
    done();
  }

  // The time of all days is written now, as a gateway would bring it in later.
  [[nodiscard]] Reading reading(int n, int minute) const {
    const keywright::Timestamp at = midnight_ + std::chrono::minutes(minute);
    Reading reading;
    reading.device_id = device(n);
    reading.day = floor<days>(at);
    reading.at = at;
    reading.channel = 1;
    reading.site_id = site_of(n);
    reading.celsius = 15 + (minute / 60 + n) % 12;
    return reading;
  }

  [[nodiscard]] static std::string device(int n) {
    char id[13];
    std::snprintf(id, sizeof id, "00a0c91e%04x", static_cast<unsigned>(n));
    return id;
  }
  [[nodiscard]] keywright::Ulid site_of(int n) const {
    return sites_[static_cast<std::size_t>(n % 2)];
  }

  std::size_t count(int n, keywright::Timestamp from, keywright::Timestamp to) const {
    std::size_t rows = 0;
    visit_readings(readings_, device(n), from, to, [&](const Reading&) { ++rows; }).value();
    return rows;
  }

  static void show(const Reading& reading) {
    say("%s  %s  channel %d  %s degrees", reading.device_id.c_str(),
        keywright::to_text(reading.at).c_str(), static_cast<int>(reading.channel),
        reading.celsius.to_string().c_str());
  }
  static void expect_quietly(bool is_so) {
    if (!is_so) expect(false, "all of a batch was written");
  }
  static std::string text_of(const keywright::Error& error) {
    return std::string(to_string(error.code)) + ": " + error.message;
  }
  void done() { say("[%s]", ledger_.since_last().c_str()); }

  Ledger ledger_;
  keywright::ManualClock clock_;
  keywright::Date midnight_;
  std::unique_ptr<keywright::Database> database_;
  fleet::DeviceRepository devices_;
  fleet::ReadingRepository readings_;
  keywright::UlidGenerator ids_;
  keywright::Ulid sites_[2];
};

}  // namespace

// In memory each month is the same one. Elsewhere it begins today.
int main(int argc, char** argv) {
  const std::string_view url = argc > 1 ? argv[1] : "memory:";
  constexpr auto kSameMonth = std::chrono::sys_days(std::chrono::year(2026) / 1 / 2) + 8h;
  try {
    Month(url, argc > 1 ? keywright::system_clock()() : kSameMonth).run();
  } catch (const keywright::ResultError& error) {
    std::fprintf(stderr, "telemetry: %s\n", error.what());
    return 1;
  }
  return exit_status();
}
