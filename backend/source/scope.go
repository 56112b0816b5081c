package source

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Scope is the part of a library that may be read: all of it, or only certain collections or documents. The zero Scope
// contains nothing, so a limit that was forgotten or that matches no document hides too much and never too little.
// A Scope can be narrowed but not widened.
type Scope struct {
	all         bool
	collections []string // only these; empty: any
	documents   []string // only these hashes; empty: any
}

// All is the scope of the whole library.
func All() Scope { return Scope{all: true} }

// Only narrows the scope to the documents with these hashes. Without hashes the result contains nothing.
func (s Scope) Only(documents ...string) Scope {
	return s.narrow(func(n *Scope) bool { return meet(&n.documents, documents) })
}

// In narrows the scope to these collections. Without collections the result contains nothing.
func (s Scope) In(collections ...string) Scope {
	return s.narrow(func(n *Scope) bool { return meet(&n.collections, collections) })
}

func (s Scope) narrow(to func(*Scope) bool) Scope {
	if s.Empty() {
		return s
	}
	s.all = false
	if !to(&s) {
		return Scope{}
	}
	return s
}

// meet intersects a list with wanted, where an empty list means no limit, and reports whether anything is left.
func meet(list *[]string, wanted []string) bool {
	both := slices.Clone(wanted)
	if len(*list) > 0 {
		both = slices.DeleteFunc(both, func(x string) bool { return !slices.Contains(*list, x) })
	}
	*list = both
	return len(both) > 0
}

// Whole reports whether the scope is the whole library.
func (s Scope) Whole() bool { return s.all }

// Empty reports whether the scope contains nothing, whatever the library has.
func (s Scope) Empty() bool { return !s.all && len(s.collections)+len(s.documents) == 0 }

// Documents returns the hashes the scope is limited to, none when it is not limited to single documents.
func (s Scope) Documents() []string { return slices.Clone(s.documents) }

// Collections returns the collections the scope is limited to, none when there is no such limit.
func (s Scope) Collections() []string { return slices.Clone(s.collections) }

// Holds reports whether a document is in the scope.
func (s Scope) Holds(d Document) bool {
	in := func(list []string, x string) bool { return len(list) == 0 || slices.Contains(list, x) }
	return !s.Empty() && in(s.collections, d.Collection) && in(s.documents, d.Hash)
}

// scopeJSON is the form in checkpoints: a missing field is no limit, an empty list is a limit that matches nothing.
type scopeJSON struct {
	Collections *[]string `json:"collections,omitempty"`
	Documents   *[]string `json:"documents,omitempty"`
}

// MarshalJSON writes {} for the whole library, {"documents": []} for nothing.
func (s Scope) MarshalJSON() ([]byte, error) {
	var out scopeJSON
	if len(s.collections) > 0 {
		out.Collections = &s.collections
	}
	if len(s.documents) > 0 || s.Empty() {
		documents := append([]string{}, s.documents...)
		out.Documents = &documents
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes, and nothing else: a limit whose name was damaged must not be taken for none.
func (s *Scope) UnmarshalJSON(raw []byte) error {
	var in scopeJSON
	if string(raw) == "null" {
		return nil
	}
	strict := json.NewDecoder(bytes.NewReader(raw))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&in); err != nil {
		return err
	}
	*s = All()
	if in.Collections != nil {
		*s = s.In(*in.Collections...)
	}
	if in.Documents != nil {
		*s = s.Only(*in.Documents...)
	}
	return nil
}
