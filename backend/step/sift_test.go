package step_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/step"
	"rabbithole/prompts"
)

// sifts answers a call: it keeps passages with odd numbers, and says of the tasks what it is given.
func sifts(said prompts.SiftOut) func(prompts.Call) any {
	return func(call prompts.Call) any {
		out := said
		out.Passages, out.Others = []prompts.JudgeVerdict{}, []string{}
		for _, m := range passages.FindAllStringSubmatch(call.User, -1) {
			var n int
			fmt.Sscan(m[2], &n)
			if n%2 == 0 {
				out.Others = append(out.Others, m[1])
				continue
			}
			out.Passages = append(out.Passages, prompts.JudgeVerdict{Ref: m[1], Relevance: 0.9, Spans: []string{m[1] + ".1"}, Why: "because of " + m[2]})
		}
		return out
	}
}

func nothingMore(tasks ...prompts.SiftTask) prompts.SiftOut {
	return prompts.SiftOut{Tasks: append([]prompts.SiftTask{}, tasks...), Queries: []prompts.SiftQuery{}, NewTasks: []prompts.PlanItem{}, Conflicts: []prompts.Noted{}}
}

func TestSift_AsManyAsFitIntoOneCall(t *testing.T) {
	var readings []extract.Reading
	for i := range 40 {
		readings = append(readings, numbered(i))
	}
	kept := hives[2]
	kept.Why = "it tells of winter"
	for numCtx, most := range map[int]int{4096: 20, 131072: 40} {
		m := &oracle{numCtx: numCtx, replies: []any{sifts(nothingMore(prompts.SiftTask{Task: "T1", Answered: "yes"}, prompts.SiftTask{Task: "T2", Answered: "partly", Missing: "The fee."}))}}
		got, err := newKit(t, m).Sift(t.Context(), step.Sifting{Question: english, Tasks: []string{"distance", "registration"}, Kept: []cite.Evidence{kept}}, readings)
		if err != nil || len(m.calls) != 1 || len(got.Judged) == 0 || len(got.Judged) > most {
			t.Fatalf("context %d: %d judged in %d calls, %v", numCtx, len(got.Judged), len(m.calls), err)
		}
		for i, j := range got.Judged {
			if kept := j.Relevance > 0.6; kept != (i%2 == 1) || kept && j.Why != fmt.Sprintf("because of %d", i) {
				t.Errorf("judgement %d is %+v", i, j)
			}
		}
		if call := m.calls[0]; !strings.Contains(call.User, "it tells of winter: In winter the bees need sugar") || len(call.System+call.User)/4+call.NumPredict > numCtx {
			t.Errorf("context %d: a call of %d bytes: %s", numCtx, len(call.User), call.User[len(call.User)-600:])
		}
		if want := []step.Answered{{Task: 0, Whole: true}, {Task: 1, Missing: "The fee."}}; !slices.Equal(got.Tasks, want) {
			t.Errorf("tasks %+v", got.Tasks)
		}
	}
}

func TestSift_WhatAModelLeavesOutIsUndecided(t *testing.T) {
	readings := []extract.Reading{reading("en", "1 Hives", hives[0].Extract), reading("en", "2 Honey", hives[1].Extract), reading("en", "3 Winter", hives[2].Extract)}
	bare := newKit(t, nil)
	twin, err := bare.Sift(t.Context(), step.Sifting{Question: english, Tasks: []string{"distance"}}, readings)
	if err != nil || len(twin.Tasks) != 0 || twin.Judged[0].Relevance == 0 {
		t.Fatalf("%+v, %v", twin, err)
	}
	said := nothingMore()
	said.Passages, said.Others = []prompts.JudgeVerdict{{Ref: "P3", Relevance: 0.7, Spans: []string{"P3.1"}}}, []string{"P2", "P7"}
	got, err := newKit(t, &oracle{replies: []any{said}}).Sift(t.Context(), step.Sifting{Question: english, Tasks: []string{"distance"}}, readings)
	if err != nil || got.Judged[0].Relevance != twin.Judged[0].Relevance || got.Judged[1].Relevance != 0 || got.Judged[2].Relevance != 0.7 {
		t.Errorf("%+v, %v; by rule %+v", got.Judged, err, twin.Judged)
	}
}

func TestSift_TakesOverOnlyWhatHoldsTogether(t *testing.T) {
	said := nothingMore(prompts.SiftTask{Task: "T9", Answered: "yes"}, prompts.SiftTask{Task: "t1", Answered: "no", Missing: " The distance. "}, prompts.SiftTask{Task: "T1", Answered: "yes"})
	said.Queries = []prompts.SiftQuery{{Task: "T1", Query: "Hive distance?"}, {Task: "T4", Query: "fees"}, {Task: "T1", Query: "9r1k"}, {Task: "T2", Query: "parish council"}}
	said.NewTasks = []prompts.PlanItem{{Task: "Distance.", Queries: []string{}}, {Task: "Find the fee", Queries: []string{"fee"}}}
	said.Conflicts = []prompts.Noted{{IDs: []string{"P2", "E3"}, Text: "Ten metres against five."}}
	said.Passages, said.Others = []prompts.JudgeVerdict{{Ref: "P1", Relevance: 0.9, Spans: []string{"P1.1"}}, {Ref: "P2", Relevance: 0.9, Spans: []string{"P2.1"}}}, []string{}
	readings := []extract.Reading{reading("en", "1 Hives", hives[0].Extract), reading("en", "2 Honey", hives[1].Extract)}
	in := step.Sifting{Question: english, Tasks: []string{"distance", "registration"}, Plan: []string{"distance", "registration"}, Kept: hives, Tried: []string{"hive distance"}, Most: 2, MayAdd: 1}
	got, err := newKit(t, &oracle{replies: []any{said}}).Sift(t.Context(), in, readings)
	if err != nil {
		t.Fatal(err)
	}
	if want := []step.Answered{{Task: 0, Missing: "The distance."}}; !slices.Equal(got.Tasks, want) {
		t.Errorf("tasks %+v", got.Tasks)
	}
	if want := []step.TaskQuery{{Task: 1, Query: "parish council"}}; !slices.Equal(got.Queries, want) {
		t.Errorf("queries %+v", got.Queries)
	}
	if len(got.NewTasks) != 1 || got.NewTasks[0].Task != "Find the fee" {
		t.Errorf("new tasks %+v", got.NewTasks)
	}
	if len(got.Noted) != 1 || !slices.Equal(got.Noted[0].IDs, []string{"E3", "P2"}) {
		t.Errorf("contradictions %+v", got.Noted)
	}
}
