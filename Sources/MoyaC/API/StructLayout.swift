/// Where C places the members of a struct: each at a multiple of its alignment, the whole a multiple of the largest.
struct StructLayout {
  /// Of a member: its size and its alignment in bytes.
  struct Extent {
    var size: Int
    var alignment: Int

    static let pointer = of(UnsafeRawPointer.self)

    static func of<Value>(_ type: Value.Type) -> Extent {
      Extent(size: MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment)
    }
  }

  private var end = 0
  private var alignment = 1

  /// Returns the offset. Members and structs have a megabyte at most, and there are 3072 at most: no sum overflows.
  mutating func add(_ member: Extent) -> Int {
    let offset = rounded(end, to: member.alignment)
    end = offset + member.size
    alignment = max(alignment, member.alignment)
    return offset
  }

  var extent: Extent { Extent(size: rounded(end, to: alignment), alignment: alignment) }

  private func rounded(_ number: Int, to alignment: Int) -> Int { (number + alignment - 1) / alignment * alignment }
}
