/* Tests the results of calls of typed.h: structs and errors, also with stubs, callbacks and rows of a queue. */
#include "typed_calls.h"

/* MARK: Results. */

static const char two_repos[] =
    "[{\"id\":1,\"full_name\":\"a/b\",\"counts\":{\"stars\":5},\"owner\":{\"id\":7,\"login\":\"ann\"},\"topics\":[\"x\",\"y\"],"
    "\"state\":\"not-planned\",\"order\":\"desc\",\"sizes\":{\"c\":3},\"parent\":{\"id\":2,\"full_name\":\"p\"},"
    "\"forks\":[{\"id\":3,\"full_name\":\"f\"}],\"token\":\"t\"},"
    "{\"id\":4,\"full_name\":\"d\",\"state\":\"tomorrow's\",\"description\":null}]";

static void structs(void) {
  moya_response *response = response_of(two_repos);
  repo_list it;
  moya_error *error = NULL;
  EXPECT_STATUS(user_repos_decode(response, &it, &error), MOYA_OK);
  EXPECT(!error, "%s", moya_error_message(error).data);
  moya_response_release(response);
  EXPECT(it.count == 2);
  if (it.count != 2) return;
  const repo *first = &it.items[0], *second = &it.items[1];
  EXPECT(first->id == 1 && !first->description && first->stars && *first->stars == 5);
  EXPECT(first->owner && first->owner->id == 7 && strcmp(first->owner->login, "ann") == 0);
  EXPECT(first->topics.count == 2 && strcmp(first->topics.items[1], "y") == 0);
  EXPECT(first->state == state_not_planned && first->order && *first->order == order_down);
  EXPECT(first->sizes && first->sizes->count == 1 && strcmp(first->sizes->items[0].key, "c") == 0 &&
         first->sizes->items[0].value == 3);
  EXPECT(first->parent && first->parent->id == 2 && first->forks && first->forks->items[0].id == 3);
  EXPECT(str_is(first->token, "t") && first->parent->state == state_open);
  EXPECT(!second->stars && !second->owner && second->topics.count == 0 && !second->order && !second->sizes);
  EXPECT(!second->parent && !second->forks && !second->token.data && second->state == state_other);
  EXPECT(strcmp(order_text(order_down), "desc") == 0 && !order_text((order)2) && !state_text(state_other));
  repo_list_release(&it);
  repo_list_release(NULL);
  EXPECT(!it.items && !it.count && !it.arena);
}

