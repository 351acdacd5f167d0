// What tables are defined by, in requests and in descriptions.

#include "wire/operations.hpp"

namespace keywright::wire {

void read_members(const Members& in, KeySchemaElement& out) {
  require(in, "AttributeName", out.attribute_name);
  require(in, "KeyType", out.key_type);
}

void read_members(const Members& in, AttributeDefinition& out) {
  constexpr std::string_view kType = "AttributeType";
  require(in, "AttributeName", out.attribute_name);
  std::string text;
  require(in, kType, text);
  const auto type = type_from_descriptor(text);
  if (type && *type <= AttributeType::binary) {
    out.attribute_type = *type;
  } else if (in.has(kType)) {
    in.faults.violated(text, Place{Place::Kind::member, &in.place, kType}.text(),
                       "Member must satisfy enum value set: [B, N, S]");
  }
}

void read_members(const Members& in, Projection& out) {
  read(in, "ProjectionType", out.projection_type);
  read_some(in, "NonKeyAttributes", out.non_key_attributes);
}

void read_members(const Members& in, ProvisionedThroughput& out) {
  require(in, "ReadCapacityUnits", out.read_capacity_units);
  require(in, "WriteCapacityUnits", out.write_capacity_units);
}

void read_members(const Members& in, OnDemandThroughput& out) {
  read(in, "MaxReadRequestUnits", out.max_read_request_units);
  read(in, "MaxWriteRequestUnits", out.max_write_request_units);
}

void read_members(const Members& in, WarmThroughput& out) {
  read(in, "ReadUnitsPerSecond", out.read_units_per_second);
  read(in, "WriteUnitsPerSecond", out.write_units_per_second);
}

void read_members(const Members& in, StreamSpecification& out) {
  require(in, "StreamEnabled", out.stream_enabled);
  read(in, "StreamViewType", out.stream_view_type);
}

void read_members(const Members& in, SseSpecification& out) {
  read(in, "Enabled", out.enabled);
  read(in, "SSEType", out.sse_type);
  read(in, "KMSMasterKeyId", out.kms_master_key_id);
}

void read_members(const Members& in, Tag& out) {
  require(in, "Key", out.key);
  require(in, "Value", out.value);
}

void write_members(ObjectWriter& out, const KeySchemaElement& element) {
  write(out, "AttributeName", element.attribute_name);
  write(out, "KeyType", element.key_type);
}

void write_members(ObjectWriter& out, const AttributeDefinition& definition) {
  write(out, "AttributeName", definition.attribute_name);
  write(out, "AttributeType", type_descriptor(definition.attribute_type));
}

void write_members(ObjectWriter& out, const Projection& projection) {
  write(out, "ProjectionType", projection.projection_type);
  write_unless_empty(out, "NonKeyAttributes", projection.non_key_attributes);
}

void write_members(ObjectWriter& out, const ProvisionedThroughput& throughput) {
  write(out, "ReadCapacityUnits", throughput.read_capacity_units);
  write(out, "WriteCapacityUnits", throughput.write_capacity_units);
}

void write_members(ObjectWriter& out, const OnDemandThroughput& throughput) {
  write(out, "MaxReadRequestUnits", throughput.max_read_request_units);
  write(out, "MaxWriteRequestUnits", throughput.max_write_request_units);
}

void write_members(ObjectWriter& out, const WarmThroughput& throughput) {
  write(out, "ReadUnitsPerSecond", throughput.read_units_per_second);
  write(out, "WriteUnitsPerSecond", throughput.write_units_per_second);
}

void write_members(ObjectWriter& out, const StreamSpecification& specification) {
  write(out, "StreamEnabled", specification.stream_enabled);
  write(out, "StreamViewType", specification.stream_view_type);
}

void write_members(ObjectWriter& out, const SseSpecification& encryption) {
  write(out, "Enabled", encryption.enabled);
  write(out, "SSEType", encryption.sse_type);
  write(out, "KMSMasterKeyId", encryption.kms_master_key_id);
}

void write_members(ObjectWriter& out, const Tag& tag) {
  write(out, "Key", tag.key);
  write(out, "Value", tag.value);
}

}  // namespace keywright::wire
