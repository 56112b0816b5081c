package watch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
)

// WatchedKey is where the list of watched folders stands among the stored settings.
const WatchedKey = "watched_folders"

// Watched returns the folders that Watch looks at, sorted.
func (c *Folders) Watched(ctx context.Context) ([]string, error) {
	raw, _, err := c.of.DB.Setting(ctx, WatchedKey)
	if err != nil || raw == "" {
		return []string{}, err
	}
	var folders []string
	if json.Unmarshal([]byte(raw), &folders) != nil { // UnreadSettings tells
		return []string{}, nil
	}
	for i, folder := range folders {
		folders[i] = ingest.OnDisk(folder)
	}
	return folders, nil
}

// WatchFolder puts a folder on the list and returns its absolute path. What is in it is added when Watch runs.
func (c *Folders) WatchFolder(ctx context.Context, folder string) (string, error) {
	op := "watch " + folder
	if folder == "" { // it would name the folder that the program was started in
		return "", fault.New("watch a folder", fault.Usage, "Choose a folder.", nil)
	}
	folder, err := filepath.Abs(ingest.OnDisk(folder))
	if err != nil {
		return "", err
	}
	info, err := os.Stat(folder)
	switch {
	case err != nil:
		return "", fault.New(op, fault.NotFound, "There is no such folder. Check the spelling of the path.", err)
	case !info.IsDir():
		return "", fault.New(op, fault.Usage, "Only folders can be watched; `rabbithole add` adds a file.", errors.New("it is a file"))
	case ingest.OfLibrary(folder):
		return "", fault.New(op, fault.Usage, "Choose a folder outside of libraries.", errors.New("it belongs to a library"))
	}
	if err := c.of.DB.SetSetting(ctx, placeNote+folder, ingest.Resolved(folder)); err != nil {
		return folder, err
	}
	folders, err := c.Watched(ctx)
	if err != nil || slices.Contains(folders, folder) {
		return folder, err
	}
	return folder, c.setWatched(ctx, append(folders, folder))
}

// UnwatchFolder takes a folder off the list and returns its absolute path. Its documents stay in the library.
func (c *Folders) UnwatchFolder(ctx context.Context, folder string) (string, error) {
	absolute, err := filepath.Abs(ingest.OnDisk(folder))
	if err != nil {
		return "", err
	}
	folders, err := c.Watched(ctx)
	if err != nil {
		return "", err
	}
	if !slices.Contains(folders, absolute) {
		return "", fault.New("stop watching "+folder, fault.NotFound, "`rabbithole watch list` prints the folders that are watched.", nil)
	}
	root, _, err := c.of.DB.Setting(ctx, placeNote+absolute)
	if err = errors.Join(err, c.setWatched(ctx, slices.DeleteFunc(folders, func(f string) bool { return f == absolute })),
		c.of.DB.SetSetting(ctx, placeNote+absolute, ""), c.of.DB.SetSetting(ctx, LookedNote+absolute, "")); err != nil {
		return absolute, err
	}
	return absolute, c.forgetRemoved(ctx, func(_ string, f removedFile) bool {
		return len(folders) == 1 || disk.Within(f.Path, cmp.Or(root, absolute))
	})
}

func (c *Folders) setWatched(ctx context.Context, folders []string) error {
	slices.Sort(folders)
	raw, err := json.Marshal(folders)
	if err != nil {
		return err
	}
	return c.of.DB.SetSetting(ctx, WatchedKey, string(raw))
}
