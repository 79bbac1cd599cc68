extension Row {
  /// The memory used by threads that dispatch faster than their observers can follow.
  static var growth: [Row] {
    [3, 7].flatMap { hammers in
      [Contention.Setup.sink, .interceptor].map { setup in
        Row(
          "growth of resident memory, \(hammers) hammers, \(setup.rawValue), cores busy",
          unit: "MiB",
          goal: .amount(atMost: 64, unit: "MiB")
        ) { effort in
          let burners = try Burners()
          defer { withExtendedLifetime(burners) {} }
          return try await growth(of: setup.contender(), hammers, for: effort.hammeringTime)
        }
      }
    }
  }

  /// The largest growth of the resident size while threads dispatch, in MiB.
  static func growth(
    of contender: Contender,
    _ hammers: Int,
    for time: Duration
  ) async throws -> Double? {
    let report = try await Hammering(hammers: hammers, isPaced: false, time: time).run(contender)
    if let abandonment = report.abandonment { throw abandonment }
    return report.growth.map { (Double($0) / 1_048_576).rounded() }
  }
}
