#include <keywright/forwarding_database.hpp>

namespace keywright {

template class UniformDatabase<ForwardingDatabase>;

}  // namespace keywright
