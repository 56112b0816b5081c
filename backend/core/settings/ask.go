package settings

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/web"
)

// WebSettings say how runs search and read the web, when the person allows it.
type WebSettings struct {
	Provider   string   `json:"provider"` // one of Providers
	SearXNG    string   `json:"searxng"`  // address of the person's own SearXNG
	Trusted    []string `json:"trusted"`  // addresses that the provider "list" offers
	Hosts      []string `json:"hosts"`    // that a run of the policy listed may read
	CacheHours int      `json:"cache_hours"`
}

// Providers are whom the web can be searched with.
var Providers = []string{web.Wikipedia, web.SearXNG, web.Brave, web.Tavily, web.DuckDuckGo, web.List}

// defaultWeb searches Wikipedia: it needs no key and no account, permits programs, and names its sources.
func defaultWeb() WebSettings { return WebSettings{Provider: web.Wikipedia, CacheHours: 24} }

// askSettings are the settings of answers and of the web.
func askSettings() []Setting {
	a := func(s *Settings) *answer.Settings { return &s.Answer }
	return []Setting{
		enabled("AGENTIC_RESEARCH_CHAT_ENABLED", "A chat goes through rounds of search, read and evaluate; false: one search and the answer from it.", func(s *Settings) *bool { return &a(s).ChatSinglePass }),
		enabled("AGENTIC_RESEARCH_DEEP_ENABLED", "The same for deep research.", func(s *Settings) *bool { return &a(s).DeepSinglePass }),
		atLeastOne("CHAT_RESEARCH_MAX_LOOPS", "Most rounds of a chat.", func(s *Settings) *int { return &a(s).ChatMaxLoops }),
		atLeastOne("CHAT_RESEARCH_MAX_SOURCES_READ", "Most documents and pages that a chat reads.",
			func(s *Settings) *int { return &a(s).ChatMaxSourcesRead }),
		atLeastOne("CHAT_RESEARCH_MAX_SEARCH_QUERIES", "Most queries of a chat.", func(s *Settings) *int { return &a(s).ChatMaxSearchQueries }),
		marking(atLeastOne("CHAT_RESEARCH_TIMEOUT_SECONDS", "Most working seconds of a chat; then it answers with what it has. Unless set, a language model gets as long as it needs on this computer.", func(s *Settings) *int { return &a(s).ChatTimeoutSeconds }),
			func(s *Settings) *bool { return &a(s).ChatTimeoutSet }),
		atLeastOne("DEEP_RESEARCH_MAX_LOOPS", "Most rounds of deep research.", func(s *Settings) *int { return &a(s).DeepMaxLoops }),
		atLeastOne("DEEP_RESEARCH_MAX_SOURCES_READ", "Most documents and pages that deep research reads.",
			func(s *Settings) *int { return &a(s).DeepMaxSourcesRead }),
		atLeastOne("DEEP_RESEARCH_MAX_SEARCH_QUERIES", "Most queries of deep research.", func(s *Settings) *int { return &a(s).DeepMaxSearchQueries }),
		marking(atLeastOne("DEEP_RESEARCH_TIMEOUT_SECONDS", "Most working seconds of deep research; then it answers with what it has. Unless set, a language model gets as long as it needs on this computer.", func(s *Settings) *int { return &a(s).DeepTimeoutSeconds }),
			func(s *Settings) *bool { return &a(s).DeepTimeoutSet }),
		atLeastOne("RESEARCH_SOURCE_FETCH_TIMEOUT_SECONDS", "Most seconds for one web page.",
			func(s *Settings) *int { return &a(s).SourceFetchTimeoutSeconds }),
		atLeastOne("RESEARCH_SOURCE_MAX_BYTES", "Most bytes that are read of one web page.", func(s *Settings) *int { return &a(s).SourceMaxBytes }),
		atLeastOne("RESEARCH_MAX_CITATIONS_CHAT", "Most pieces of evidence that a chat writes from.",
			func(s *Settings) *int { return &a(s).MaxCitationsChat }),
		atLeastOne("RESEARCH_MAX_CITATIONS_DEEP", "Most pieces of evidence that deep research writes from.",
			func(s *Settings) *int { return &a(s).MaxCitationsDeep }),
		oneOf("WEB_SEARCH_PROVIDER", "Whom the web is searched with, when you allow it: "+strings.Join(Providers, ", ")+" (of addresses you trust).",
			Providers, func(s *Settings) *string { return &s.Web.Provider }),
		address("SEARXNG_URL", "Address of your own SearXNG, such as http://127.0.0.1:8888.", func(s *Settings) *string { return &s.Web.SearXNG }),
		many("WEB_TRUSTED_URLS", "Web pages you trust, which the provider list offers; separated by spaces.", checkAddress,
			func(s *Settings) *[]string { return &s.Web.Trusted }),
		many("WEB_ALLOWED_HOSTS", "Hosts that may be read when you allow listed hosts only; separated by spaces.", CheckHost,
			func(s *Settings) *[]string { return &s.Web.Hosts }),
		whole("WEB_CACHE_HOURS", "For how many hours a web page that was read is not fetched again; 0: it always is.",
			func(s *Settings) *int { return &s.Web.CacheHours }),
	}
}

// enabled is a switch of the specification; inside, the field says the contrary, so that its zero value is the default.
func enabled(name, help string, off func(*Settings) *bool) Setting {
	return turned(name, help, off, false)
}

func atLeastOne(name, help string, field func(*Settings) *int) Setting {
	number := whole(name, help, field)
	write := number.write
	number.write = func(s *Settings, v string) error {
		err := write(s, v)
		if err == nil && *field(s) == 0 {
			err = errors.New("it is not a whole number of 1 or more")
		}
		return err
	}
	return number
}

// marking is a setting of which it counts whether the person chose its value.
func marking(s Setting, chosen func(*Settings) *bool) Setting {
	write := s.write
	s.write = func(settings *Settings, v string) error {
		*chosen(settings) = true
		return write(settings, v)
	}
	return s
}

func oneOf(name, help string, choice []string, field func(*Settings) *string) Setting {
	text := words(name, help, field)
	text.write = func(s *Settings, v string) error {
		if !slices.Contains(choice, v) {
			return fmt.Errorf("it is none of %s", strings.Join(choice, ", "))
		}
		*field(s) = v
		return nil
	}
	return text
}

func address(name, help string, field func(*Settings) *string) Setting {
	text := words(name, help, field)
	text.write = func(s *Settings, v string) error { *field(s) = v; return checkAddress(v) }
	return text
}

// many is a list, written with spaces or commas between its entries.
func many(name, help string, check func(string) error, field func(*Settings) *[]string) Setting {
	return Setting{Name: name, Help: help, most: mostList, read: func(s Settings) string { return strings.Join(*field(&s), " ") },
		write: func(s *Settings, v string) error {
			list := strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
			for _, entry := range list {
				if err := check(entry); err != nil {
					return fmt.Errorf("%q: %w", entry, err)
				}
			}
			*field(s) = list
			return nil
		}}
}

func checkAddress(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return errors.New("it is no address that begins with http:// or https://")
	}
	if u.User != nil {
		return errors.New("it carries a name or a password")
	}
	return nil
}

// CheckHost returns why a text is no host, nil when it is one.
func CheckHost(text string) error {
	u, err := url.Parse("https://" + text)
	if err != nil || u.Host != text || u.Hostname() == "" || !strings.Contains(text, ".") {
		return errors.New("it is no host such as who.int")
	}
	return nil
}
