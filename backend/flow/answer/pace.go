package answer

import (
	"math"
	"time"

	"rabbithole/prompts"
)

// tokens are what a call takes, about: of its prompt and of its reply.
type tokens struct{ prompt, reply int }

// What the calls of a run take, about, from recorded runs. The run plans its time by them, so that a slow model judges fewer passages and always has
// time to write and to have its sentences checked.
var (
	planTakes    = tokens{800, 150}
	judgeTakes   = tokens{1000, 120} // without its passages
	passageTakes = tokens{330, 50}
)

const (
	leastJudged = 4   // passages of a round, however slow the model is
	slack       = 1.3 // of the time that the calls of a run should take
	quickRounds = 1.5 // rounds that are planned for: most questions end with the first
	deepRounds  = 3
)

// writeTakes and checkTakes are what writing the answer takes, and checking it together with a repair.
var (
	writeTakes = map[Profile]tokens{Chat: {3000, 350}, Deep: {7000, 900}}
	checkTakes = map[Profile]tokens{Chat: {5000, 600}, Deep: {12000, 1500}}
)

func (t tokens) times(n float64) tokens {
	return tokens{int(float64(t.prompt) * n), int(float64(t.reply) * n)}
}

func (t tokens) and(o tokens) tokens { return tokens{t.prompt + o.prompt, t.reply + o.reply} }

func (t tokens) by(card prompts.Card) time.Duration { return card.Takes(t.prompt, t.reply) }

// needed is how many seconds a run is given for a model of a pace.
func needed(card prompts.Card, p Profile, b Budget) int {
	rounds := quickRounds
	if p == Deep {
		rounds = deepRounds
	}
	round := judgeTakes.and(passageTakes.times(roundWindows))
	all := planTakes.and(round.times(min(rounds, float64(b.Loops)))).and(writeTakes[p]).and(checkTakes[p])
	const nice = 10 // seconds to which the limit is rounded
	return int(math.Ceil(all.by(card).Seconds()*slack/nice)) * nice
}

// late reports whether the time for searching does not reach for another round once so many passages are judged. A pace that is not known rules nothing out.
func (f *run) late(c clock, s State, judged int) bool {
	if !f.working(s) || f.Kit.Model.Card().Pace == 0 {
		return false
	}
	calls := judgeTakes.and(passageTakes.times(leastJudged))
	if judged > 0 {
		calls = calls.and(judgeTakes).and(passageTakes.times(float64(judged)))
	}
	return calls.by(f.Kit.Model.Card()) > c.remains()
}

// affordable is how many passages the model can judge in a time.
func affordable(card prompts.Card, left time.Duration) int {
	if card.Pace == 0 {
		return math.MaxInt32
	}
	left -= judgeTakes.by(card)
	return max(leastJudged, int(left/passageTakes.by(card)))
}

// lasting is a limit of time as people say it.
func lasting(language string, d time.Duration) string {
	if d < 2*time.Minute {
		return saySeconds.In(language, int(math.Ceil(d.Seconds())))
	}
	return sayMinutes.In(language, int(math.Ceil(d.Minutes())))
}
