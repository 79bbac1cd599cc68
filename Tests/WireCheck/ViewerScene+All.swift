extension ViewerScene {
  /// Every scene, from the simple to the strange.
  static let all: [ViewerScene] =
    reported(.values, values) + changes.map { changed($0.key, $0.value) } + streams
    + reported(.limits, limits)

  private static func reported(
    _ section: WireSection,
    _ states: KeyValuePairs<String, String>
  ) -> [ViewerScene] {
    states.map { rule, state in ViewerScene(section, rule, state: state) }
  }

  private static func changed(_ rule: String, _ row: Change) -> ViewerScene {
    let lines = [state(0, row.old), commit(1, changes: row.changes)]
    return ViewerScene(.changes, rule, lines, expected: row.new)
  }

  private typealias Change = (old: String, changes: String, new: String)

  /// States that are reported as they were sent.
  private static let values: KeyValuePairs<String, String> = [
    "Plain JSON is reported as it was sent.":
      #"{"b":[null,true,false,1,-7,2.5],"a":{"":"empty key","nested":[[],{}]}}"#,
    "The order of keys is kept.": #"{"zebra":1,"ant":2,"10":3,"9":4,"Ant":5}"#,
    "Integers and floating-point numbers remain different.":
      #"{"one":1,"oneAsDouble":1.0,"exponent":1e3,"minusZero":-0.0,"small":5e-324}"#,
    "Integers of 64 bits keep all digits.":
      "[9223372036854775807,-9223372036854775808,9007199254740993]",
    "Integers of 128 bits keep all digits.":
      "[340282366920938463463374607431768211455,-170141183460469231731687303715884105728]",
    "Tagged values are reported as they were sent.": #"""
    [{"$":"data","base64":"aGVsbG8="},{"$":"date","seconds":1700000000.5},\#
    {"$":"case","name":"idle"},{"$":"case","name":"detail","payload":{"_0":7}},\#
    {"$":"float","value":"inf"},{"$":"float","value":"-inf"},{"$":"float","value":"nan"},\#
    {"$":"opaque","typeName":"(Int) -> ()"},{"$":"redacted"},\#
    {"$":"cut","kind":"depth","typeName":"T"},\#
    {"$":"cut","kind":"characters","kept":"Once","omitted":7},\#
    {"$":"cut","kind":"bytes","kept":"AQID","omitted":9},\#
    {"$":"cut","kind":"elements","omitted":998}]
    """#,
    "A key that begins with $ is written with one more.":
      ##"{"$$price":1,"$$":2,"$$$twice":{"$$inner":3},"no$":"$"}"##,
  ]

  /// A state, the changes of one commit, and the state after it.
  private static let changes: KeyValuePairs<String, Change> = [
    "add inserts elements, also at the end.": (
      "[1,2]", #"{"kind":"add","path":[0],"new":0},{"kind":"add","path":[3],"new":3}"#, "[0,1,2,3]"
    ),
    "add puts members last, or at their position.": (
      #"{"a":1,"b":2}"#,
      #"{"kind":"add","path":["c"],"new":null},{"kind":"add","path":["z"],"position":1,"new":9}"#,
      #"{"a":1,"z":9,"b":2,"c":null}"#
    ),
    "remove takes elements and members out.": (
      #"{"a":[1,2,3],"b":2}"#,
      #"{"kind":"remove","path":["a",1],"old":2},{"kind":"remove","path":["b"]}"#,
      #"{"a":[1,3]}"#
    ),
    "move counts its target without what is moved.": (
      #"{"list":[0,1,2,3],"a":1,"b":2,"c":3}"#,
      #"{"kind":"move","path":["list",0],"to":2},{"kind":"move","path":["c"],"to":1}"#,
      #"{"list":[1,2,0,3],"c":3,"a":1,"b":2}"#
    ),
    "A case leads to the only value of its payload, if that has no label.": (
      #"{"route":{"$":"case","name":"detail","payload":{"_0":{"id":7}}}}"#,
      #"{"kind":"set","path":["route","detail","id"],"old":7,"new":8}"#,
      #"{"route":{"$":"case","name":"detail","payload":{"_0":{"id":8}}}}"#
    ),
    "A case leads to its payload, if that is no single value without a label.": (
      #"{"route":{"$":"case","name":"detail","payload":{"_0":7,"b":1}}}"#,
      #"{"kind":"set","path":["route","detail","_0"],"old":7,"new":8},"#
        + #"{"kind":"add","path":["route","detail","animated"],"new":true}"#,
      #"{"route":{"$":"case","name":"detail","payload":{"_0":8,"b":1,"animated":true}}}"#
    ),
    "A key in a path is the user's own, without a doubled $.": (
      ##"{"$$price":1,"$$$twice":2,"name":3}"##,
      ##"{"kind":"set","path":["$price"],"old":1,"new":4},"##
        + ##"{"kind":"remove","path":["$$twice"],"old":2},"##
        + ##"{"kind":"add","path":["$"],"new":{"$$key":5}}"##,
      ##"{"$$price":4,"name":3,"$$":{"$$key":5}}"##
    ),
    "Canonically equivalent keys are the same key.": (
      "{\"caf\u{E9}\":1}", "{\"kind\":\"set\",\"path\":[\"cafe\u{301}\"],\"old\":1,\"new\":2}",
      "{\"caf\u{E9}\":2}"
    ),
  ]

  private static let streams: [ViewerScene] = [
    ViewerScene(
      .lines,
      "Escapes in texts are read, and text isn't normalized.",
      [state(0, #"{"text":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00","other":"e\u0301"}"#)],
      expected: "{\"text\":\"\\\"\\\\/\\b\\f\\n\\r\\t\u{E9}\u{1F600}\",\"other\":\"e\u{301}\"}"
    ),
    ViewerScene(
      .values,
      "An unknown tag is a value without parts.",
      [state(0, #"{"later":{"$":"hologram","angle":[1,2]}}"#)],
      expected: #"{"later":{"$":"opaque","typeName":"hologram"}}"#
    ),
    ViewerScene(
      .changes,
      "set replaces a value, also where old is absent, and the whole state.",
      [
        state(0, #"{"a":{"b":[1,2]}}"#),
        commit(
          1,
          changes: #"{"kind":"set","path":["a","b",1],"old":2,"new":3},"#
            + #"{"kind":"set","path":["a","b",0],"new":null}"#
        ),
        commit(2, changes: #"{"kind":"set","path":["a","b",1],"old":3,"new":{"c":4}}"#),
        commit(3, changes: #"{"kind":"set","path":[],"new":[{"a":1},2]}"#),
        commit(4, changes: #"{"kind":"set","path":[0,"a"],"old":1,"new":5}"#),
      ],
      expected: #"[{"a":5},2]"#
    ),
    ViewerScene(
      .lines,
      "Unknown records, unknown keys and null are skipped, in any order of keys.",
      [
        #"{"instance":"I","type":"check-client","state":1,"n":7}"#,
        #"{"state":{"a":1},"note":null,"later":{"$":"future"},"number":0,"type":"state","instance":"I"}"#,
        #"{"action":{"type":"Act","id":null,"payload":null},"reply":null,"count":null,"time":1,"#
          + #""changes":[{"new":2,"why":[],"old":1,"path":["a"],"kind":"set"}],"#
          + #""number":1,"later":{},"type":"commit","instance":"I"}"#,
      ],
      expected: #"{"a":2}"#
    ),
    ViewerScene(
      .lines,
      "Empty lines and white space are skipped.",
      [state(0, "[ 1 ,\t2 ]"), commit(1, #""changes" : [ {"kind":"remove","path":[0]} ]"#)],
      expected: "[2]",
      separator: " \r\n\n\n"
    ),
    ViewerScene(
      .commit,
      "Commits of a backlog come before the state.",
      [
        commit(3, #""changesUnknown":true"#), commit(4, #""changesUnknown":true"#),
        state(4, #"{"a":1}"#), commit(5, changes: #"{"kind":"set","path":["a"],"new":2}"#),
      ],
      expected: #"{"a":2}"#
    ),
    ViewerScene(
      .commit,
      "After changesUnknown and omittedChanges, the state that follows counts.",
      [
        state(0, #"{"a":1}"#), commit(1, #""changesUnknown":true"#), state(1, #"{"b":[]}"#),
        commit(2, #""omittedChanges":9"#), state(2, #"{"c":[1]}"#),
        commit(3, changes: #"{"kind":"add","path":["c",0],"new":0}"#),
      ],
      expected: #"{"c":[0,1]}"#
    ),
    ViewerScene(
      .dropped,
      "After dropped, the state that follows counts.",
      [
        state(0, #"{"a":1}"#),
        #"{"instance":"I","type":"dropped","count":4,"from":1,"to":4,"reason":"weather"}"#,
        state(4, #"{"a":5}"#),
        commit(6, #""count":2,"changes":[{"kind":"set","path":["a"],"old":5,"new":6}]"#),
      ],
      expected: #"{"a":6}"#
    ),
    ViewerScene(
      .effect,
      "Effects, errors and problems leave the state as it is.",
      [
        state(0, "[1]"),
        #"{"instance":"I","type":"effect","event":"started","effect":"e","run":1,"time":1}"#,
        #"{"instance":"I","type":"effect","event":"retrying","effect":"e","run":1,"time":2,"attempt":1}"#,
        #"{"instance":"I","type":"error","message":"Nothing."}"#,
        #"{"instance":"I","type":"problem","message":"Nothing."}"#,
        #"{"type":"problem","message":"Nothing."}"#,
        commit(1, changes: #"{"kind":"set","path":[0],"old":1,"new":2}"#),
      ],
      expected: "[2]"
    ),
  ]

  private static let limits: KeyValuePairs<String, String> = [
    "A record of 2 MiB is read.": "[\"" + String(repeating: "a", count: 2 << 20) + "\"]",
    "Values are read 250 levels deep.":
      String(repeating: "[", count: 250) + String(repeating: "]", count: 250),
  ]
}
