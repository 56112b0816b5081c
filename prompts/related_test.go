package prompts_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/prompts"
)

func relatedIn() prompts.RelatedIn {
	return prompts.RelatedIn{Language: "German", Today: "2026-03-01", Name: "lantern.pdf", Date: "2021-01-01", Article: 7, Page: "The lantern burns 12 hours.",
		Evidence: []prompts.WeighedLine{{EvidenceLine: evidence[0], Site: "lamps.example", Date: "2025-02-01"}}, Tools: true, Web: true, Results: 6, Pages: 4}
}

func TestRelatedRender_Golden(t *testing.T) {
	call, err := prompts.Related.Render(relatedIn())
	if err != nil {
		t.Fatal(err)
	}
	got := "=== system\n" + call.System + "\n=== user\n" + call.User + "\n=== format\n" + indent(t, call.Schema) + "\n"
	for _, tool := range prompts.RelatedTools(true) {
		got += "=== tool " + tool.Name + "\n" + tool.Description + "\n" + string(tool.Parameters) + "\n"
	}
	path := filepath.Join("testdata", "related.golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the prompt differs from %s; run with -update and look at the difference:\n%s", path, got)
	}
}

func TestRelatedRender_NothingOffersWhatMayNotBeDone(t *testing.T) {
	in := relatedIn()
	in.Web = false
	call, err := prompts.Related.Render(in)
	if err != nil || strings.Contains(call.User, "search_web") || !strings.Contains(call.User, "search_library") {
		t.Errorf("without the web: %v\n%s", err, call.User)
	}
	in.Tools = false
	if call, err = prompts.Related.Render(in); err != nil || strings.Contains(call.User, "search_library") {
		t.Errorf("without tools: %v\n%s", err, call.User)
	}
	for _, web := range []bool{false, true} {
		names := ""
		for _, tool := range prompts.RelatedTools(web) {
			names += tool.Name + " "
			if !json.Valid(tool.Parameters) {
				t.Errorf("the parameters of %s are not JSON", tool.Name)
			}
		}
		if strings.Contains(names, "search_web") != web || strings.Contains(names, "fetch_url") != web || !strings.Contains(names, "search_library get_article extract_text log_step") {
			t.Errorf("tools: %s", names)
		}
	}
}
