/// Something to do.
package struct Todo: Sendable, Hashable, Codable, Identifiable {
  package let id: String
  package var title: String
  package var isDone: Bool

  package init(id: String, title: String, isDone: Bool = false) {
    self.id = id
    self.title = title
    self.isDone = isDone
  }
}
