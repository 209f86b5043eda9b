/// Header fields of requests that are secret by their name: a redirect to another origin drops them, and no log shows
/// them.
package enum SecretHeaders {
  package static let names = [
    "Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "Api-Key", "X-Auth-Token", "X-Access-Token",
    "X-Csrf-Token", "X-Amz-Security-Token",
  ]
}
