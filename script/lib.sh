# Every script in bash sources this file as its first command. Afterwards the current folder is the repository's root.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
export root
# An empty XDG_CACHE_HOME counts as none. Otherwise the compiler would write its cache to the current folder.
[ -n "${XDG_CACHE_HOME:-}" ] || unset XDG_CACHE_HOME

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Debian installs nginx in a folder that only root's PATH contains.
PATH=$PATH:/usr/sbin:/sbin

# Makes pkg-config, and through it SwiftPM, use the libcurl that the library contains (script/curl). Sets `scratch` to
# the build folder of the Swift package. Each flavour has its own build folder.
use_curl() { # [FLAVOUR]
  local flavour=${1:-release}
  curl_prefix=$(script/curl "$flavour")
  scratch=.build/system-$flavour
  export MOYA_SWIFTPM_CURL=libcurl
  if [ -n "$curl_prefix" ]; then
    scratch=.build/bundled-$flavour
    MOYA_SWIFTPM_CURL=$curl_prefix/lib/pkgconfig/libcurl.pc
    export PKG_CONFIG_PATH=$curl_prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
  fi
}

# Prints the compiler flags for C code in the library. The flags are for the compiler that comes with swiftc. It is the
# same on every machine, and it has the runtimes of its sanitizers. FLAVOUR is a flavour of script/curl. LIBRARY is
# libcurl or nghttp2. If generated/libcurl.profile was made with this version of the library, the flags use this
# profile, which tells the compiler how often requests take a branch.
c_flags() { # FLAVOUR LIBRARY VERSION
  # Each function has its own section, so that the linker can drop functions that were inlined everywhere. The profile
  # names files without their folders, because the folders differ from build to build.
  local counted=" -fno-plt -ffunction-sections -fdata-sections -mllvm -static-func-full-module-prefix=false"
  # DWARF 4 is the newest debug information that valgrind can read.
  printf '%s' "-O3 -DNDEBUG -fPIC -fvisibility=hidden -gdwarf-4"
  case $1 in
  release)
    if [ "${MOYA_PROFILE:-}" != none ] && head -n 1 generated/libcurl.profile | grep -qF "$2 $3"; then
      printf '%s' "$counted -fprofile-use=$(compiled_profile) -Wno-profile-instr-unprofiled -Wno-backend-plugin"
    else
      # These flags replace a part of what a profile does. With them, clang inlines larger functions than its own limit
      # (250) allows, and copies functions for each constant that they are called with.
      printf '%s' " -fno-plt -ffunction-sections -fdata-sections -mllvm -inline-threshold=5000 -mllvm -force-specialization"
    fi
    ;;
  counting) printf '%s' "$counted -fprofile-generate" ;;
  address | thread) printf '%s' " -O1 -fno-omit-frame-pointer -fsanitize=$1" ;;
  esac
}

# Compiles generated/libcurl.profile for the compiler, and prints the path of the result, which is named after its
# content.
compiled_profile() {
  local folder=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/libmoya toolchain compiled
  toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
  compiled=$folder/$( (cat generated/libcurl.profile && "$toolchain/clang" --version) | sha256sum | cut -c1-12).profdata
  if ! [ -e "$compiled" ]; then
    # If this command is interrupted, no incomplete file has the name of the result.
    "$toolchain/llvm-profdata" merge -o "$compiled.$BASHPID" generated/libcurl.profile >&2
    mv "$compiled.$BASHPID" "$compiled"
  fi
  printf '%s' "$compiled"
}

# Sets `release_build` to the command that compiles the Swift core for the shared library and for the benchmarks. Sets
# `release_objects` to the folder in which the command puts the objects. Call use_curl first, because this folder is in
# `scratch`.
use_release_build() {
  # There are no exclusivity checks. The tests have them, but in a user's program they would cost time, and a violation
  # would end the program. There are no frame pointers, because debuggers and profilers have the unwind tables. Each
  # Swift function has its own section, as in C (c_flags), so that the linker can group the functions of a request
  # (script/link). DWARF 4 is the newest debug information that valgrind can read.
  release_build=(swift build --scratch-path "$scratch" -c release --omit-frame-pointers
    -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -cross-module-optimization
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcxx -gdwarf-4 -Xcc -gdwarf-4)
  # Uses descriptors for thread-local variables (CAllocator), which are faster than a call of __tls_get_addr. A library
  # that is loaded late then needs no space next to the program's own variables. On other architectures, compilers
  # always use descriptors.
  thread_locals=()
  [ "$(uname -m)" != x86_64 ] || thread_locals=(-mtls-dialect=gnu2)
  for flag in "${thread_locals[@]}"; do release_build+=(-Xcc "$flag"); done
  release_objects=$scratch/release
}

# Sets `modules` to the arguments with which swiftc finds the compiled modules of the core in the folder OBJECTS.
use_modules() { # OBJECTS
  local name map
  modules=(-I "$1/Modules")
  for name in CCurl CZlib CBrotli COpenSSL CLinux CSanitizer; do
    modules+=(-Xcc "-fmodule-map-file=$root/Sources/$name/module.modulemap")
  done
  for name in CAllocator CClock CThread CSimdjson CJSON; do
    map=Sources/$name/include/module.modulemap
    [ -e "$map" ] || map=$1/$name.build/module.modulemap
    modules+=(-Xcc "-fmodule-map-file=$root/$map" -I "Sources/$name/include")
  done
}

# Makes a virtual environment with the packages that the requirements name, unless it has them already. If two steps
# need the same environment, the second waits until the first has made it.
python_environment() { # FOLDER REQUIREMENTS
  ! cmp -s "$2" "$1/installed" || return 0
  mkdir -p "$1"
  (
    flock 9
    ! cmp -s "$2" "$1/installed" || exit 0
    say "install what $2 names into $1"
    python3 -m venv "$1"
    "$1/bin/pip" install -q --disable-pip-version-check -r "$2" >&2
    cp "$2" "$1/installed"
  ) 9>"$1/.lock"
}

# Prints one line per check, in the form that script/test counts.
pass() { printf 'ok - %s\n' "$*"; }
miss() {
  printf 'not ok - %s\n' "$*"
  missed=1
}
# check NAME COMMAND...: passes if the command succeeds. Shows its output only if it fails.
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

# Runs COMMAND once for each NAME, COUNT of them at a time. The lines of a NAME are printed together when it ends. Sets
# `missed` to 1 if any NAME failed.
at_a_time() { # COUNT COMMAND NAME...
  local count=$1 command=$2 lines name
  shift 2
  lines=$(mktemp -d)
  for name in "$@"; do
    while [ "$(jobs -rp | wc -l)" -ge "$count" ]; do wait -n || true; done
    {
      status=0
      "$command" "$name" >"$lines/$BASHPID" 2>&1 || status=$?
      [ "$status" = 0 ] && [ "$missed" = 0 ] || touch "$lines/missed"
      flock "$lines" cat "$lines/$BASHPID"
    } &
  done
  wait
  [ ! -e "$lines/missed" ] || missed=1
  rm -r "$lines"
}
