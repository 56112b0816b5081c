package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"rabbithole/backend/private"
)

// A second window of a library hands the files it was started with to the first, which comes forward. It writes them into a folder of the
// library that only the first window has, and watches: files need no open port, no session bus, and only their owner can write them. Its name
// is one that nobody else gives a folder: what lies in it is deleted.
const handoverName = ".rabbithole-handover"

// handedOver is what one request holds.
type handedOver struct {
	Files []string `json:"files"`
}

// handOver asks the window that has the library in home to add files and to come forward. It reports whether that took the request
// within the time given; a process that is no window never does.
func handOver(home string, files []string, patience time.Duration) bool {
	create := func() (*os.File, error) { return private.CreateTemp(filepath.Join(home, handoverName), "*.new") }
	draft, err := create()
	for tries := 0; err != nil && tries < 25; tries++ { // a window that is just starting makes the folder in a moment
		time.Sleep(20 * time.Millisecond)
		draft, err = create()
	}
	if err != nil {
		return false
	}
	path := strings.TrimSuffix(draft.Name(), ".new") + ".json"
	err = errors.Join(json.NewEncoder(draft).Encode(handedOver{files}), draft.Close())
	if err != nil || os.Rename(draft.Name(), path) != nil { // renamed, so that it is whole when it is seen
		os.Remove(draft.Name())
		return false
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return errors.Is(os.Remove(path), fs.ErrNotExist) // taken in the last moment
}

// requests are what later windows ask of this one.
type requests struct {
	folder string
	watch  *fsnotify.Watcher
}

// takeRequests begins to take requests; it is for the process that has the library. It returns nil where that cannot be: a second window
// then says that the library is in use.
func takeRequests(home string) *requests {
	r := &requests{folder: filepath.Join(home, handoverName)}
	os.RemoveAll(r.folder) // of a window that was killed: those who asked it have given up
	err := private.Mkdir(r.folder)
	if err == nil {
		r.watch, err = fsnotify.NewWatcher()
	}
	if err == nil {
		err = r.watch.Add(r.folder)
	}
	if err != nil {
		return nil
	}
	return r
}

// each hands on what every request asks to add, until close.
func (r *requests) each(take func(files []string)) {
	early, _ := filepath.Glob(filepath.Join(r.folder, "*.json")) // written before anybody watched
	for _, path := range early {
		if files, ok := readRequest(path); ok {
			take(files)
		}
	}
	for {
		select {
		case e, open := <-r.watch.Events:
			if !open {
				return
			}
			if files, ok := readRequest(e.Name); ok {
				take(files)
			}
		case <-r.watch.Errors: // a request was missed: its sender gives up in time
		}
	}
}

func (r *requests) close() {
	if r != nil {
		r.watch.Close()
		os.RemoveAll(r.folder)
	}
}

// readRequest reads a request and removes it, which is the answer to its sender.
func readRequest(path string) ([]string, bool) {
	if filepath.Ext(path) != ".json" {
		return nil, false
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, false // it is the event of our own removal
	}
	var r handedOver
	err = json.Unmarshal(data, &r)
	return r.Files, os.Remove(path) == nil && err == nil
}
