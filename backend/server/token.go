package server

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
)

const tokenName = "server.token"

// Token returns the token of the library in folder, made at random the first time. It is kept, readable for its owner alone, so that a
// page that is open in a browser goes on after the program was started again; who may read it may read the library too. One that others
// could read is replaced.
func Token(folder string) (string, error) {
	path := filepath.Join(folder, tokenName)
	raw, err := os.ReadFile(path)
	if token := strings.TrimSpace(string(raw)); err == nil && len(token) >= 26 && private.Is(path) {
		return token, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fault.New("read the server's token", fault.Storage, "Check the permissions of "+path+", or delete it.", err)
	}
	token := rand.Text()
	os.Remove(path) // a file that is there would keep its permissions
	if err := private.WriteFile(path, []byte(token+"\n")); err != nil {
		return "", fault.New("write the server's token", fault.Storage, "Check the permissions of "+folder+".", err)
	}
	return token, nil
}
