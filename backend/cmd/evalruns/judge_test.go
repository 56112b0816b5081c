package main

import "testing"

func TestJudge_WhatBecameOfASentence(t *testing.T) {
	report := []byte(`{"verdict": "answered", "claims": [
		{"id": "C1", "text": "The limit is 20 mSv.", "verdict": "supported", "citations": [{"name": "law.pdf", "page": 3}]},
		{"id": "C2", "text": "It holds for a calendar year.", "verdict": "unproven"},
		{"id": "C3", "text": "The authority may allow 50 mSv in a single year.", "verdict": "supported"},
		{"id": "C4", "text": "Records are kept for two years.", "verdict": "supported"}]}`)
	r := recorded{Gold: []page{{"law.pdf", 3}, {"law.pdf", 4}}, Sentences: []sentence{
		{Text: "The limit is 20 mSv [E1.2].", Right: true},
		{Text: "It holds for a calendar year. [E1.3]", Right: true},
		{Text: "The authority may allow 50 mSv in one year.", Right: true},
		{Text: "Five years together may hold 100 mSv.", Right: true},
		{Text: "Records are kept for two years.", Planted: true},
		{Text: "Nobody has to be told.", Planted: true},
	}}
	got := r.judge(report)
	if got.Right != 4 || len(got.Marked) != 1 || len(got.Rewritten) != 1 || len(got.Lost) != 1 || got.Lost[0] != r.Sentences[3].Text {
		t.Errorf("right: %+v", got)
	}
	if got.Wrong != 2 || len(got.Published) != 1 || got.Published[0] != r.Sentences[4].Text {
		t.Errorf("wrong: %+v", got)
	}
	if got.Gold != 2 || len(got.Missed) != 1 || got.Missed[0].Page != 4 || got.Nothing {
		t.Errorf("gold: %+v", got)
	}
}

func TestKeyOf_IsTheSameOnAnotherDayAndBehindOtherFences(t *testing.T) {
	one := keyOf([]string{"Today is 2026-11-24.", "<<<1b2c text 1b2c>>>"})
	if other := keyOf([]string{"Today is 2027-01-02.", "<<<3d4f text 3d4f>>>"}); other != one {
		t.Error("the day or the fence is part of the key")
	}
	if other := keyOf([]string{"Today is 2026-11-24.", "<<<1b2c another 1b2c>>>"}); other == one {
		t.Error("other words have the same key")
	}
}

func TestJudge_SummaryOfADiscovery(t *testing.T) {
	r := recorded{Sentences: []sentence{{Text: "The limit is 300 becquerels.", Right: true}, {Text: "It is checked yearly.", Right: true}, {Text: "Cellars come first.", Right: true}}}
	got := r.judge([]byte(`{"cards": [{"caption": "Cellars come first."}], "summary": "The limit is 300 becquerels [1]. Something else stands here."}`))
	if got.Right != 3 || len(got.Lost) != 1 || got.Lost[0] != "It is checked yearly." {
		t.Errorf("%+v", got)
	}
}
