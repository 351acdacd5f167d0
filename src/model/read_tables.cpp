#include "model/map_reader.hpp"
#include "model/sections.hpp"

#include <array>
#include <utility>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

constexpr std::array key_attribute_keys{
    KeyRow<KeyAttribute>{"name",
                         [](Findings& findings, const Entry& entry, KeyAttribute& attribute) {
                           if (const auto name = read_text(findings, entry)) {
                             attribute.name = name->value;
                             attribute.span = name->span;
                           }
                         },
                         "name: pk"},
    KeyRow<KeyAttribute>{"type",
                         [](Findings& findings, const Entry& entry, KeyAttribute& attribute) {
                           attribute.type = read_word(findings, entry, key_type_words);
                         }},
};

KeyAttribute read_key_attribute(Findings& findings, const Entry& entry) {
  KeyAttribute attribute;
  attribute.span = entry.value.span;
  attribute.key = entry.key_span;
  if (entry.value.kind == NodeKind::map) {
    read_map(findings, entry, "a key attribute", key_attribute_keys, attribute);
  } else if (const auto name = read_text(findings, entry)) {
    attribute.name = name->value;
  }
  return attribute;
}

std::vector<KeyAttribute> read_key_attributes(Findings& findings, const Entry& entry) {
  std::vector<KeyAttribute> attributes;
  const bool is_list = entry.value.kind == NodeKind::list;
  const std::vector<Node> items = is_list ? entry.value.items : std::vector<Node>{entry.value};
  for (const Node& item : items) {
    attributes.push_back(read_key_attribute(findings, Entry{entry.key, entry.key_span, item}));
  }
  if (attributes.empty() || attributes.size() > most_key_attributes) {
    findings.add(
        Rule::bad_value, entry.value.span,
        "half a key has one to four attributes, found " + std::to_string(attributes.size()));
  }
  return attributes;
}

constexpr std::array table_key_keys{
    KeyRow<Table>{"partition",
                  [](Findings& findings, const Entry& entry, Table& table) {
                    table.partition = read_key_attribute(findings, entry);
                  },
                  "partition: pk"},
    KeyRow<Table>{"sort", [](Findings& findings, const Entry& entry,
                             Table& table) { table.sort = read_key_attribute(findings, entry); }},
};

void read_keys(Findings& findings, const Entry& entry, Table& table) {
  table.keys_span = entry.value.span;
  read_map(findings, entry, "`keys`", table_key_keys, table, "write {partition: pk, sort: sk}");
}

constexpr std::array projection_keys{
    KeyRow<Projection>{"include",
                       [](Findings& findings, const Entry& entry, Projection& projection) {
                         projection.include = read_names(findings, entry);
                       },
                       "include: [topic, status]"}};

void read_projection(Findings& findings, const Entry& entry, TableIndex& index) {
  Projection& projection = index.projection;
  projection.span = entry.value.span;
  projection.key = entry.key_span;
  if (entry.value.kind == NodeKind::map) {
    projection.kind = ProjectionKind::include;
    read_map(findings, entry, "a projection", projection_keys, projection);
    return;
  }
  if (entry.value.kind == NodeKind::list || entry.value.text == "include") {
    findings.add(Rule::wrong_type, entry.value.span, "`projection` must be all, keys_only or a map",
                 "write {include: [topic, status]}");
    return;
  }
  if (const auto kind = read_word(findings, entry, projection_words)) projection.kind = kind->value;
}

constexpr std::array index_keys{
    KeyRow<TableIndex>{"partition",
                       [](Findings& findings, const Entry& entry, TableIndex& index) {
                         index.partition = read_key_attributes(findings, entry);
                       }},
    KeyRow<TableIndex>{"sort",
                       [](Findings& findings, const Entry& entry, TableIndex& index) {
                         index.sort = read_key_attributes(findings, entry);
                       }},
    KeyRow<TableIndex>{"local",
                       [](Findings& findings, const Entry& entry, TableIndex& index) {
                         const auto flag = read_flag(findings, entry);
                         index.local = flag && flag->value;
                       }},
    KeyRow<TableIndex>{"sparse",
                       [](Findings& findings, const Entry& entry, TableIndex& index) {
                         index.sparse_span = entry.value.span;
                         index.sparse = read_references<EntityRef>(findings, entry);
                       }},
    KeyRow<TableIndex>{"projection", read_projection},
};

