package server

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
)

const tokenName = "server.token"

// Token returns the token of the library in folder, made at random the first time. It is kept, readable for its owner alone, so that a
// page that is open in a browser goes on after the program was started again; who may read it may read the library too. One that others
// could read is replaced, unless the disk keeps no permissions.
func Token(folder string) (string, error) {
	path := filepath.Join(folder, tokenName)
	raw, err := private.ReadFile(path)
	if token := strings.TrimSpace(string(raw)); err == nil && len(token) >= 26 && (private.Is(path) || !private.Keeps(folder)) {
		return token, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fault.New("read the server's token", fault.Storage, "Check the permissions of "+path+", or delete it.", err)
	}
	return RenewToken(folder)
}

// RenewToken replaces the token of the library in folder. A server that runs notices: who knew the old one is let in no more.
func RenewToken(folder string) (string, error) {
	path := filepath.Join(folder, tokenName)
	token, fresh := rand.Text(), path+".new"
	os.Remove(fresh)
	err := private.WriteFile(fresh, []byte(token+"\n"))
	if err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		return "", fault.New("write the server's token", fault.Storage, "Check the permissions of "+folder+".", err)
	}
	return token, nil
}

// CurrentToken returns what tells the token of the library in folder at any time. One that is gone, or that others could read, is replaced
// as by Token; while the file cannot be read, the last one counts.
func CurrentToken(folder string) (func() string, error) {
	last, err := Token(folder)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		if now, err := Token(folder); err == nil {
			last = now
		}
		return last
	}, nil
}
