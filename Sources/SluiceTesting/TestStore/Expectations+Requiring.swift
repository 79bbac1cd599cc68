import Sluice

extension Expectations {
  /// Ends the test if an effect has called what isn't implemented, or an invariant doesn't hold.
  func requireSound(_ open: [Ledger.Open], _ place: SourcePlace) throws {
    for event in open {
      guard let problem = event.event.problem else { continue }
      ledger.settle(event.index)
      let came = Listing("What came:", open.map(\.line))
      try failure(place, problem.happened, [came], fix: problem.fix).end()
    }
  }
}

extension Ledger.Event {
  /// What ends a test, and how to fix it.
  fileprivate var problem: (happened: String, fix: String)? {
    switch self {
    case .failure(let failure): failure.unimplementedCall
    case .broken(let diagnostic):
      (diagnostic.cause, String(diagnostic.cure.trimmingPrefix("To fix, ")))
    case .commit, .run: nil
    }
  }
}
