package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
)

// schemaTable is the table that says where the others begin.
const schemaTable = "sqlite_schema"

// irreplaceable are tables of which a repair can find no row elsewhere.
var irreplaceable = []string{"documents", "runs", "checkpoints", "events", "reports", "settings", "run_rows", "attached"}

// standing is where a table stands in the file, and how much of it there is.
type standing struct {
	pages []int // their numbers, from 1
	rows  int
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
		err := db.QueryRowContext(ctx, `SELECT json_group_array(pageno), (SELECT count(*) FROM "`+name+`") FROM dbstat
			WHERE name = ?1 OR ?1 = 'checkpoints' AND name = 'runs'`, name).Scan(&pages, &s.rows)
		if err == nil {
			err = json.Unmarshal(pages, &s.pages)
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
