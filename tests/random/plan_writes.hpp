#pragma once
// The writes of a call as its plan says, through the runtime of generated code.

#include "calls.hpp"
#include <keywright/repository.hpp>

namespace keywright::random_proof {

[[nodiscard]] Answer make_write(const verify::Context& context, const Repository& repository,
                                const Call& call);

}  // namespace keywright::random_proof
