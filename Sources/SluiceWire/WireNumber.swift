/// The whole numbers that records carry: of commits, counts, requests, lines and places.
///
/// They end where a double is no longer exact, so that a client in any language reads them, and so
/// that sums and differences of a few of them never overflow. Many are added with ``sum(_:_:)``.
package enum WireNumber {
  /// The maximum number that is read or written.
  package static let maximum = 1 << 53 - 1

  /// A sum that ends at ``maximum``.
  package static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows ? maximum : min(sum, maximum)
  }
}
