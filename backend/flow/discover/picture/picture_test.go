package picture_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/discover/picture"
)

// square is the smallest lossless WebP: one point.
const square = "RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"

func pngOf(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.White, color.Black})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// chunk is a part of a PNG.
func chunk(kind, data string) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(out, kind+data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE([]byte(kind+data)))
}

// riff is a part of a WebP, webp a whole one.
func riff(kind, data string) string {
	return kind + string(binary.LittleEndian.AppendUint32(nil, uint32(len(data)))) + data + strings.Repeat("\x00", len(data)%2)
}

func webp(parts ...string) []byte {
	return []byte(riff("RIFF", "WEBP"+strings.Join(parts, "")))
}

func TestOpen_TheFourFormats(t *testing.T) {
	var g, j bytes.Buffer
	gray := image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.White, color.Black})
	if err := gif.EncodeAll(&g, &gif.GIF{Image: []*image.Paletted{gray, gray}, Delay: []int{1, 1}}); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&j, gray, nil); err != nil {
		t.Fatal(err)
	}
	for mime, raw := range map[string][]byte{"image/png": pngOf(t, 4000, 20), "image/gif": g.Bytes(), "image/jpeg": j.Bytes(), "image/webp": []byte(square)} {
		p, err := picture.Open(raw)
		if err != nil || p.MIME != mime {
			t.Errorf("%s is %q: %v", mime, p.MIME, err)
			continue
		}
		drawn, err := p.PNG(&sync.Mutex{})
		if err != nil {
			t.Errorf("%s: %v", mime, err)
			continue
		}
		if size, err := png.DecodeConfig(bytes.NewReader(drawn)); err != nil || size.Width > 1600 || size.Width < 1 || size.Height < 1 {
			t.Errorf("%s is drawn %d x %d: %v", mime, size.Width, size.Height, err)
		}
	}
}

// sized is a PNG whose header says that it is that large, in that many bits of colours of a kind.
func sized(png []byte, width, height uint32, bits, colours byte) []byte {
	out := append([]byte{}, png...)
	binary.BigEndian.PutUint32(out[16:], width)
	binary.BigEndian.PutUint32(out[20:], height)
	out[24], out[25] = bits, colours
	binary.BigEndian.PutUint32(out[29:], crc32.ChecksumIEEE(out[12:29]))
	return out
}

