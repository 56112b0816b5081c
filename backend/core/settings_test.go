package core_test

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/kb"
)

func TestSettings_TheEnvironmentIsOverTheDefaults(t *testing.T) {
	c := open(t, t.TempDir(), env("MAX_ITERATIONS", "7", "RELEVANCE_THRESHOLD", "0.75", "RABBITHOLE_ENGINE", "extractive"))
	values := map[string]settings.Setting{}
	for _, s := range c.SettingList() {
		values[s.Name] = s
	}
	for name, want := range map[string][2]string{
		"MAX_ITERATIONS": {"7", "20"}, "RELEVANCE_THRESHOLD": {"0.75", "0.6"}, "RABBITHOLE_ENGINE": {"extractive", "auto"},
		"TODO_MAX_ITEMS": {"15", "15"}, "QUALITY_THRESHOLD": {"300", "300"}, "RABBITHOLE_EMBEDDER": {"built-in", "built-in"},
	} {
		if s := values[name]; s.Value != want[0] || s.Default != want[1] || s.Help == "" {
			t.Errorf("%s = %q, default %q, want %v", name, s.Value, s.Default, want)
		}
	}
}

func TestSettings_BadValueNamesTheSetting(t *testing.T) {
	for name, value := range map[string]string{
		"MAX_ITERATIONS": "many", "TODO_MAX_ITEMS": "-1", "RELEVANCE_THRESHOLD": "1.5", "QUALITY_THRESHOLD": "3.5",
	} {
		_, err := core.Open(t.Context(), core.Config{Home: t.TempDir(), Env: env(name, value)})
		if fault.KindOf(err) != fault.Usage || !strings.Contains(err.Error(), name) || !strings.Contains(fault.Hint(err), "Default: ") {
			t.Errorf("%s=%s: %v, hint %q", name, value, err, fault.Hint(err))
		}
	}
}

func TestOpen_RefusesWithWhatToDo(t *testing.T) {
	home := t.TempDir()
	open(t, home, noEnv)
	for name, k := range map[string]struct {
		core.Config
		kind fault.Kind
		hint string
	}{
		"NoHome":       {core.Config{Env: noEnv}, fault.Usage, "--home"},
		"SecondWriter": {core.Config{Home: home, Env: noEnv}, fault.Locked, "process "},
		"NothingThere": {core.Config{Home: t.TempDir(), ReadOnly: true, Env: noEnv}, fault.NotFound, "rabbithole add"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := core.Open(t.Context(), k.Config)
			if err == nil {
				c.Close()
			}
			if fault.KindOf(err) != k.kind || !strings.Contains(fault.Hint(err), k.hint) {
				t.Errorf("err = %v, hint %q; want %s with %q", err, fault.Hint(err), k.kind, k.hint)
			}
		})
	}
	if _, err := core.Open(t.Context(), core.Config{Home: home, ReadOnly: true, Env: noEnv}); err != nil {
		t.Errorf("reading beside the writer: %v", err)
	}
}

// TestOpen_AFolderWithALongPath works as far as it goes, and says what is wrong beyond.
func TestOpen_AFolderWithALongPath(t *testing.T) {
	long := func(n int) string {
		home := t.TempDir()
		for len(home) < n {
			home = filepath.Join(home, strings.Repeat("d", min(100, max(1, n-len(home)-1))))
		}
		return home[:n]
	}
	addNotes(t, open(t, long(490), noEnv))
	for name, home := range map[string]string{"just too long": long(491), "too long": long(600),
		"far too long": long(5000), "one long name": filepath.Join(t.TempDir(), strings.Repeat("e", 300))} {
		for _, look := range []bool{false, true} {
			c, err := core.Open(t.Context(), core.Config{Home: home, ReadOnly: look, Env: noEnv})
			if err == nil {
				c.Close()
			}
			if look && name == "one long name" {
				continue // nothing is there to look at
			}
			if fault.KindOf(err) != fault.Usage || !strings.Contains(fault.Hint(err), "shorter path") ||
				len(err.Error()) > 200 {
				t.Errorf("%s, to look at: %t: %v, hint %q", name, look, err, fault.Hint(err))
			}
		}
	}
}

// TestOpen_AHostThatIsNone lets everything work that needs no Ollama; what does need it, and the doctor, say what is
// wrong in a sentence.
func TestOpen_AHostThatIsNone(t *testing.T) {
	for _, host := range []string{"-1", "/bin/sh", "127.0.0.1:99999", "ftp://box", "me:secret@box"} {
		c := open(t, t.TempDir(), env("OLLAMA_HOST", host))
		addNotes(t, c)
		if hits, err := c.Search(t.Context(), "barn", core.SearchOptions{}); err != nil || len(hits) == 0 {
			t.Errorf("%s: %d hits, %v", host, len(hits), err)
		}
		if _, r := finish(t, c, core.Begin{Question: "What is the barn roof made of?",
			Engine: settings.Extractive}); len(r.Claims) == 0 {
			t.Errorf("%s: the built-in engine says nothing", host)
		}
		for _, engine := range []settings.Engine{settings.Auto, settings.Ollama} {
			_, err := c.StartResearch(t.Context(), core.Begin{Question: "What is the barn roof made of?",
				Engine: engine})
			if fault.KindOf(err) != fault.Usage || !strings.Contains(err.Error(), "use OLLAMA_HOST: ") ||
				strings.Contains(err.Error(), "secret") || !strings.Contains(fault.Hint(err), "127.0.0.1:11434") {
				t.Errorf("%s, %s: %v, hint %q", host, engine, err, fault.Hint(err))
			}
		}
		_, listed := c.Models(t.Context())
		if think := c.Think(t.Context()); fault.KindOf(listed) != fault.Usage || think.Answers ||
			!strings.Contains(think.Reason, "OLLAMA_HOST") {
			t.Errorf("%s: %v, %+v", host, listed, think)
		}
		for _, f := range c.Doctor(t.Context()) {
			if f.Name == "ollama" && (f.OK || !strings.Contains(f.Text, "use OLLAMA_HOST: ") ||
				!strings.Contains(f.Cure, "127.0.0.1:11434")) {
				t.Errorf("%s: %+v", host, f)
			}
		}
	}
}

func TestDefaultHome_IsWhereUserDataBelongs(t *testing.T) {
	data := t.TempDir()
	if home, err := disk.DefaultHome(env("XDG_DATA_HOME", data)); err != nil || home != filepath.Join(data, "org.rabbithole.library") {
		t.Errorf("with XDG_DATA_HOME: %q, %v", home, err)
	}
	for _, relative := range []string{"", "data"} {
		if home, err := disk.DefaultHome(env("XDG_DATA_HOME", relative)); err != nil || !filepath.IsAbs(home) || filepath.Base(home) != "org.rabbithole.library" {
			t.Errorf("XDG_DATA_HOME=%q: %q, %v", relative, home, err)
		}
	}
}

func TestResume_RunsWorkSideBySide(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	questions := []string{kb.Question, kb.Frage, teacher}
	runs, errs := make([]graph.Run, len(questions)), make([]error, len(questions))
	var all sync.WaitGroup
	for i, question := range questions {
		run, err := c.StartResearch(t.Context(), core.Begin{Question: question, Engine: settings.Extractive, Unattended: true})
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() { runs[i], errs[i] = c.Resume(t.Context(), run.ID) })
	}
	all.Wait()
	for i, run := range runs {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		if r := checked(t, c, run); r.Question != questions[i] || len(r.Claims) == 0 {
			t.Errorf("report on %q with %d claims", r.Question, len(r.Claims))
		}
	}
}
