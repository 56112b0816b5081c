package desk

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

type leaf struct {
	List  []int          `json:"list"`
	Named map[string]int `json:"named"`
	Raw   json.RawMessage
}

type tree struct {
	Leaf    leaf
	Leaves  []leaf
	Pointer *leaf
	None    *leaf
	ByName  map[string]leaf
	Several map[string][]leaf
	Bytes   []byte
	hidden  []int
}

func TestFill_NoListIsNull(t *testing.T) {
	v := tree{Leaves: []leaf{{}}, Pointer: &leaf{}, ByName: map[string]leaf{"a": {}}, Several: map[string][]leaf{"a": {{}}, "b": nil}}
	fillIn(&v)
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(raw), `"list":[],"named":{}`); got != 5 {
		t.Errorf("%d of 5 leaves are filled: %s", got, raw)
	}
	if strings.Contains(string(raw), `"b":null`) || v.hidden != nil || v.None != nil {
		t.Errorf("filled %s", raw)
	}
}

func TestGuard_WhatCannotBeReturned(t *testing.T) {
	call := func(do func() (map[string]float64, error)) (out map[string]float64, err error) {
		defer guard(&out, &err)
		return do()
	}
	for name, do := range map[string]func() (map[string]float64, error){
		"not a number": func() (map[string]float64, error) { return map[string]float64{"x": math.NaN()}, nil },
		"panic":        func() (map[string]float64, error) { panic("oh") },
		"nil":          func() (map[string]float64, error) { var p *tree; _ = p.Bytes; return nil, nil },
	} {
		out, err := call(do)
		var f Fault
		if err == nil || out != nil || json.Unmarshal([]byte(err.Error()), &f) != nil || f.Message == "" {
			t.Errorf("%s: %v, %v, want an error that carries a Fault", name, out, err)
		}
	}
}

// told keeps what was emitted.
type told struct{ names chan string }

func (e told) Emit(name string, _ any) { e.names <- name }

func TestBehind_APanicIsToldAndTheDeskGoesOn(t *testing.T) {
	emit := told{make(chan string, 1)}
	d := &Desk{emit: emit, ctx: t.Context()}
	d.behind(func(context.Context) { panic("oh") })
	d.work.Wait()
	if name := <-emit.names; name != ProblemName {
		t.Errorf("told %q", name)
	}
}
