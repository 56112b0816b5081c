#!/bin/sh
# Makes sure that a tool is there: `sh build/need.sh go|cc|ocr|pdftotext`. Where apt exists and may be used, it installs; elsewhere it says what to do.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }

apt() {
	have apt-get || return 1
	run=""
	if [ "$(id -u)" != 0 ]; then
		have sudo || return 1
		run="sudo -n"
	fi
	$run apt-get update -qq && DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq "$@" >&2
}

case "${1:-}" in
go)
	have go && exit 0
	echo "Go 1.26 or newer is needed: https://go.dev/dl" >&2
	exit 1
	;;
cc)
	have cc || have gcc || have clang || apt gcc libc6-dev || {
		echo "A C compiler is needed for the race detector. Install gcc or clang (Debian: apt install gcc; macOS: xcode-select --install)." >&2
		exit 1
	}
	;;
pdftotext)
	have pdftotext || apt poppler-utils || {
		echo "pdftotext is needed to compare extraction with. Install poppler-utils (Debian: apt install poppler-utils; macOS: brew install poppler)." >&2
		exit 1
	}
	;;
ocr)
	have tesseract && tesseract --list-langs 2>&1 | grep -q '^deu' || apt tesseract-ocr tesseract-ocr-deu tesseract-ocr-eng ||
		echo "Tests of text recognition are skipped: tesseract is not installed (Debian: apt install tesseract-ocr tesseract-ocr-deu)." >&2
	;;
*)
	echo "usage: sh build/need.sh go|cc|ocr|pdftotext" >&2
	exit 2
	;;
esac
