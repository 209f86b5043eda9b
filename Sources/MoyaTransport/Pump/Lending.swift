/// Who pumps a loop: Dispatch, or a thread that has borrowed it.
///
/// A borrower pumps while it is inside, from `lend` or `enter` to `leave`, and comes back soon. Dispatch looks now and then
/// while the borrower is outside, and takes the loop back when the borrower was not inside since the look before.
struct Lending {
  private(set) var isLent = false
  private var isInside = false
  /// The borrower was inside since the last look.
  private var wasInside = false
  /// A look is to come.
  private var isWatched = false
  private var isStopped = false

  /// What follows from a look.
  enum Look {
    case again, takeBack
    /// No look is needed until the next `leave`.
    case enough
  }

  /// False: the loop is lent, or no longer pumped.
  mutating func lend() -> Bool {
    if isLent || isStopped { return false }
    (isLent, isInside, wasInside) = (true, true, true)
    return true
  }

  /// False: the loop was taken back.
  mutating func enter() -> Bool {
    if isLent { (isInside, wasInside) = (true, true) }
    return isLent
  }

  /// True: the first look is to be planned.
  mutating func leave() -> Bool {
    isInside = false
    if !isLent || isWatched { return false }
    (isWatched, wasInside) = (true, false)
    return true
  }

  mutating func look() -> Look {
    // As long as it is inside no look is needed: it may sleep there for hours.
    if isLent, !isInside, wasInside {
      wasInside = false
      return .again
    }
    isWatched = false
    return !isInside && takeBack() ? .takeBack : .enough
  }

  /// False: the loop was not lent.
  mutating func takeBack() -> Bool {
    defer { isLent = false }
    return isLent
  }

  /// As `takeBack`, for good.
  mutating func stop() -> Bool {
    isStopped = true
    return takeBack()
  }
}
