#!/bin/sh
# Opens the window; where there is no display or no GTK, shows the same in a browser: `make run`.
set -eu
if [ "$(uname -s)" = Linux ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
	echo "There is no display: the same is shown in a browser." >&2
elif sh build/need.sh gtk && make --no-print-directory window; then
	exec build/bin/rabbithole-app
else
	echo "The window could not be built: the same is shown in a browser." >&2
fi
exec build/bin/rabbithole serve
