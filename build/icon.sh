#!/bin/sh
# Draws build/appicon.svg as the pictures that the systems want: `make icon`.
set -eu
cd "$(dirname "$0")"
rsvg-convert -w 1024 -h 1024 appicon.svg -o appicon.png
sizes=""
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for size in 16 24 32 48 64 128 256; do
	rsvg-convert -w $size -h $size appicon.svg -o "$dir/$size.png"
	sizes="$sizes $dir/$size.png"
done
mkdir -p windows
convert $sizes windows/icon.ico
