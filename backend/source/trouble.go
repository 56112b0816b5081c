package source

import "errors"

// Trouble names what is the matter with a file, for those who say it in words of their own; the reason beside it says it in English.
type Trouble string

// The troubles of files, those that could not be read at all and those that could in part.
const (
	Protected    Trouble = "password" // it needs a password
	Locked       Trouble = "locked"   // its protection is of a kind that cannot be opened
	Scans        Trouble = "scans"    // pages are pictures; text recognition would read them
	Unseen       Trouble = "unseen"   // pages are pictures that text recognition made nothing of
	Garbled      Trouble = "garbled"  // its letters have no meaning
	Recognising  Trouble = "waiting"  // pages are pictures; their text is being recognised
	EmptyFile    Trouble = "empty"    // no bytes
	NoPages      Trouble = "pages"
	Wordless     Trouble = "noText"  // pages, and no word on them
	Changing     Trouble = "changed" // it was being written to
	Forbidden    Trouble = "denied"  // it may not be read
	Moved        Trouble = "moved"   // it is not where it was
	Foreign      Trouble = "type"    // of a type that cannot be read
	Damaged      Trouble = "damaged" // its reader gave up
	TooLarge     Trouble = "large"   // it has more bytes than are read of one file
	NoRoom       Trouble = "room"    // the disk has no room for a copy of it
	NothingThere Trouble = "nothing" // a folder without anything to read
	NotAFile     Trouble = "noFile"
	OfLibrary    Trouble = "ours"   // it belongs to a library
	Defect       Trouble = "defect" // of this program
)

// TroubleOf names what is the matter with a file and says it in a sentence, for an error that knows; "" and "" for any other.
func TroubleOf(err error) (Trouble, string) {
	var named interface {
		error
		Trouble() Trouble
	}
	if !errors.As(err, &named) {
		return "", ""
	}
	return named.Trouble(), named.Error()
}