static void other_results(void) {
  moya_response *response = response_of("{\"b\":{\"id\":1,\"full_name\":\"x\"},\"a\":{\"id\":2,\"full_name\":\"y\"}}");
  repo_map map;
  EXPECT_STATUS(repos_by_name_decode(response, &map, NULL), MOYA_OK);
  EXPECT(map.count == 2 && strcmp(map.items[1].key, "a") == 0 && map.items[1].value.id == 2);
  repo_map_release(&map);
  moya_raw_body body;
  EXPECT_STATUS(zen_decode(response, &body, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT(body.len == 59 && strcmp(body.data + 57, "}}") == 0, "%zu", body.len);
  moya_raw_body_release(&body);
  EXPECT_STATUS(touch(echoes, NULL, NULL), MOYA_OK);
}

/* MARK: Errors. */

static void failures(void) {
  moya_error *error = NULL;
  echo it;
  memset(&it, 0xa5, sizeof it);
  EXPECT_STATUS(places(echoes, NULL, 0, "", moya_none_i64(), 0, 0, moya_none_boolean(), order_up, moya_none_order(), 0, moya_none_str(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(!it.method && !it.arena, "a failure leaves zeroes");
  expect_error(error, "places: the argument name (path) is NULL, or no value of its type");
  EXPECT_STATUS(places(echoes, "", 0, "", moya_none_i64(), 0, 1e300 * 1e300, moya_none_boolean(), (order)7, moya_none_order(), 0, moya_none_str(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "places: the argument real (query) is NULL, or no value of its type");
  order seventh = (order)7;
  EXPECT_STATUS(places(echoes, "", 0, "", moya_none_i64(), 0, 0, moya_none_boolean(), order_up, moya_some_order(seventh), 0, moya_none_str(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "places: the argument other (query) is NULL, or no value of its type");
  EXPECT_STATUS(places(echoes, "", 0, "", moya_none_i64(), 0, 0, moya_none_boolean(), (order)7, moya_none_order(), 0, moya_none_str(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "places: the argument order (query) is NULL, or no value of its type");
  moya_str wrong = {"{", 1};
  EXPECT_STATUS(fields(echoes, NULL, moya_none_str(), moya_none_i32(), 0, 0, false, order_up, 0, moya_none_raw(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "fields: the argument text (field) is NULL, or no value of its type");
  EXPECT_STATUS(fields(echoes, "\xff", moya_none_str(), moya_none_i32(), 0, 0, false, order_up, 0, moya_none_raw(), &it, NULL, &error), MOYA_ERROR_UTF8);
  EXPECT(str_has(moya_error_message(error), "text"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(fields(echoes, "", moya_none_str(), moya_none_i32(), 0, 0, false, order_up, 0, moya_some_raw(wrong), &it, NULL, &error), MOYA_ERROR_ENCODING);
  moya_error_release(error);
  moya_str zero = {"1\0", 2};
  EXPECT_STATUS(fields(echoes, "", moya_none_str(), moya_none_i32(), 0, 0, false, order_up, 0, moya_some_raw(zero), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "fields: the argument more (field) is not JSON: it has a zero");
  EXPECT_STATUS(fields(echoes, "", moya_none_str(), moya_none_i32(), 0, 1e30f * 1e30f, false, order_up, 0, moya_none_raw(), &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "fields: the argument real (field) is NULL, or no value of its type");
  EXPECT_STATUS(put_text(echoes, NULL, "a/b", &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "put_text: the argument text (body) is NULL");
  EXPECT_STATUS(put_file(echoes, NULL, &it, NULL, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "put_file: the argument file (file) is NULL");
  EXPECT_STATUS(touch(NULL, NULL, &error), MOYA_ERROR_NULL);
  moya_error_release(error);
  EXPECT_STATUS(zen(echoes, NULL, NULL, &error), MOYA_ERROR_NULL);
  expect_error(error, "zen: out is NULL");

  moya_response *response = response_of("[{\"id\":1,\"full_name\":\"a\"},{\"id\":\"x\"}]");
  repo_list repos;
  EXPECT_STATUS(user_repos_decode(response, &repos, &error), MOYA_ERROR_JSON_TYPE);
  EXPECT(str_is(moya_error_target(error), "user_repos") && moya_error_response(error) == response);
  expect_error(error, "user_repos: [1].id is \"x\", not an integer");
  EXPECT_STATUS(user_repos_decode(response, &repos, NULL), MOYA_ERROR_JSON_TYPE);
  EXPECT_STATUS(user_repos_decode(response, NULL, &error), MOYA_ERROR_NULL);
  expect_error(error, "user_repos: out is NULL");
  EXPECT_STATUS(user_repos_decode(NULL, &repos, &error), MOYA_ERROR_NULL);
  moya_error_release(error);
  moya_response_release(response);
}

static void created_errors(void) {
  moya_response *response = response_of("{}");
  moya_error *error = moya_error_create(MOYA_ERROR_JSON, "a", "b", response);
  moya_response_release(response);
  EXPECT(moya_error_status(error) == MOYA_ERROR_JSON && str_is(moya_error_target(error), "a"));
  EXPECT(str_is(moya_response_body(moya_error_response(error)), "{}"));
  expect_error(error, "a: b");
  error = moya_error_create(-1000, NULL, "", NULL);
  EXPECT(moya_error_status(error) == -1000 && !moya_error_target(error).data && !moya_error_response(error));
  expect_error(error, "");
  EXPECT(!moya_error_create(0, NULL, "b", NULL) && !moya_error_create(1, NULL, "b", NULL));
  EXPECT(!moya_error_create(-1, NULL, NULL, NULL) && !moya_error_create(-1, NULL, "\xff", NULL));
  EXPECT(!moya_error_create(-1, "\xff", "b", NULL));
}

/* MARK: Stubs, callbacks and rows. */

static moya_provider *offline;

static void stubs(void) {
  moya_scratch scratch;
  moya_target target;
  int64_t page = 2;
  EXPECT_STATUS(user_repos_target("octocat", moya_some_i64(page), &scratch, &target, NULL), MOYA_OK);
  EXPECT_TEXT(target.name, "user_repos");
  moya_sample sample = MOYA_SAMPLE(.body = two_repos, .body_len = sizeof two_repos - 1);
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(offline, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_is(moya_response_url(response), "http://offline.invalid/users/octocat/repos?page=2"), "%s", moya_response_url(response).data);
  repo_list repos;
  EXPECT_STATUS(user_repos_decode(response, &repos, NULL), MOYA_OK);
  EXPECT(repos.count == 2);
  repo_list_release(&repos);
  moya_response_release(response);
  moya_scratch_release(&scratch);
  EXPECT_STATUS(form_target("", 0, moya_none_order(), &scratch, &target, NULL), MOYA_OK);
  moya_scratch_release(&scratch);
}

static void on_echo(void *user, moya_status status, const echo *it, const moya_response *response, const moya_error *error) {
  heard *heard = user;
  EXPECT((status == MOYA_OK) == (response != NULL));
  EXPECT((status == MOYA_OK) == (it != NULL) && (status == MOYA_OK) == (error == NULL));
  if (it) EXPECT(strncmp(it->target, "/echo/a/1?", 10) == 0, "%s", it->target);
  pthread_mutex_lock(&heard->lock);
  heard->last = status;
  heard->released++;
  pthread_cond_broadcast(&heard->changed);
  pthread_mutex_unlock(&heard->lock);
}
static void on_zen(void *user, moya_status status, const moya_raw_body *it, const moya_response *response, const moya_error *error) {
  EXPECT(status == MOYA_ERROR_STATUS_CODE && !it && !response && str_has(moya_error_message(error), "zen: "));
  on_echo(user, status, NULL, response, error);
}
static void on_repo(void *user, moya_status status, const repo *it, const moya_response *response, const moya_error *error) {
  EXPECT(status == MOYA_ERROR_KEY_PATH && !it && !response);
  EXPECT(str_is(moya_error_message(error), "one_repo: id is missing"), "%s", moya_error_message(error).data);
  on_echo(user, status, NULL, response, error);
}
static void on_touch(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  EXPECT(status == MOYA_OK && moya_response_http_status(response) == 200 && !error);
  heard *heard = user;
  pthread_mutex_lock(&heard->lock);
  heard->released++;
  pthread_cond_broadcast(&heard->changed);
  pthread_mutex_unlock(&heard->lock);
}

static void callbacks(void) {
  heard heard = HEARD_INIT;
  moya_error *error = NULL;
  moya_call *call = NULL;
  EXPECT_STATUS(places_send(echoes, "a", 1, "", moya_none_i64(), 0, 0, moya_none_boolean(), order_up, moya_none_order(), 0, moya_none_str(), on_echo, &heard, NULL, &call, &error), MOYA_OK);
  EXPECT(call && str_is(moya_call_target(call), "places"));
  moya_call_release(call);
  EXPECT(await_released(&heard, 1) && heard.last == MOYA_OK);
  EXPECT_STATUS(zen_send(echoes, on_zen, &heard, NULL, NULL, &error), MOYA_OK);
  EXPECT(await_released(&heard, 2));
  EXPECT_STATUS(touch_send(echoes, on_touch, &heard, NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&heard, 3));
  /* "/repos/{id}" of this provider is /ok/repos/1, whose response has no id. */
  char url[96];
  snprintf(url, sizeof url, "%s/ok", faults.url);
  moya_provider *ok = provider_with(url);
  EXPECT_STATUS(one_repo_send(ok, 1, on_repo, &heard, NULL, NULL, &error), MOYA_OK);
  EXPECT(await_released(&heard, 4));
  moya_provider_destroy(ok);
  /* If a call is refused at once, no function of the program runs. */
  EXPECT_STATUS(places_send(echoes, NULL, 1, "", moya_none_i64(), 0, 0, moya_none_boolean(), order_up, moya_none_order(), 0, moya_none_str(), on_echo, &heard, NULL, &call, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(!call);
  moya_error_release(error);
  EXPECT_STATUS(touch_send(echoes, NULL, &heard, NULL, NULL, &error), MOYA_ERROR_NULL);
  expect_error(error, "touch: callback is NULL");
  EXPECT_STATUS(touch_send(NULL, on_touch, &heard, NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT(heard.released == 4);
}

static void rows(void) {
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  EXPECT_STATUS(form_enqueue(echoes, "x", 1, moya_none_order(), queue, 1, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(zen_enqueue(echoes, queue, 2, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(touch_enqueue(echoes, queue, 3, NULL, NULL), MOYA_OK);
  moya_call *call = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(form_enqueue(echoes, NULL, 1, moya_none_order(), queue, 1, &call, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "form: the argument text (form) is NULL, or no value of its type");
  moya_completion row;
  for (int left = 3; left > 0; left--) {
    EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1);
    echo it;
    moya_raw_body body;
    if (row.tag == 1) {
      EXPECT_STATUS(form_result(&row, &it, NULL), MOYA_OK);
      EXPECT_TEXT(it.body, "text=x&number=1");
      echo_release(&it);
    } else if (row.tag == 2) {
      EXPECT_STATUS(zen_result(&row, &body, &error), MOYA_ERROR_STATUS_CODE);
      EXPECT(!body.data && str_has(moya_error_message(error), "zen: "));
      moya_error_release(error);
    } else {
      EXPECT_STATUS(touch_result(&row, NULL), MOYA_OK);
    }
    moya_completions_release(&row, sizeof row, 1);
  }
  memset(&row, 0, sizeof row);
  EXPECT_STATUS(touch_result(NULL, NULL), MOYA_ERROR_NULL);
  row.kind = MOYA_ROW_PROGRESS;
  EXPECT_STATUS(touch_result(&row, &error), MOYA_ERROR_ARGUMENT);
  expect_error(error, "touch: the row is not that of an end");
  moya_queue_destroy(queue);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  echoes = provider_with(faults.url);
  offline = provider_with("http://offline.invalid");
  TEST("an array of structs has every kind of member, there or not", structs);
  TEST("a map, the body itself and nothing are results", other_results);
  TEST("an error names the endpoint, the place and the reason, and leaves zeroes", failures);
  TEST("a program makes errors of its own", created_errors);
  TEST("an endpoint's target is answered by a stub", stubs);
  TEST("a typed callback gets the struct or the error, once", callbacks);
  TEST("a row becomes the struct of its endpoint", rows);
  moya_provider_destroy(offline);
  moya_provider_destroy(echoes);
  server_stop(&faults);
  return verdict();
}