// Small files may need much memory: of points in 16 bits, of a row without end, of a progressive JPEG, which is held in coefficients until its end.
func TestOpen_WhatNeedsMuchMemoryIsRefused(t *testing.T) {
	whole := pngOf(t, 30, 30)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewRGBA(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	photo := func(mark byte, side uint16) []byte {
		out := append([]byte{}, b.Bytes()...)
		at := bytes.Index(out, []byte{0xff, 0xc0})
		out[at+1] = mark
		binary.BigEndian.PutUint16(out[at+5:], side)
		binary.BigEndian.PutUint16(out[at+7:], side)
		return out
	}
	for name, c := range map[string]struct {
		raw  []byte
		fits bool
	}{
		"a photo of 48 million points": {photo(0xc0, 6928), true}, "the same, progressive": {photo(0xc2, 6928), false}, "a progressive one of 9 million": {photo(0xc2, 3000), true},
		"16 bits, 36 million points": {sized(whole, 6000, 6000, 16, 6), true}, "16 bits, 49 million": {sized(whole, 7000, 7000, 16, 6), false}, "8 bits, 49 million": {sized(whole, 7000, 7000, 8, 6), true},
		"a row of 50 million": {sized(whole, 50_000_000, 1, 16, 6), false},
	} {
		if _, err := picture.Open(c.raw); (err == nil) != c.fits || err != nil && fault.KindOf(err) != fault.Unreadable {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOpen_WhatCannotBeUsedIsRefusedQuickly(t *testing.T) {
	whole := pngOf(t, 30, 30)
	bomb := sized(whole, 60000, 60000, whole[24], whole[25])
	lossless := "\x2f" + string(binary.LittleEndian.AppendUint32(nil, 16383|16383<<14)) + "\x07\x10\x11\x11\x88\x88\xfe\x07"
	lossy := "\x10\x00\x00\x9d\x01\x2a\xff\x3f\xff\x3f"
	begun := time.Now()
	for name, raw := range map[string][]byte{"large behind a small canvas": webp(riff("VP8X", "\x00\x00\x00\x00\x07\x00\x00\x07\x00\x00"), riff("VP8L", lossless)),
		"large and lossy behind a small canvas": webp(riff("VP8X", "\x00\x00\x00\x00\x07\x00\x00\x07\x00\x00"), riff("ICCP", "odd"), riff("VP8 ", lossy)),
		"nothing":                               nil, "text": []byte("<svg onload=alert(1)>"), "too many points": bomb, "cut header": whole[:20], "too many bytes": make([]byte, picture.MostBytes+1),
		"a PDF": []byte("%PDF-1.7\n")} {
		if _, err := picture.Open(raw); fault.KindOf(err) != fault.Unreadable || !strings.Contains(fault.Hint(err), "PNG") {
			t.Errorf("%s: %v", name, err)
		}
	}
	p, err := picture.Open(whole[:len(whole)-20])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.PNG(&sync.Mutex{}); fault.KindOf(err) != fault.Unreadable {
		t.Errorf("a picture that is cut is drawn: %v", err)
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestSaid_WhatTheFileSays(t *testing.T) {
	plain := pngOf(t, 4, 4)
	with := func(parts ...[]byte) []byte {
		return bytes.Join([][]byte{plain[:33], bytes.Join(parts, nil), plain[33:]}, nil)
	}
	var j bytes.Buffer
	if err := jpeg.Encode(&j, image.NewGray(image.Rect(0, 0, 4, 4)), nil); err != nil {
		t.Fatal(err)
	}
	comment := func(marker byte, text string) []byte {
		segment := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(text)+2))
		return bytes.Join([][]byte{j.Bytes()[:2], append(segment, text...), j.Bytes()[2:]}, nil)
	}
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x0e\x00\x02\x00\x00\x00\x08\x00\x00\x00\x1a\x00\x00\x00\x00A boat.\x00"
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"nothing":        {plain, ""},
		"text":           {with(chunk("tEXt", "Title\x00A boat"), chunk("tEXt", "Author\x00Ann"), chunk("tEXt", "Description\x00in the harb\xf6r")), "A boat. in the harbör"},
		"other text":     {with(chunk("iTXt", "Description\x00\x00\x00en\x00\x00Ein Boot")), "Ein Boot"},
		"a program":      {with(chunk("tEXt", "Comment\x00Created with GIMP")), ""},
		"unseen signs":   {with(chunk("tEXt", "Title\x00A\x1b[31m \u202eboat")), "A[31m boat"},
		"comment":        {comment(0xfe, "A boat"), "A boat"},
		"exif":           {comment(0xe1, exif), "A boat."},
		"broken exif":    {comment(0xe1, exif[:20]+"\xff\xff\xff\xff"), ""},
		"XMP":            {comment(0xe1, `<x:xmpmeta><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; boat</rdf:li></rdf:Alt></dc:title></x:xmpmeta>`), "A & boat"},
		"long":           {with(chunk("tEXt", "Title\x00"+strings.Repeat("ä", 5000))), strings.Repeat("ä", 300)},
		"the same twice": {with(chunk("tEXt", "Title\x00A boat"), chunk("tEXt", "Description\x00A boat")), "A boat"},
	} {
		p, err := picture.Open(c.raw)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := p.Said(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func FuzzSaid(f *testing.F) {
	f.Add([]byte(square))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x20Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01"))
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := picture.Open(raw)
		if err != nil {
			return
		}
		if said := p.Said(); len(said) > 600 {
			t.Fatalf("%d bytes", len(said))
		}
		if p.Width*p.Height < 1<<16 {
			_, _ = p.PNG(&sync.Mutex{})
		}
	})
}
