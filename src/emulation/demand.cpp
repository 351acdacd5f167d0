#include "emulation/demand.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace keywright::emulation {
namespace {

constexpr double kTransactional = 2;

Demand read(std::string_view table_name, bool consistent_read) {
  Demand demand;
  demand.table_name = table_name;
  demand.units = consistent_read ? 1 : 0.5;
  return demand;
}

Demand put(std::string_view table_name, const Item& item) {
  Demand demand;
  demand.table_name = table_name;
  demand.direction = Direction::write;
  demand.units = std::max(std::ceil(static_cast<double>(item.size_in_bytes()) / 1024), 1.0);
  demand.item = &item;
  demand.is_put = true;
  return demand;
}

Demand change(std::string_view table_name, const Key& key) {
  Demand demand;
  demand.table_name = table_name;
  demand.direction = Direction::write;
  demand.item = &key;
  return demand;
}

template <class Request>
Demand page(const Request& request) {
  Demand demand = read(request.table_name, request.consistent_read);
  if (request.index_name) demand.index_name = *request.index_name;
  return demand;
}

}  // namespace

Demand demand_of(const GetItemRequest& request) {
  return demand_of(request.table_name, request.key, request.consistent_read);
}

Demand demand_of(const PutItemRequest& request) {
  return put(request.table_name, request.item);
}

Demand demand_of(const UpdateItemRequest& request) {
  return change(request.table_name, request.key);
}

Demand demand_of(const DeleteItemRequest& request) {
  return change(request.table_name, request.key);
}

Demand demand_of(const QueryRequest& request) {
  Demand demand = page(request);
  demand.query = &request;
  return demand;
}

Demand demand_of(const ScanRequest& request) {
  return page(request);
}

Demand demand_of(std::string_view table_name, const WriteRequest& write) {
  if (const auto* request = std::get_if<PutRequest>(&write)) return put(table_name, request->item);
  return change(table_name, std::get<DeleteRequest>(write).key);
}

Demand demand_of(std::string_view table_name, const Key& key, bool consistent_read) {
  Demand demand = read(table_name, consistent_read);
  demand.item = &key;
  return demand;
}

Demand demand_of(const TransactGet& get) {
  Demand demand = demand_of(get.table_name, get.key, true);
  demand.units *= kTransactional;
  return demand;
}

Demand demand_of(const TransactWriteItem& write) {
  Demand demand = std::visit(
      [](const auto& action) {
        if constexpr (std::is_same_v<std::decay_t<decltype(action)>, TransactPut>) {
          return put(action.table_name, action.item);
        } else {
          return change(action.table_name, action.key);
        }
      },
      write);
  demand.units *= kTransactional;
  return demand;
}

}  // namespace keywright::emulation
