/// What names a request in a log. A target's description would show what it holds, and that may be a password.
package enum TargetName {
  /// `login` for `API.login(user: "ann", password: "…")`; of a struct or class the type's name.
  package static func of(_ target: any TargetType) -> String {
    if let multi = target as? MultiTarget { return of(multi.target) }
    if let foreign = target as? ForeignTarget { return foreign.subject.name }
    let mirror = Mirror(reflecting: target)
    guard mirror.displayStyle == .enum else { return "\(type(of: target))" }
    guard let payload = mirror.children.first else { return "\(target)" }
    return payload.label ?? "\(type(of: target))"
  }
}
