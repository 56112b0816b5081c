package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
)

// Change is what a node did to the state: a plain JSON value that can apply itself, such as
//
//	type found struct{ Item int; Evidence []string }
//	func (f found) Apply(s *State) { s.Evidence = append(s.Evidence, f.Evidence...) }
//
// Apply must depend on nothing but its receiver and the state, because it may be called in another process than the node
// was. Each type of change is announced once with Graph.Changes; it is stored under its type's name.
type Change[S any] interface {
	Apply(*S)
}

// encodedChange is a change on its way through a checkpoint.
type encodedChange struct {
	Type string          `json:"type"` // "" for fields of the state: null for one that goes
	Data json.RawMessage `json:"data"`
}

// Changes announces the types of changes that nodes return; the values themselves do not matter.
func (g *Graph[S]) Changes(prototypes ...Change[S]) *Graph[S] {
	for _, p := range prototypes {
		name := changeName(p)
		if old, ok := g.changes[name]; ok && old != reflect.TypeOf(p) {
			g.mistake("two types of change are called %q", name)
		}
		g.changes[name] = reflect.TypeOf(p)
	}
	return g
}

func changeName(c any) string {
	t := reflect.TypeOf(c)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Name()
}

func (g *Graph[S]) encodeChange(c Change[S]) (*encodedChange, error) {
	if c == nil {
		return nil, nil
	}
	name := changeName(c)
	if g.changes[name] != reflect.TypeOf(c) {
		return nil, fmt.Errorf("change %T is not announced: add it to Changes of graph %q", c, g.name)
	}
	data, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("write change %q: %w", name, err)
	}
	return &encodedChange{name, data}, nil
}

// encodeFields returns in which fields a state differs from what it was.
func (g *Graph[S]) encodeFields(before json.RawMessage, s S) (*encodedChange, error) {
	was, err := g.decodeState(before)
	if err != nil {
		return nil, err
	}
	old, err := fields(was)
	if err != nil {
		return nil, err
	}
	changed, err := fields(s)
	if err != nil {
		return nil, err
	}
	for name, value := range old {
		if now, ok := changed[name]; !ok {
			changed[name] = json.RawMessage("null")
		} else if bytes.Equal(now, value) {
			delete(changed, name)
		}
	}
	data, err := json.Marshal(changed)
	return &encodedChange{"", data}, err
}

// fields returns the top-level fields of a state's JSON.
func fields[S any](s S) (out map[string]json.RawMessage, err error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("write a state: %w", err)
	}
	return out, json.Unmarshal(raw, &out)
}

// setFields returns a state with changed fields.
func (g *Graph[S]) setFields(s S, data json.RawMessage) (S, error) {
	all, err := fields(s)
	if err != nil {
		return s, err
	}
	var changed map[string]json.RawMessage
	if err := json.Unmarshal(data, &changed); err != nil {
		return s, fmt.Errorf("read changed fields: %w", err)
	}
	maps.Copy(all, changed)
	maps.DeleteFunc(all, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
	raw, err := json.Marshal(all)
	if err != nil {
		return s, err
	}
	return g.decodeState(raw)
}

func (g *Graph[S]) decodeChange(e encodedChange) (Change[S], error) {
	t, ok := g.changes[e.Type]
	if !ok {
		return nil, fmt.Errorf("change %q is not known to graph %q", e.Type, g.name)
	}
	pointer := t.Kind() == reflect.Pointer
	if pointer {
		t = t.Elem()
	}
	v := reflect.New(t)
	if err := json.Unmarshal(e.Data, v.Interface()); err != nil {
		return nil, fmt.Errorf("read change %q: %w", e.Type, err)
	}
	if !pointer {
		v = v.Elem()
	}
	return v.Interface().(Change[S]), nil
}

// apply returns the state after the changes, in the order given.
func (g *Graph[S]) apply(state json.RawMessage, changes []*encodedChange) (json.RawMessage, error) {
	s, err := g.decodeState(state)
	if err != nil {
		return nil, err
	}
	for _, e := range changes {
		if e == nil {
			continue
		}
		if e.Type == "" {
			if s, err = g.setFields(s, e.Data); err != nil {
				return nil, err
			}
			continue
		}
		c, err := g.decodeChange(*e)
		if err != nil {
			return nil, err
		}
		if err := guard("change "+e.Type, func() error { c.Apply(&s); return nil }); err != nil {
			return nil, err
		}
	}
	return g.encodeState(s)
}

func (g *Graph[S]) decodeState(raw json.RawMessage) (s S, err error) {
	if err = json.Unmarshal(raw, &s); err != nil {
		err = fmt.Errorf("read state of graph %q: %w", g.name, err)
	}
	return s, err
}

func (g *Graph[S]) encodeState(s S) (json.RawMessage, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("write state of graph %q: %w", g.name, err)
	}
	return raw, nil
}