void check_index_keys(Findings& findings, const Entry& entry, const TableIndex& index) {
  if (entry.value.kind != NodeKind::map) return;
  const Entry* partition = entry.value.find("partition");
  if (!index.local && partition == nullptr) {
    findings.add(Rule::missing_key, entry.key_span,
                 "index " + quoted(index.name) + " lacks the key `partition`",
                 "name its partition key attribute; an index with the table's is `local: true`");
  }
  if (index.local && partition != nullptr) {
    findings.add(Rule::misplaced_key, partition->key_span,
                 "a local index has the table's partition key", "remove `partition`");
  }
  if (index.local && index.sort.size() != 1) {
    findings.add(index.sort.empty() ? Rule::missing_key : Rule::bad_value, entry.key_span,
                 "a local index has exactly one sort key attribute",
                 "write for instance {local: true, sort: lsi1sk}");
  }
}

void read_table_indexes(Findings& findings, const Entry& section, Table& table) {
  if (section.value.kind != NodeKind::map) {
    report_type(findings, section, "a map of indexes by name");
    return;
  }
  for (const Entry& entry : section.value.entries) {
    TableIndex& index = table.indexes.emplace_back();
    index.name = entry.key;
    index.key = entry.key_span;
    index.span = entry.value.span;
    read_map(findings, entry, "index " + quoted(entry.key), index_keys, index);
    check_index_keys(findings, entry, index);
  }
}

constexpr std::array autoscale_keys{
    KeyRow<Autoscale>{"max_read",
                      [](Findings& findings, const Entry& entry, Autoscale& autoscale) {
                        autoscale.max_read = read_count(findings, entry);
                      }},
    KeyRow<Autoscale>{"max_write",
                      [](Findings& findings, const Entry& entry, Autoscale& autoscale) {
                        autoscale.max_write = read_count(findings, entry);
                      }},
    KeyRow<Autoscale>{"target",
                      [](Findings& findings, const Entry& entry, Autoscale& autoscale) {
                        autoscale.target = read_number(findings, entry, 20);
                        if (!autoscale.target || autoscale.target->value <= 90) return;
                        findings.add(Rule::bad_value, entry.value.span,
                                     "`target` must be at most 90", "it is per cent: 20 to 90");
                      }},
};

constexpr std::array billing_keys{
    KeyRow<Billing>{"mode",
                    [](Findings& findings, const Entry& entry, Billing& billing) {
                      assign(billing.mode, read_word(findings, entry, billing_words));
                    },
                    "mode: on_demand"},
    KeyRow<Billing>{"read", [](Findings& findings, const Entry& entry,
                               Billing& billing) { billing.read = read_count(findings, entry); }},
    KeyRow<Billing>{"write", [](Findings& findings, const Entry& entry,
                                Billing& billing) { billing.write = read_count(findings, entry); }},
    KeyRow<Billing>{"autoscale",
                    [](Findings& findings, const Entry& entry, Billing& billing) {
                      Autoscale autoscale;
                      autoscale.span = entry.value.span;
                      autoscale.key = entry.key_span;
                      if (read_map(findings, entry, "`autoscale`", autoscale_keys, autoscale)) {
                        billing.autoscale = std::move(autoscale);
                      }
                    }},
    KeyRow<Billing>{"max_read",
                    [](Findings& findings, const Entry& entry, Billing& billing) {
                      billing.max_read = read_count(findings, entry);
                    }},
    KeyRow<Billing>{"max_write",
                    [](Findings& findings, const Entry& entry, Billing& billing) {
                      billing.max_write = read_count(findings, entry);
                    }},
};

void read_billing(Findings& findings, const Entry& entry, Table& table) {
  Billing& billing = table.billing;
  billing.span = entry.value.span;
  billing.key = entry.key_span;
  if (entry.value.kind == NodeKind::map) {
    read_map(findings, entry, "`billing`", billing_keys, billing);
  } else {
    assign(billing.mode, read_word(findings, entry, billing_words));
  }
}

