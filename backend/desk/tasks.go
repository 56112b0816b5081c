package desk

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
)

// Names of tasks.
const (
	taskBackup   = "backup"
	taskCheck    = "check"
	taskEmbedder = "embedder"
	taskPull     = "pull"
)

// taskPace is how often it is told how far a task has come.
const taskPace = 100 * time.Millisecond

// tasks are what goes on in the background because somebody asked for it: one of each name at a time.
type tasks struct {
	mu     sync.Mutex
	cancel map[string]context.CancelFunc
}

// beginTask begins a task unless one of its name goes on.
func (d *Desk) beginTask(name string, do func(context.Context)) error {
	t := &d.tasks
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cancel[name] != nil {
		return fault.New("begin "+name, fault.Locked, "Wait until that is done.", errors.New("it is going on already"))
	}
	if t.cancel == nil {
		t.cancel = map[string]context.CancelFunc{}
	}
	ctx, cancel := context.WithCancel(d.ctx)
	t.cancel[name] = cancel
	d.behind(func(context.Context) {
		defer t.end(name)
		do(ctx)
	})
	return nil
}

func (t *tasks) end(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancel[name]()
	delete(t.cancel, name)
}

// stop cancels a task; one that does not go on needs no stopping.
func (t *tasks) stop(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if cancel := t.cancel[name]; cancel != nil {
		cancel()
	}
}

// tellTask tells how far a task has come.
func (d *Desk) tellTask(t Task) {
	fillIn(&t)
	d.sayOf(EventTask, t.Name, t)
}

// finished tells the end of a task.
func (d *Desk) finished(t Task, err error) {
	t.Finished = true
	if err != nil {
		f := FaultOf(err)
		t.Problem = &f
	}
	d.tellTask(t)
}

// sparsely returns whether it is time to tell again, at most once per taskPace.
func sparsely() func() bool {
	var last time.Time
	return func() bool {
		if time.Since(last) < taskPace {
			return false
		}
		last = time.Now()
		return true
	}
}

func (d *Desk) backup(c *core.Core, path string) error {
	path, err := backupPlace(path)
	if err != nil {
		return err
	}
	return d.beginTask(taskBackup, func(ctx context.Context) {
		t, now := Task{Name: taskBackup, Path: path}, sparsely()
		_, err := c.Backup(ctx, path, backup.Options{Force: true, Progress: func(p backup.Transfer) {
			t.Text, t.Done, t.Total = p.File, p.Done, p.Total
			if now() {
				d.tellTask(t)
			}
		}})
		d.finished(t, err)
	})
}

// backupPlace returns the absolute path of a backup to be written: a new file's, or that of another backup. A browser asks nobody before a
// file is written over, and a slip of the hand must not cost a person their own.
func backupPlace(path string) (string, error) {
	const op = "back the library up"
	if path == "" {
		return "", fault.New(op, fault.Usage, "Choose a file to write.", nil)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fault.New(op, fault.Usage, "Choose another file to write.", err)
	}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > 0 && !backup.Is(path) {
		return "", fault.New(op, fault.Usage, "Choose another name, or a backup to write over.", errors.New(path+" is a file already, and no backup"))
	}
	return path, nil
}

func (d *Desk) check(c *core.Core) error {
	return d.beginTask(taskCheck, func(ctx context.Context) {
		t := Task{Name: taskCheck}
		report, err := c.CheckItself(ctx, func(what string) {
			t.Text = what
			d.tellTask(t)
		})
		t.Findings = report.Findings
		d.finished(t, err)
	})
}

func (d *Desk) embedder(c *core.Core, name string) error {
	return d.beginTask(taskEmbedder, func(ctx context.Context) {
		t := Task{Name: taskEmbedder, Text: name}
		d.tellTask(t)
		heard := c.Events.Subscribe(16)
		followed := make(chan struct{})
		go func() {
			defer close(followed)
			t = d.follow(heard, t)
		}()
		err := c.ChangeEmbedder(ctx, name)
		if err == nil {
			err = c.AwaitEmbedder(ctx)
		}
		heard.Close()
		<-followed
		d.finished(t, err)
	})
}

// follow tells how far the change of the embedder has come until nothing more is heard.
func (d *Desk) follow(heard *event.Subscription, t Task) Task {
	now := sparsely()
	for e := range heard.C {
		var at core.Reembedding
		if e.Kind != core.EventEmbedding || json.Unmarshal(e.Data, &at) != nil {
			continue
		}
		if t.Done, t.Total = int64(at.Done), int64(at.Total); now() {
			d.tellTask(t)
		}
	}
	return t
}
