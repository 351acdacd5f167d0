// A shop: two tenants, their customers, orders and stock in the table that store.model.yaml
// describes.
//
// The repositories are generated from the model when this example is built. The database is
// embedded; with a URL as its argument the same runs elsewhere, on a table that is not there yet:
//
//   shop http://localhost:8000

#include "checkout.hpp"
#include "report.hpp"
#include "store/access_patterns.hpp"
#include "store/table.hpp"
#include <keywright/connect.hpp>
#include <keywright/item_reader.hpp>

#include <atomic>
#include <cstdio>
#include <set>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using keywright::ErrorCode;
using store::Customer;
using store::Order;
using store::OrderLine;
using store::OrderStatus;

constexpr const char* kTenant = "north-wind";
constexpr const char* kOtherTenant = "south-sea";

class Day {
 public:
  Day(std::string_view url, keywright::TimePoint morning)
      : clock_(morning),
        database_(keywright::connect(url, {.clock = clock_}).value()),
        customers_(*database_, options()),
        orders_(*database_, options()),
        stock_(*database_, options()),
        checkout_(customers_, orders_),
        ids_(clock_, keywright::seeded_random(1)) {}

  void run() {
    show_the_design();
    sign_up_customers();
    change_an_address();
    let_two_clerks_change_a_customer();
    fill_the_stock();
    reserve_lines();
    run_out_of_stock();
    give_a_line_back();
    move_the_order();
    read_the_order_whole();
    sell_the_last_one();
    live_through_a_winter();
    list_orders_of_a_customer();
    list_recent_orders();
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
    for (const auto& pattern : store::kAccessPatterns) {
      say("%-22s %-10s %s", pattern.name.data(), pattern.operation.data(),
          pattern.served_by.data());
    }
    store::create_table(*database_).value();
  }

  // A sentinel item per address, in the same transaction, keeps it unique.
  void sign_up_customers() {
    heading("An e-mail address is unique within a tenant");
    ada_ = customer(kTenant, "ada@example.com", "Ada");
    expect(*checkout_.sign_up(ada_), "%s has ada@example.com at %s", "Ada", kTenant);
    auto twin = customer(kTenant, "ada@example.com", "Another Ada");
    expect(!*checkout_.sign_up(twin), "another customer cannot have it there");
    twin.tenant_id = kOtherTenant;
    expect(*checkout_.sign_up(twin), "but at %s", kOtherTenant);
    bob_ = customer(kTenant, "bob@example.com", "Bob");
    expect(*checkout_.sign_up(bob_), "Bob signs up as well");
    done();
  }

  void change_an_address() {
    heading("An address that is no longer used is free again");
    customers_
        .change_email(kTenant, ada_.customer_id, /*current_email=*/"ada@example.com",
                      "countess@example.com")
        .value();
    say("Ada has countess@example.com now");
    const auto taken = customers_.change_email(kTenant, bob_.customer_id, "bob@example.com",
                                               "countess@example.com");
    expect(!taken && keywright::taken(taken.error()) == "email", "Bob cannot have that: %s",
           text_of(taken.error()).c_str());
    customers_.change_email(kTenant, bob_.customer_id, "bob@example.com", "ada@example.com")
        .value();
    say("Bob takes ada@example.com, which is free");

    const auto gone = customer(kTenant, "eve@example.com", "Eve");
    expect(*checkout_.sign_up(gone), "Eve signs up");
    customers_.close_account(kTenant, gone.customer_id, /*current_email=*/gone.email).value();
    expect(*checkout_.sign_up(customer(kTenant, gone.email, "Yves")),
           "and goes, so that Yves can have her address");
    done();
  }

  // Both have read version 2. Who writes first wins; the other sees what was written.
  void let_two_clerks_change_a_customer() {
    heading("Two clerks change what both have read");
    const auto read = customers_.get_customer(kTenant, ada_.customer_id).value().value();
    say("both have read version %d", static_cast<int>(read.version));
    const auto first =
        customers_.change_customer(kTenant, ada_.customer_id, {.name = "Ada King"}, read.version);
    expect(first && first->version == read.version + 1, "one writes a name: version %d",
           static_cast<int>(first->version));
    const store::CustomerAddress moved{"12 St James's Square", "London", "SW1Y 4JH"};
    const auto second =
        customers_.change_customer(kTenant, ada_.customer_id, {.address = moved}, read.version);
    expect(!second && second.error().code == ErrorCode::condition_failed, "the other is refused");
    const auto stands = keywright::stored_item<Customer>(second.error()).value().value();
    say("   with the customer as it stands: %s, version %d", stands.name.c_str(),
        static_cast<int>(stands.version));
    expect(customers_.change_customer(kTenant, ada_.customer_id, {.address = moved}, stands.version)
               .has_value(),
           "and writes the address on top of that");
    done();
  }

