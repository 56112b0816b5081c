package core

import (
	"context"
	"slices"
	"sync"

	"rabbithole/backend/egress"
	"rabbithole/backend/ollama"
)

// Connection is an attempt to leave the process: allowed or refused.
type Connection = egress.Connection

// line is how Ollama is reached. A new host gets a gate and a client of its own; runs that are going on keep theirs to their end.
type line struct {
	mu      sync.Mutex
	client  *ollama.Client
	refused error          // why OLLAMA_HOST cannot be used, nil if it can
	gates   []*egress.Gate // the last is the one in use
}

// connect uses the Ollama at host from now on, and allows no connection elsewhere. A host that cannot be used is no
// error yet, since most of the program works without Ollama: client returns it.
func (c *Core) connect(host string) {
	base, err := ollama.ParseHost(host)
	c.ollama.mu.Lock()
	defer c.ollama.mu.Unlock()
	if c.ollama.refused = err; err != nil {
		return
	}
	gate := egress.New(egress.Offline(base.Host), egress.Options{Now: c.config.Now})
	opts := c.config.Ollama
	opts.Journal, opts.Now = c.db, c.config.Now
	c.ollama.client = ollama.New(gate.Client(), base, opts)
	c.ollama.gates = append(c.ollama.gates, gate)
}

// client returns the client of the Ollama in the settings, or a fault of kind Usage if OLLAMA_HOST cannot be used.
func (c *Core) client() (*ollama.Client, error) {
	c.ollama.mu.Lock()
	defer c.ollama.mu.Unlock()
	return c.ollama.client, c.ollama.refused
}

// keptLines is how much of what runs connected to is shown beside what was dialled since the library was opened.
const keptLines = 500

// Connections returns what was dialled or refused since the library was opened, and what runs have read of the web, oldest first; of very many
// the latest.
func (c *Core) Connections() []Connection {
	all, _ := c.keptConnections(context.Background(), "", keptLines) // a log that cannot be read hides nothing of this session's
	all = append(all, c.dialled()...)
	slices.SortStableFunc(all, func(a, b Connection) int { return a.At.Compare(b.At) })
	return all
}

// dialled is what went to Ollama.
func (c *Core) dialled() []Connection {
	c.ollama.mu.Lock()
	defer c.ollama.mu.Unlock()
	var all []Connection
	for _, gate := range c.ollama.gates {
		all = append(all, gate.Connections()...)
	}
	return all
}

func (l *line) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, gate := range l.gates {
		gate.Close()
	}
}