constexpr std::array throughput_keys{
    KeyRow<WarmThroughput>{"read",
                           [](Findings& findings, const Entry& entry, WarmThroughput& warm) {
                             warm.read = read_count(findings, entry);
                           }},
    KeyRow<WarmThroughput>{"write",
                           [](Findings& findings, const Entry& entry, WarmThroughput& warm) {
                             warm.write = read_count(findings, entry);
                           }},
};

void read_warm_throughput(Findings& findings, const Entry& entry, Table& table) {
  WarmThroughput warm;
  warm.span = entry.value.span;
  warm.key = entry.key_span;
  if (read_map(findings, entry, "`warm_throughput`", throughput_keys, warm)) {
    table.warm_throughput = std::move(warm);
  }
}

constexpr std::array recovery_keys{KeyRow<PointInTimeRecovery>{
    "days",
    [](Findings& findings, const Entry& entry, PointInTimeRecovery& recovery) {
      // OPS001 judges the number of days.
      const auto days = read_integer(findings, entry, 0, 10000);
      if (!days) return;
      recovery.days = {static_cast<std::uint32_t>(days->value), days->span, days->key};
    },
    "days: 35"}};

void read_recovery(Findings& findings, const Entry& entry, Table& table) {
  PointInTimeRecovery& recovery = table.point_in_time_recovery;
  recovery.span = entry.value.span;
  recovery.key = entry.key_span;
  if (entry.value.kind == NodeKind::map) {
    recovery.enabled = true;
    read_map(findings, entry, "`point_in_time_recovery`", recovery_keys, recovery);
  } else if (const auto flag = read_flag(findings, entry)) {
    recovery.enabled = flag->value;
  }
}

constexpr std::array consumer_keys{
    KeyRow<StreamConsumer>{"of",
                           [](Findings& findings, const Entry& entry, StreamConsumer& consumer) {
                             consumer.entities = read_references<EntityRef>(findings, entry);
                           }},
    KeyRow<StreamConsumer>{"needs",
                           [](Findings& findings, const Entry& entry, StreamConsumer& consumer) {
                             consumer.needs = read_word(findings, entry, stream_words);
                           }},
    KeyRow<StreamConsumer>{"expired",
                           [](Findings& findings, const Entry& entry, StreamConsumer& consumer) {
                             consumer.expired = read_word(findings, entry, expiry_words);
                           }},
};

void read_consumers(Findings& findings, const Entry& section, Table& table) {
  if (section.value.kind != NodeKind::map) {
    report_type(findings, section, "a map of consumers by name",
                "write for instance {indexer: {of: [Job], needs: new_image}}");
    return;
  }
  for (const Entry& entry : section.value.entries) {
    StreamConsumer& consumer = table.consumers.emplace_back();
    consumer.name = entry.key;
    consumer.key = entry.key_span;
    read_map(findings, entry, "consumer " + quoted(entry.key), consumer_keys, consumer);
  }
}

constexpr std::array stream_keys{
    KeyRow<Table>{"view",
                  [](Findings& findings, const Entry& entry, Table& table) {
                    table.stream = read_word(findings, entry, stream_words);
                  },
                  "view: new_and_old_images"},
    KeyRow<Table>{"consumers", read_consumers},
};

void read_stream(Findings& findings, const Entry& entry, Table& table) {
  if (entry.value.kind == NodeKind::map) {
    read_map(findings, entry, "`stream`", stream_keys, table);
  } else {
    table.stream = read_word(findings, entry, stream_words);
  }
}

constexpr std::array cdk_keys{
    KeyRow<Cdk>{"construct",
                [](Findings& findings, const Entry& entry, Cdk& cdk) {
                  assign(cdk.construct, read_word(findings, entry, cdk_construct_words));
                }},
    KeyRow<Cdk>{"removal",
                [](Findings& findings, const Entry& entry, Cdk& cdk) {
                  assign(cdk.removal, read_word(findings, entry, removal_words));
                }},
};

void read_cdk(Findings& findings, const Entry& entry, Table& table) {
  table.cdk.span = entry.value.span;
  table.cdk.key = entry.key_span;
  read_map(findings, entry, "`cdk`", cdk_keys, table.cdk,
           "write {construct: TableV2, removal: retain}");
}

