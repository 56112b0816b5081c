// Package settings describes what a person may set once for all runs: names, defaults, what each value may be.
//
// It reads stored values and the environment over the defaults, and knows neither where they are stored nor who uses them.
package settings

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/ollama"
)

// EmbedderSetting is the one setting whose change takes time: see ChangeEmbedder.
const EmbedderSetting = "RABBITHOLE_EMBEDDER"

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

// Load reads stored settings and the environment over the defaults. Of the stored ones those that cannot be read, unread, count as their default: one
// value must not lock a person out of the library.
func Load(stored map[string]string, unread []string, env func(string) string) (s Settings, err error) {
	s = defaults()
	for _, d := range Table() {
		if value := stored[d.Name]; value != "" && !slices.Contains(unread, d.Name) {
			err = d.write(&s, value)
		}
		if value := env(d.Name); value != "" && err == nil {
			if err = d.write(&s, value); err != nil {
				err = fault.New(fmt.Sprintf("read setting %s=%q", d.Name, value), fault.Usage, d.Help+" Default: "+d.Default+".", err)
			}
		}
		if err != nil {
			return s, err
		}
	}
	s.Research, s.Answer, s.Explore = s.Research.Filled(), s.Answer.Filled(), s.Explore.Filled()
	return s, nil
}

// In returns the value that the setting has among others.
func (s Setting) In(all Settings) string { return s.read(all) }

// defaults are the settings of a library where nobody has set anything.
func defaults() Settings {
	return Settings{Engine: Auto, Embedder: BuiltIn, Research: research.Defaults(), Answer: answer.Defaults(), Explore: explore.Defaults(),
		Web: defaultWeb(), Related: defaultRelated()}
}

// Table describes every setting.
func Table() []Setting {
	r := func(s *Settings) *research.Settings { return &s.Research }
	list := []Setting{
		words("RABBITHOLE_ENGINE", "What thinks: auto, ollama or extractive.", func(s *Settings) *string { return (*string)(&s.Engine) }),
		words("RABBITHOLE_MODEL", "The Ollama model to think with; empty: qwen3:14b if installed, else the largest that fits.",
			func(s *Settings) *string { return &s.Model }),
		switched("RABBITHOLE_WEAK_MODELS", "Use a model that failed its test where it is asked for by name.",
			func(s *Settings) *bool { return &s.WeakModels }),
		words(EmbedderSetting, "What makes embeddings: built-in, or the name of an installed Ollama embedding model.",
			func(s *Settings) *string { return &s.Embedder }),
		words("OLLAMA_HOST", "Where Ollama listens.", func(s *Settings) *string { return &s.OllamaHost }),
		switched("FOLLOW_LINKS", "Follow links that lead out of an added or watched folder.",
			func(s *Settings) *bool { return &s.FollowLinks }),
		whole("TODO_MAX_ITEMS", "Most entries of the to-do list.", func(s *Settings) *int { return &r(s).TodoMaxItems }),
		whole("MAX_ITERATIONS", "Most items of the list that are worked on.", func(s *Settings) *int { return &r(s).MaxIterations }),
		whole("QUERIES_PER_TASK", "Queries per item, 2 to 4.", func(s *Settings) *int { return &r(s).QueriesPerTask }),
		whole("PASSAGES_PER_QUERY", "Passages read per query, 3 to 5.", func(s *Settings) *int { return &r(s).PassagesPerQuery }),
		share("RELEVANCE_THRESHOLD", "A passage is kept when its relevance (0 to 1) is above it.",
			func(s *Settings) *float64 { return &r(s).RelevanceThreshold }),
		whole("QUALITY_THRESHOLD", "A draft below this score (of 400) is rewritten after a search for what is missing.",
			func(s *Settings) *int { return &r(s).QualityThreshold }),
		orNone("MAX_REWRITES", "Most rewrites of a draft.", func(s *Settings) *int { return &r(s).MaxRewrites }),
		orNone("CLARIFY_ROUNDS", "Most rounds of three clarification questions.", func(s *Settings) *int { return &r(s).ClarifyRounds }),
		orNone("FOLLOW_DEPTH", "How many references deep a run follows.", func(s *Settings) *int { return &r(s).FollowDepth }),
		orNone("FOLLOW_PER_TASK", "Most references followed for one item.", func(s *Settings) *int { return &r(s).FollowPerTask }),
		whole("MAX_CALLS", "Most model calls of a research, an exploration or a discovery; 0: no limit.", func(s *Settings) *int { return &r(s).MaxCalls }),
		whole("MAX_MINUTES", "Most working minutes of a research, an exploration or a discovery; 0: no limit.",
			func(s *Settings) *int { return &r(s).MaxMinutes }),
	}
	list = append(append(append(list, askSettings()...), exploreSettings()...), relatedSettings()...)
	for i := range list {
		list[i].Default = list[i].read(defaults())
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

// mostWords is how long a setting that is text may be, mostList one that is a list.
const (
	mostWords = 400
	mostList  = 20_000
)

// Check returns why value cannot be the setting's, nil when it can; "" stands for the default.
func (s Setting) Check(value string) error {
	if value == "" {
		return nil
	}
	if len(value) > cmp.Or(s.most, mostWords) || strings.ContainsFunc(value, unicode.IsControl) {
		return errors.New("it is too long, has more than one line, or characters that are none")
	}
	switch s.Name {
	case "RABBITHOLE_ENGINE":
		if !slices.Contains([]Engine{Auto, Ollama, Extractive}, Engine(value)) {
			return errors.New("there is no such engine")
		}
	case "OLLAMA_HOST":
		_, err := ollama.ParseHost(value)
		return err
	}
	scratch := defaults()
	return s.write(&scratch, value)
}

// Engine says what thinks in a run.
type Engine string

// The engines. Auto is resolved when a run starts and does not change afterwards.
const (
	Auto       Engine = "auto"       // Ollama if it answers and has a model that is not too weak, else extractive
	Ollama     Engine = "ollama"     // a local model; an error if there is none
	Extractive Engine = "extractive" // the built-in engine: no model
)
