package research

import (
	"cmp"
	"fmt"

	"rabbithole/backend/fault"
)

// Depth is how thorough a run is. It narrows or widens the settings a run starts with, and is kept in them.
//
//	          items  worked on  queries  passages  deep  references  rewrites  minutes
//	quick         4          4        2         3     1           4         0       10
//	standard    what the settings say
//	deep         25         40        4         5     4          20         3  as set
//
// A quick run never does more than the settings allow, a deep one never less; limits of calls and time stay in force.
type Depth string

// The depths.
const (
	Quick    Depth = "quick"
	Standard Depth = "standard"
	Deep     Depth = "deep"
)

// quickMinutes ends a quick run.
const quickMinutes = 10

// At returns the settings for a depth; "" is Standard. Fields of s must be filled.
func (s Settings) At(d Depth) (Settings, error) {
	s.Depth = d
	switch d {
	case "", Standard:
		s.Depth = Standard
	case Quick:
		s.TodoMaxItems, s.MaxIterations = min(s.TodoMaxItems, 4), min(s.MaxIterations, 4)
		s.QueriesPerTask, s.PassagesPerQuery = min(s.QueriesPerTask, 2), min(s.PassagesPerQuery, 3)
		s.FollowDepth, s.FollowPerTask = min(s.FollowDepth, 1), min(s.FollowPerTask, 4)
		s.MaxRewrites = -1
		if s.MaxMinutes == 0 || s.MaxMinutes > quickMinutes {
			s.MaxMinutes = quickMinutes
		}
	case Deep:
		s.TodoMaxItems, s.MaxIterations = max(s.TodoMaxItems, 25), max(s.MaxIterations, 40)
		s.QueriesPerTask, s.PassagesPerQuery = max(s.QueriesPerTask, 4), max(s.PassagesPerQuery, 5)
		s.FollowDepth, s.FollowPerTask = deeper(s.FollowDepth, 4), deeper(s.FollowPerTask, 20)
		s.MaxRewrites = deeper(s.MaxRewrites, 3)
	default:
		return s, fault.New("start research at depth "+string(d), fault.Usage, "The depths are quick, standard and deep.", fmt.Errorf("there is no depth %q", d))
	}
	return s, nil
}

// deeper is at least n, but none stays none.
func deeper(v, n int) int {
	if v < 0 {
		return v
	}
	return max(v, n)
}

// Work says how much a run at this depth does beside a standard one, about.
func (d Depth) Work() float64 { return cmp.Or(map[Depth]float64{Quick: 0.4, Deep: 2}[d], 1) }
