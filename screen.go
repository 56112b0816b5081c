package main

import (
	"errors"
	"os"

	"rabbithole/backend/fault"
)

// prepareScreen looks at what the window will be drawn on, before the toolkit does: that ends the process without a word a person could use.
func prepareScreen(system string) error {
	if system != "linux" {
		return nil
	}
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return fault.New("open the window", fault.Unavailable, "`rabbithole serve` shows the same in a browser.", errors.New("there is no display"))
	}
	// With NVIDIA's own driver WebKitGTK may draw nothing at all, unless it shares pictures the older way.
	const older = "WEBKIT_DISABLE_DMABUF_RENDERER"
	if _, err := os.Stat("/sys/module/nvidia"); err == nil && os.Getenv(older) == "" {
		return os.Setenv(older, "1")
	}
	return nil
}
