/* Calls a server that has a certificate of a private authority and asks for a client certificate: `client_certificate
 * URL CA CERTIFICATE KEY`. */
#include <moya/moya.h>
#include <stdio.h>

int main(int count, char **arguments) {
  if (count != 5) return 2;
  moya_connection_options session = MOYA_CONNECTION_OPTIONS(.min_tls = MOYA_TLS_V1_3, .certificate_file = arguments[3],
                                                      .key_file = arguments[4]);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.ca_file = arguments[2], .connection = &session);
  moya_provider *api;
  moya_response *response = NULL;
  moya_error *error;
  moya_status status = moya_provider_create(&options, &api, &error);
  moya_target whoami = MOYA_TARGET(.name = "whoami", .base_url = arguments[1], .path = "/whoami",
                                   .validation = MOYA_VALIDATION_SUCCESS);
  if (status == MOYA_OK) status = moya_provider_call(api, &whoami, NULL, &response, &error);
  if (status == MOYA_OK) printf("%s\n", moya_response_body(response).data);
  else fprintf(stderr, "%s\n", moya_error_message(error).data);

  moya_response_release(response);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
