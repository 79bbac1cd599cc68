import Foundation

#if canImport(Testing)
  import Testing
#endif

/// How expectations that were not met reach whoever runs the test.
package enum FailureReporting {
  /// Whether they are thrown in tests of Swift Testing, too, so that tests of expectations see them.
  @TaskLocal package static var throwsAlways = false
}

extension ExpectationFailure {
  /// Marks the line of the expectation in a test of Swift Testing, which goes on; throws itself elsewhere.
  package func report() throws(ExpectationFailure) {
    #if canImport(Testing)
      if isInTest { return note() }
    #endif
    throw self
  }

  /// Marks the line of the expectation in a test of Swift Testing and ends it; throws itself elsewhere.
  package func end() throws -> Never {
    #if canImport(Testing)
      if isInTest, let ending = EndOfTest.error {
        note()
        throw ending
      }
    #endif
    throw self
  }

  /// Marks the line of the expectation under Swift Testing; prints it to standard error where there is no
  /// test, as in a task that a test detached, whose issue belongs to none.
  ///
  /// For what is noticed where nothing can be thrown.
  package func note() {
    #if canImport(Testing)
      if !FailureReporting.throwsAlways {
        // Dropped if Swift Testing isn't running.
        Issue.record(
          Headline(description: happened),
          details.isEmpty ? nil : Comment(rawValue: details),
          sourceLocation: sourceLocation
        )
      }
      if isInTest { return }
    #endif
    FileHandle.standardError.write(Data("\(description)\n".utf8))
  }

  #if canImport(Testing)
    private var isInTest: Bool { Test.current != nil && !FailureReporting.throwsAlways }

    private var sourceLocation: SourceLocation {
      // What Swift Testing shows: the module's folder and the file.
      let parts = filePath.split(separator: "/").suffix(2)
      let fileID = parts.count == 2 ? parts.joined(separator: "/") : "Tests/\(filePath)"
      return SourceLocation(fileID: fileID, filePath: filePath, line: max(1, line), column: 1)
    }
  #endif
}

#if canImport(Testing)
  /// The sentence that heads an issue: an issue that is only recorded has no heading of its own.
  private struct Headline: Error, CustomStringConvertible {
    let description: String
  }
#endif
