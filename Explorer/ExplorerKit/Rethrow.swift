/// Returns what an expression does; what it throws is thrown as an error of another kind.
///
/// ```swift
/// try rethrow(StatePath(parsing: text), as: QuestionError.badPath)
/// ```
func rethrow<Result: ~Copyable, Inner: Error, Outer: Error>(
  _ body: @autoclosure () throws(Inner) -> Result,
  as outer: (Inner) -> Outer
) throws(Outer) -> Result {
  do throws(Inner) {
    return try body()
  } catch {
    throw outer(error)
  }
}
