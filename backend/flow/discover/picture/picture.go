// Package picture opens the pictures that people put into a query: PNG, JPEG, GIF and WebP.
//
// It promises that a hostile file costs neither memory nor time: what is too many bytes or pixels is refused by its header, before anything is
// decoded, and a decoder that panics is an error. It tells what the file says about itself. It refuses to know what a picture shows.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // decoders register themselves
	_ "image/jpeg"
	"image/png"
	"sync"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"

	"rabbithole/backend/fault"
)

// The most that is taken, the most memory that drawing may need, and the longest side that a model or a recogniser is given.
const (
	MostBytes  = 10 << 20
	MostPixels = 50_000_000
	mostSide   = 20_000
	mostMemory = 300 << 20
	longest    = 1600
)

// Picture is a file whose header was read.
type Picture struct {
	MIME   string // "image/png", "image/jpeg", "image/gif" or "image/webp"
	Width  int
	Height int
	raw    []byte
}

// Open reads the header of a picture. The fault is of kind Unreadable for what is none that can be used.
func Open(raw []byte) (Picture, error) {
	if len(raw) > MostBytes {
		return Picture{}, refused(fmt.Errorf("it has %d MB, and %d are the most", len(raw)>>20, MostBytes>>20))
	}
	var header image.Config
	var format string
	err := guarded(func() (err error) {
		header, format, err = image.DecodeConfig(bytes.NewReader(raw))
		return err
	})
	p := Picture{MIME: "image/" + format, Width: header.Width, Height: header.Height, raw: raw}
	if format == "webp" {
		p.Width, p.Height = framed(raw, p.Width, p.Height)
	}
	switch {
	case err != nil:
		return Picture{}, refused(err)
	case p.Width <= 0 || p.Height <= 0 || p.Width > MostPixels/p.Height:
		return Picture{}, refused(fmt.Errorf("it has %d x %d points, and %d million are the most", p.Width, p.Height, MostPixels/1_000_000))
	case max(p.Width, p.Height) > mostSide:
		return Picture{}, refused(fmt.Errorf("it has %d x %d points, and %d are the most in a row", p.Width, p.Height, mostSide))
	case p.Width*p.Height*perPoint(format, header.ColorModel, raw) > mostMemory:
		return Picture{}, refused(fmt.Errorf("it has %d x %d points, which is too many for a picture of its kind", p.Width, p.Height))
	}
	return p, nil
}

// perPoint is how many bytes the decoder of a format holds for a point.
func perPoint(format string, colours color.Model, raw []byte) int {
	switch {
	case format == "webp":
		return 8
	case format == "jpeg" && bytes.Contains(raw, progressive):
		return 20 // the coefficients of four components, and what is drawn of them
	case colours == color.NRGBA64Model || colours == color.RGBA64Model:
		return 8
	}
	return 4
}

// progressive is the mark of a JPEG file of which all coefficients are held until the last is there.
var progressive = []byte{0xff, 0xc2}

// PNG draws the picture, of a moving one the first, no longer than what a model or a recogniser can use. It holds lock meanwhile: several pictures at once
// would need as much memory each.
func (p Picture) PNG(lock sync.Locker) ([]byte, error) {
	lock.Lock()
	defer lock.Unlock()
	var out bytes.Buffer
	err := guarded(func() error {
		full, _, err := image.Decode(bytes.NewReader(p.raw))
		if err != nil {
			return err
		}
		if side := max(p.Width, p.Height); side > longest {
			small := image.NewRGBA(image.Rect(0, 0, max(1, p.Width*longest/side), max(1, p.Height*longest/side)))
			draw.ApproxBiLinear.Scale(small, small.Bounds(), full, full.Bounds(), draw.Src, nil)
			full = small
		}
		return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, full)
	})
	if err != nil {
		return nil, refused(err)
	}
	return out.Bytes(), nil
}

func refused(err error) error {
	return fault.New("open the picture", fault.Unreadable, "Choose a PNG, JPEG, GIF or WebP picture of at most 10 MB; another program can save it as one.", err)
}

// guarded does something with a file of anybody's making.
func guarded(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = errors.Join(errors.New("the file is broken"), fmt.Errorf("%v", v))
		}
	}()
	return do()
}
