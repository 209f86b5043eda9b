/* An API with every place of a parameter, every type and every kind of result, for the tests of typed.h. It is compiled
 * in all languages that typed.h is for. */
#ifndef API_H
#define API_H

#include <moya/typed.h>

MOYA_ENUM(order, (up, key("asc")), (down, key("desc")));
MOYA_OPEN_ENUM(state, (open), (not_planned, key("not-planned")));

/* What the server of the tests says that it has received. */
MOYA_STRUCT(echo,
    (str, method),
    (str, target),
    (str, body),
    (raw, headers));

MOYA_STRUCT(owner,
    (i64, id),
    (str, login));

MOYA_STRUCT(repo,
    (i64, id),
    (str, full_name),
    (str, description, optional),
    (i64, stars, optional, key("counts.stars")),
    (owner, owner, optional),
    (str_list, topics, fallback("[]")),
    (state, state, fallback("\"open\"")),
    (order, order, optional),
    (i64_map, sizes, optional),
    (repo, parent, optional),
    (repo_list, forks, optional),
    (text, token, secret, optional));

MOYA_ENDPOINT(user_repos, repo_list, "GET", "/users/{name}/repos",
    (path, str, name),
    (query, i64, page, optional));
MOYA_ENDPOINT(one_repo, repo, "GET", "/repos/{id}", (path, u64, id));
MOYA_ENDPOINT(repos_by_name, repo_map, "GET", "/repos");
MOYA_ENDPOINT(zen, body, "GET", "/zen");
MOYA_ENDPOINT(touch, nothing, "POST", "/ok");

MOYA_ENDPOINT(numbers, nothing, "GET", "/ok", (query, i64, wide), (query, f64, real), (query, i32, narrow), (query, u64, big));

MOYA_ENDPOINT(mixed, nothing, "GET", "/ok",
    (query, boolean, flag),
    (query, i16, count),
    (query, f32, ratio),
    (query, state, state),
    (query, order, order));

MOYA_ENDPOINT(places, echo, "GET", "/echo/{name}/{number}",
    (path, str, name),
    (path, i8, number),
    (query, str, text),
    (query, i64, page, optional),
    (query, u64, big),
    (query, f64, real),
    (query, boolean, flag, optional, key("is-flag")),
    (query, order, order),
    (query, order, other, optional),
    (query, date, since),
    (header, str, accept, key("Accept"), optional));
MOYA_ENDPOINT(fields, echo, "POST", "/echo",
    (field, str, text),
    (field, str, left_out, optional),
    (field, i32, number, optional),
    (field, u64, big),
    (field, f32, real),
    (field, boolean, flag),
    (field, order, order),
    (field, date, since, key("since-when")),
    (field, raw, more, optional));
MOYA_ENDPOINT(form, echo, "POST", "/echo", (form, str, text), (form, i64, number), (form, order, order, optional));
MOYA_ENDPOINT(lists, echo, "POST", "/echo",
    (query, str_list, names),
    (query, i8_list, numbers, optional),
    (query, order_list, orders, optional, key("o")),
    (field, date_list, dates),
    (field, f64_list, reals, optional),
    (field, boolean_list, flags, optional));
MOYA_ENDPOINT(owners, echo, "POST", "/echo",
    (field, owner, owner),
    (field, owner, other, optional, key("other-one")),
    (field, owner_list, more, optional),
    (field, owner_map, by_name, optional));
MOYA_ENDPOINT(inner, echo, "POST", "/echo",
    (field, str, title, optional),
    (field, str, name, key("author.name")),
    (field, i64, id, optional, key("author.id")),
    (field, str, city, optional, key("author.home.city")),
    (field, str_list, tags, optional, key("more.tags")),
    (field, owner, owner, optional, key("more.owner")),
    (field, raw, any, optional, key("more.any")),
    (field, str, dotted, optional, key("a\\.b")));
MOYA_ENDPOINT(fixed_fields, echo, "PUT", "/echo",
    (body, str, text),
    (header, str, accept, optional, key("accept")),
    (fixed, "Accept", "text/x"),
    (fixed, "Content-Type", "text/y"),
    (fixed, "X-Version", "2"));
