package core

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"rabbithole/backend/core/course"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
)

// Whoever adds a flow is told here what core does not know of it yet.
func TestFlows_EachIsWired(t *testing.T) {
	folders, err := os.ReadDir("../flow")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		name := flowName(t, "../flow/"+folder.Name())
		if name == "" {
			t.Errorf("flow/%s: there is no constant Name", folder.Name())
			continue
		}
		found++
		f, err := new(Core).flowOf(graph.Run{Flow: name})
		if err != nil {
			t.Errorf("core/flow.go, flowOf: %v", err)
			continue
		}
		if h := f.hints(); h.Steer == "" || h.After == "" {
			t.Errorf("%s: hints %+v", name, h)
		}
		if f.phase("", graph.Queued) == "" || f.phase("", graph.Finished) == "" {
			t.Errorf("%s: a run has no phase before it begins, or none once it is finished", name)
		}
		if len(course.Known(name, 1)) == 0 {
			t.Errorf("core/course: it is not known what calls of a model a run of %s has", name)
		}
		for _, language := range []string{"en", "de"} {
			waits := reason.Asking{Stage: reason.AskWaiting, Holder: name}
			if other := (reason.Asking{Stage: reason.AskWaiting}); waits.Line(language) == other.Line(language) {
				t.Errorf("reason/asking.go, %s: it is not said that a run of %s uses the model", language, name)
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d flows were found", found)
	}
}

// flowName is what the package in a folder calls its flow.
func flowName(t *testing.T, folder string) string {
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if named := regexp.MustCompile(`(?m)^const Name = "(\w+)"`).FindSubmatch(code); named != nil {
			return string(named[1])
		}
	}
	return ""
}
