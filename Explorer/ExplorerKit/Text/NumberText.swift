/// A number for people: `1,204,000`.
enum NumberText {
  static func text(_ number: some BinaryInteger) -> String {
    let digits = Array(String(number))
    var text = ""
    for (place, digit) in digits.enumerated() {
      let isGroup = place > 0 && (digits.count - place).isMultiple(of: 3)
      if isGroup, digits[place - 1] != "-" { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// The number and a noun, such as `1 commit` or `1,204 commits`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(text(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}
