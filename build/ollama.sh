#!/usr/bin/env bash
# Finds or builds the Ollama server that the live tests drive, and prints the path of its binary as the last line.
# The server is built from the Go module proxy, so no installer and no model download is needed: about 4 minutes on two cores the
# first time, nothing afterwards. v0.11.4 is the newest version that `go install` can build (later module zips lack vendored headers).
set -euo pipefail

version=v0.11.4
dir="${RABBITHOLE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/rabbithole/tools}/ollama-$version"
binary="$dir/ollama"

say() { echo "ollama.sh: $*" >&2; }

works() { [ -x "$1" ] && "$1" --help >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo -n "$@"; else return 1; fi
}

need_compiler() {
  if command -v gcc >/dev/null && command -v g++ >/dev/null; then return; fi
  say "gcc and g++ are needed to build the Ollama server"
  if command -v apt-get >/dev/null && as_root apt-get update -qq >&2 && as_root apt-get install -y -qq gcc g++ >&2; then return; fi
  say "install gcc and g++ (Debian: apt-get install gcc g++; Fedora: dnf install gcc-c++; macOS: xcode-select --install), then try again"
  exit 1
}

build() {
  need_compiler
  say "building the Ollama server $version (about 4 minutes the first time)"
  # Built beside the final place and moved there: an interrupted build never leaves half a binary behind.
  local part
  part="$(mktemp -d "$dir/build.XXXXXX")"
  trap "rm -rf '$part'" EXIT
  (cd "$part" && env -u GOFLAGS -u GOOS -u GOARCH CGO_ENABLED=1 GOBIN="$part" CC=gcc CXX=g++ \
    go install "github.com/ollama/ollama@$version" >&2)
  mv "$part/ollama" "$binary"
}

mkdir -p "$dir"
if ! works "$binary"; then
  if command -v flock >/dev/null; then
    exec 9>"$dir/lock"
    flock 9 # two builds at the same time would only slow each other down
  fi
  works "$binary" || build
fi
works "$binary" || { say "$binary does not run"; exit 1; }
echo "$binary"
