package core

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"rabbithole/backend/core/keys"
	"rabbithole/backend/fault"
)

const secret = "BSA-9f1c77aa5be04d0e"

// ring is a keyring in memory.
type ring map[string]string

func (r ring) Set(name, secret string) error { r[name] = secret; return nil }
func (r ring) Delete(name string) error      { delete(r, name); return nil }
func (r ring) Get(name string) (string, error) {
	if r[name] == "" {
		return "", errors.New("there is none")
	}
	return r[name], nil
}

// deaf is a keyring that waits for a person who is not there.
type deaf struct{}

func (deaf) Set(string, string) error   { select {} }
func (deaf) Get(string) (string, error) { select {} }
func (deaf) Delete(string) error        { select {} }

func keyed(t *testing.T, keyring keys.Keyring, env map[string]string) *Core {
	t.Helper()
	c, err := Open(t.Context(), Config{Home: t.TempDir(), Keyring: keyring, Env: func(name string) string { return env[name] }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestKey_GoesIntoTheKeyring(t *testing.T) {
	kept := ring{}
	c := keyed(t, kept, nil)
	where, err := c.SetKey(t.Context(), "brave", " "+secret+"\n")
	if err != nil || where != keys.KeyInKeyring || kept["brave"] != secret {
		t.Fatalf("SetKey = %q, %v; the keyring has %d keys", where, err, len(kept))
	}
	if _, err := os.Stat(filepath.Join(c.config.Home, keys.FileName)); err == nil {
		t.Error("it stands in a file too")
	}
	if got, where, err := c.keys.Key("brave"); got != secret || where != keys.KeyInKeyring || err != nil {
		t.Errorf("key is in %q, %v", where, err)
	}
	if err := c.RemoveKey(t.Context(), "brave"); err != nil || len(kept) != 0 {
		t.Errorf("RemoveKey: %v, the keyring has %d keys", err, len(kept))
	}
}

func TestKey_WithoutAKeyringIsInAFileOfTheOwner(t *testing.T) {
	for name, keyring := range map[string]keys.Keyring{"None": keys.None{}, "Deaf": deaf{}} {
		t.Run(name, func(t *testing.T) {
			if _, slow := keyring.(deaf); slow && testing.Short() {
				t.Skip("waits for a keyring")
			}
			c := keyed(t, keyring, nil)
			where, err := c.SetKey(t.Context(), "tavily", secret)
			if err != nil || where != keys.KeyInFile {
				t.Fatalf("SetKey = %q, %v", where, err)
			}
			path := filepath.Join(c.config.Home, keys.FileName)
			info, err := os.Stat(path)
			if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
			if got, where, err := c.keys.Key("tavily"); got != secret || where != keys.KeyInFile || err != nil {
				t.Errorf("key is in %q, %v", where, err)
			}
			_ = c.RemoveKey(t.Context(), "tavily") // a deaf keyring may have one, too
			if _, err := os.Stat(path); err == nil {
				t.Error("a file without keys is left")
			}
		})
	}
}

func TestKey_OfTheEnvironmentRules(t *testing.T) {
	kept := ring{"brave": "other"}
	c := keyed(t, kept, map[string]string{"BRAVE_API_KEY": secret})
	if got, where, _ := c.keys.Key("brave"); got != secret || where != keys.KeyInEnvironment {
		t.Errorf("key is in %q", where)
	}
	for _, err := range []error{errOf(c.SetKey(t.Context(), "brave", "new")), c.RemoveKey(t.Context(), "brave")} {
		if fault.KindOf(err) != fault.Usage || strings.Contains(err.Error(), secret) {
			t.Errorf("changing it: %v", err)
		}
	}
}

func TestKey_RefusesWhatIsNone(t *testing.T) {
	c := keyed(t, keys.None{}, nil)
	for _, k := range [][2]string{{"brave", ""}, {"brave", " \n"}, {"brave", "two words"}, {"brave", strings.Repeat("k", 500)}, {"brave", "schlüssel"}, {"wikipedia", secret}, {"", secret}} {
		if err := errOf(c.SetKey(t.Context(), k[0], k[1])); fault.KindOf(err) != fault.Usage {
			t.Errorf("SetKey(%q, %.12q) = %v", k[0], k[1], err)
		}
	}
	damaged := filepath.Join(c.config.Home, keys.FileName)
	if err := os.WriteFile(damaged, []byte(`{"brave": "`+secret), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.keys.Key("brave"); fault.KindOf(err) != fault.Storage || strings.Contains(err.Error(), secret) {
		t.Errorf("a damaged file: %v", err)
	}
}

// Looking for a session bus would start one: where none is said to run, none is looked for.
func TestKeyring_IsLookedForWhereItCanBe(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the keyring is part of the system")
	}
	if _, none := keys.Find(func(string) string { return "" }).(keys.None); !none {
		t.Error("without a session bus a keyring was looked for")
	}
	if _, there := keys.Find(func(string) string { return "unix:path=/run/user/1000/bus" }).(keys.System); !there {
		t.Error("the keyring was not looked for")
	}
}

func errOf[T any](_ T, err error) error { return err }
