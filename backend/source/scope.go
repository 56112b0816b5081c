package source

import (
	"encoding/json"
	"slices"
)

// Scope is what may be read of a library: all of it, or only the documents of some collections, or only some documents. The zero Scope
// holds nothing, so a limit that was forgotten, or that no document meets, reads too little and never too much. A Scope can be narrowed
// but not widened.
type Scope struct {
	all         bool
	collections []string // only these; empty: any
	documents   []string // only these hashes; empty: any
}

// All is the scope of the whole library.
func All() Scope { return Scope{all: true} }

// Only is the scope of the documents with these hashes; without one it holds nothing.
func Only(documents ...string) Scope { return All().Only(documents...) }

// Only narrows the scope to the documents with these hashes; without one it holds nothing.
func (s Scope) Only(documents ...string) Scope {
	return s.narrow(func(n *Scope) bool { return meet(&n.documents, documents) })
}

// In narrows the scope to the documents of these collections; without one it holds nothing.
func (s Scope) In(collections ...string) Scope {
	return s.narrow(func(n *Scope) bool { return meet(&n.collections, collections) })
}

// And returns what both scopes hold.
func (s Scope) And(o Scope) Scope {
	switch {
	case o.all:
		return s
	case o.Empty():
		return o
	}
	if len(o.collections) > 0 {
		s = s.In(o.collections...)
	}
	if len(o.documents) > 0 {
		s = s.Only(o.documents...)
	}
	return s
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

// meet keeps of a list, where it limits anything, what is among wanted too, and reports whether anything is left.
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

// Empty reports whether the scope holds nothing, whatever is in the library.
func (s Scope) Empty() bool { return !s.all && len(s.collections)+len(s.documents) == 0 }

// Documents returns the hashes that the scope is limited to; none where it is not limited to single documents.
func (s Scope) Documents() []string { return slices.Clone(s.documents) }

// Collections returns the collections that the scope is limited to; none where it is not.
func (s Scope) Collections() []string { return slices.Clone(s.collections) }

// Holds reports whether a document is in the scope.
func (s Scope) Holds(d Document) bool {
	in := func(list []string, x string) bool { return len(list) == 0 || slices.Contains(list, x) }
	return !s.Empty() && in(s.collections, d.Collection) && in(s.documents, d.Hash)
}

// scopeJSON is a scope as checkpoints keep it: what is missing is no limit, what is there and empty is one that nothing meets.
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

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Scope) UnmarshalJSON(raw []byte) error {
	var in scopeJSON
	if err := json.Unmarshal(raw, &in); err != nil {
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
