package answer

import (
	"time"

	"rabbithole/backend/flow"
	"rabbithole/prompts"
)

// Profile is how thorough an answer is made: its budgets, and how much evidence it wants.
type Profile string

// The profiles, under the specification's names.
const (
	Chat Profile = "chat"
	Deep Profile = "deep_research"
)

// Settings are the budgets of both profiles. Each is a setting and an environment variable of the name given; zero means the default.
type Settings struct {
	// AGENTIC_RESEARCH_CHAT_ENABLED=false, AGENTIC_RESEARCH_DEEP_ENABLED=false: one search and the answer from it, no loop.
	ChatSinglePass bool `json:"chat_single_pass,omitempty"`
	DeepSinglePass bool `json:"deep_single_pass,omitempty"`

	ChatMaxLoops         int `json:"chat_research_max_loops"`          // CHAT_RESEARCH_MAX_LOOPS: most rounds of search, read and evaluate
	ChatMaxSourcesRead   int `json:"chat_research_max_sources_read"`   // CHAT_RESEARCH_MAX_SOURCES_READ: most documents and web pages read
	ChatMaxSearchQueries int `json:"chat_research_max_search_queries"` // CHAT_RESEARCH_MAX_SEARCH_QUERIES: most queries, each put to the library and the web
	ChatTimeoutSeconds   int `json:"chat_research_timeout_seconds"`    // CHAT_RESEARCH_TIMEOUT_SECONDS: working time; waiting for a person does not count
	DeepMaxLoops         int `json:"deep_research_max_loops"`          // DEEP_RESEARCH_MAX_LOOPS
	DeepMaxSourcesRead   int `json:"deep_research_max_sources_read"`   // DEEP_RESEARCH_MAX_SOURCES_READ
	DeepMaxSearchQueries int `json:"deep_research_max_search_queries"` // DEEP_RESEARCH_MAX_SEARCH_QUERIES
	DeepTimeoutSeconds   int `json:"deep_research_timeout_seconds"`    // DEEP_RESEARCH_TIMEOUT_SECONDS

	// ChatTimeoutSet and DeepTimeoutSet say that the person chose the time; otherwise For may give more.
	ChatTimeoutSet bool `json:"chat_timeout_set,omitempty"`
	DeepTimeoutSet bool `json:"deep_timeout_set,omitempty"`

	SourceFetchTimeoutSeconds int `json:"research_source_fetch_timeout_seconds"` // RESEARCH_SOURCE_FETCH_TIMEOUT_SECONDS: of one web page
	SourceMaxBytes            int `json:"research_source_max_bytes"`             // RESEARCH_SOURCE_MAX_BYTES: of one web page; enforced by who fetches
	MaxCitationsChat          int `json:"research_max_citations_chat"`           // RESEARCH_MAX_CITATIONS_CHAT: most sources an answer is written from; without a model, most pieces of evidence
	MaxCitationsDeep          int `json:"research_max_citations_deep"`           // RESEARCH_MAX_CITATIONS_DEEP
}

// Defaults returns the settings of the specification.
func Defaults() Settings {
	return Settings{
		ChatMaxLoops: 2, ChatMaxSourcesRead: 4, ChatMaxSearchQueries: 4, ChatTimeoutSeconds: 20,
		DeepMaxLoops: 6, DeepMaxSourcesRead: 16, DeepMaxSearchQueries: 18, DeepTimeoutSeconds: 150,
		SourceFetchTimeoutSeconds: 12, SourceMaxBytes: 1500000, MaxCitationsChat: 8, MaxCitationsDeep: 12,
	}
}

// Filled returns s with every number that is zero or less set to its default.
func (s Settings) Filled() Settings { return flow.Filled(s, Defaults(), true) }

// For returns s with the time that a model needs on this computer, where the person set none and it needs more than the specification's.
func (s Settings) For(card prompts.Card) Settings {
	s = s.Filled()
	if !s.ChatTimeoutSet {
		s.ChatTimeoutSeconds = max(s.ChatTimeoutSeconds, needed(card, Chat, s.Budget(Chat)))
	}
	if !s.DeepTimeoutSet {
		s.DeepTimeoutSeconds = max(s.DeepTimeoutSeconds, needed(card, Deep, s.Budget(Deep)))
	}
	return s
}

// timed reports whether the person chose the time of a profile.
func (s Settings) timed(p Profile) bool {
	if p == Deep {
		return s.DeepTimeoutSet
	}
	return s.ChatTimeoutSet
}

// Budget is what one run may spend.
type Budget struct {
	Loops     int
	Sources   int
	Queries   int
	Citations int
	Timeout   time.Duration // working time
	Fetch     time.Duration // of one web page
	Single    bool          // one search and the answer from it
}

// Budget returns what a profile may spend; an unknown one is a chat.
func (s Settings) Budget(p Profile) Budget {
	s = s.Filled()
	b := Budget{s.ChatMaxLoops, s.ChatMaxSourcesRead, s.ChatMaxSearchQueries, s.MaxCitationsChat, time.Duration(s.ChatTimeoutSeconds) * time.Second, 0, s.ChatSinglePass}
	if p == Deep {
		b = Budget{s.DeepMaxLoops, s.DeepMaxSourcesRead, s.DeepMaxSearchQueries, s.MaxCitationsDeep, time.Duration(s.DeepTimeoutSeconds) * time.Second, 0, s.DeepSinglePass}
	}
	b.Fetch = time.Duration(s.SourceFetchTimeoutSeconds) * time.Second
	if b.Single {
		b.Loops = 1
	}
	return b
}
