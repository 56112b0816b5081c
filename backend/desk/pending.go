package desk

import (
	"context"
	"errors"

	"rabbithole/backend/core"
	"rabbithole/backend/graph"
)

var errPending = errors.New("not built yet")

func (d *Desk) enqueue(*core.Core, addCall)                               {}
func (d *Desk) retry(*core.Core, context.Context, string, AddWish) error  { return errPending }
func (d *Desk) stopAdding()                                               {}
func (d *Desk) watch(*core.Core, context.Context, string) (string, error) { return "", errPending }
func (d *Desk) unwatch(*core.Core, context.Context, string) error         { return errPending }
func reveal(*core.Core, context.Context, string) error                    { return errPending }
func estimate(*core.Core, context.Context, Wish) (Estimate, error)        { return Estimate{}, errPending }
func (d *Desk) start(*core.Core, context.Context, Wish) (Run, error)      { return Run{}, errPending }
func (d *Desk) runs(*core.Core, context.Context) ([]Run, error)           { return nil, errPending }
func (d *Desk) snapshot(*core.Core, context.Context, string) (Snapshot, error) {
	return Snapshot{}, errPending
}
func (d *Desk) send(string, graph.Message) error                           { return errPending }
func (d *Desk) sendOnly(string, graph.Message) error                       { return errPending }
func (d *Desk) resume(*core.Core, context.Context, string) (Run, error)    { return Run{}, errPending }
func (d *Desk) fork(*core.Core, context.Context, string, int) (Run, error) { return Run{}, errPending }
func (d *Desk) delete(*core.Core, context.Context, string) error           { return errPending }
func export(*core.Core, context.Context, string, int, string, string) (Exported, error) {
	return Exported{}, errPending
}
func searchRuns(*core.Core, context.Context, string) ([]Found, error)  { return nil, errPending }
func openDocument(*core.Core, context.Context, string) (Opened, error) { return Opened{}, errPending }
func pageReferences(*core.Core, context.Context, string, int) ([]PageReference, error) {
	return nil, errPending
}
func pageMarks(*core.Core, context.Context, string, int) ([]PageMark, error) { return nil, errPending }
func markedPages(*core.Core, context.Context, string) (map[int]int, error)   { return nil, errPending }
func (d *Desk) status() Status                                               { return Status{Version: core.Version} }
func thinking(*core.Core, context.Context) (Thinking, error)                 { return Thinking{}, errPending }
func (d *Desk) pull(*core.Core, string) error                                { return errPending }
func (d *Desk) stopPull()                                                    {}
func connections(*core.Core, context.Context) ([]Connection, error)          { return nil, errPending }
func (d *Desk) backup(*core.Core, string)                                    {}
func (d *Desk) check(*core.Core)                                             {}
func (d *Desk) embedder(*core.Core, context.Context, string) error           { return errPending }
