import Testing

/// What SwiftPM makes for a test target: `.ci/check-apple` compiles these tests without it.
@main struct Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
