package core

import (
	"context"

	"rabbithole/backend/store"
)

// Standing is how the library stands, at a glance.
type Standing struct {
	Documents  int  `json:"documents"`  // searchable ones
	Unfinished int  `json:"unfinished"` // documents that ResumeAdding would go on with
	First      bool `json:"first"`      // nothing was ever added or asked here
}

// Standing counts the documents; it is quick however large the library is.
func (c *Core) Standing(ctx context.Context) (Standing, error) {
	s, err := c.db.Standing(ctx)
	return Standing{Documents: s.Searchable, Unfinished: s.Unfinished + c.leftFiles(), First: !s.Used}, err
}

// InUse reports whether a process may be executing runs of the library: this one, or another that has its lock.
func (c *Core) InUse() bool { return !c.config.ReadOnly || store.Held(c.config.Home) }