constexpr std::array table_keys{
    KeyRow<Table>{"name",
                  [](Findings& findings, const Entry& entry, Table& table) {
                    if (const auto name = read_text(findings, entry)) {
                      table.name = name->value;
                      table.name_span = name->span;
                    }
                  }},
    KeyRow<Table>{"keys", read_keys, "keys: {partition: pk, sort: sk}"},
    KeyRow<Table>{"indexes", read_table_indexes},
    KeyRow<Table>{"ttl", [](Findings& findings, const Entry& entry,
                            Table& table) { table.ttl = read_text(findings, entry); }},
    KeyRow<Table>{"billing", read_billing},
    KeyRow<Table>{"point_in_time_recovery", read_recovery},
    KeyRow<Table>{"deletion_protection",
                  [](Findings& findings, const Entry& entry, Table& table) {
                    assign(table.deletion_protection, read_flag(findings, entry));
                  }},
    KeyRow<Table>{"rebuildable",
                  [](Findings& findings, const Entry& entry, Table& table) {
                    assign(table.rebuildable, read_flag(findings, entry));
                  }},
    KeyRow<Table>{"stream", read_stream},
    KeyRow<Table>{"alarms",
                  [](Findings& findings, const Entry& entry, Table& table) {
                    assign(table.alarms, read_word(findings, entry, alarms_words));
                  }},
    KeyRow<Table>{"contributor_insights",
                  [](Findings& findings, const Entry& entry, Table& table) {
                    table.contributor_insights = read_word(findings, entry, insights_words);
                  }},
    KeyRow<Table>{"encryption",
                  [](Findings& findings, const Entry& entry, Table& table) {
                    assign(table.encryption, read_word(findings, entry, encryption_words));
                  }},
    KeyRow<Table>{"class",
                  [](Findings& findings, const Entry& entry, Table& table) {
                    assign(table.table_class, read_word(findings, entry, table_class_words));
                  }},
    KeyRow<Table>{"warm_throughput", read_warm_throughput},
    KeyRow<Table>{"cdk", read_cdk},
};

Table read_table(Findings& findings, const Entry& entry, const std::string& what) {
  Table table;
  table.key = entry.key_span;
  table.span = entry.value.span;
  read_map(findings, entry, what, table_keys, table);
  return table;
}

}  // namespace

void describe_tables(Language& language) {
  language.maps.push_back(described("table", table_keys));
  language.maps.push_back(described("table_keys", table_key_keys));
  language.maps.push_back(described("key_attribute", key_attribute_keys));
  language.maps.push_back(described("table_index", index_keys));
  language.maps.push_back(described("projection", projection_keys));
  language.maps.push_back(described("billing", billing_keys));
  language.maps.push_back(described("autoscale", autoscale_keys));
  language.maps.push_back(described("warm_throughput", throughput_keys));
  language.maps.push_back(described("recovery", recovery_keys));
  language.maps.push_back(described("stream", stream_keys));
  language.maps.push_back(described("consumer", consumer_keys));
  language.maps.push_back(described("cdk", cdk_keys));
}

void read_only_table(Findings& findings, const Entry& section, Model& model) {
  model.has_tables = true;
  Table table = read_table(findings, section, "the table");
  if (section.value.kind == NodeKind::map && section.value.find("name") == nullptr) {
    findings.add(Rule::missing_key, section.key_span, "the table lacks the key `name`",
                 "add it, as in name: app-table");
  }
  table.label = table.name;
  model.tables.push_back(std::move(table));
}

void read_tables(Findings& findings, const Entry& section, Model& model) {
  model.has_tables = true;
  if (section.value.kind != NodeKind::map) {
    report_type(findings, section, "a map of tables by name");
    return;
  }
  for (const Entry& entry : section.value.entries) {
    Table table = read_table(findings, entry, "table " + quoted(entry.key));
    table.label = entry.key;
    if (table.name.empty()) {
      table.name = entry.key;
      table.name_span = entry.key_span;
    }
    model.tables.push_back(std::move(table));
  }
}

}  // namespace keywright::model
