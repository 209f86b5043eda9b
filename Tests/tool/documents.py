"""OpenAPI documents in the size and shape of three large ones. GitHub's has JSON bodies, references and unions.
Stripe's has forms with brackets, and lists and ranges in the query. Kubernetes' has paths with shared parameters, no
server, and bodies of any media type.

They are made by rules from a seed, so they are the same each time.
"""

import random
from typing import Any, Dict, List

Node = Dict[str, Any]
WORDS = "alert branch check commit deploy event fork gist hook issue job key label member note org page queue release secret team user vault".split()


def reference(name: str, room: str = "schemas") -> Node:
    return {"$ref": f"#/components/{room}/{name}"}


def answer(schema: Node, status: str = "200") -> Node:
    return {status: {"description": "ok", "content": {"application/json": {"schema": schema}}}, "404": {"description": "none"}}


def github(seed: int = 1) -> Node:
    dice = random.Random(seed)
    schemas: Node = {
        "simple-user": {"type": "object", "required": ["login", "id"], "properties": {
            "login": {"type": "string"}, "id": {"type": "integer", "format": "int64"}, "site_admin": {"type": "boolean"},
            "starred_at": {"type": "string", "format": "date-time"}, "email": {"type": "string", "nullable": True}}},
        "nullable-simple-user": {"type": "object", "nullable": True, "allOf": [reference("simple-user")]},
    }
    names = [f"{a}-{b}" for a in WORDS for b in ("full", "simple", "event")]
    for name in names:
        fields: Node = {
            "id": {"type": "integer"}, "node_id": {"type": "string"}, "url": {"type": "string", "format": "uri"},
            "+1": {"type": "integer"}, "_links": {"type": "object", "properties": {"self.href": {"type": "string"}}},
            "user": reference(dice.choice(["simple-user", "nullable-simple-user"])), "other": reference(dice.choice(names)),
            "labels": {"type": "array", "items": {"oneOf": [{"type": "string"}, reference("simple-user")]}},
            "state": {"type": "string", "enum": ["open", "closed", None], "nullable": True},
            "value": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "score": {"type": "number"},
            "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        }
        for extra in range(dice.randrange(20)):
            fields[f"field_{extra}"] = dice.choice([{"type": "string"}, {"type": "boolean"}, {"type": "array", "items": {"type": "integer"}}, reference(dice.choice(names))])
        schemas[name] = {"type": "object", "required": ["id", "other"], "properties": fields}
    parameters: Node = {
        "per-page": {"name": "per_page", "in": "query", "schema": {"type": "integer", "default": 30}},
        "page": {"name": "page", "in": "query", "schema": {"type": "integer"}},
        "direction": {"name": "direction", "in": "query", "schema": {"type": "string", "enum": ["asc", "desc"]}},
        "since": {"name": "since", "in": "query", "schema": {"type": "string", "format": "date-time"}},
    }
    for name in ("owner", "repo", "org", "username"):
        parameters[name] = {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    parameters["number"] = {"name": "issue-number", "in": "path", "required": True, "schema": {"type": "integer"}}
    paths: Node = {}
    roots = ["/repos/{owner}/{repo}", "/orgs/{org}", "/users/{username}", "/user"]
    for root in roots:
        scope = [reference(name.strip("{}"), "parameters") for name in root.split("/") if name.startswith("{")]
        for word in WORDS:
            for kind in ("full", "simple", "event"):
                base, schema = f"{root}/{word}s-{kind}", reference(f"{word}-{kind}")
                tag = root.strip("/").split("/")[0]
                listed = [reference("per-page", "parameters"), reference("page", "parameters"), reference(dice.choice(["direction", "since"]), "parameters"),
                          {"name": "labels", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                          {"name": "mixed", "in": "query", "schema": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}]
                inner = {"type": "object", "required": ["title"], "properties": {
                    "title": {"oneOf": [{"type": "string"}, {"type": "integer"}]} if kind == "event" else {"type": "string"},
                    "body": {"type": "string"}, "draft": {"type": "boolean"}, "assignees": {"type": "array", "items": {"type": "string"}},
                    "milestone": {"type": "integer", "nullable": True}, "config": {"type": "object", "properties": {"url": {"type": "string"}, "insecure_ssl": {"oneOf": [{"type": "string"}, {"type": "number"}]}}},
                    "owner": {"type": "string"}, "output": reference("simple-user")}}
                paths[base] = {
                    "get": {"operationId": f"{tag}/list-{word}s-{kind}", "summary": f"List {word}s", "parameters": scope + listed, "responses": answer({"type": "array", "items": schema})},
                    "post": {"operationId": f"{tag}/create-{word}-{kind}", "summary": f"Create a {word}", "parameters": scope, "requestBody": {"required": True, "content": {"application/json": {"schema": inner}}}, "responses": answer(schema, "201")},
                }
                one = scope + [reference("number", "parameters")]
                paths[f"{base}/{{issue-number}}"] = {
                    "get": {"operationId": f"{tag}/get-{word}-{kind}", "parameters": one + [{"name": "X-GitHub-Api", "in": "header", "schema": {"type": "string"}}], "responses": answer(schema)},
                    "patch": {"operationId": f"{tag}/update-{word}-{kind}", "parameters": one, "requestBody": {"content": {"application/json": {"schema": {"allOf": [inner, {"type": "object", "properties": {"state_reason": {"type": "string", "nullable": True}}}]}}}}, "responses": answer(schema)},
                    "delete": {"operationId": f"{tag}/delete-{word}-{kind}", "parameters": one, "responses": {"204": {"description": "gone"}}},
                }
        paths[f"{root}/upload"] = {"post": {"operationId": f"upload{root.replace('/', '-')}", "parameters": scope, "requestBody": {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}, "responses": {}}}
        paths[f"{root}/raw"] = {"post": {"operationId": f"raw{root.replace('/', '-')}", "parameters": scope, "requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}, "responses": {}}}
        paths[f"{root}/any-of"] = {"put": {"operationId": f"any{root.replace('/', '-')}", "parameters": scope, "requestBody": {"required": True, "content": {"application/json": {"schema": {"oneOf": [inner, {"type": "array", "items": {"type": "string"}}]}}}}, "responses": {}}}
    return {"openapi": "3.0.3", "info": {"title": "GitHub-like REST API", "version": "1"}, "servers": [{"url": "https://api.github.invalid"}],
            "paths": paths, "components": {"schemas": schemas, "parameters": parameters}}


def stripe(seed: int = 2) -> Node:
    dice = random.Random(seed)
    kinds = [f"{a}_{b}" for a in WORDS for b in ("intent", "session", "item", "plan", "quote")]
    schemas: Node = {}
    for name in kinds:
        other = [reference(dice.choice(kinds)) for _ in range(3)]
        schemas[name] = {"type": "object", "required": ["id", "object"], "properties": {
            "id": {"type": "string", "maxLength": 5000}, "object": {"type": "string", "enum": [name]}, "amount": {"type": "integer"},
            "customer": {"anyOf": [{"type": "string"}, other[0]], "nullable": True}, "previous": {"nullable": True, "anyOf": [other[1]]},
            "metadata": {"type": "object", "additionalProperties": {"type": "string"}}, "lines": {"type": "object", "required": ["data"], "properties": {
                "data": {"type": "array", "items": other[2]}, "has_more": {"type": "boolean"}}}}}
    address = {"type": "object", "properties": {"city": {"type": "string"}, "line1": {"type": "string"}, "zip": {"type": "string"}}}
    expand = {"name": "expand", "in": "query", "style": "deepObject", "explode": True, "schema": {"type": "array", "items": {"type": "string", "maxLength": 5000}}}
    created = {"name": "created", "in": "query", "style": "deepObject", "explode": True, "schema": {"anyOf": [{"type": "object", "properties": {"gt": {"type": "integer"}, "lte": {"type": "integer"}}}, {"type": "integer"}]}}
    paths: Node = {}

    def form(required: List[str]) -> Node:
        properties: Node = {
            "amount": {"type": "integer"}, "currency": {"type": "string"}, "capture": {"type": "boolean"}, "percent": {"type": "number"},
            "expand": {"type": "array", "items": {"type": "string"}}, "shipping": {"type": "object", "required": ["name"], "properties": {"address": address, "name": {"type": "string"}}},
            "description": {"anyOf": [{"type": "string"}, {"type": "string", "enum": [""]}]}, "metadata": {"anyOf": [{"type": "object", "additionalProperties": {"type": "string"}}, {"type": "string", "enum": [""]}]},
            "items": {"type": "array", "items": {"type": "object", "properties": {"price": {"type": "string"}}}},
            "card": {"anyOf": [{"type": "object", "properties": {"exp_month": {"type": "integer"}, "number": {"type": "string"}}}, {"type": "string"}]},
            "mode": {"type": "string", "enum": ["payment", "setup"]}}
        encoding = {name: {"style": "deepObject", "explode": True} for name in ("expand", "shipping", "metadata", "items", "card")}
        return {"required": bool(required), "content": {"application/x-www-form-urlencoded": {"encoding": encoding, "schema": {"type": "object", "required": required, "properties": properties}}}}

    empty = {"content": {"application/x-www-form-urlencoded": {"encoding": {}, "schema": {"type": "object", "properties": {}}}}, "required": False}
    for name in kinds:
        base, key = f"/v1/{name}s", {"name": name, "in": "path", "required": True, "style": "simple", "schema": {"type": "string"}}
        listed = {"type": "object", "required": ["data"], "properties": {"data": {"type": "array", "items": reference(name)}, "has_more": {"type": "boolean"}, "url": {"type": "string"}}}
        paths[base] = {
            "get": {"operationId": f"Get{name}s", "parameters": [created, expand, {"name": "limit", "in": "query", "style": "form", "schema": {"type": "integer"}}, {"name": "active", "in": "query", "style": "form", "schema": {"type": "boolean"}}], "requestBody": empty, "responses": answer(listed)},
            "post": {"operationId": f"Post{name}s", "requestBody": form(["amount", "currency"]), "responses": answer(reference(name))}}
        paths[f"{base}/{{{name}}}"] = {
            "get": {"operationId": f"Get{name}", "parameters": [key, expand], "requestBody": empty, "responses": answer(reference(name))},
            "post": {"operationId": f"Post{name}", "parameters": [key], "requestBody": form([]), "responses": answer(reference(name))},
            "delete": {"operationId": f"Delete{name}", "parameters": [key], "requestBody": empty, "responses": answer(reference(name))}}
    paths["/v1/files"] = {"post": {"operationId": "PostFiles", "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": {"type": "object", "required": ["file", "purpose"], "properties": {
        "file": {"type": "string", "format": "binary"}, "purpose": {"type": "string"}, "expires": {"type": "integer"}}}}}}, "responses": {}}}
    return {"openapi": "3.0.0", "info": {"title": "Stripe-like API", "version": "1"}, "servers": [{"url": "https://api.stripe.invalid/"}],
            "paths": paths, "components": {"schemas": schemas, "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}}}


def kubernetes(seed: int = 3) -> Node:
    dice = random.Random(seed)
    kinds = [f"{a.title()}{b}" for a in WORDS for b in ("", "Set", "Claim")]
    meta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
    schemas: Node = {
        meta: {"type": "object", "properties": {"name": {"type": "string"}, "labels": {"type": "object", "additionalProperties": {"type": "string"}},
               "creationTimestamp": {"allOf": [reference("io.k8s.Time")]}, "ownerReferences": {"type": "array", "items": {"type": "object", "properties": {"uid": {"type": "string"}}}}}},
        "io.k8s.Time": {"type": "string", "format": "date-time"}, "io.k8s.Patch": {"type": "object"},
        "io.k8s.JSON": {"description": "any"}, "io.k8s.IntOrString": {"format": "int-or-string", "oneOf": [{"type": "integer"}, {"type": "string"}]},
        "io.k8s.Props": {"type": "object", "properties": {"not": reference("io.k8s.Props"), "properties": {"type": "object", "additionalProperties": reference("io.k8s.Props")}, "allOf": {"type": "array", "items": reference("io.k8s.Props")}, "$ref": {"type": "string"}}},
        "io.k8s.DeleteOptions": {"type": "object", "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "gracePeriodSeconds": {"type": "integer", "format": "int64"}, "dryRun": {"type": "array", "items": {"type": "string"}}}},
    }
    for kind in kinds:
        schemas[f"io.k8s.api.{kind}"] = {"type": "object", "x-kubernetes-group-version-kind": [{"kind": kind}], "properties": {
            "apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {"default": {}, "allOf": [reference(meta)]},
            "spec": {"default": {}, "allOf": [reference(f"io.k8s.api.{kind}Spec")]}}}
        schemas[f"io.k8s.api.{kind}Spec"] = {"type": "object", "required": ["replicas"], "properties": {
            "replicas": {"type": "integer", "format": "int32"}, "port": reference("io.k8s.IntOrString"), "schema": reference("io.k8s.Props"), "any": reference("io.k8s.JSON"),
            "template": {"allOf": [reference(f"io.k8s.api.{dice.choice(kinds)}")]}, "args": {"type": "array", "items": {"type": "string"}}}}
        schemas[f"io.k8s.api.{kind}List"] = {"type": "object", "required": ["items"], "properties": {"items": {"type": "array", "items": reference(f"io.k8s.api.{kind}")}, "metadata": reference(meta)}}

    def body(name: str, media: str = "*/*") -> Node:
        return {"required": True, "content": {media: {"schema": reference(name)}}}

    def query(name: str, kind: str) -> Node:
        return {"name": name, "in": "query", "schema": {"type": kind, "uniqueItems": True}}

    pretty, dry = query("pretty", "string"), query("dryRun", "string")
    key = {"name": "name", "in": "path", "required": True, "schema": {"type": "string", "uniqueItems": True}}
    space = {"name": "namespace", "in": "path", "required": True, "schema": {"type": "string", "uniqueItems": True}}
    paths: Node = {}
    for kind in kinds:
        plural, full = kind.lower() + "s", f"io.k8s.api.{kind}"
        for scope, tag in (([space], "Namespaced"), ([], "")):
            base = f"/apis/apps/v1/namespaces/{{namespace}}/{plural}" if scope else f"/api/v1/{plural}"
            listed = [query("limit", "integer"), query("watch", "boolean"), query("labelSelector", "string"), query("timeoutSeconds", "integer")]
            paths[base] = {"parameters": scope + [pretty],
                           "get": {"operationId": f"list{tag}{kind}", "parameters": listed, "responses": answer(reference(f"{full}List"))},
                           "post": {"operationId": f"create{tag}{kind}", "parameters": [dry], "requestBody": body(full), "responses": answer(reference(full))},
                           "delete": {"operationId": f"deleteCollection{tag}{kind}", "parameters": listed, "requestBody": {"content": {"*/*": {"schema": reference("io.k8s.DeleteOptions")}}}, "responses": {}}}
            paths[f"{base}/{{name}}"] = {"parameters": scope + [key, pretty],
                                         "get": {"operationId": f"read{tag}{kind}", "responses": answer(reference(full))},
                                         "put": {"operationId": f"replace{tag}{kind}", "parameters": [dry], "requestBody": body(full), "responses": answer(reference(full))},
                                         "patch": {"operationId": f"patch{tag}{kind}", "parameters": [query("force", "boolean")], "requestBody": {"required": True, "content": {
                                             media: {"schema": reference("io.k8s.Patch")} for media in ("application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml")}}, "responses": answer(reference(full))},
                                         "delete": {"operationId": f"delete{tag}{kind}", "requestBody": {"content": {"*/*": {"schema": reference("io.k8s.DeleteOptions")}}}, "responses": {}}}
            paths[f"{base}/{{name}}/proxy/{{path}}"] = {"parameters": scope + [key, {"name": "path", "in": "path", "required": True, "schema": {"type": "string"}}],
                                                        "get": {"operationId": f"connect{tag}{kind}", "responses": {"200": {"description": "ok", "content": {"*/*": {"schema": {"type": "string"}}}}}}}
    return {"openapi": "3.0.0", "info": {"title": "Kubernetes-like", "version": "v1"}, "paths": paths, "components": {"schemas": schemas}}


ALL = {"github": github, "stripe": stripe, "kubernetes": kubernetes}
