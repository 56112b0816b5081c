package research

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"rabbithole/backend/cite"
)

// compact writes a summary without the quotes it is made of: "[E7#2]" stands for the second quote of E7 with its ID. What a model wrote in
// its own words stays as it is.
func compact(summary string, evidence []cite.Evidence) string {
	for _, e := range evidence {
		for i, quote := range e.Quotes {
			summary = strings.ReplaceAll(summary, fmt.Sprintf("%s [%s]", quote.Text, e.ID), fmt.Sprintf("[%s#%d]", e.ID, i+1))
		}
	}
	return summary
}

var quoted = regexp.MustCompile(`\[(E\d+)#(\d+)\]`)

// expand puts the quotes back.
func expand(summary string, evidence map[string]cite.Evidence) string {
	return quoted.ReplaceAllStringFunc(summary, func(mark string) string {
		m := quoted.FindStringSubmatch(mark)
		e, n := evidence[m[1]], 0
		if n, _ = strconv.Atoi(m[2]); n < 1 || n > len(e.Quotes) {
			return mark
		}
		return fmt.Sprintf("%s [%s]", e.Quotes[n-1].Text, e.ID)
	})
}
