// Package core is the application: everything a shell may call.
//
// It opens the library, wires adapters to abilities, starts and resumes runs, and hands out reports. It promises that whatever a
// person made is in the store before a method returns, and that errors say what to do. It refuses to know how things look:
// shells (window, server, command line) add no logic of their own.
package core

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/keys"
	"rabbithole/backend/core/watch"
	"rabbithole/backend/egress"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
	"rabbithole/backend/ollama"
	"rabbithole/backend/pdf"
	"rabbithole/backend/pdf/ocr"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Version is the program's version, printed in reports.
const Version = "0.1.0"

// EventWordsOnly says that the embedder is gone and a search went by words alone. Its data is the reason as text. The first time it is said to the
// log, too.
const EventWordsOnly event.Kind = "search.words_only"

// Config says where the library is and what to work with. The zero value, with Home set, works.
type Config struct {
	Home     string              // the library's folder; made when it is missing
	ReadOnly bool                // look only: no lock is taken, nothing is written but permissions
	Lock     *store.Lock         // from Lock; taken when nil, released by Close in any case
	Env      func(string) string // os.Getenv when nil
	Now      func() time.Time    // time.Now when nil
	Ollama   ollama.Options      // of the client; Journal and Now are filled in
	Web      egress.WebOptions   // of the way to the web; what the settings say is filled in
	Without  []index.Part        // parts of ranking that search leaves out; for measurements
	Reading  int                 // the version of reading, which makes lower ones old; ingest.ReadingVersion when 0
	Keyring  keys.Keyring        // that keeps keys; the operating system's when nil

	// Log receives messages about what opening the library cleaned up, and about failures in the background. May be
	// nil.
	Log func(format string, args ...any)

	untidied bool // leave everything where it is: a repair looks for what it can use
}

// Core is an open library with everything that works on it.
type Core struct {
	Events event.Bus // what happens, as it happens
	*watch.Folders

	config   Config
	keys     *keys.Keys
	settings current
	lock     *store.Lock
	db       *store.DB
	ollama   line
	pdf      *pdf.Extractor
	ocr      *ocr.Tesseract
	index    *index.Index
	ingester *ingest.Ingester
	files    ingest.Files
	looked   openFiles // by whoever shows pages

	embedding embedding
	beside    relatedJobs   // documents
	way       rightOfWay    // over reading documents again
	rereading sync.Mutex    // held while documents are read again
	drawing   sync.Mutex    // of pictures
	trying    chan struct{} // holds one while a model is tested

	exposed private.Tightened // what other users could open when this library was opened

	mu      sync.Mutex
	live    map[string]*liveRun
	left    leftUploads
	cleared []string // sentences about what was cleaned up
	closed  bool
}