  void fill_the_stock() {
    heading("Fill the stock");
    stock_.put_stock({kTenant, "MUG-1", "A mug", 10}).value();
    stock_.put_stock({kTenant, "LAMP-7", "A lamp", 1000}).value();
    stock_.put_stock({kTenant, "GLOBE", "The last globe", 1}).value();
    const auto more = stock_.restock(kTenant, "MUG-1", 2).value();
    expect(more.free == 12, "12 mugs, after two more came");
    done();
  }

  void reserve_lines() {
    heading("An open order takes its lines from stock, one transaction each");
    order_ = open_order(ada_);
    expect(!*checkout_.reserve(line(order_, 1, "MUG-1", 4, 850)), "line 1: 4 mugs");
    expect(!*checkout_.reserve(line(order_, 2, "LAMP-7", 1, 4900)), "line 2: a lamp");
    expect(free_of("MUG-1") == 8, "8 mugs are left");
    const auto again = *checkout_.reserve(line(order_, 2, "LAMP-7", 1, 4900));
    expect(again && std::holds_alternative<LineIsThere>(*again),
           "line 2 again: it is there, and no second lamp is taken");
    done();
  }

  void run_out_of_stock() {
    heading("What is out of stock is refused as a whole, and says what is left");
    const auto refused = *checkout_.reserve(line(order_, 3, "MUG-1", 9, 850));
    const auto* out = refused ? std::get_if<OutOfStock>(&*refused) : nullptr;
    expect(out != nullptr && out->left.free == 8, "9 mugs: refused, %d of \"%s\" are left",
           out ? static_cast<int>(out->left.free) : -1, out ? out->left.title.c_str() : "");
    const auto whole = orders_.get_order_with_lines(kTenant, order_.order_id).value().value();
    expect(whole.order_lines.size() == 2 && whole.order.total_cents == 4 * 850 + 4900,
           "the order still has 2 lines and costs %d cents",
           static_cast<int>(whole.order.total_cents));
    done();
  }

  // Without its condition, a deletion that is repeated would give the stock back twice.
  void give_a_line_back() {
    heading("A line is given back once");
    const auto extra = line(order_, 3, "MUG-1", 2, 850);
    expect(!*checkout_.reserve(extra), "line 3: 2 mugs more");
    expect(*checkout_.give_back(extra), "given back");
    expect(!*checkout_.give_back(extra), "a second time: refused");
    expect(free_of("MUG-1") == 8, "8 mugs are left, as before");
    const auto whole = orders_.get_order_with_lines(kTenant, order_.order_id).value().value();
    std::int64_t cents = 0;
    for (const auto& each : whole.order_lines) cents += each.quantity * each.cents;
    expect(whole.order.total_cents == cents, "the order costs what its lines do");
    done();
  }

  void move_the_order() {
    heading("Move the order through open -> placed -> paid -> shipped");
    orders_.place(kTenant, order_.order_id, order_.customer_id, {.placed_at = clock_.now()})
        .value();
    const auto late = *checkout_.reserve(line(order_, 4, "MUG-1", 1, 850));
    const auto* closed = late ? std::get_if<NoLongerOpen>(&*late) : nullptr;
    expect(closed != nullptr && closed->order.status == OrderStatus::placed,
           "placed: no more lines are taken");
    clock_.advance(90s);
    orders_.pay(kTenant, order_.order_id, {.paid_at = clock_.now()}).value();
    const auto cancelled = orders_.cancel(kTenant, order_.order_id);
    const auto stands = keywright::stored_item<Order>(cancelled.error()).value().value();
    expect(
        cancelled.error().code == ErrorCode::condition_failed && stands.status == OrderStatus::paid,
        "paid: too late to cancel, the order is %s", to_string(stands.status).data());
    const auto shipped = orders_.ship(kTenant, order_.order_id).value();
    expect(shipped.status == OrderStatus::shipped, "shipped");
    done();
  }

  void read_the_order_whole() {
    heading("Read an order with its lines in one Query");
    const auto whole = orders_.get_order_with_lines(kTenant, order_.order_id).value().value();
    say("%s, %d cents, placed %s", to_string(whole.order.status).data(),
        static_cast<int>(whole.order.total_cents),
        keywright::to_text(*whole.order.placed_at).c_str());
    for (const auto& each : whole.order_lines) {
      say("   %2d  %-8s %d x %d", static_cast<int>(each.line_no), each.sku.c_str(),
          static_cast<int>(each.quantity), static_cast<int>(each.cents));
    }
    done();
  }

  void sell_the_last_one() {
    heading("Eight customers want the last globe at the same moment");
    std::vector<Order> carts;
    for (int n = 0; n < 8; ++n) carts.push_back(open_order(bob_));
    std::atomic<int> sold = 0, refused = 0;
    std::vector<std::thread> customers;
    for (const auto& cart : carts) {
      customers.emplace_back([&, this] {
        const auto refusal = checkout_.reserve(line(cart, 1, "GLOBE", 1, 99900)).value();
        ++(refusal ? refused : sold);
      });
    }
    for (auto& each : customers) each.join();
    expect(sold == 1 && refused == 7, "%d has it, %d are told that it is gone", sold.load(),
           refused.load());
    expect(free_of("GLOBE") == 0, "and there are 0 globes in stock, not fewer");
    done();
  }

