package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
)

// IsHash reports whether text has the form of a document's hash: a SHA-256 in lower-case hexadecimal digits.
func IsHash(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size && text == strings.ToLower(text)
}

// fewLetters is how many letters of a hash damage may have changed so that it can still be told which one it was. Two different documents
// have about 60 of 64 letters that differ.
const fewLetters = 8

// meant returns the hash of the one copy from which a doubtful hash differs in few letters, and otherwise the hash itself.
func (s *salvage) meant(hash string) string {
	if slices.Contains(s.copies, hash) {
		return hash
	}
	near := slices.DeleteFunc(slices.Clone(s.copies), func(other string) bool { return lettersApart(hash, other) > fewLetters })
	if slices.Sort(near); len(slices.Compact(near)) == 1 {
		return near[0]
	}
	return hash
}

func lettersApart(a, b string) (n int) {
	if len(a) != len(b) {
		return max(len(a), len(b))
	}
	for i := range len(a) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// errPhantom says that a row tells of a file that the library never had.
var errPhantom = errors.New("its hash is damaged")

// phantom returns errPhantom for a doubtful row of a document or an attached file whose hash is none, or that has no copy while there is one
// that no row knows, which is taken in again by itself, or nothing else that knows the file.
func (s *salvage) phantom(ctx context.Context, table string, key [2]any) error {
	hash, _ := key[0].(string)
	switch {
	case table != "documents" && table != "attached" || slices.Contains(s.copies, hash):
		return nil
	case !IsHash(hash):
		return errPhantom
	}
	var article, unknown, lone bool // articles of the web have no copy
	err := s.fresh.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM articles WHERE document = ?1),
		EXISTS (SELECT 1 FROM json_each(?2) WHERE value NOT IN (SELECT hash FROM documents UNION SELECT hash FROM attached)),
		EXISTS (SELECT 1 FROM documents WHERE hash = ?1 AND state = 'saved' AND hash NOT IN (SELECT hash FROM attached))`,
		hash, jsonList(s.copies)).Scan(&article, &unknown, &lone)
	if err == nil && !article && (unknown || lone) {
		err = errPhantom
	}
	return err
}
