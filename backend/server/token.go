package server

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"rabbithole/backend/fault"
)

const tokenName = "server.token"

// Token returns the token of the library in folder, made at random the first time. It is kept, readable for its owner alone, so that a
// page that is open in a browser goes on after the program was started again; who may read it may read the library too.
func Token(folder string) (string, error) {
	path := filepath.Join(folder, tokenName)
	raw, err := os.ReadFile(path)
	if token := strings.TrimSpace(string(raw)); err == nil && len(token) >= 26 {
		return token, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fault.New("read the server's token", fault.Storage, "Check the permissions of "+path+", or delete it.", err)
	}
	token := rand.Text()
	if err := os.WriteFile(path, []byte(token+"\n"), 0o600); err != nil {
		return "", fault.New("write the server's token", fault.Storage, "Check the permissions of "+folder+".", err)
	}
	return token, nil
}