  void live_through_a_winter() {
    heading("Ada and Bob order a lamp each, every six hours of 90 days");
    for (int n = 0; n < 360; ++n) {
      clock_.advance(6h);
      for (const auto* buyer : {&ada_, &bob_}) place_an_order(*buyer);
    }
    const auto left = free_of("LAMP-7");
    expect(left == 1000 - 1 - 720, "%d lamps are left", static_cast<int>(left));
    done();
  }

  void list_orders_of_a_customer() {
    heading("Ada's orders of ten days, newest first, in pages of 25");
    const auto to = clock_.now() - 20 * 24h;
    const auto from = to - 10 * 24h + 1ms;
    keywright::PageOptions page;
    std::size_t count = 0;
    do {
      const auto orders =
          orders_.orders_of_customer(kTenant, ada_.customer_id, from, to, page).value();
      count += orders.size();
      if (!orders.empty()) {
        say("%2zu, from %s to %s", orders.size(),
            keywright::to_text(*orders.items.front().placed_at).c_str(),
            keywright::to_text(*orders.items.back().placed_at).c_str());
      }
      page.cursor = orders.next_cursor;
    } while (page.cursor);
    expect(count == 40, "%zu in all, four a day", count);
    done();
  }

  // The index has ten partitions for a tenant, which share its writes; a page reads all of them and
  // merges. New orders may come in between: no page repeats or leaves out one that was there.
  void list_recent_orders() {
    heading("The tenant's recent orders, from ten shards, while more are placed");
    std::set<keywright::Ulid> seen;
    std::optional<keywright::Timestamp> last;
    bool in_order = true, repeated = false;
    keywright::PageOptions page;
    for (int n = 1; n <= 4; ++n) {
      const auto orders = orders_.recent_orders(kTenant, page).value();
      for (const auto& order : orders) {
        repeated = repeated || !seen.insert(order.order_id).second;
        in_order = in_order && (!last || *order.placed_at <= *last);
        last = order.placed_at;
      }
      say("page %d: %zu orders, down to %s", n, orders.size(), keywright::to_text(*last).c_str());
      done();
      clock_.advance(1s);
      place_an_order(bob_);
      static_cast<void>(ledger_.since_last());
      page.cursor = orders.next_cursor;
    }
    expect(in_order, "strictly newest first over all pages");
    expect(!repeated && seen.size() == 200, "200 different orders");
    const auto others = orders_.recent_orders(kOtherTenant).value();
    expect(others.empty(), "%s sees none of them", kOtherTenant);
    done();
  }

  Customer customer(std::string tenant, std::string email, std::string name) {
    return {.tenant_id = std::move(tenant),
            .customer_id = ids_.next(),
            .email = std::move(email),
            .name = std::move(name)};
  }

  Order open_order(const Customer& buyer) {
    const Order order{
        .tenant_id = buyer.tenant_id, .order_id = ids_.next(), .customer_id = buyer.customer_id};
    orders_.open_order(order).value();
    return order;
  }

  static OrderLine line(const Order& order, int number, std::string sku, int quantity, int cents) {
    return {order.tenant_id, order.order_id, number, std::move(sku), quantity, cents};
  }

  void place_an_order(const Customer& buyer) {
    const auto order = open_order(buyer);
    expect_quietly(!checkout_.reserve(line(order, 1, "LAMP-7", 1, 4900)).value());
    orders_.place(kTenant, order.order_id, order.customer_id, {.placed_at = clock_.now()}).value();
  }

  static void expect_quietly(bool is_so) {
    if (!is_so) expect(false, "a lamp was reserved");
  }

  std::int64_t free_of(const std::string& sku) {
    return stock_.get_stock(kTenant, sku).value().value().free;
  }

  static std::string text_of(const keywright::Error& error) {
    return std::string(to_string(error.code)) + ": " + error.message;
  }
  void done() { say("[%s]", ledger_.since_last().c_str()); }

  Ledger ledger_;
  keywright::ManualClock clock_;
  std::unique_ptr<keywright::Database> database_;
  store::CustomerRepository customers_;
  store::OrderRepository orders_;
  store::StockRepository stock_;
  Checkout checkout_;
  keywright::UlidGenerator ids_;
  Customer ada_;
  Customer bob_;
  Order order_;
};

}  // namespace

// In memory each day is the same one. Elsewhere it is today.
int main(int argc, char** argv) {
  const std::string_view url = argc > 1 ? argv[1] : "memory:";
  constexpr auto kSameDay = std::chrono::sys_days(std::chrono::year(2026) / 1 / 2) + 8h;
  try {
    Day(url, argc > 1 ? keywright::system_clock()() : kSameDay).run();
  } catch (const keywright::ResultError& error) {
    std::fprintf(stderr, "shop: %s\n", error.what());
    return 1;
  }
  return exit_status();
}