// Open opens the library in cfg.Home, making it when it is new. A library that another process writes to is a fault of kind Locked.
func Open(ctx context.Context, cfg Config) (*Core, error) {
	cfg = cfg.withDefaults()
	c := &Core{config: cfg, keys: &keys.Keys{Home: cfg.Home, ReadOnly: cfg.ReadOnly, Env: cfg.Env, Ring: cfg.Keyring, Write: disk.WriteWhole},
		live: map[string]*liveRun{}, lock: cfg.Lock, trying: make(chan struct{}, 1)}
	if err := c.open(ctx); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func (c *Core) open(ctx context.Context) error {
	if err := disk.CheckHome(c.config.Home); err != nil {
		return err
	}
	if err := c.openStore(ctx); err != nil {
		return err
	}
	settings, unread, err := c.loadSettings(ctx)
	if err != nil {
		return err
	}
	c.settings.set(settings, unread)
	c.connect(settings.OllamaHost)
	c.pdf = pdf.New(pdf.Options{CacheDir: c.cacheDir()})
	c.ocr = &ocr.Tesseract{Program: c.config.Env("RABBITHOLE_TESSERACT")}
	c.files = ingest.Files{Folder: filepath.Join(c.config.Home, "files")}
	return c.openIndex(ctx)
}

func (c *Core) openStore(ctx context.Context) error {
	if !c.config.untidied && databaseGone(c.config.Home) {
		return lostDatabase()
	}
	path := filepath.Join(c.config.Home, disk.DatabaseName)
	if !c.config.untidied && !c.config.ReadOnly && repairing(c.config.Home) {
		if disk.Exists(path) {
			return unfinishedRepair()
		}
		os.Remove(filepath.Join(c.config.Home, repairingName)) // of a library that is not here any more
	}
	var err error
	if c.config.ReadOnly {
		if _, err := os.Stat(path); err == nil { // otherwise this is no library
			_ = c.tighten() // reading gives nothing away
		}
		c.db, err = store.OpenReadOnly(ctx, path)
		c.Folders = watch.New(watch.Place{DB: c.db, Library: watched{c}, Now: c.config.Now, ReadOnly: c.config.ReadOnly})
		return err
	}
	if finished, err := backup.FinishRestore(c.config.Home); err != nil {
		return err
	} else if finished {
		c.say(backup.FinishedRestore)
	}
	if c.lock == nil {
		if c.lock, err = Lock(c.config.Home); err != nil {
			return err
		}
	}
	if !c.config.untidied {
		if err := checkNewHome(c.config.Home); err != nil {
			return err
		}
	}
	if err := c.tighten(); err != nil {
		return err
	}
	if c.db, err = store.Open(ctx, path); err != nil {
		return err
	}
	c.Folders = watch.New(watch.Place{DB: c.db, Library: watched{c}, Now: c.config.Now, ReadOnly: c.config.ReadOnly})
	return c.keepSchema(ctx, path+store.SchemaSuffix)
}

// openIndex chooses the embedder: the built-in one, or the Ollama model that the settings name.
func (c *Core) openIndex(ctx context.Context) error {
	embedder, err := c.chooseEmbedder(ctx)
	if err != nil {
		return err
	}
	var once sync.Once
	warn := func(err error) {
		c.Events.Publish(event.New(EventWordsOnly, err.Error()))
		once.Do(func() { c.config.say(fmt.Sprintf("Searched by words alone: %v. %s", err, fault.Hint(err))) })
	}
	c.index = index.New(c.db, c.db, embedder, index.Options{Warn: warn, Without: c.config.Without})
	readers := ingest.ByFormat{source.PDF: c.pdf, source.Markdown: c.pdf, source.Text: c.pdf, source.HTML: c.pdf}
	c.ingester = ingest.New(c.db, readers, c.index, c.files)
	c.ingester.Structure, c.ingester.Reading = c.structure, c.config.Reading
	c.ingester.Clock, c.ingester.Recogniser, c.ingester.Kept = c.config.Now, c.ocr, c.isAttached
	if c.config.ReadOnly || c.config.untidied {
		return nil
	}
	if err := c.rewriteReports(ctx); err != nil && ctx.Err() == nil {
		c.say(fmt.Sprintf("The reports of the restored library could not all be written again (%v). The next start tries once more.", err))
	}
	return c.clearLeftovers(ctx)
}

// Close stops what runs (it can be resumed), and closes the library.
func (c *Core) Close() error {
	c.beside.close()
	c.stopRuns()
	c.StopEmbedder()
	var errs []error
	if c.pdf != nil {
		errs = append(errs, c.pdf.Close())
	}
	c.ollama.close()
	if c.db != nil {
		errs = append(errs, c.db.Close())
	}
	if c.lock != nil {
		errs = append(errs, c.lock.Release())
	}
	return errors.Join(errs...)
}

func (cfg Config) withDefaults() Config {
	if cfg.Env == nil {
		cfg.Env = os.Getenv
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Keyring == nil {
		cfg.Keyring = keys.Find(cfg.Env)
	}
	if home, err := filepath.Abs(cfg.Home); err == nil && cfg.Home != "" {
		cfg.Home = home
	}
	return cfg
}

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

// ownFolders are the folders of a library whose files it writes and deletes as it sees fit.
var ownFolders = [...]string{disk.CopiesName, disk.ReportsName, "uploads", backup.NotesName}

// checkNewHome refuses to make a library in a folder that has somebody's files where the library's would be: they would be deleted.
func checkNewHome(home string) error {
	if info, err := os.Stat(filepath.Join(home, disk.DatabaseName)); !errors.Is(err, os.ErrNotExist) && (err != nil || info.Size() > 0) {
		return nil
	}
	for _, name := range ownFolders {
		if inside, err := os.ReadDir(filepath.Join(home, name)); err == nil && len(inside) > 0 {
			return fault.New("make a library in "+home, fault.Usage, "Choose an empty folder, with --home or RABBITHOLE_HOME.",
				errors.New("the folder "+name+" in it has files that are not the library's"))
		}
	}
	return nil
}

// Lock takes the right to write to the library in home, making the folder when it is new. A shell that takes it before Open, and hands it
// over in Config.Lock, knows at once whether another process has the library: that is a fault of kind Locked.
func Lock(home string) (*store.Lock, error) {
	if err := disk.CheckHome(home); err != nil {
		return nil, err
	}
	if _, err := backup.FinishRestore(home); err != nil {
		return nil, err
	}
	if err := private.MkdirAll(home); errors.Is(err, syscall.ENAMETOOLONG) {
		return nil, fault.New("make the library folder", fault.Usage, disk.ShorterHome,
			errors.New("a name in its path is too long"))
	} else if err != nil {
		return nil, fault.New("make the library folder "+home, fault.Storage, "Choose a folder that you may write to, with --home or RABBITHOLE_HOME.", err)
	}
	return disk.LockFolder(home)
}

// RunWorkerIfAsked makes this process a reader of documents, or the guard of a child, and does not return, when it was started as one. A program
// that opens a library calls it first thing in main, a test in TestMain.
func RunWorkerIfAsked() { pdf.RunWorkerIfAsked(structureData) }

// unstructured is a document whose text is read.
type unstructured struct {
	Document source.Document
	Meta     source.Meta
	Pages    []source.Page
}

// structure finds what stands in a document's text, in a process of its own: that takes many times the memory of the text.
func (c *Core) structure(ctx context.Context, d source.Document, meta source.Meta, pages []source.Page) (found ingest.Structured, err error) {
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(unstructured{d, meta, pages}); err != nil {
		return found, err
	}
	out, err := c.pdf.Work(ctx, len(pages), data.Bytes())
	if err != nil {
		return found, err
	}
	return found, gob.NewDecoder(bytes.NewReader(out)).Decode(&found)
}

// structureData is structure's other end.
func structureData(data []byte) ([]byte, error) {
	var in unstructured
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&in); err != nil {
		return nil, err
	}
	found, err := ingest.Structure(context.Background(), in.Document, in.Meta, in.Pages)
	if why, text := source.TroubleOf(err); why != "" {
		return nil, &worker.Failure{Kind: fault.Unreadable, Reason: text, Why: why}
	}
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = gob.NewEncoder(&out).Encode(found)
	return out.Bytes(), err
}
