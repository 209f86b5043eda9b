# Shared by every script: source it as the first line. Leaves the shell in the repository's root.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
export root

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Debian keeps nginx where only root's PATH looks.
PATH=$PATH:/usr/sbin:/sbin

# Points pkg-config, and through it SwiftPM, at the libcurl that the library is to contain (script/curl), and names in
# `scratch` the build folder that belongs to this choice.
use_curl() { # [FLAVOUR]
  local flavour=${1:-release}
  curl_prefix=$(script/curl "$flavour")
  scratch=.build/system-$flavour
  if [ -n "$curl_prefix" ]; then
    scratch=.build/bundled-$flavour
    export PKG_CONFIG_PATH=$curl_prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
  fi
}

# Prints how C is compiled that the library contains, with the compiler that comes with swiftc: the same on every
# machine, and with the runtimes of its sanitizers. FLAVOUR: as script/curl has it.
c_flags() { # FLAVOUR
  # DWARF 4, the newest debug information that valgrind can read.
  printf '%s' "-O3 -DNDEBUG -fPIC -fvisibility=hidden -gdwarf-4"
  case $1 in
  # Each function gets a section of its own, so that the linker can drop those that were inlined everywhere. Larger calls
  # are inlined than by clang's own limit (250), and functions copied for each constant that they are called with: printf
  # then writes its bytes without a call for each.
  release) printf '%s' " -fno-plt -ffunction-sections -fdata-sections -mllvm -inline-threshold=2500 -mllvm -force-specialization" ;;
  address | thread) printf '%s' " -O1 -fno-omit-frame-pointer -fsanitize=$1" ;;
  esac
}

# One line per check, in the form that script/test counts.
pass() { printf 'ok - %s\n' "$*"; }
miss() {
  printf 'not ok - %s\n' "$*"
  missed=1
}
# check NAME COMMAND...: passes if the command succeeds, and shows its output only if it does not.
check() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then
    pass "$name"
  else
    miss "$name"
    printf '%s\n' "$output" | tail -n 40 | sed 's/^/    /'
  fi
}
export missed=0
