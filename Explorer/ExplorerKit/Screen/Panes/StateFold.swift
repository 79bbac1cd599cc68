/// A container of the state, or a page of one that is long, whose parts are shown or hidden.
struct StateFold: Hashable, Sendable {
  var path: StatePath
  /// The places of the parts on the page; `nil` for the container itself.
  var page: Range<Int>?

  init(_ path: StatePath, page: Range<Int>? = nil) {
    self.path = path
    self.page = page
  }
}
