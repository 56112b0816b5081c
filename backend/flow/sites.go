package flow

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Kinds of sources, as rules tell them by their address.
const (
	KindLibrary      = "library"
	KindOfficial     = "official"  // governments, authorities, international organisations; the site of what the question names
	KindStandards    = "standards" // bodies that make standards
	KindEducation    = "education"
	KindDocs         = "docs" // documentation of a product
	KindEncyclopedia = "encyclopedia"
	KindNews         = "news"
	KindForum        = "forum" // everybody writes there
	KindWeb          = "web"
)

// Worth is how far a kind of source is to be trusted, 0..1.
func Worth(kind string) float64 { return cmp.Or(worths[kind], 0.5) }

var worths = map[string]float64{KindOfficial: 0.95, KindStandards: 0.95, KindLibrary: 0.9, KindEducation: 0.85, KindDocs: 0.85, KindEncyclopedia: 0.75, KindNews: 0.65, KindForum: 0.35}

var siteKinds = []struct {
	kind string
	host *regexp.Regexp
}{
	{KindStandards, regexp.MustCompile(`(?:^|\.)(?:iso\.org|iec\.ch|ietf\.org|rfc-editor\.org|w3\.org|whatwg\.org|ieee\.org|itu\.int|nist\.gov|din\.de|dke\.de|etsi\.org|ansi\.org|astm\.org|unicode\.org|cencenelec\.eu)$`)},
	{KindOfficial, regexp.MustCompile(`(?:^|\.)(?:gov|mil|int|europa\.eu|bund\.de|bundestag\.de|bundesregierung\.de|gesetze-im-internet\.de|destatis\.de|bafin\.de|bundesbank\.de|admin\.ch|gv\.at|gouv\.fr|gob\.[a-z]{2}|gov\.[a-z]{2}|govt\.nz|go\.[a-z]{2}|bfs\.de|iaea\.org|icrp\.org|un\.org|oecd\.org|worldbank\.org|imf\.org)$|(?:^|\.)(?:ministerium|landtag|stadt|polizei)-[a-z-]+\.de$`)},
	{KindEducation, regexp.MustCompile(`(?:^|\.)(?:edu|edu\.[a-z]{2}|ac\.[a-z]{2})$|(?:^|\.)(?:uni|tu|fh|hs|th)-[a-z-]+\.(?:de|at)$|(?:^|\.)(?:mpg\.de|fraunhofer\.de|ethz\.ch|epfl\.ch|arxiv\.org|nature\.com|science\.org)$`)},
	{KindEncyclopedia, regexp.MustCompile(`(?:^|\.)(?:wikipedia\.org|wikidata\.org|britannica\.com|brockhaus\.de)$`)},
	{KindForum, regexp.MustCompile(`(?:^|\.)(?:reddit\.com|quora\.com|gutefrage\.net|stackexchange\.com|stackoverflow\.com|medium\.com|substack\.com|facebook\.com|x\.com|twitter\.com|linkedin\.com|youtube\.com|tiktok\.com|blogspot\.[a-z.]+|wordpress\.com|tumblr\.com|pinterest\.[a-z.]+)$|^(?:forum|forums|community|blog|blogs)\.`)},
	{KindNews, regexp.MustCompile(`(?:^|\.)(?:reuters\.com|apnews\.com|bbc\.(?:com|co\.uk)|theguardian\.com|nytimes\.com|washingtonpost\.com|ft\.com|economist\.com|tagesschau\.de|zdf\.de|zeit\.de|faz\.net|sueddeutsche\.de|spiegel\.de|heise\.de|nzz\.ch|orf\.at|dw\.com|lemonde\.fr)$|^news\.|^nachrichten\.`)},
	{KindDocs, regexp.MustCompile(`^(?:docs?|documentation|developers?|learn|support|help|api|man|manual)\.|(?:^|\.)(?:readthedocs\.(?:io|org)|docs\.rs|pkg\.go\.dev|developer\.mozilla\.org|man7\.org)$`)},
}

var docsPath = regexp.MustCompile(`(?i)/(?:docs?|documentation|manual|reference|handbook|handbuch)(?:/|$)`)

// KindOf tells what kind of source an address is. The site of something that the question names counts as official: what a maker says of its
// own thing is the first source.
func KindOf(address, question string) string {
	host := HostOf(address)
	for _, s := range siteKinds {
		if s.host.MatchString(host) {
			return s.kind
		}
	}
	labels := strings.Split(host, ".")
	named := strings.Fields(strings.ToLower(nonLetters.ReplaceAllString(question, " ")))
	if n := len(labels); n >= 2 && len(labels[n-2]) >= 4 && slices.Contains(named, labels[n-2]) {
		return KindOfficial
	}
	if u, err := url.Parse(address); err == nil && docsPath.MatchString(u.Path) {
		return KindDocs
	}
	return KindWeb
}

var nonLetters = regexp.MustCompile(`[^\pL\d-]+`)
