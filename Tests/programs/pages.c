#include <inttypes.h>
#include <moya/typed.h>
#include <stdio.h>

MOYA_STRUCT(item, (i64, id), (str, name), (f64, price), (str, note, optional));

int main(int count, char **arguments) {
  if (count != 3) return fprintf(stderr, "usage: %s BASE_URL PATH\n", arguments[0]), 1;
  moya_provider *api;
  moya_error *error;
  moya_target first = MOYA_TARGET(.name = "items", .path = arguments[2], .validation = MOYA_VALIDATION_SUCCESS);
  moya_target *page = NULL;
  moya_status status = moya_provider_create(&MOYA_PROVIDER_OPTIONS(.base_url = arguments[1]), &api, &error);
  while (status == MOYA_OK) {
    moya_response *response;
    moya_target *next = NULL;
    item_list items = {0};
    status = moya_provider_call(api, page ? page : &first, NULL, &response, &error);
    if (status == MOYA_OK) {
      status = moya_response_decode(response, NULL, item_list_type, &items, 0, &items.arena, &error);
    }
    for (size_t i = 0; i < items.count; i++) {
      const item *it = &items.items[i];
      printf("%" PRId64 " %s %.2f %s\n", it->id, it->name, it->price, it->note ? it->note : "-");
    }
    if (status == MOYA_OK) status = moya_target_next(page ? page : &first, response, NULL, &next, &error);
    item_list_release(&items);
    moya_response_release(response);
    moya_target_release(page);
    page = next;
    if (!page) break;
  }
  if (status != MOYA_OK) fprintf(stderr, "%s\n", moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(api);
  return status == MOYA_OK ? 0 : 1;
}
