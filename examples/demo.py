#!/usr/bin/env python3
"""Makes the demo's first call from Python: demo.py URL"""

import sys

import moya

user = moya.Target(sys.argv[1], "/users/octocat", name="user", timeout=5)
with moya.Provider() as provider:
    response = provider.call(user)
    print(response.status_code, response.json("name", str), "has", response.json("followers", int), "followers")
