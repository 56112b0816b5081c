package related

import (
	"regexp"
	"slices"

	"rabbithole/backend/flow"
	"rabbithole/backend/source"
)

// reputable matches hosts of authorities, standards bodies, universities and large organisations.
var reputable = regexp.MustCompile(`(?:^|\.)(?:gov|gov\.\w\w|govt\.nz|edu|edu\.\w\w|ac\.\w\w|mil|int|europa\.eu|bund\.de|un\.org|oecd\.org|iaea\.org|icrp\.org|iso\.org|ietf\.org|rfc-editor\.org|w3\.org|nist\.gov|ieee\.org|bfs\.de|gesetze-im-internet\.de|wikipedia\.org|nature\.com|science\.org)$`)

// promising returns at most most of what was offered, each page once and at most two of one site, reputable sites first.
func promising(hits []source.WebHit, most int) []source.WebHit {
	hits = slices.Clone(hits)
	slices.SortStableFunc(hits, func(a, b source.WebHit) int {
		x, y := reputable.MatchString(flow.HostOf(a.URL)), reputable.MatchString(flow.HostOf(b.URL))
		switch {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	var out []source.WebHit
	seen, sites := map[string]bool{}, map[string]int{}
	for _, h := range hits {
		key, host := flow.Canonical(h.URL), flow.HostOf(h.URL)
		if key == "" || seen[key] || sites[host] == perSite || len(out) == most {
			continue
		}
		seen[key] = true
		sites[host]++
		out = append(out, h)
	}
	return out
}

const perSite = 2
