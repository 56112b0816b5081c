package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// MostPicture is the most bytes of a picture that a query may show.
const MostPicture = 8 << 20

// KeepPicture copies a picture of the person's into the library's folder as it is, as Keep does with files that are read.
func (in *Ingester) KeepPicture(ctx context.Context, path string, note func(source.Document) error) error {
	in.keeping.RLock()
	defer in.keeping.RUnlock()
	d := source.Document{Name: filepath.Base(path), AddedAt: in.now()}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fault.New("show "+path, fault.NotFound, "There is no such file. Check the spelling of the path.", nil)
	case err != nil:
		return fault.New("show "+d.Name, fault.Unreadable, reasonForFile(err).text, err)
	case !info.Mode().IsRegular():
		return fault.New("show "+d.Name, fault.Usage, "Name a picture.", errors.New("it is no file"))
	case info.Size() > MostPicture:
		return TooLargePicture(d.Name)
	}
	if d.Format, err = pictureFormat(path); err != nil {
		return err
	}
	if d.Hash, d.Bytes, err = in.Files.keep(ctx, path, d.Format); err != nil {
		return fault.New("show "+d.Name, fault.Unreadable, reasonForFile(err).text, err)
	}
	return note(d)
}

// TooLargePicture refuses a picture of more than MostPicture bytes.
func TooLargePicture(name string) error {
	return fault.New("show "+name, fault.Usage, fmt.Sprintf("A picture may have %d MB. Make it smaller, or cut out what matters.", MostPicture>>20),
		errors.New("the picture is too large"))
}

// pictureFormat tells a picture's format from its first bytes, whatever it is called.
func pictureFormat(path string) (source.Format, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fault.New("show "+filepath.Base(path), fault.Unreadable, reasonForFile(err).text, err)
	}
	defer f.Close()
	head := make([]byte, 12)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", fault.New("show "+filepath.Base(path), fault.Unreadable, reasonForFile(err).text, err)
	}
	switch head = head[:n]; {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return source.PNG, nil
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return source.JPEG, nil
	case bytes.HasPrefix(head, []byte("GIF87a")), bytes.HasPrefix(head, []byte("GIF89a")):
		return source.GIF, nil
	case n == 12 && bytes.HasPrefix(head, []byte("RIFF")) && bytes.HasSuffix(head, []byte("WEBP")):
		return source.WebP, nil
	}
	return "", fault.New("show "+filepath.Base(path), fault.Usage, "A query can show PNG, JPEG, GIF and WebP.", errors.New("it is no such picture"))
}