MOYA_ENDPOINT(upload, echo, "POST", "/echo",
    (part, str, title),
    (part, i64, number, optional, key("a number")),
    (part, order, order),
    (part, bytes, content, optional),
    (part, file, photo, optional));
MOYA_ENDPOINT(attach, echo, "POST", "/echo", (part, str, note, optional), (part, file, photo, optional));
MOYA_ENDPOINT(plain_lists, echo, "GET", "/echo",
    (query, str_list, tags, key("tag"), lists(MOYA_LIST_PLAIN)),
    (query, i8_list, numbers, optional));
MOYA_ENDPOINT(joined_lists, echo, "POST", "/echo",
    (query, str_list, fields, optional, joined),
    (query, str_list, tags, key("tag"), lists(MOYA_LIST_PLAIN)),
    (form, boolean_list, flags, optional, numeric, key("is"), joined));
MOYA_ENDPOINT(form_lists, echo, "POST", "/echo", (form, str_list, tags, lists("{key}.{index}")));
MOYA_ENDPOINT(styles, echo, "POST", "/echo",
    (query, str_list, names, lists("{key}")),
    (query, boolean, flag, numeric, key("is-flag")),
    (query, boolean_list, flags, numeric, optional),
    (form, boolean, other, numeric),
    (form, i64_list, numbers, optional));
MOYA_ENDPOINT(words, echo, "POST", "/echo",
    (query, boolean, flag),
    (query, boolean_list, flags),
    (form, boolean, other));
MOYA_ENDPOINT(listed, echo, "GET", "/echo/{ids}/{names}",
    (path, i64_list, ids),
    (path, str_list, names),
    (header, f64_list, ratios, key("X-Ratios")),
    (header, order_list, orders, optional, key("X-Orders")));
MOYA_ENDPOINT(upload_all, echo, "POST", "/echo",
    (part, file_list, files),
    (part, i64_list, numbers, optional),
    (part, bytes_list, data, optional),
    (part, str_list, texts, optional));
MOYA_ENDPOINT(drop, echo, "DELETE", "/echo", (query, str_list, ids, joined), (query, str, reason, optional));
MOYA_ENDPOINT(put_text, echo, "PUT", "/echo", (body, str, text), (header, str, type, key("Content-Type")));
MOYA_ENDPOINT(maybe_text, echo, "PUT", "/echo", (body, str, text, optional));
MOYA_ENDPOINT(maybe_bytes, echo, "PUT", "/echo", (body, bytes, content, optional));
MOYA_ENDPOINT(maybe_owner, echo, "PUT", "/echo", (body, owner, it, optional));
MOYA_ENDPOINT(maybe_numbers, echo, "PUT", "/echo", (body, i64_list, all, optional));
MOYA_ENDPOINT(maybe_file, echo, "PUT", "/echo", (file, str, file, optional));
MOYA_ENDPOINT(put_bytes, echo, "PUT", "/echo", (body, bytes, content));
MOYA_ENDPOINT(put_json, echo, "PUT", "/echo", (body, raw, json));
MOYA_ENDPOINT(put_repo, echo, "PUT", "/echo", (body, repo, it));
MOYA_ENDPOINT(put_repos, echo, "PUT", "/echo", (body, repo_list, all));
MOYA_ENDPOINT(put_numbers, echo, "PUT", "/echo", (body, i64_list, all));
MOYA_ENDPOINT(put_file, echo, "PUT", "/echo", (file, str, file));
MOYA_ENDPOINT(one_text, nothing, "GET", "/ok", (query, str, text));
MOYA_ENDPOINT(picks, nothing, "GET", "/ok",
    (query, boolean, flag, optional),
    (query, i64, page, optional),
    (query, state, state, optional),
    (query, str, text, optional),
    (query, str_list, tags, optional),);
/* A name that the header's own functions have, too. */
MOYA_ENDPOINT(decode, nothing, "POST", "/echo");

#endif
