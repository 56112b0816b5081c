package ingest

import (
	"sync"
	"time"

	"rabbithole/backend/source"
)

// Phase is what a call is busy with.
type Phase string

// The phases, in order.
const (
	Reading     Phase = "reading"     // files are copied and read
	Linking     Phase = "linking"     // references are resolved across the library
	Embedding   Phase = "embedding"   // passages get their embeddings; words can be searched already
	Recognising Phase = "recognising" // pages without a text layer are read from their pictures; all others can be searched already
)

// Progress says how far a call has come.
type Progress struct {
	Phase       Phase         `json:"phase"`
	FilesDone   int           `json:"files_done"`
	FilesTotal  int           `json:"files_total"`
	PagesDone   int           `json:"pages_done"`  // by this call
	PagesTotal  int           `json:"pages_total"` // of the files opened so far: grows until the last is open
	Rate        float64       `json:"rate"`        // pages per second; passages per second while embedding
	ETA         time.Duration `json:"eta"`         // nanoseconds until this phase ends; 0 when unknown
	Embedded    int           `json:"embedded"`    // passages
	ToEmbed     int           `json:"to_embed"`
	Recognised  int           `json:"recognised"` // pages, of the documents come to so far
	ToRecognise int           `json:"to_recognise"`
	File        string        `json:"file"`             // path of the file that made the latest step
	Result      *Result       `json:"result,omitempty"` // set when that file is done
}

// meter measures a call and tells its listener, one step after the other.
type meter struct {
	mu     sync.Mutex
	now    func() time.Time
	tell   func(Progress)
	p      Progress
	begun  time.Time         // of the phase
	had    int               // passages that had their embedding when embedding began: another call's work
	bytes  float64           // of files still to be read when the call began, duplicates taken off as they turn up
	ready  float64           // of these, read
	opened map[string]extent // by document hash
}

// extent is how far one document is.
type extent struct{ done, total int }

func newMeter(now func() time.Time, tell func(Progress), found []file) *meter {
	if tell == nil {
		tell = func(Progress) {}
	}
	m := &meter{now: now, tell: tell, begun: now(), opened: map[string]extent{}}
	m.p = Progress{Phase: Reading, FilesTotal: len(found)}
	for _, f := range found {
		m.bytes += float64(f.size)
	}
	return m
}

// open notes that a document is being read, done of its pages being there already.
func (m *meter) open(d source.Document, done int) {
	m.step(func() {
		m.opened[d.Hash] = extent{0, max(0, d.Pages-done)}
		m.p.PagesTotal += max(0, d.Pages-done)
		m.p.File = d.Path
	})
}

// read notes that n more pages of a document were committed.
func (m *meter) read(d source.Document, n int) {
	m.step(func() {
		o := m.opened[d.Hash]
		m.ready += share(n, o.total) * float64(d.Bytes)
		m.opened[d.Hash] = extent{o.done + n, o.total}
		m.p.PagesDone += n
		m.p.PagesTotal = max(m.p.PagesTotal, m.p.PagesDone)
		m.p.File = d.Path
	})
}

// finish notes that a file is done: read, or not to be read at all.
func (m *meter) finish(path string, size int64, r *Result) {
	m.step(func() {
		m.p.FilesDone++
		m.p.File, m.p.Result = path, r
		o, opened := m.opened[r.Document]
		if !opened || r.Status == Duplicate {
			m.bytes -= float64(size)
			return
		}
		m.ready += (1 - share(o.done, o.total)) * float64(size)
		m.p.PagesTotal -= max(0, o.total-o.done) // it had fewer pages than it said
	})
}

// phase begins another phase.
func (m *meter) phase(phase Phase) {
	m.step(func() { m.enter(phase) })
}

func (m *meter) enter(phase Phase) {
	if m.p.Phase != phase {
		m.p.Phase, m.begun, m.p.File = phase, m.now(), ""
	}
}

// embedding notes that done of total passages have their embedding.
func (m *meter) embedding(done, total int) {
	m.step(func() {
		if m.enter(Embedding); m.p.ToEmbed == 0 {
			m.had = done
		}
		m.p.Embedded, m.p.ToEmbed = done, total
	})
}

// recognising notes that n pages of a document are about to be recognised.
func (m *meter) recognising(d source.Document, n int) {
	m.step(func() {
		m.enter(Recognising)
		m.p.File = d.Path
		m.p.ToRecognise += n
	})
}

// recognised notes that one more page was tried.
func (m *meter) recognised(d source.Document) {
	m.step(func() {
		m.p.File = d.Path
		m.p.Recognised++
	})
}

// step changes what is known and tells the listener. Only one goroutine at a time gets past it.
func (m *meter) step(change func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.p.Result = nil
	change()
	m.estimate()
	m.tell(m.p)
}

// estimate works out rate and time left; while reading the latter goes by bytes, which are known before any file is opened.
func (m *meter) estimate() {
	passed := m.now().Sub(m.begun)
	m.p.Rate, m.p.ETA = 0, 0
	if passed <= 0 {
		return
	}
	switch m.p.Phase {
	case Reading:
		m.p.Rate = float64(m.p.PagesDone) / passed.Seconds()
		m.p.ETA = left(passed, m.ready, m.bytes)
	case Embedding:
		m.p.Rate = float64(m.p.Embedded-m.had) / passed.Seconds()
		m.p.ETA = left(passed, float64(m.p.Embedded-m.had), float64(m.p.ToEmbed-m.had))
	case Recognising:
		m.p.Rate = float64(m.p.Recognised) / passed.Seconds()
		m.p.ETA = left(passed, float64(m.p.Recognised), float64(m.p.ToRecognise))
	}
}

// left extends the time passed for done over what remains of total.
func left(passed time.Duration, done, total float64) time.Duration {
	if done <= 0 || total <= done {
		return 0
	}
	return time.Duration(float64(passed) * (total - done) / done).Round(time.Second)
}

func share(n, of int) float64 {
	if of <= 0 {
		return 0
	}
	return min(1, float64(n)/float64(of))
}
