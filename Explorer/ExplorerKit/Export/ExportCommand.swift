/// `sluice-explorer export FILE --to FORM`.
struct ExportCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let path = settings.arguments.first ?? ""
    guard path != "-" else {
      throw .usage(.badArgument(path, "a file: the test that is made reads it again"), .export)
    }
    try ExplorerError.session { () throws(SessionError) in
      // Only looked at: a test of what is no session would be no help.
      var reader = SessionReader(
        try InputFile(at: path),
        longestRecord: settings.longestRecord
      )
      _ = try reader.next()
    }
    let output = OutputStream.standardOutput()
    output.write(SwiftTest(session: path).source)
    do throws(OutputError) {
      try output.flush(unless: interruption)
    } catch {
      throw .output(error)
    }
  }
}
