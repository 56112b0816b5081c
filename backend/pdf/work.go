package pdf

import (
	"context"
	"errors"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/source"
)

// Work has a child do what RunWorkerIfAsked was given, on data about a document of so many pages, within the limits of reading it. A fault of
// kind Unreadable says that it takes more.
func (x *Extractor) Work(ctx context.Context, pages int, data []byte) ([]byte, error) {
	reply, err := x.work(ctx, pages, data)
	if errors.Is(err, errDied) { // it may have been dead before it was asked
		reply, err = x.work(ctx, pages, data)
	}
	switch {
	case errors.Is(err, errDied), errors.Is(err, errOverdue):
		why := &worker.Failure{Reason: "finding what stands in its text takes too much memory or time", Why: source.TooLarge}
		return nil, fault.New("read a document", fault.Unreadable, "Split it into smaller files and add those.", named{why})
	case err == nil && reply.Failure != nil && reply.Failure.Kind == fault.Unreadable:
		return nil, fault.New("read a document", fault.Unreadable, reply.Failure.Hint, named{reply.Failure})
	case err == nil && reply.Failure != nil:
		return nil, reply.Failure
	}
	return reply.Data, err
}

func (x *Extractor) work(ctx context.Context, pages int, data []byte) (worker.Reply, error) {
	proc, err := x.pool.get(ctx, docKey{})
	if err != nil {
		return worker.Reply{}, err
	}
	proc.open = docKey{}
	reply, err := proc.ask(ctx, worker.Request{Op: worker.OpWork, Data: data}, x.o.fileTime(pages))
	if err != nil {
		proc.kill()
		proc = nil
	}
	x.pool.put(proc)
	return reply, err
}
