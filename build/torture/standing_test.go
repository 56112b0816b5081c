package torture

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"testing"
)

// schemaTable is the table that says where the others begin.
const schemaTable = "sqlite_schema"

// irreplaceable are tables of which a repair can find no row elsewhere.
var irreplaceable = []string{"documents", "runs", "checkpoints", "events", "reports", "settings", "run_rows", "attached"}

// standing is where a table stands in the file, and what it holds.
type standing struct {
	pages []int // their numbers, from 1
	rows  []string
}

// tables returns where the schema and the irreplaceable tables stand.
func (l library) tables(ctx context.Context) (map[string]standing, error) {
	db, err := sql.Open("sqlite", "file:"+l.database()+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	all := map[string]standing{}
	for _, name := range append([]string{schemaTable}, irreplaceable...) {
		var s standing
		var pages []byte // with those of the owners of its rows
		err := db.QueryRowContext(ctx, `SELECT json_group_array(pageno) FROM dbstat
			WHERE name = ?1 OR ?1 = 'checkpoints' AND name = 'runs'`, name).Scan(&pages)
		if err == nil {
			err = json.Unmarshal(pages, &s.pages)
		}
		if err == nil {
			columns := "*"
			if name == "attached" { // a file whose run was lost waits for one again, so that nobody clears it away
				columns = "hash, name, format, bytes, at"
			}
			s.rows, err = rows(ctx, db, `SELECT `+columns+` FROM "`+name+`"`)
		}
		if err != nil {
			return nil, err
		}
		all[name] = s
	}
	return all, nil
}

// unhit returns the irreplaceable tables that stand on the same pages as before.
func (d *damaging) unhit(damaged []byte) []string {
	return slices.DeleteFunc(slices.Clone(irreplaceable), func(name string) bool {
		return slices.ContainsFunc(d.tables[name].pages, func(page int) bool {
			from, to := (page-1)*pageSize, page*pageSize
			return to > len(damaged) || !bytes.Equal(damaged[from:to], d.file[from:to])
		})
	})
}

// strayed returns the first row of an unhit table that is not as it was, or stands there too often; "" when there is none.
func strayed(was, now []string) string {
	count := map[string]int{}
	for _, row := range was {
		count[row]++
	}
	for _, row := range now {
		if count[row]--; count[row] < 0 {
			return "is there now and was not: " + row
		}
	}
	for row, n := range count {
		if n > 0 {
			return "is gone: " + row
		}
	}
	return ""
}

// TestStrayed_EveryChangeOfARowIsSeen garbles, drops and doubles rows of a table that no damage hit.
func TestStrayed_EveryChangeOfARowIsSeen(t *testing.T) {
	was := []string{`["1" "Radon in homes" "lake"]`, `["2" "Protocol" ""]`, `["2" "Protocol" ""]`}
	if s := strayed(was, []string{was[1], was[0], was[2]}); s != "" {
		t.Errorf("the same rows in another order: %s", s)
	}
	for name, now := range map[string][]string{
		"garbled": {was[0], was[1], `["2" "garbled" ""]`}, "dropped": was[:2], "doubled": append([]string{was[0]}, was...), "emptied": nil,
	} {
		if strayed(was, now) == "" {
			t.Errorf("%s: not seen", name)
		}
	}
}
