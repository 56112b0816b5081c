#!/usr/bin/env bash
# Runs every fuzz target of the repository, one after another, for FUZZTIME each. Go fuzzes one target of one package at a time, so
# the list is read from the source: a new target needs no line here. What a target finds is written to its testdata/fuzz folder; keep it.
set -euo pipefail
cd "$(dirname "$0")/.."
GO="${GO:-go}"
FUZZTIME="${FUZZTIME:-10m}"
targets="$(grep -rE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*\(' backend kb prompts |
	sed -E 's|^(.*)/[^/]*_test\.go:func (Fuzz[A-Za-z0-9_]*)\(.*|./\1 \2|' | sort)"
[ -n "$targets" ] || { echo "no fuzz target found" >&2; exit 1; }
failed=0
while read -r package target; do
	echo "== $target in $package for $FUZZTIME"
	# Ten tries at making an input smaller: the default is a minute for each, in which nothing new is tried.
	"$GO" test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "$FUZZTIME" -fuzzminimizetime 10x </dev/null || failed=1
done <<<"$targets"
exit "$failed"
