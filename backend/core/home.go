package core

import (
	"os"
	"path/filepath"
	"runtime"
)

// folderName keeps our data apart from what a web view stores under the program's name.
const folderName = "org.rabbithole.library"

// DefaultHome returns where a person's library is unless they say otherwise: the operating system's place for user data.
func DefaultHome(env func(string) string) (string, error) {
	if dir := env("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, folderName), nil
	}
	if dir := env("LocalAppData"); runtime.GOOS == "windows" && dir != "" {
		return filepath.Join(dir, folderName), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support", folderName), nil
	}
	return filepath.Join(home, ".local", "share", folderName), nil
}
