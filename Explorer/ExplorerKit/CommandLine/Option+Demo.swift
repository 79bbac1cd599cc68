// What the demo does.
extension Option {
  static let demoApp = Option(
    "--app",
    of: [.demo],
    "Run only the shop, which connects to the endpoint."
  ) {
    $0.part = .app
  }.with { $0.excludes = [.demoWatch] }

  static let demoWatch = Option(
    "--watch",
    of: [.demo],
    "Run only the log, which listens at the endpoint."
  ) { $0.part = .watch }

  static let forever = Option(
    "--forever",
    of: [.demo],
    "Keep the shop open until it is interrupted."
  ) { $0.isForever = true }

  static let seed = Option(
    "--seed",
    ValueKind("N", "a whole number from 0 to \(UInt64.max)") { UInt64($0) },
    of: [.demo],
    "Selects what happens in the shop; repeatable. Default: 1."
  ) { $0.seed = $1 }
}
