package settings

import (
	"errors"
	"strconv"

	"rabbithole/backend/flow/explore"
)

// exploreSettings are the settings of trees of questions.
func exploreSettings() []Setting {
	e := func(s *Settings) *explore.Settings { return &s.Explore }
	return []Setting{
		upTo(MostDepth, atLeastOne("EXPLORE_MAX_DEPTH", "How deep a tree of questions grows below the first one, up to "+strconv.Itoa(MostDepth)+".", func(s *Settings) *int { return &e(s).MaxDepth })),
		upTo(explore.MostBreadth, atLeastOne("EXPLORE_MAX_BREADTH",
			"Into how many questions one is taken apart at most, up to "+strconv.Itoa(explore.MostBreadth)+".",
			func(s *Settings) *int { return &e(s).MaxBreadth })),
		upTo(MostNodes, atLeastOne("EXPLORE_MAX_NODES", "Most questions of a tree, up to "+strconv.Itoa(MostNodes)+".",
			func(s *Settings) *int { return &e(s).MaxNodes })),
		atLeastOne("EXPLORE_CONTEXT_TOKENS", "What is known of your files reaches the first question whole, up to about this many tokens.",
			func(s *Settings) *int { return &e(s).ContextTokens }),
		switched("EXPLORE_CONTEXT_QUERIES", "What your files say takes part in making queries too.",
			func(s *Settings) *bool { return &e(s).ContextQueries }),
		switched("UI_DEBUG", "The interface shows what is known of your files and which part of it each question has.",
			func(s *Settings) *bool { return &e(s).UIDebug }),
	}
}

// switched is a switch that is off by default.
func switched(name, help string, field func(*Settings) *bool) Setting {
	return turned(name, help, field, true)
}

// turned is a switch whose field says on when the switch is on, or off.
func turned(name, help string, field func(*Settings) *bool, on bool) Setting {
	return Setting{Name: name, Help: help, read: func(s Settings) string { return strconv.FormatBool(*field(&s) == on) },
		write: func(s *Settings, v string) error {
			given, err := strconv.ParseBool(v)
			if err != nil {
				return errors.New("it is neither true nor false")
			}
			*field(s) = given == on
			return nil
		}}
}

// upTo bounds a whole number.
func upTo(most int, number Setting) Setting {
	write := number.write
	number.write = func(s *Settings, v string) error {
		if n, err := strconv.Atoi(v); err == nil && n > most {
			return errors.New("it is more than " + strconv.Itoa(most))
		}
		return write(s, v)
	}
	return number
}

// How large a tree may be.
const (
	MostNodes = 500 // questions
	MostDepth = 10
)
