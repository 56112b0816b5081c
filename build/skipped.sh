#!/bin/sh
# Prints the arguments of go test for every test that the run of which FILE is the log (go test -json) skipped. Where there is no such log, or Go code
# was written since, for all tests.
# Usage: skipped.sh FILE
set -eu
if ! [ -s "$1" ] || [ -n "$(find . -path ./frontend -prune -o -name '*.go' -newer "$1" -print)" ]; then
	echo ./...
	exit
fi
skipped=$(sed -n 's/.*"Action":"skip","Package":"\([^"]*\)","Test":"\([^"/]*\).*/\1 \2/p' "$1" | sort -u)
echo "-run ^($(echo "$skipped" | cut -d ' ' -f 2 | sort -u | paste -s -d '|'))\$ $(echo "$skipped" | cut -d ' ' -f 1 | sort -u | paste -s -d ' ')"
