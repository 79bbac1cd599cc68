/// The size of a recording that is left on for ever; see ``ExplorerInterceptor``.
///
/// Two files take turns, each of up to half the size. The next one begins in place of the older, with the whole
/// state, so that the last quarter to half of the limit, at least, is always there. If a state takes more than an
/// eighth of the limit, that is reported, and the limit becomes eight times the state.
public struct ExplorerRecordingLimit: Hashable, Sendable {
  /// Bytes of both files.
  public let bytes: Int

  /// A limit in bytes, of at least one megabyte.
  public static func bytes(_ count: Int) -> Self { Self(bytes: max(count, 1_000_000)) }

  /// A limit in millions of bytes, of at least one.
  public static func megabytes(_ count: Int) -> Self {
    let (bytes, overflows) = count.multipliedReportingOverflow(by: 1_000_000)
    return .bytes(overflows ? .max : bytes)
  }
}
