import COpenSSL
import FoundationEssentials
import MoyaHTTP

/// A client's certificate and key, parsed.
///
/// Unchecked: nothing of it changes between `init` and `deinit`, and OpenSSL counts references atomically.
final class Identity: @unchecked Sendable {
  private var parts = moya_tls_identity()

  init(_ given: ClientIdentity) throws(LoopConfiguration.Fault) {
    let certificate = try Material.read(given.certificate) { reason, code in
      LoopConfiguration.Fault(part: .certificate, reason: reason, systemCode: code)
    }
    var key = certificate
    if let source = given.key {
      key = try Material.read(source) { reason, code in
        LoopConfiguration.Fault(part: .key, reason: reason, systemCode: code)
      }
    }
    let fault = certificate.withUnsafeBytes { certificate in
      key.withUnsafeBytes { key in
        moya_tls_read_identity(
          &parts, certificate.baseAddress, Int32(clamping: certificate.count), key.baseAddress,
          Int32(clamping: key.count), given.password)
      }
    }
    if let (part, reason) = Identity.meaning(of: fault, hasKey: given.key != nil) {
      moya_tls_forget(&parts)
      throw LoopConfiguration.Fault(part: part, reason: reason)
    }
  }

  deinit { moya_tls_forget(&parts) }

  func apply(to context: UnsafeMutableRawPointer) -> Bool { moya_tls_appear_as(context, &parts) != 0 }

  private static func meaning(
    of fault: moya_tls_fault, hasKey: Bool
  ) -> (LoopConfiguration.Fault.Part, String)? {
    let keys: LoopConfiguration.Fault.Part = hasKey ? .key : .certificate
    return switch fault {
    case MOYA_TLS_SOUND: nil
    case MOYA_TLS_NO_CERTIFICATE: (.certificate, "there is no certificate in it, in PEM or PKCS #12")
    case MOYA_TLS_NO_KEY: (keys, "there is no private key in it")
    case MOYA_TLS_NO_PASSWORD: (keys, "its key is encrypted, and there is no password")
    case MOYA_TLS_WRONG_PASSWORD: (keys, "its key cannot be decrypted with the password")
    case MOYA_TLS_OTHER_KEY: (keys, "its key is not the certificate's")
    default: (.certificate, "OpenSSL refuses it: is its key too short?")
    }
  }
}
