import MoyaHTTP
import Testing

struct `Seconds` {
  @Test(
    arguments: [
      (0, 0), (-1, 0), (-Double.infinity, 0), (.nan, 0), (-0.0, 0),
      (0.0001, 1), (1, 1000), (2.5, 2500), (1.0001, 1001),
      (4_294_967.295, .max), (4_294_967.296, .max), (1e300, .max), (.infinity, .max),
    ] as [(Double, UInt32)])
  func `are whole milliseconds, rounded up, whatever the number is`(seconds: Double, milliseconds: UInt32) {
    #expect(seconds.milliseconds == milliseconds)
  }
}
