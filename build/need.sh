#!/bin/sh
# Makes sure that a tool is there: `sh build/need.sh go|node|cc|ocr|trace|pdftotext|chromium|gtk|icon|nsis|window`. Where apt exists and may be used, it installs; elsewhere it says what to do.
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
node)
	have node && have npm && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] && exit 0
	echo "Node 20 or newer with npm is needed to build the user interface: https://nodejs.org" >&2
	exit 1
	;;
gtk) # what the window is compiled and linked with, on Linux
	[ "$(uname -s)" = Linux ] || exit 0
	have pkg-config && pkg-config --exists gtk+-3.0 webkit2gtk-4.1 || apt pkg-config libgtk-3-dev libwebkit2gtk-4.1-dev || {
		echo "GTK 3 and WebKitGTK 4.1 are needed for the window (Debian: apt install pkg-config libgtk-3-dev libwebkit2gtk-4.1-dev)." >&2
		exit 1
	}
	;;
icon)
	have rsvg-convert && have convert || apt librsvg2-bin imagemagick || {
		echo "rsvg-convert and ImageMagick are needed to draw the icon." >&2
		exit 1
	}
	;;
nsis)
	have makensis || apt nsis || echo "No installer is made for Windows: makensis is not installed (Debian: apt install nsis)." >&2
	;;
window) # what the tests of the real window need besides
	have Xvfb && have xdotool && have openbox && have import && have WebKitWebDriver && have cc || apt xvfb xdotool openbox imagemagick webkit2gtk-driver gcc libc6-dev || {
		echo "Xvfb, xdotool, openbox, ImageMagick, WebKitWebDriver and a C compiler are needed to test the window." >&2
		exit 1
	}
	;;
chromium)
	have chromium || have google-chrome || apt chromium || {
		echo "Chromium is needed to test the user interface (Debian: apt install chromium)." >&2
		exit 1
	}
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
trace) # what looks at the program from outside, on Linux
	[ "$(uname -s)" = Linux ] || exit 0
	have strace && have unshare || apt strace util-linux || echo "System calls are not traced: strace is not installed (Debian: apt install strace)." >&2
	;;
ocr)
	have tesseract && tesseract --list-langs 2>&1 | grep -q '^deu' || apt tesseract-ocr tesseract-ocr-deu tesseract-ocr-eng ||
		echo "Tests of text recognition are skipped: tesseract is not installed (Debian: apt install tesseract-ocr tesseract-ocr-deu)." >&2
	;;
*)
	echo "usage: sh build/need.sh go|node|cc|ocr|trace|pdftotext|chromium|gtk|icon|nsis|window" >&2
	exit 2
	;;
esac
