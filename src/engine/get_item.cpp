#include "engine/capacity_meter.hpp"
#include "engine/engine_impl.hpp"
#include "engine/plan_projection.hpp"
#include "engine/validation.hpp"

#include <utility>

namespace keywright {

using namespace engine;

Result<GetItemResponse> Engine::Impl::get_item(const GetItemRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  if (auto checked = check_values(request.key); !checked) return std::move(checked).error();
  const auto projection = plan_projection(
      request.projection_expression, request.expression_attribute_names, request.attributes_to_get);
  if (!projection) return projection.error();

  const auto reader = catalogue_.read();
  const auto table = reader.require(*name);
  if (!table) return table.error();
  const auto key = key_of_request(**table, request.key);
  if (!key) return key.error();

  GetItemResponse response;
  response.item =
      seen((*table)->tree, (*table)->late, request.consistent_read, options_.clock, *store_)
          .get(key->position());
  if (request.return_consumed_capacity != ReturnConsumedCapacity::none) {
    CapacityMeter meter(**table);
    meter.add_table_read(
        read_units(response.item ? response.item->size_in_bytes() : 0,
                   request.consistent_read ? ReadKind::strong : ReadKind::eventual));
    response.consumed_capacity = meter.report(request.return_consumed_capacity);
  }
  if (response.item && *projection) response.item = (*projection)->apply(*response.item);
  return response;
}

}  // namespace keywright
