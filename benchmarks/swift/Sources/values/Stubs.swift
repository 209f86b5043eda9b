import Moya

/// Measures the immediate stubs of two providers: one without `trackInflights`, and one with `trackInflights`.
func stubs() {
  func provider(_ tracks: Bool) -> MoyaProvider<API> {
    MoyaProvider(stubClosure: MoyaProvider.immediatelyStub, trackInflights: tracks)
  }
  let plain = provider(false)
  let tracking = provider(true)
  let time = compare(pairs: pairs, count: 20_000) {
    tracking.request(.search(page: 2)) { _ in }
  } _: {
    plain.request(.search(page: 2)) { _ in }
  }
  let bare = compare(pairs: pairs, count: 20_000) {
    plain.request(.plain) { _ in }
  } _: {
  }.ours
  Row(name: "swift: immediate stub of a plain GET", ours: bare, baseline: nil, unit: "us", ratio: nil).print()
  Row(name: "swift: immediate stub of a query GET", ours: time.baseline, baseline: nil, unit: "us", ratio: nil).print()
  let added = max(0.001, time.ours - time.baseline)
  Row(name: "swift: trackInflights adds", ours: added, baseline: nil, unit: "us", ratio: nil).print()
}
