import SluiceTree

extension Statistics {
  /// The counts as one object, the most frequent first.
  var json: Tree {
    let perSecond = seconds > 0 ? Tree.double(Double(commits) / seconds) : nil
    return .object(present: [
      ("commits", .number(commits)), ("joined", joined > 0 ? .number(joined) : nil),
      ("dropped", dropped > 0 ? .number(dropped) : nil), ("seconds", .double(seconds)),
      ("commitsPerSecond", perSecond), ("reducing", .object(present: reducing.quantiles)),
      (
        "actions",
        Self.rows(actions, weight: \.count) {
          [("count", .number($0.count))] + $0.reducing.quantiles
        }
      ),
      (
        "effects",
        Self.rows(effects, weight: \.started) {
          [
            ("started", .number($0.started)), ("ended", .number($0.ended)),
            ("failed", .number($0.failed)), ("retried", .number($0.retried)),
            ("cancelled", .number($0.cancelled)),
          ] + $0.latency.quantiles
        }
      ),
      ("changes", Self.rows(changes, weight: \.self) { [("count", .number($0))] }),
      (
        "reads",
        reads.isEmpty ? nil : Self.rows(reads, weight: { Int(clamping: $0.duration) }, Self.members)
      ),
      (
        "diagnostics",
        diagnostics.isEmpty
          ? nil : Self.rows(diagnostics, weight: \.self) { [("count", .number($0))] }
      ),
    ])
  }

  /// Returns what is said of a selector or an observer, beside its name.
  static func members(of figures: ReadFigures) -> [(String, Tree?)] {
    [
      ("runs", .number(figures.runs)), ("commits", .number(figures.commits)),
      ("changes", .number(figures.changes)), ("forced", .number(figures.forced)),
      ("nanoseconds", .integer(figures.duration)), ("meanNanoseconds", .integer(figures.mean)),
      ("because", figures.cause.map { .string($0) }),
    ]
  }

  private static func rows<Figures>(
    _ table: [Subject: Figures],
    weight: (Figures) -> Int,
    _ members: (Figures) -> [(String, Tree?)]
  ) -> Tree {
    let rows = ranked(table, by: weight).map { subject, figures in
      Tree.object(
        present: [("app", .string(subject.app)), ("name", .string(subject.name))] + members(figures)
      )
    }
    return .array(Tree.Elements(rows))
  }

  /// Returns the entries of a table, those of the greatest weight first, then by name.
  static func ranked<Figures>(
    _ table: [Subject: Figures],
    by weight: (Figures) -> Int
  ) -> [(key: Subject, value: Figures)] {
    table.sorted {
      (weight($1.value), $0.key.name, $0.key.app) < (weight($0.value), $1.key.name, $1.key.app)
    }
  }
}

extension DurationHistogram {
  /// The median and the 99th percentile; `nil` where nothing was measured.
  var quantiles: [(String, Tree?)] {
    [
      ("medianNanoseconds", quantile(0.5).map { .integer($0) }),
      ("p99Nanoseconds", quantile(0.99).map { .integer($0) }),
    ]
  }
}
