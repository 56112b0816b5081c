package torture

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// census is what a library holds, in words that are the same whenever and under whatever IDs it came about.
type census struct {
	lines []string // sorted; what is there twice stands there twice
	runs  int
	last  string // ID of the newest run
}

// against says in which lines another census differs.
func (c census) against(o census) []string {
	count := map[string]int{}
	for _, line := range c.lines {
		count[line]++
	}
	for _, line := range o.lines {
		count[line]--
	}
	var out []string
	for line, n := range count {
		switch {
		case n > 0:
			out = append(out, "missing: "+line)
		case n < 0:
			out = append(out, "too much: "+line)
		}
	}
	slices.Sort(out)
	return out
}

// counted are queries whose rows have to be the same. A run that was resumed tells of it, and of where it stood: such events may differ.
var counted = map[string]string{
	"document": `SELECT name || ' ' || state || ' ' || pages || ' ' || passages || ' ' || collection FROM documents`,
	"rows": `SELECT 'passages ' || count(*) FROM passages UNION ALL SELECT 'mentions ' || count(*) FROM mentions
		UNION ALL SELECT 'pages ' || count(*) FROM pages UNION ALL SELECT 'attached ' || count(*) FROM attached`,
	"run": `SELECT flow || ' ' || title || ' ' || status || ' ' || (forked_from <> '') || (parent <> '') FROM runs`,
	"event": `SELECT r.flow || ' ' || r.title || ' ' || e.kind || ' ' || count(*) FROM events e JOIN runs r ON r.id = e.run
		WHERE e.kind NOT LIKE 'run.%' AND e.kind NOT LIKE 'task.%' AND e.kind NOT LIKE 'node.%' GROUP BY r.id, e.kind`,
	"related": `SELECT a.status || ' ' || length(a.summary_md) FROM article_research a`,
	"setting": `SELECT key || ' ' || value FROM settings`,
	"standing": `SELECT r.flow || ' ' || r.title || ' ' || coalesce((SELECT c.node || ' ' || (c.tasks IN ('[]', 'null')) FROM checkpoints c
		WHERE c.run = r.id ORDER BY c.seq DESC LIMIT 1), 'nowhere') FROM runs r WHERE r.parent = ''`,
	"unheard": `SELECT r.flow || ' ' || r.title || ' ' || i.kind FROM inbox i JOIN runs r ON r.id = i.run WHERE i.handled = 0`,
	"file":    `SELECT r.flow || ' ' || r.title || ' ' || a.name || ' ' || a.hash FROM attached_to a JOIN runs r ON r.id = a.run`,
	"cites":   `SELECT r.flow || ' ' || r.title || ' ' || d.name || ' ' || c.page FROM cited c JOIN runs r ON r.id = c.run JOIN documents d ON d.hash = c.document`,
	"marked":  `SELECT r.flow || ' ' || r.title || ' ' || m.verdict || ' ' || m.page || ' ' || m.text FROM marks m JOIN runs r ON r.id = m.run`,
}

// census counts what the library holds.
func (l library) census(ctx context.Context) (c census, err error) {
	db, err := sql.Open("sqlite", "file:"+l.database()+"?mode=ro")
	if err != nil {
		return c, err
	}
	defer db.Close()
	for name, query := range counted {
		found, err := rows(ctx, db, query)
		if err != nil {
			return c, fmt.Errorf("count %s: %w", name, err)
		}
		for _, line := range found {
			c.lines = append(c.lines, name+": "+line)
		}
	}
	reports, err := rows(ctx, db, `SELECT p.report FROM reports p`)
	if err != nil {
		return c, err
	}
	for _, r := range reports {
		c.lines = append(c.lines, "report: "+essence(r))
	}
	ids, err := rows(ctx, db, `SELECT id FROM runs ORDER BY no DESC`)
	if err != nil {
		return c, err
	}
	if c.runs = len(ids); c.runs > 0 {
		c.last = ids[0]
	}
	c.lines = append(c.lines, l.files()...)
	slices.Sort(c.lines)
	return c, nil
}

// fleeting are the fields of a report that say when and by which run it was made.
var fleeting = []string{"run", "made_at", "making", "notes", "fetched_at", "coverage", "connections"}

// essence returns the question of a report and a checksum of what it says.
func essence(report string) string {
	var r map[string]any
	if err := json.Unmarshal([]byte(report), &r); err != nil {
		return err.Error()
	}
	for _, field := range fleeting {
		delete(r, field)
	}
	said, _ := json.Marshal(r) // it was JSON
	return fmt.Sprintf("%v %.4x", r["question"], sha256.Sum256(said))
}

// own matches what differs from library to library in the names of its files: hashes and the IDs of runs.
var own = regexp.MustCompile(`[0-9a-f]{64}|reports/[a-z0-9]{12}`)

// passing are files that come and go with a process.
var passing = regexp.MustCompile(`^(?:library\.(?:db-(?:wal|shm)|owner|lock)|server\.token)$`)

// files lists the files of the library and those beside it that bear its name.
func (l library) files() []string {
	var out []string
	beside, _ := filepath.Glob(l.home + "*") // the pattern is right
	for _, root := range beside {
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			name, _ := filepath.Rel(filepath.Dir(l.home), path)
			inside := strings.TrimPrefix(name, filepath.Base(l.home)+"/")
			if err == nil && !entry.IsDir() && !passing.MatchString(inside) {
				out = append(out, "file: "+own.ReplaceAllString(stamp.ReplaceAllString(name, "TIME"), "ID"))
			}
			return nil
		})
	}
	return out
}

// stamp matches the time in the name of what was put aside.
var stamp = regexp.MustCompile(`\d{8}-\d{6}`)
