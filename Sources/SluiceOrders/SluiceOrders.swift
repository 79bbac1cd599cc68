// Tests in every order of what may happen next, and with random actions.
//
// Read `Orders/EveryOrder.swift`, then `Orders/OrderSearch.swift` (which order is next) and `Orders/OrderSession.swift` (how
// one is run); `Actions/WithRandomActions.swift` and `LeavingOut.swift` for the rest.
//
// Words: an *order* is a list of choices among what was ready; a *trial*, one run of the body in an order; a *course*,
// what happened in it; to *shrink* is to leave out what a failure doesn't need.
