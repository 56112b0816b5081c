package desk_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/desk"
)

// patient is longer than a bound method may take on a library that is empty.
const patient = 20 * time.Second

// TestDesk_EveryMethodAnswers calls every bound method with zero arguments: whatever the library is like, it returns a value that JSON can
// carry or an error that says what kind it is. It never panics and never hangs.
func TestDesk_EveryMethodAnswers(t *testing.T) {
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "library.db"), bytes.Repeat([]byte("not a database. "), 512), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, home := range map[string]string{"a damaged library": broken, "an empty library": t.TempDir(), "no folder": ""} {
		t.Run(name, func(t *testing.T) {
			d, _ := sit(t, home, noEnv)
			v := reflect.ValueOf(d)
			for i := range v.NumMethod() {
				callWithNothing(t, v.Type().Method(i).Name, v.Method(i))
			}
			status, err := d.Status()
			if err != nil || (status.Problem == nil) != (name == "an empty library") {
				t.Errorf("status %+v, %v", status, err)
			}
			if status.Problem != nil && (status.Problem.Hint == "" || status.Problem.Kind == "internal") {
				t.Errorf("the problem does not say what to do: %+v", status.Problem)
			}
		})
	}
}

func callWithNothing(t *testing.T, name string, method reflect.Value) {
	t.Helper()
	args := make([]reflect.Value, method.Type().NumIn())
	for i := range args {
		args[i] = reflect.Zero(method.Type().In(i))
	}
	answered := make(chan []reflect.Value, 1)
	go func() { answered <- method.Call(args) }()
	select {
	case out := <-answered:
		err, _ := out[len(out)-1].Interface().(error)
		if err != nil {
			checkFault(t, name, err)
			return
		}
		raw, err := json.Marshal(out[0].Interface())
		if err != nil {
			t.Errorf("%s returns what JSON cannot carry: %v", name, err)
		}
		if k := out[0].Kind(); (k == reflect.Slice || k == reflect.Map) && string(raw) == "null" {
			t.Errorf("%s returns null for a list", name)
		}
	case <-time.After(patient):
		t.Fatalf("%s hangs", name)
	}
}

func checkFault(t *testing.T, name string, err error) {
	t.Helper()
	var f desk.Fault
	if jsonErr := json.Unmarshal([]byte(err.Error()), &f); jsonErr != nil || f.Message == "" || f.Kind == "" {
		t.Errorf("%s fails without a Fault: %v", name, err)
	}
	if strings.Contains(f.Message, "stumbled") {
		t.Errorf("%s panics: %s", name, f.Message)
	}
	if f.Kind != "internal" && f.Hint == "" {
		t.Errorf("%s fails without saying what to do: %+v", name, f)
	}
}
