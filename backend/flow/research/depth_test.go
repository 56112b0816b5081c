package research_test

import (
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
)

func TestDepth_NarrowsAndWidensWhatTheSettingsSay(t *testing.T) {
	set := research.Defaults()
	at := func(s research.Settings, d research.Depth) research.Settings {
		t.Helper()
		out, err := s.At(d)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	same := set
	same.Depth = research.Standard
	if at(set, "") != same || at(set, research.Standard) != same {
		t.Errorf("standard is %+v", at(set, ""))
	}
	quick, deep := at(set, research.Quick), at(set, research.Deep)
	if quick.TodoMaxItems >= set.TodoMaxItems || quick.FollowDepth >= set.FollowDepth || quick.MaxMinutes == 0 || quick.MaxRewrites >= 0 {
		t.Errorf("quick is %+v", quick)
	}
	if deep.TodoMaxItems <= set.TodoMaxItems || deep.FollowDepth <= set.FollowDepth || deep.MaxMinutes != 0 {
		t.Errorf("deep is %+v", deep)
	}
	if quick != quick.Filled() || deep != deep.Filled() {
		t.Error("a depth is out of bounds")
	}

	person := set
	person.FollowDepth, person.MaxIterations, person.MaxMinutes = -1, 2, 5
	if q := at(person, research.Quick); q.FollowDepth != -1 || q.MaxIterations != 2 || q.MaxMinutes != 5 {
		t.Errorf("quick does more than the settings allow: %+v", q)
	}
	if d := at(person, research.Deep); d.FollowDepth != -1 || d.MaxMinutes != 5 {
		t.Errorf("deep lifts what the settings forbid: %+v", d)
	}
	if _, err := set.At("bottomless"); fault.KindOf(err) != fault.Usage {
		t.Errorf("an unknown depth: %v", err)
	}
}
