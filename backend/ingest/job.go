package ingest

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"

	"rabbithole/backend/source"
)

// job is one call of Add or Resume: one goroutine takes files in, one after the other, so that it alone decides what is new;
// workers read what it hands them.
type job struct {
	*Ingester
	opt    Options
	meter  *meter
	atPath map[string]string // path -> hash of what stands there now
	alsoAt map[string]string // hash -> another path with the same bytes
	taken  map[string]bool   // hashes taken in by this job

	// places is held while it is decided which document stands at a path: a file that is taken in as a duplicate must not lose its document
	// to a worker that has just found a new version at that document's old path.
	places sync.Mutex

	asked sync.Once // whether pages can be recognised
	ready bool
}

// task is a document to read; its result goes to place at.
type task struct {
	at       int
	document source.Document
	restart  bool // from page 1, whatever was committed before

	before <-chan struct{} // closed when the document taken in before this one is in the index
	done   chan struct{}   // closed when this one is, or will never be
}

// await waits for a document's turn to enter the index. Documents are read side by side, but they enter in the order in which they were
// taken in: compounds are split by the words known so far, and the same files must give the same index.
func (t task) await(ctx context.Context) error {
	select {
	case <-t.before:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (in *Ingester) newJob(opt Options, found []file) *job {
	return &job{Ingester: in, opt: opt, meter: newMeter(in.now, opt.Progress, found),
		atPath: map[string]string{}, alsoAt: map[string]string{}, taken: map[string]bool{}}
}

// run takes in and reads all files and returns the results of those it came to, in order.
func (j *job) run(ctx context.Context, found []file) ([]Result, error) {
	results := make([]Result, len(found))
	queue := make(chan task, len(found)) // holds them all: taking in never waits for reading
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(queue)
		return j.takeAll(ctx, found, queue, results)
	})
	for range orDefault(j.Workers, 2) {
		group.Go(func() error { return j.work(ctx, group, queue, results) })
	}
	err := group.Wait()
	var reached []Result
	for _, r := range results {
		if r.Status != "" {
			reached = append(reached, r)
		}
	}
	return reached, err
}

// takeAll takes files in and queues those that have to be read; the others have their result at once.
func (j *job) takeAll(ctx context.Context, found []file, queue chan<- task, results []Result) error {
	before := make(chan struct{})
	close(before)
	for i, f := range found {
		t, result, err := j.take(ctx, f)
		if err != nil {
			return err
		}
		if result != nil {
			results[i] = *result
			j.meter.finish(f.path, f.size, result)
			continue
		}
		t.at, t.before, t.done = i, before, make(chan struct{})
		before = t.done
		queue <- t
	}
	return nil
}

// work reads queued documents until there are none left.
func (j *job) work(ctx context.Context, group *errgroup.Group, queue <-chan task, results []Result) error {
	for t := range queue {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		result, err := j.read(ctx, t)
		group.Go(func() error { // a file that failed early hands the turn on when it gets it
			defer close(t.done)
			return t.await(ctx)
		})
		if err != nil {
			return err
		}
		results[t.at] = result
		j.meter.finish(t.document.Path, t.document.Bytes, &result)
	}
	return nil
}

// finish does what concerns the whole library: links, garbage, embeddings. It brings the results up to date.
func (j *job) finish(ctx context.Context, results []Result) error {
	j.meter.phase(Linking)
	if err := j.settle(ctx, results); err != nil {
		return err
	}
	if err := j.link(ctx); err != nil {
		return err
	}
	if _, err := j.collect(ctx); err != nil {
		return err
	}
	if err := j.embedNow(ctx); err != nil {
		return err
	}
	changed, err := j.recogniseAll(ctx)
	if err == nil && changed {
		err = errors.Join(j.link(ctx), j.embedNow(ctx))
	}
	if err != nil {
		return err
	}
	for i := range results {
		if err := j.refresh(ctx, &results[i]); err != nil {
			return err
		}
	}
	return nil
}

// embedNow makes the embeddings, unless they are left for later. Why the embedder failed stands in the results.
func (j *job) embedNow(ctx context.Context) error {
	if j.opt.Late {
		return nil
	}
	_, err := j.embed(ctx, j.meter.embedding)
	return err
}

// settle takes out of search what stood before at the paths of duplicates: their present bytes can be searched by now.
func (j *job) settle(ctx context.Context, results []Result) error {
	for _, r := range results {
		if r.Status != Duplicate {
			continue
		}
		d, err := j.Library.Document(ctx, r.Document)
		if err == nil && d.Live() {
			_, err = j.supersede(ctx, r.Path, r.Document)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// refresh fills in what was not known yet when a file was found to be a duplicate of one still being read.
func (j *job) refresh(ctx context.Context, r *Result) error {
	if r.Document == "" || r.Status == NotAdded {
		return nil
	}
	d, err := j.Library.Document(ctx, r.Document)
	if err != nil {
		return err
	}
	*r = resultOf(d, r.Path, r.Status)
	return nil
}

// resultOf describes a document as the result of adding the file at path.
func resultOf(d source.Document, path string, status Status) Result {
	if d.State == source.Failed {
		status = NotAdded
	}
	name := d.Name
	if name == "" {
		name = source.FileName(path)
	}
	return Result{Document: d.Hash, Name: name, Path: path, Pages: d.Pages, Passages: d.Passages, Status: status, Reason: d.Reason, Trouble: d.Trouble}
}

func orDefault(n, fallback int) int {
	if n <= 0 {
		return fallback
	}
	return n
}
