package backup

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"syscall"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// How many bytes a manifest may have: so many, and for every entry of the backup some more.
const (
	mostManifest    = 16 << 20
	manifestOfEntry = 256
)

// mostNames is how many documents a manifest may name of which the copies are not there.
const mostNames = 1 << 20

// readManifest reads what the backup says it holds, and refuses what it cannot hold before anything else of it is read.
func (b *openedBackup) readManifest() error {
	entry := b.entries[manifestName]
	if entry == nil {
		return badBackup(b.path, errors.New("it has no "+manifestName))
	}
	in, err := entry.Open()
	if err != nil {
		return badBackup(b.path, err)
	}
	defer in.Close()
	d := &manifestReader{json: json.NewDecoder(io.LimitReader(in, mostManifest+manifestOfEntry*int64(len(b.entries)))), files: len(b.entries),
		names: mostNames}
	if b.manifest, err = d.read(); err != nil {
		return badBackup(b.path, err)
	}
	newest, err := store.NewestSchema()
	if err != nil {
		return err
	}
	if b.manifest.Format > backupFormat || b.manifest.Schema > newest {
		return fault.New("read backup "+b.path, fault.Storage, "The backup was made by a newer version of Rabbithole ("+b.manifest.Version+"). Update this one.", nil)
	}
	return b.checkList()
}

// manifestReader reads a manifest piece by piece: its lists are held in memory, and a few bytes in a backup could stand for millions of entries.
type manifestReader struct {
	json  *json.Decoder
	files int // that may still be listed
	names int
}

func (d *manifestReader) read() (m Manifest, err error) {
	fields := map[string]any{"format": &m.Format, "version": &m.Version, "made_at": &m.MadeAt, "schema": &m.Schema, "documents": &m.Documents,
		"runs": &m.Runs}
	if t, err := d.json.Token(); err != nil || t != json.Delim('{') {
		return m, errors.Join(errors.New("its manifest is no object"), err)
	}
	for d.json.More() {
		key, err := d.json.Token()
		if err != nil {
			return m, err
		}
		switch name, _ := key.(string); name {
		case "files":
			err = listInto(d.json, &m.Files, &d.files)
		case "missing":
			err = listInto(d.json, &m.Missing, &d.names)
		case "changed":
			err = listInto(d.json, &m.Changed, &d.names)
		default:
			field := fields[name]
			if field == nil {
				field = new(json.RawMessage) // of a newer version
			}
			err = d.json.Decode(field)
		}
		if err != nil {
			return m, fmt.Errorf("its manifest: %w", err)
		}
	}
	_, err = d.json.Token()
	return m, err
}

// listInto reads a list, of as many things as are left.
func listInto[T any](from *json.Decoder, list *[]T, left *int) error {
	begin, err := from.Token()
	if err != nil || begin == nil { // null
		return err
	}
	if begin != json.Delim('[') {
		return errors.New("something else stands in the place of a list")
	}
	if *list == nil {
		*list = []T{}
	}
	for from.More() {
		if *left--; *left < 0 {
			return errors.New("it lists more than there is")
		}
		var one T
		if err := from.Decode(&one); err != nil {
			return err
		}
		*list = append(*list, one)
	}
	_, err = from.Token()
	return err
}

// nameForm is what a backup may write: no other path, wherever it leads.
var nameForm = regexp.MustCompile(`^(library\.db|files/[0-9a-f]{2}/[0-9a-f]{64}\.[a-z]{1,8})$`)

// mostDeflated is more than the bytes that deflate can make one byte of.
const mostDeflated = 1100

// checkList compares the list of the manifest with that of the ZIP file: each file is there, once, and as long as both say. The bytes that
// they are packed into lie one behind the other, so that the backup has as many, and what is unpacked is in proportion to them.
func (b *openedBackup) checkList() error {
	if len(b.manifest.Files) == 0 || b.manifest.Files[0].Name != disk.DatabaseName {
		return badBackup(b.path, errors.New("it holds no database"))
	}
	info, err := b.file.Stat()
	if err != nil {
		return badBackup(b.path, err)
	}
	seen, left := map[string]bool{}, uint64(info.Size())
	for _, want := range b.manifest.Files {
		entry := b.entries[want.Name]
		switch {
		case entry == nil || !nameForm.MatchString(want.Name):
			return badBackup(b.path, fmt.Errorf("it has no proper entry %.120q", want.Name))
		case seen[want.Name]:
			return badBackup(b.path, fmt.Errorf("it lists %s twice", want.Name))
		case want.Bytes < 0 || entry.UncompressedSize64 != uint64(want.Bytes):
			return badBackup(b.path, errors.New(want.Name+" has not as many bytes as were backed up"))
		case entry.CompressedSize64 > left || !inProportion(entry):
			return badBackup(b.path, errors.New(want.Name+" has more bytes than the backup can hold"))
		}
		seen[want.Name] = true
		left -= entry.CompressedSize64
	}
	return nil
}

// inProportion reports whether an entry can be unpacked to as many bytes as it says.
func inProportion(entry *zip.File) bool {
	return entry.UncompressedSize64 <= 1<<10 || entry.UncompressedSize64/mostDeflated <= entry.CompressedSize64
}

// fits refuses a backup that the disk of a library has no room for: it is not even read to its end then.
func (b *openedBackup) fits(home string) error {
	if room, ok := private.Room(filepath.Dir(home)); ok && b.begin("").Total > room {
		return fmt.Errorf("unpack %s: %w", b.path, syscall.ENOSPC)
	}
	return nil
}
