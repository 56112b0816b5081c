#!/bin/sh
# Fetches the font for Chinese and Japanese that exported PDFs embed (Noto Sans SC, SIL Open Font License) into the folder it is
# built in from: `sh build/fonts.sh`. It needs npm and the internet, once. Without them it says what is missing and succeeds: the
# program builds all the same, and looks for a font of the system when a report asks for one.
set -eu

package=@expo-google-fonts/noto-sans-sc@0.4.3
sum=d45f67f0a7c0ca3f256950777ce6a61cc7ce5f9696d02900cbbaac25f8aa7d16
folder=$(cd "$(dirname "$0")/.." && pwd)/backend/report/typeset/wide
font=$folder/NotoSansSC-Regular.ttf

[ -s "$font" ] && exit 0

say() { echo "fonts.sh: $*" >&2; }

give_up() {
	say "$1; PDFs will show Chinese and Japanese only where the system has a font for them."
	exit 0
}

command -v npm >/dev/null 2>&1 || give_up "npm is not here (Debian: apt install npm)"
part=$(mktemp -d)
trap 'rm -rf "$part"' EXIT
say "fetching $package (57 MB, once)"
(cd "$part" && npm pack --silent --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=120000 "$package" >/dev/null 2>&1) || give_up "npm could not fetch $package"
tar -xzf "$part"/*.tgz -C "$part" package/400Regular/NotoSansSC_400Regular.ttf package/LICENSE_FONT || give_up "$package is not what it was"
hash() {
	if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}
got=$(hash "$part/package/400Regular/NotoSansSC_400Regular.ttf")
[ "$got" = "$sum" ] || give_up "the font of $package has the hash $got, not $sum"
cp "$part/package/LICENSE_FONT" "$folder/OFL.txt"
# Written beside the final place and moved there: an interrupted build never leaves half a font behind.
cp "$part/package/400Regular/NotoSansSC_400Regular.ttf" "$font.part"
mv "$font.part" "$font"
