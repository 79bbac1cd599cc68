@testable import ExplorerKit

/// Pages of long sessions, put together as text: making the sessions would take most of a test's time.
enum SessionText {
  /// A page of one store with a first state and commits.
  ///
  /// The closure writes a commit's members but type, number and time, and but the action, if it is `A`.
  static func page(_ state: String, commits count: Int, _ commit: (Int) -> String) -> [UInt8] {
    var page = PageFrame.head
    page += #"{"version":1,"program":"x","filter":null,"pins":[],"stores":[{"label":"Todo","#
    page += #""hello":{"name":"Todo","pid":1},"runs":[],"items":["#
    page += #"{"type":"state","number":0,"state":\#(state)}"#
    for number in 1...count {
      let members = commit(number)
      page += """
        ,
        {"type":"commit","number":\(number),"time":\(SmallSession.start + Int64(number) * 1_000),
        """
      if !members.contains(#""action":"#) { page += #""action":{"type":"A"},"# }
      page += members + "}"
    }
    page += "]}]}" + PageFrame.foot
    return Array(page.utf8)
  }

  /// A page of commits that toggle one of 200 elements each, and count.
  static func toggles(_ count: Int) -> [UInt8] {
    let todos = (0..<200).map { #"{"id":\#($0),"title":"todo","done":false}"# }
    let state = #"{"todos":[\#(todos.joined(separator: ","))],"count":0}"#
    return page(state, commits: count) { number in
      """
      "action":{"type":"Toggle","payload":{"id":\(number % 200),"of":"everything"}},"origin":\
      {"file":"Todo/List.swift","line":40,"function":"toggle(_:)"},"reducing":1200,"changes":[\
      {"kind":"set","path":["todos",\(number % 200),"done"],"old":false,"new":true},\
      {"kind":"set","path":["count"],"old":\(number - 1),"new":\(number)}]
      """
    }
  }
}
