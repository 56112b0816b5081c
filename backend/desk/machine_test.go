package desk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/desk"
	"rabbithole/backend/fake"
)

func TestThink_WithAndWithoutOllama(t *testing.T) {
	server := fake.NewServer(t)
	d, s := sit(t, t.TempDir(), func(name string) string {
		if name == "OLLAMA_HOST" {
			return ""
		}
		return noEnv(name)
	})
	if err := d.ChangeSetting("OLLAMA_HOST", "127.0.0.1:9"); err != nil {
		t.Fatal(err)
	}
	th, err := d.Think()
	if err != nil || th.Answers || th.Engine != "extractive" || th.Reason == "" || th.Host != "127.0.0.1:9" || len(th.Models) != 0 {
		t.Errorf("without Ollama: %+v, %v", th, err)
	}
	if err := d.ChangeSetting("OLLAMA_HOST", server.URL.Host); err != nil {
		t.Fatal(err)
	}
	th, err = d.Think()
	if err != nil || !th.Answers || th.Engine != "ollama" || th.Model != "qwen3:14b" || th.Reason != "" || len(th.Models) != 2 {
		t.Errorf("with Ollama: %+v, %v", th, err)
	}
	for _, f := range th.Fits {
		if f.Name == "qwen3:14b" {
			t.Error("it suggests what is installed")
		}
	}
	if err := d.PullModel("qwen3:4b"); err != nil {
		t.Fatal(err)
	}
	if p := await(t, s, desk.EventPull, func(p desk.Pull) bool { return p.Done }); p.Problem != nil || p.Completed != 1000 || p.Total != 1000 || p.Name != "qwen3:4b" {
		t.Errorf("pulled %+v", p)
	}
	s.forget()
	if err := d.PullModel("unknown"); err != nil {
		t.Fatal(err)
	}
	if p := await(t, s, desk.EventPull, func(p desk.Pull) bool { return p.Done }); p.Problem == nil || p.Problem.Hint == "" {
		t.Errorf("pulled what there is not: %+v", p)
	}
	log, err := d.Connections()
	if err != nil || len(log) == 0 || log[0].Address != server.URL.Host || !log[0].Allowed || log[0].Purpose != "model" || log[0].For != nil {
		t.Fatalf("connections %+v, %v", log, err)
	}
	if first := log[len(log)-1]; first.Address != "127.0.0.1:9" || first.Reason == "" {
		t.Errorf("the first connection was %+v", first)
	}
}

func TestChangeSetting_CheckedStoredAndInForce(t *testing.T) {
	home := t.TempDir()
	d, _ := sit(t, home, func(name string) string {
		if name == "MAX_CALLS" {
			return "7"
		}
		return noEnv(name)
	})
	value := func(name string) string {
		t.Helper()
		list, err := d.Settings()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			if s.Name == name {
				return s.Value
			}
		}
		return "no such setting"
	}
	for _, c := range []struct{ name, value, want, problem string }{
		{"RABBITHOLE_ENGINE", "extractive", "extractive", ""},
		{"RABBITHOLE_ENGINE", "magic", "extractive", "usage"},
		{"RABBITHOLE_ENGINE", "", "auto", ""},
		{"TODO_MAX_ITEMS", " 9 ", "9", ""},
		{"TODO_MAX_ITEMS", "many", "9", "usage"},
		{"MAX_REWRITES", "0", "0", ""},
		{"RELEVANCE_THRESHOLD", "NaN", "", "usage"},
		{"RABBITHOLE_MODEL", strings.Repeat("x", 1000), "", "usage"},
		{"OLLAMA_HOST", "ftp://nowhere", "127.0.0.1:9", "usage"},
		{"OLLAMA_HOST", "127.0.0.1:8", "127.0.0.1:9", "usage"}, // the environment says otherwise
		{"MAX_CALLS", "8", "7", "usage"},
		{"RABBITHOLE_EMBEDDER", "built-in", "built-in", ""},
		{"PATH", "/", "no such setting", "usage"},
	} {
		err := d.ChangeSetting(c.name, c.value)
		if (err != nil) != (c.problem != "") || err != nil && !strings.Contains(err.Error(), `"kind":"`+c.problem+`"`) {
			t.Errorf("%s=%.20s: %v, want kind %q", c.name, c.value, err, c.problem)
		}
		if got := value(c.name); c.want != "" && got != c.want {
			t.Errorf("%s=%.20s: in force is %q, want %q", c.name, c.value, got, c.want)
		}
	}
}

