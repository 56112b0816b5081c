package pdfium

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"

	"rabbithole/backend/pdf/worker"
)

// maxSide bounds the width and height of a drawing in pixels.
const maxSide = 6000

// Render draws page n as a PNG at dpi dots per inch, fewer when the page would be larger than maxSide.
func (d *Document) Render(n int, dpi float64) (out []byte, err error) {
	err = d.attempt(func() error {
		out, err = d.draw(n, dpi)
		return err
	})
	return out, err
}

const (
	formatBGRx      = 3
	flagAnnotations = 0x01
	flagSwapRedBlue = 0x10
	white           = 0xFFFFFFFF
	minDPI          = 1
	usualDPI        = 96 // for a request that makes no sense
)

func (d *Document) draw(n int, dpi float64) (out []byte, err error) {
	var failed error
	if n < 1 || n > d.pages {
		return nil, worker.Unreadable("there is no page %d", n)
	}
	p := &page{d: d, m: d.m, number: n}
	if p.handle = d.m.ptr("FPDF_LoadPage", d.handle, uint64(n-1)); p.handle == 0 {
		return nil, worker.Unreadable("page %d cannot be loaded", n)
	}
	defer p.close()
	p.measure()
	err = p.paint(dpi, func(pix []byte, w, h, stride int) { out, failed = encode(pix, w, h, stride) })
	return out, errors.Join(err, failed)
}

// paint draws the page and shows the pixels, of four bytes, to see.
func (p *page) paint(dpi float64, see func(pix []byte, w, h, stride int)) error {
	w, h, err := pixels(p.width, p.height, dpi)
	if err != nil {
		return err
	}
	bitmap := p.m.ptr("FPDFBitmap_CreateEx", uint64(w), uint64(h), formatBGRx, 0, 0)
	if bitmap == 0 {
		return worker.Unreadable("page %d is too large to draw", p.number)
	}
	defer p.m.call("FPDFBitmap_Destroy", bitmap)
	p.m.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(w), uint64(h), white)
	p.m.call("FPDF_RenderPageBitmap", bitmap, p.handle, 0, 0, uint64(w), uint64(h), 0, flagAnnotations|flagSwapRedBlue)
	stride := p.m.i32("FPDFBitmap_GetStride", bitmap)
	at := p.m.ptr("FPDFBitmap_GetBuffer", bitmap)
	see(p.m.bytes(at, stride*h), w, h, stride)
	return nil
}

// pixels returns the size of the drawing.
func pixels(width, height, dpi float64) (w, h int, err error) {
	if !(width > 0 && height > 0) {
		return 0, 0, worker.Unreadable("the page has no size")
	}
	if !(dpi >= minDPI) {
		dpi = usualDPI
	}
	scale := min(dpi/72, maxSide/width, maxSide/height)
	return max(int(math.Round(width*scale)), 1), max(int(math.Round(height*scale)), 1), nil
}

func encode(data []byte, w, h, stride int) ([]byte, error) {
	for i := 3; i < len(data); i += 4 {
		data[i] = 0xFF // the unused byte is alpha to the encoder
	}
	img := &image.NRGBA{Pix: data, Stride: stride, Rect: image.Rect(0, 0, w, h)}
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("encode page as PNG: %w", err)
	}
	return out.Bytes(), nil
}
