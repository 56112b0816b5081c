package core

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
)

// embedderSetting is the one setting whose change takes time: see ChangeEmbedder.
const embedderSetting = "RABBITHOLE_EMBEDDER"

// BuiltIn names the embedder that needs no model.
const BuiltIn = "built-in"

// Settings are what a person may set once for all runs. Sources, the later over the earlier: defaults, the library's stored settings,
// the environment.
type Settings struct {
	Engine     Engine `json:"engine"`
	Model      string `json:"model"` // "" lets the program choose
	OllamaHost string `json:"ollama_host"`
	Embedder   string `json:"embedder"`
	// FollowLinks follows links that lead out of an added or watched folder.
	FollowLinks bool `json:"follow_links"`
	// WeakModels uses a model that failed its test where it is asked for by name.
	WeakModels bool              `json:"weak_models"`
	Research   research.Settings `json:"research"`
	Answer     answer.Settings   `json:"answer"`
	Explore    explore.Settings  `json:"explore"`
	Web        WebSettings       `json:"web"`
	Related    RelatedSettings   `json:"related"`
}

// Setting describes one setting: its name, which is its environment variable too, its default, and what it does.
type Setting struct {
	Name    string `json:"name"`
	Value   string `json:"value"` // in force
	Default string `json:"default"`
	Help    string `json:"help"`
	Fixed   bool   `json:"fixed"` // the environment says so: it cannot be changed here
	most    int    // characters it may have; mostWords when 0
	read    func(Settings) string
	write   func(*Settings, string) error
}

// SettingList returns every setting with its value in force, by name.
func (c *Core) SettingList() []Setting {
	list := settingTable()
	for i := range list {
		list[i].Value = list[i].read(c.settings.get())
		list[i].Fixed = c.config.Env(list[i].Name) != ""
		if list[i].Name == embedderSetting {
			list[i].Value = c.chosenEmbedder()
		}
	}
	sort.Slice(list, func(a, b int) bool { return list[a].Name < list[b].Name })
	return list
}

// loadSettings reads stored settings and the environment over the defaults. A stored value that cannot be read counts as its default and is
// named in unread: one value must not lock a person out of the library.
func (c *Core) loadSettings(ctx context.Context) (s Settings, unread []string, err error) {
	s = defaultSettings()
	stored, err := c.db.Settings(ctx)
	if err != nil {
		return s, nil, err
	}
	unread = unreadSettings(stored)
	for _, d := range settingTable() {
		if value := stored[d.Name]; value != "" && !slices.Contains(unread, d.Name) {
			err = d.write(&s, value)
		}
		if value := c.config.Env(d.Name); value != "" && err == nil {
			if err = d.write(&s, value); err != nil {
				err = fault.New(fmt.Sprintf("read setting %s=%q", d.Name, value), fault.Usage, d.Help+" Default: "+d.Default+".", err)
			}
		}
		if err != nil {
			return s, unread, err
		}
	}
	s.Research, s.Answer, s.Explore = s.Research.Filled(), s.Answer.Filled(), s.Explore.Filled()
	return s, unread, nil
}

