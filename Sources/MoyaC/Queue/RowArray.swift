import CMoya
import Glibc

/// A caller's array of completions, its rows as large as the caller's header has them.
struct RowArray {
  private let start: UnsafeMutableRawPointer
  private let stride: Int
  let capacity: Int

  /// `nil`: there is no array, or its rows cannot be so small, or so many.
  init?(_ rows: UnsafeMutablePointer<moya_completion>?, _ rowSize: Int, _ capacity: Int) {
    guard let rows, rowSize >= MemoryLayout<moya_completion>.size, SizedStruct.canBe(rowSize), capacity >= 0,
      !capacity.multipliedReportingOverflow(by: rowSize).overflow
    else { return nil }
    start = UnsafeMutableRawPointer(rows)
    stride = rowSize
    self.capacity = capacity
  }

  static func filling(
    _ queue: OpaquePointer?, _ rows: UnsafeMutablePointer<moya_completion>?, _ rowSize: Int, _ capacity: Int,
    _ body: (CompletionQueue, RowArray) throws(Failure) -> Int
  ) -> Int64 {
    guard let queue = CompletionQueue.from(queue) else { return Int64(MOYA_ERROR_NULL) }
    if 0..<MemoryLayout<moya_completion>.size ~= rowSize { return Int64(MOYA_ERROR_STRUCT_SIZE) }
    if !SizedStruct.canBe(rowSize) { return Int64(MOYA_ERROR_ARGUMENT) }
    if capacity == 0 { return 0 }
    if rows == nil { return Int64(MOYA_ERROR_NULL) }
    guard let array = RowArray(rows, rowSize, capacity) else { return Int64(MOYA_ERROR_ARGUMENT) }
    do throws(Failure) { return Int64(try body(queue, array)) } catch { return Int64(error.status) }
  }

  /// Writes a row. Fields that only a newer header's row has become 0.
  func store(_ row: moya_completion, at index: Int) {
    let place = start + index * stride
    if stride > MemoryLayout<moya_completion>.size { memset(place, 0, stride) }
    place.storeBytes(of: row, as: moya_completion.self)
  }

  func release() {
    for index in 0..<capacity {
      let place = start + index * stride
      var row = place.loadUnaligned(as: moya_completion.self)
      row.release()
      (row.response, row.error, row.data, row.len, row.progress) = (nil, nil, nil, 0, nil)
      place.storeBytes(of: row, as: moya_completion.self)
    }
  }
}

extension moya_completion {
  /// Releases what a row owns.
  func release() {
    CResponse.release(response, function: "moya_completions_release")
    CError.release(error, function: "moya_completions_release")
    // An end's are its response's.
    if Int(kind) == MOYA_ROW_CHUNK { free(UnsafeMutableRawPointer(mutating: data)) }
    free(UnsafeMutableRawPointer(mutating: progress))
  }
}
