package core

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"rabbithole/backend/core/keys"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
)

// The budgets of the specification are settings under its own names, with its defaults.
func TestSettings_HaveTheSpecificationsBudgets(t *testing.T) {
	want := map[string]string{
		"AGENTIC_RESEARCH_CHAT_ENABLED": "true", "AGENTIC_RESEARCH_DEEP_ENABLED": "true",
		"CHAT_RESEARCH_MAX_LOOPS": "2", "CHAT_RESEARCH_MAX_SOURCES_READ": "4", "CHAT_RESEARCH_MAX_SEARCH_QUERIES": "4", "CHAT_RESEARCH_TIMEOUT_SECONDS": "20",
		"DEEP_RESEARCH_MAX_LOOPS": "6", "DEEP_RESEARCH_MAX_SOURCES_READ": "16", "DEEP_RESEARCH_MAX_SEARCH_QUERIES": "18", "DEEP_RESEARCH_TIMEOUT_SECONDS": "150",
		"RESEARCH_SOURCE_FETCH_TIMEOUT_SECONDS": "12", "RESEARCH_SOURCE_MAX_BYTES": "1500000", "RESEARCH_MAX_CITATIONS_CHAT": "8", "RESEARCH_MAX_CITATIONS_DEEP": "12",
	}
	for _, s := range settings.Table() {
		if d, ok := want[s.Name]; ok && d != s.Default {
			t.Errorf("%s is %s by default, want %s", s.Name, s.Default, d)
		}
		delete(want, s.Name)
	}
	for name := range want {
		t.Errorf("%s is no setting", name)
	}
}

func TestSettings_OfAnswersComeFromTheEnvironment(t *testing.T) {
	c := keyed(t, ring{}, map[string]string{"AGENTIC_RESEARCH_DEEP_ENABLED": "false", "DEEP_RESEARCH_MAX_LOOPS": "3", "WEB_ALLOWED_HOSTS": "who.int, *.europa.eu",
		"WEB_TRUSTED_URLS": "https://who.int/radon http://bfs.de/", "WEB_CACHE_HOURS": "0"})
	s := c.settings.get()
	if s.Answer.ChatSinglePass || !s.Answer.DeepSinglePass || s.Answer.DeepMaxLoops != 3 || s.Answer.ChatMaxLoops != answer.Defaults().ChatMaxLoops {
		t.Errorf("%+v", s.Answer)
	}
	if len(s.Web.Hosts) != 2 || len(s.Web.Trusted) != 2 || s.Web.CacheHours != 0 || s.Web.Provider != "wikipedia" {
		t.Errorf("%+v", s.Web)
	}
}

func TestChangeSetting_RefusesWhatNobodyCanUse(t *testing.T) {
	c := keyed(t, ring{}, nil)
	for name, value := range map[string]string{
		"AGENTIC_RESEARCH_CHAT_ENABLED": "perhaps", "CHAT_RESEARCH_MAX_LOOPS": "0", "DEEP_RESEARCH_TIMEOUT_SECONDS": "-1", "WEB_SEARCH_PROVIDER": "askjeeves",
		"SEARXNG_URL": "file:///etc/passwd", "WEB_TRUSTED_URLS": "https://who.int javascript:alert(1)", "WEB_ALLOWED_HOSTS": "https://who.int", "WEB_CACHE_HOURS": "soon",
	} {
		if err := c.ChangeSetting(t.Context(), name, value); fault.KindOf(err) != fault.Usage || fault.Hint(err) == "" {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
	long := strings.Repeat("https://who.int/radon ", 90)
	if err := c.ChangeSetting(t.Context(), "WEB_TRUSTED_URLS", long); err != nil || len(c.settings.get().Web.Trusted) != 90 {
		t.Errorf("%d addresses: %v", len(c.settings.get().Web.Trusted), err)
	}
}

// A person flips a switch and chooses from a list before the switch is stored: both hold.
func TestChangeSetting_TwoAtOnceAreBothInForce(t *testing.T) {
	c := keyed(t, ring{}, nil)
	for i := range 50 {
		want := settings.RelatedSettings{Automatic: i%2 == 0, AutomaticWeb: i%2 == 1, Mode: []string{"quick", "deep"}[i%2]}
		var wg sync.WaitGroup
		for name, value := range map[string]string{"RELATED_AUTOMATIC": strconv.FormatBool(want.Automatic), "RELATED_AUTOMATIC_WEB": strconv.FormatBool(want.AutomaticWeb), "RELATED_MODE": want.Mode} {
			wg.Go(func() {
				if err := c.ChangeSetting(t.Context(), name, value); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if in := c.RelatedSettings(); in != want {
			t.Fatalf("round %d: %+v is in force, want %+v", i, in, want)
		}
	}
}

// The example lists every setting with its default, and every variable that holds a key without one.
func TestSettings_StandInTheExample(t *testing.T) {
	raw, err := os.ReadFile("../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^#([A-Z0-9_]+)=(.*)$`).FindAllStringSubmatch(string(raw), -1) {
		listed[m[1]] = m[2]
	}
	for _, s := range settings.Table() {
		value, ok := listed[s.Name]
		if !ok || value != s.Default && !(s.Name == "OLLAMA_HOST" && s.Default == "") {
			t.Errorf("%s=%q in the example, by default %q", s.Name, value, s.Default)
		}
	}
	for _, name := range keys.KeyedProviders {
		if value, ok := listed[name]; !ok || value != "" {
			t.Errorf("%s=%q in the example", name, value)
		}
	}
}
