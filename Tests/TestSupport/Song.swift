/// An element that has an id, a value and an order.
package struct Song: Sendable, Hashable, Codable, Identifiable, Comparable {
  package var id: Int
  package var title: String

  package init(id: Int, title: String = "") {
    self.id = id
    self.title = title
  }

  package static func < (one: Song, other: Song) -> Bool { one.title < other.title }
}
