package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHome_FlagOverEnvironmentOverDefault(t *testing.T) {
	data := t.TempDir()
	flagged, named, standard := filepath.Join(data, "flag"), filepath.Join(data, "env"), filepath.Join(data, "org.rabbithole.library")
	t.Setenv("XDG_DATA_HOME", data)
	for _, k := range []struct {
		env  string
		args []string
		want string
	}{
		{"", nil, standard},
		{named, nil, named},
		{named, []string{"--home", flagged}, flagged},
	} {
		t.Setenv("RABBITHOLE_HOME", k.env)
		if k.env == "" {
			os.Unsetenv("RABBITHOLE_HOME")
		}
		var out, err bytes.Buffer
		if code := run(append(k.args, "doctor"), &shell{out: &out, err: &err, in: strings.NewReader("")}); code != 0 {
			t.Fatalf("exit code %d\n%s", code, err.String())
		}
		if !strings.Contains(out.String(), k.want+": 0 documents") {
			t.Errorf("want the library in %s\n%s", k.want, out.String())
		}
	}
}
