// Package keys keeps the keys of search providers: in the keyring of the operating system, else in a file of the library.
//
// It promises that a key is never shown, logged, or part of a backup, and that a keyring which does not answer keeps nobody waiting for long.
package keys

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/zalando/go-keyring"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
)

// KeyedProviders are the providers that want a key, with the environment variable that may hold it.
var KeyedProviders = map[string]string{"brave": "BRAVE_API_KEY", "tavily": "TAVILY_API_KEY"}

// Where a key can be.
const (
	KeyInEnvironment = "environment"
	KeyInKeyring     = "keyring"
	KeyInFile        = "file" // of the library, which nobody else may read
)

// Keyring keeps secrets for a person. Get fails when there is none.
type Keyring interface {
	Set(name, secret string) error
	Get(name string) (string, error)
	Delete(name string) error
}

// System is the operating system's.
type System struct{}

const keyringService = "rabbithole"

// Set implements Keyring.
func (System) Set(name, secret string) error { return keyring.Set(keyringService, name, secret) }

// Get implements Keyring.
func (System) Get(name string) (string, error) { return keyring.Get(keyringService, name) }

// Delete implements Keyring.
func (System) Delete(name string) error { return keyring.Delete(keyringService, name) }

// None stands in where there is none.
type None struct{}

var errNoKeyring = errors.New("this computer has no keyring")

// Set implements Keyring.
func (None) Set(string, string) error { return errNoKeyring }

// Get implements Keyring.
func (None) Get(string) (string, error) { return "", errNoKeyring }

// Delete implements Keyring.
func (None) Delete(string) error { return errNoKeyring }

// Find returns the operating system's keyring. Where no session bus is said to run none is looked for: looking would start one.
func Find(env func(string) string) Keyring {
	if runtime.GOOS != "windows" && runtime.GOOS != "darwin" && env("DBUS_SESSION_BUS_ADDRESS") == "" {
		return None{}
	}
	return System{}
}

// keyringTime is how long a keyring may take: one that asks the person to unlock it, with nobody there, takes for ever.
const keyringTime = 3 * time.Second

var errSlowKeyring = errors.New("the keyring does not answer")

// patiently asks the keyring, but not for long. What does not answer is left behind: it holds nothing of ours.
func patiently(do func() (string, error)) (string, error) {
	type answer struct {
		secret string
		err    error
	}
	answered := make(chan answer, 1)
	go func() {
		secret, err := do()
		answered <- answer{secret, err}
	}()
	select {
	case a := <-answered:
		return a.secret, a.err
	case <-time.After(keyringTime):
		return "", errSlowKeyring
	}
}

// Keys are the keys of a person's search providers. The environment comes first, then the file of the library, then the keyring.
type Keys struct {
	Home     string // the library's folder
	ReadOnly bool
	Env      func(string) string
	Ring     Keyring
	Write    func(path string, data []byte) error // a file, whole or not at all
}

// longest is how many characters a key may have.
const longest = 400

// Key returns a provider's key and where it is; "" when there is none.
func (k *Keys) Key(provider string) (secret, where string, err error) {
	if secret := strings.TrimSpace(k.Env(KeyedProviders[provider])); secret != "" {
		return secret, KeyInEnvironment, nil
	}
	kept, err := k.keyFile()
	if err != nil {
		return "", "", err
	}
	if kept[provider] != "" {
		return kept[provider], KeyInFile, nil
	}
	if secret, err := patiently(func() (string, error) { return k.Ring.Get(provider) }); err == nil && secret != "" {
		return secret, KeyInKeyring, nil
	}
	return "", "", nil
}

// SetKey keeps a provider's key: in the keyring of the operating system, or where there is none in a file of the library that nobody else may
// read. It returns which. The key is never shown, logged, or part of a backup.
func (k *Keys) SetKey(_ context.Context, provider, secret string) (where string, err error) {
	op := "keep the key of " + provider
	if err := k.checkKey(op, provider, secret); err != nil {
		return "", err
	}
	secret = strings.TrimSpace(secret)
	if _, err := patiently(func() (string, error) { return "", k.Ring.Set(provider, secret) }); err == nil {
		return KeyInKeyring, k.changeKeyFile(provider, "")
	}
	return KeyInFile, k.changeKeyFile(provider, secret)
}

func (k *Keys) checkKey(op, provider, secret string) error {
	env, ok := KeyedProviders[provider]
	secret = strings.TrimSpace(secret)
	switch {
	case !ok:
		return fault.New(op, fault.Usage, "Only brave and tavily want a key.", nil)
	case k.ReadOnly:
		return fault.New(op, fault.Usage, "The library is open to read only.", nil)
	case k.Env(env) != "":
		return fault.New(op, fault.Usage, "Start the program without "+env+" in its environment to change it here.", errors.New("the environment has one"))
	case secret == "" || len(secret) > longest || strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }):
		return fault.New(op, fault.Usage, "Copy it from the provider's page once more.", errors.New("this is no key"))
	}
	return nil
}

// RemoveKey forgets a provider's key, wherever it is kept.
func (k *Keys) RemoveKey(_ context.Context, provider string) error {
	op := "forget the key of " + provider
	if err := k.checkKey(op, provider, "any"); err != nil {
		return err
	}
	_, err := patiently(func() (string, error) { return "", k.Ring.Delete(provider) })
	if errors.Is(err, errSlowKeyring) {
		return errors.Join(k.changeKeyFile(provider, ""), fault.New(op, fault.Unavailable, "Unlock your keyring and try again.", err))
	}
	return k.changeKeyFile(provider, "") // a keyring without it, or none, has nothing to forget
}

// FileName is the file of the library that keeps keys where there is no keyring.
const FileName = "keys.json"

func (k *Keys) keyFile() (map[string]string, error) {
	raw, err := private.ReadFile(filepath.Join(k.Home, FileName))
	kept := map[string]string{}
	if errors.Is(err, fs.ErrNotExist) {
		return kept, nil
	}
	if err != nil {
		return nil, fault.New("read the keys", fault.Storage, "Check that you may read "+FileName+" in the library's folder.", err)
	}
	if json.Unmarshal(raw, &kept) != nil { // the parser's error would show what stands there
		return nil, fault.New("read the keys", fault.Storage, "Delete "+FileName+" in the library's folder and set the keys again.",
			errors.New("the file is damaged"))
	}
	return kept, nil
}

// changeKeyFile writes the file anew, whole or not at all; without keys there is none.
func (k *Keys) changeKeyFile(provider, secret string) error {
	kept, err := k.keyFile()
	if err != nil {
		return err
	}
	if kept[provider] == secret {
		return nil
	}
	kept[provider] = secret
	if secret == "" {
		delete(kept, provider)
	}
	path := filepath.Join(k.Home, FileName)
	if len(kept) == 0 {
		err = os.Remove(path)
	} else if raw, failed := json.Marshal(kept); failed == nil {
		err = k.Write(path, raw)
	}
	if err != nil {
		return fault.New("keep the keys", fault.Storage, "Check that you may write into the library's folder.", fmt.Errorf("write %s: %w", FileName, err))
	}
	return nil
}
