package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"rabbithole/backend/core"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
)

// uploadLimit is the most bytes of one file.
const uploadLimit = 2 << 30

// uploaded says where a file is now.
type uploaded struct {
	Path string `json:"path"`
	Top  string `json:"top"` // the file, or the folder that was uploaded with it: what is to be added
}

// batchName names an upload: files of one share a folder.
var batchName = regexp.MustCompile(`^[a-zA-Z0-9-]{8,64}$`)

// upload takes a file that the page has and the program does not: PUT /bridge/upload/{name}?batch=ID. Name may be a path below a folder
// that is uploaded. It lies in the library's folder until it is added.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	folder, err := s.uploadFolder(r.URL.Query().Get("batch"))
	if err != nil {
		fail(w, err)
		return
	}
	place, top, err := within(folder, r.PathValue("name"))
	if err == nil {
		err = receive(place, s.waiting.metered(http.MaxBytesReader(w, r.Body, uploadLimit)))
	}
	if err != nil {
		fail(w, err)
		return
	}
	writeJSON(w, http.StatusCreated, uploaded{Path: place, Top: top})
}

// uploadFolder is where the files of a batch lie.
func (s *Server) uploadFolder(batch string) (string, error) {
	if !batchName.MatchString(batch) {
		return "", fault.New("take the upload", fault.Usage, "Name the upload with ?batch=, 8 to 64 letters and digits.", nil)
	}
	folder, err := desk.Ask(s.desk, func(c *core.Core, _ context.Context) (string, error) { return c.Uploads(), nil })
	return filepath.Join(folder, batch), err
}

// within returns the place for a name below folder, and what of it stands directly in folder.
func within(folder, name string) (place, top string, err error) {
	local, err := filepath.Localize(strings.TrimPrefix(name, "/"))
	if err != nil || local == "." {
		return "", "", fault.New("take the upload", fault.Usage, "The file needs a name.", fmt.Errorf("%q is no name for a file", name))
	}
	first, _, _ := strings.Cut(local, string(filepath.Separator))
	return filepath.Join(folder, local), filepath.Join(folder, first), nil
}

// receive writes a file; nothing is left of one that does not arrive whole.
func receive(place string, body io.Reader) error {
	if err := private.MkdirAll(filepath.Dir(place)); err != nil {
		return notTaken(place, err)
	}
	if _, err := os.Lstat(place); err == nil {
		return notTaken(place, os.ErrExist)
	}
	part, err := private.CreateNew(disk.PartBeside(place))
	if err != nil {
		return notTaken(place, err)
	}
	defer os.Remove(part.Name()) // nothing is left of it once it has its place
	_, err = io.Copy(part, body)
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Rename(part.Name(), place)
	}
	return notTaken(place, err)
}

// notTaken says what to do about a file that could not be taken; nil when it could.
func notTaken(place string, err error) error {
	op := "take " + filepath.Base(place)
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case fault.KindOf(err) == fault.Denied:
		return err
	case errors.As(err, &large):
		return fault.New(op, fault.Usage, fmt.Sprintf("It is larger than %d GB. Add it with `rabbithole add`.", uploadLimit>>30), err)
	case errors.Is(err, errNoRoom):
		return fault.New(op, fault.Storage, "Send it again when they are, or add it with `rabbithole add`.", err)
	case errors.Is(err, os.ErrExist):
		return fault.New(op, fault.Usage, "The upload has a file of this name already.", err)
	case errors.Is(err, syscall.ENAMETOOLONG):
		return fault.New("take the upload", fault.Usage, "The name of the file, or of a folder around it, is too long for this disk. Shorten it.", err)
	case errors.Is(err, syscall.ENOTDIR):
		return fault.New(op, fault.Usage, "The upload has a file of the name of its folder already.", err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fault.New(op, fault.Cancelled, "The upload broke off. Try again.", err)
	}
	return fault.New(op, fault.Storage, "Check that the disk has room and that the library's folder may be written to.", err)
}
