import Sluice

extension Expectations {
  /// Waits for the next commit, and requires that it matches.
  func receive(
    _ matcher: ActionMatcher,
    _ timeout: Duration?,
    _ place: SourcePlace
  ) async throws -> Ledger.Entry {
    let patience = self.patience(timeout)
    await clock.step()
    while true {
      // Pending work that needs no time is done first.
      await clock.settle()
      let count = ledger.count
      let open = ledger.open()
      try requireSound(open, place)
      if let entry = try take(matcher, from: open, place) { return entry }
      if await clock.beginRuns() { continue }
      if try await waitForMore(than: count, patience) { continue }
      try missing(matcher, open, patience, place).end()
    }
  }

  private func take(
    _ matcher: ActionMatcher,
    from open: [Ledger.Open],
    _ place: SourcePlace
  ) throws -> Ledger.Entry? {
    switch ledger.exhaustivity {
    case .on:
      guard let first = open.first else { return nil }
      var difference: Listing?
      if case .commit(let entry) = first.event {
        if matcher.matches(entry.action) {
          ledger.settle(first.index)
          return entry
        }
        difference = matcher.difference(from: entry.action)
      }
      let listings = [
        Listing("Expected:", [matcher.text]), Listing("What came:", open.map(\.line)),
      ]
      if let difference {
        try failure(
          place,
          "\(matcher.name) came with another payload than expected.",
          listings + [difference],
          fix: "correct the payload that is expected, or the one that is dispatched."
        ).end()
      }
      try failure(
        place,
        "\(matcher.text) was expected next, but something else came.",
        listings,
        fix: open.advice(ofRunner: movesClock)
      ).end()
    case .off:
      for (index, candidate) in open.enumerated() {
        guard case .commit(let entry) = candidate.event, matcher.matches(entry.action) else {
          continue
        }
        skip(open.prefix(index), place)
        ledger.settle(candidate.index)
        return entry
      }
      return nil
    }
  }

  private func missing(
    _ matcher: ActionMatcher,
    _ open: [Ledger.Open],
    _ patience: Patience,
    _ place: SourcePlace
  ) -> ExpectationFailure {
    let prospects = prospects()
    // Not exhaustively, the action may have come among those that are skipped.
    let difference = open.reversed().lazy.compactMap { candidate -> Listing? in
      guard case .commit(let entry) = candidate.event else { return nil }
      return matcher.difference(from: entry.action)
    }.first
    if let difference {
      return failure(
        place,
        "\(matcher.name) came with another payload than expected.",
        [
          Listing("Expected:", [matcher.text]),
          Listing("What came:", open.map(\.line)),
          difference,
        ],
        fix: "correct the payload that is expected, or the one that is dispatched."
      )
    }
    let isHopeless = patience.isUntilRest && !prospects.isPromising()
    let reason =
      prospects.unfinished.isEmpty
      ? "nothing is under way that could bring it"
      : prospects.hasHeldRuns ? "effects are held back" : "what is under way waits for the clock"
    return failure(
      place,
      "\(matcher.text) was expected, but none came"
        + (isHopeless ? ": \(reason)." : " in \(patience.limit)."),
      [
        Listing("Expected:", [matcher.text]),
        Listing("What came:", open.map(\.line)),
        Listing("Under way:", prospects.work.map(\.description)),
      ],
      fix: """
        \(prospects.advice)let an effect dispatch the action, or \(patience.advice(isHopeless)).
        """
    )
  }
}

extension Patience {
  /// Advice for when something has not arrived in time.
  fileprivate func advice(_ isHopeless: Bool) -> String {
    if !isUntilRest { return "raise `timeout:`" }
    return isHopeless
      ? "pass `timeout:` where it comes from outside of the store"
      : "pass `timeout:` where it takes longer than \(limit)"
  }
}

extension Ledger.Open {
  /// Such as `#3 Loaded {count: 2}, from TodosEffects.fetch`.
  var line: String {
    switch event {
    case .commit(let entry):
      let from = entry.origin.cause?.effect.map { ", from \($0.effect)" } ?? ""
      let number = entry.number.map { "#\($0) " } ?? ""
      return "\(number)\(ActionDescription(entry.action).line())\(from)"
    case .failure(let failure):
      let cause = failure.action.map { action in
        ", set off by #\(failure.commit ?? 0) \(ActionDescription(action).line(limit: 80))"
      }
      return "\(failure.run.name) (\(failure.position))\(cause ?? "") failed: \(failure.error)"
    case .broken(let diagnostic):
      return diagnostic.cause
    case .run:
      return "a run"
    }
  }
}

extension [Ledger.Open] {
  /// The first one, and the number of others.
  var subject: String {
    let more = count > 1 ? " and \(count - 1) more" : ""
    switch first?.event {
    case .failure(let failure): return "\(failure.run.name) failed\(more)"
    case .commit(let entry): return "\(ActionDescription(entry.action).name)\(more) came"
    case .broken: return "An invariant doesn't hold\(more)"
    case .run, nil: return "Nothing came"
    }
  }

  /// How to handle the first one.
  func advice(ofRunner isOfRunner: Bool = false) -> String {
    switch first?.event {
    case .failure:
      "let the effect `catch` the error, or expect it with "
        + (isOfRunner ? "`runToFailure`." : "`receiveFailure`.")
    case .commit(let entry):
      "expect \(ActionDescription(entry.action).name) with "
        + (isOfRunner ? "a higher `expectedCount:`" : "`receive`") + ", or do not dispatch it."
    case .broken, .run, nil:
      "expect it."
    }
  }
}