// unreadSettings returns the names of stored settings that the program cannot read, sorted.
func unreadSettings(stored map[string]string) (names []string) {
	for name, value := range stored {
		if readSetting(name, value) != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// UnreadSettings says which stored settings cannot be read, "" when all can.
func (c *Core) UnreadSettings() string {
	c.settings.mu.Lock()
	defer c.settings.mu.Unlock()
	if len(c.settings.unread) == 0 {
		return ""
	}
	return "what is stored cannot be read, and the default applies: " + strings.Join(c.settings.unread, ", ")
}

func defaultSettings() Settings {
	return Settings{Engine: Auto, Embedder: BuiltIn, Research: research.Defaults(), Answer: answer.Defaults(), Explore: explore.Defaults(), Web: defaultWeb(), Related: defaultRelated()}
}

func settingTable() []Setting {
	r := func(s *Settings) *research.Settings { return &s.Research }
	list := []Setting{
		words("RABBITHOLE_ENGINE", "What thinks: auto, ollama or extractive.", func(s *Settings) *string { return (*string)(&s.Engine) }),
		words("RABBITHOLE_MODEL", "The Ollama model to think with; empty: qwen3:14b if installed, else the largest that fits.", func(s *Settings) *string { return &s.Model }),
		switched("RABBITHOLE_WEAK_MODELS", "Use a model that failed its test where it is asked for by name.", func(s *Settings) *bool { return &s.WeakModels }),
		words(embedderSetting, "What makes embeddings: built-in, or the name of an installed Ollama embedding model.", func(s *Settings) *string { return &s.Embedder }),
		words("OLLAMA_HOST", "Where Ollama listens.", func(s *Settings) *string { return &s.OllamaHost }),
		switched("FOLLOW_LINKS", "Follow links that lead out of an added or watched folder.",
			func(s *Settings) *bool { return &s.FollowLinks }),
		whole("TODO_MAX_ITEMS", "Most entries of the to-do list.", func(s *Settings) *int { return &r(s).TodoMaxItems }),
		whole("MAX_ITERATIONS", "Most items of the list that are worked on.", func(s *Settings) *int { return &r(s).MaxIterations }),
		whole("QUERIES_PER_TASK", "Queries per item, 2 to 4.", func(s *Settings) *int { return &r(s).QueriesPerTask }),
		whole("PASSAGES_PER_QUERY", "Passages read per query, 3 to 5.", func(s *Settings) *int { return &r(s).PassagesPerQuery }),
		share("RELEVANCE_THRESHOLD", "A passage is kept when its relevance (0 to 1) is above it.", func(s *Settings) *float64 { return &r(s).RelevanceThreshold }),
		whole("QUALITY_THRESHOLD", "A draft below this score (of 400) is rewritten after a search for what is missing.", func(s *Settings) *int { return &r(s).QualityThreshold }),
		orNone("MAX_REWRITES", "Most rewrites of a draft.", func(s *Settings) *int { return &r(s).MaxRewrites }),
		orNone("CLARIFY_ROUNDS", "Most rounds of three clarification questions.", func(s *Settings) *int { return &r(s).ClarifyRounds }),
		orNone("FOLLOW_DEPTH", "How many references deep a run follows.", func(s *Settings) *int { return &r(s).FollowDepth }),
		orNone("FOLLOW_PER_TASK", "Most references followed for one item.", func(s *Settings) *int { return &r(s).FollowPerTask }),
		whole("MAX_CALLS", "Most model calls of a research, an exploration or a discovery; 0: no limit.", func(s *Settings) *int { return &r(s).MaxCalls }),
		whole("MAX_MINUTES", "Most working minutes of a research, an exploration or a discovery; 0: no limit.", func(s *Settings) *int { return &r(s).MaxMinutes }),
	}
	list = append(append(append(list, askSettings()...), exploreSettings()...), relatedSettings()...)
	for i := range list {
		list[i].Default = list[i].read(defaultSettings())
	}
	return list
}

func words(name, help string, field func(*Settings) *string) Setting {
	return Setting{Name: name, Help: help, read: func(s Settings) string { return *field(&s) },
		write: func(s *Settings, v string) error { *field(s) = v; return nil }}
}

func whole(name, help string, field func(*Settings) *int) Setting {
	return Setting{Name: name, Help: help, read: func(s Settings) string { return strconv.Itoa(*field(&s)) },
		write: func(s *Settings, v string) error {
			n, err := strconv.Atoi(v)
			if err != nil || n < 0 {
				err = errors.New("it is not a whole number of 0 or more")
			}
			*field(s) = n
			return err
		}}
}

// orNone is a whole number whose 0 means none; inside, none is negative, because zero means the default.
func orNone(name, help string, field func(*Settings) *int) Setting {
	number := whole(name, help, field)
	read, write := number.read, number.write
	number.read = func(s Settings) string { *field(&s) = max(0, *field(&s)); return read(s) }
	number.write = func(s *Settings, v string) error {
		err := write(s, v)
		if *field(s) == 0 {
			*field(s) = -1
		}
		return err
	}
	return number
}

func share(name, help string, field func(*Settings) *float64) Setting {
	return Setting{Name: name, Help: help, read: func(s Settings) string { return strconv.FormatFloat(*field(&s), 'g', -1, 64) },
		write: func(s *Settings, v string) error {
			f, err := strconv.ParseFloat(v, 64)
			if err != nil || !(f > 0 && f < 1) { // NaN is neither
				err = errors.New("it is not a number between 0 and 1")
			}
			*field(s) = f
			return err
		}}
}