func TestRemember_SmallThingsOverARestart(t *testing.T) {
	home := t.TempDir()
	d, closing := open(t, home)
	for key, value := range map[string]string{"pane.width": "312", "theme": "dark", "draft": "", "sort": "name"} {
		if err := d.Remember(key, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Remember("sort", ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ key, value string }{{"", "x"}, {"a b", "x"}, {strings.Repeat("k", 101), "x"}, {"big", strings.Repeat("v", 16<<10+1)}} {
		if err := d.Remember(c.key, c.value); err == nil {
			t.Errorf("%.20q with %d bytes is remembered", c.key, len(c.value))
		}
	}
	closing()
	d, _ = open(t, home)
	got, err := d.Remembered()
	if err != nil || len(got) != 2 || got["pane.width"] != "312" || got["theme"] != "dark" {
		t.Errorf("remembered %v, %v", got, err)
	}
}

func TestTasks_BackupAndCheck(t *testing.T) {
	d, s := sit(t, shelf(t), noEnv)
	path := filepath.Join(t.TempDir(), "all.backup")
	if err := d.Backup(path); err != nil {
		t.Fatal(err)
	}
	done := func(name string) desk.Task {
		t.Helper()
		return await(t, s, desk.EventTask, func(task desk.Task) bool { return task.Name == name && task.Finished })
	}
	if task := done("backup"); task.Problem != nil || task.Path != path || task.Total == 0 || task.Done != task.Total {
		t.Errorf("backup ended as %+v", task)
	}
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Error(err)
	}
	own := filepath.Join(filepath.Dir(path), "thesis.pdf")
	if err := os.WriteFile(own, []byte("%PDF-1.7 a person's own"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.Backup(own); err == nil || !strings.Contains(err.Error(), "no backup") {
		t.Errorf("a backup over another file: %v", err)
	}
	if data, err := os.ReadFile(own); err != nil || string(data) != "%PDF-1.7 a person's own" {
		t.Errorf("the file is now %q, %v", data, err)
	}
	s.forget()
	if err := d.Backup(path); err != nil {
		t.Fatalf("over an older backup: %v", err)
	}
	if task := done("backup"); task.Problem != nil {
		t.Errorf("over an older backup it ended as %+v", task)
	}
	if err := d.CheckLibrary(); err != nil {
		t.Fatal(err)
	}
	task := done("check")
	if task.Problem != nil || len(task.Findings) < 4 {
		t.Fatalf("check ended as %+v", task)
	}
	for _, f := range task.Findings {
		if !f.OK {
			t.Errorf("it found %+v", f)
		}
	}
	if err := d.RemoveDocument("nothing"); err == nil {
		t.Error("what is not there is removed")
	}
	s.forget()
	if err := d.Backup(filepath.Join(path, "in", "a", "file")); err != nil {
		t.Fatal(err)
	}
	if task := done("backup"); task.Problem == nil || task.Problem.Hint == "" {
		t.Errorf("a backup into a file ended as %+v", task)
	}
}

func TestChangeEmbedder_TellsHowFar(t *testing.T) {
	server := fake.NewServer(t)
	d, s := sit(t, shelf(t), func(name string) string {
		if name == "OLLAMA_HOST" {
			return server.URL.Host
		}
		return noEnv(name)
	})
	if err := d.ChangeEmbedder("nomic-embed-text"); err != nil {
		t.Fatal(err)
	}
	task := await(t, s, desk.EventTask, func(task desk.Task) bool { return task.Finished })
	if task.Problem != nil || task.Total == 0 || task.Done != task.Total {
		t.Errorf("it ended as %+v", task)
	}
	if st, err := d.Status(); err != nil || st.Embedder != "nomic-embed-text" {
		t.Errorf("status %+v, %v", st, err)
	}
}

func TestStatus_LockedLibrary(t *testing.T) {
	home := t.TempDir()
	if st, err := first(sit(t, home, noEnv)).Status(); err != nil || st.Problem != nil {
		t.Fatalf("status %+v, %v", st, err)
	}
	st, err := first(sit(t, home, noEnv)).Status()
	if err != nil || st.Problem == nil || st.Problem.Kind != "locked" || st.Problem.Hint == "" || st.Home != home {
		t.Errorf("the second desk says %+v, %v", st, err)
	}
}

func first(d *desk.Desk, _ *screen) *desk.Desk { return d }
