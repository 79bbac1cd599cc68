/// The states before and after a commit, as far as its ``ActionRoute`` says that effects read them.
package struct CommitStates {
  package var before: AnyStateBox?
  package var after: AnyStateBox?

  package init(before: AnyStateBox? = nil, after: AnyStateBox? = nil) {
    self.before = before
    self.after = after
  }
}
