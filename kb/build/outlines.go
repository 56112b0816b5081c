package main

import (
	"encoding/binary"
	"fmt"
)

// outlines reads glyph outlines from a TrueType font: what the scanner needs to draw letters, and no more (no hinting, no
// kerning, format 4 character maps only).
type outlines struct {
	data       []byte
	tables     map[string][]byte
	unitsPerEm float64
	longLoca   bool
	advances   int // entries of hmtx that carry an advance
	cmap       []byte
}

func readOutlines(data []byte) (*outlines, error) {
	o := &outlines{data: data, tables: map[string][]byte{}}
	for i := range int(u16(data, 4)) {
		entry := data[12+16*i:]
		offset, length := u32(entry, 8), u32(entry, 12)
		o.tables[string(entry[:4])] = data[offset : offset+length]
	}
	o.unitsPerEm = float64(u16(o.tables["head"], 18))
	o.longLoca = u16(o.tables["head"], 50) == 1
	o.advances = int(u16(o.tables["hhea"], 34))
	cmap := o.tables["cmap"]
	for i := range int(u16(cmap, 2)) {
		sub := cmap[u32(cmap, 8+8*i):]
		if u16(sub, 0) == 4 {
			o.cmap = sub
			return o, nil
		}
	}
	return nil, fmt.Errorf("the font has no character map of format 4")
}

// glyph returns the contours of a letter and its advance, in font units.
func (o *outlines) glyph(r rune) ([][]point, float64, error) {
	index := o.index(r)
	if index == 0 {
		return nil, 0, fmt.Errorf("the font has no %q", r)
	}
	advance := u16(o.tables["hmtx"], 4*min(index, o.advances-1))
	contours, err := o.contours(index)
	return contours, float64(advance), err
}

// index looks a letter up in the character map, 0 when it is not there.
func (o *outlines) index(r rune) int {
	segments := int(u16(o.cmap, 6)) / 2
	for i := range segments {
		end := int(u16(o.cmap, 14+2*i))
		if int(r) > end {
			continue
		}
		start := int(u16(o.cmap, 16+2*segments+2*i))
		if int(r) < start {
			return 0
		}
		delta := int(u16(o.cmap, 16+4*segments+2*i))
		at := 16 + 6*segments + 2*i
		if offset := int(u16(o.cmap, at)); offset != 0 {
			index := int(u16(o.cmap, at+offset+2*(int(r)-start)))
			return (index + delta) & 0xFFFF
		}
		return (int(r) + delta) & 0xFFFF
	}
	return 0
}

// contours reads the outline of a simple glyph.
func (o *outlines) contours(index int) ([][]point, error) {
	loca, glyf := o.tables["loca"], o.tables["glyf"]
	from, to := 2*int(u16(loca, 2*index)), 2*int(u16(loca, 2*index+2))
	if o.longLoca {
		from, to = int(u32(loca, 4*index)), int(u32(loca, 4*index+4))
	}
	if from == to { // a space
		return nil, nil
	}
	g := glyf[from:to]
	count := int(int16(u16(g, 0)))
	if count < 0 {
		return nil, fmt.Errorf("glyph %d is made of others: use plain letters on a scanned page", index)
	}
	ends := make([]int, count)
	for i := range ends {
		ends[i] = int(u16(g, 10+2*i))
	}
	flags, xs, ys := coordinates(g[10+2*count:], ends[count-1]+1)
	var out [][]point
	start := 0
	for _, end := range ends {
		out = append(out, flatten(flags[start:end+1], xs[start:end+1], ys[start:end+1]))
		start = end + 1
	}
	return out, nil
}

// coordinates decodes the flags and the points behind the instructions.
func coordinates(g []byte, count int) (flags []byte, xs, ys []float64) {
	g = g[2+int(u16(g, 0)):]
	for len(flags) < count {
		flag := g[0]
		g = g[1:]
		flags = append(flags, flag)
		if flag&8 != 0 {
			for range g[0] {
				flags = append(flags, flag)
			}
			g = g[1:]
		}
	}
	xs, g = axis(g, flags, 2, 16)
	ys, _ = axis(g, flags, 4, 32)
	return flags, xs, ys
}

// axis decodes one coordinate of all points; short and same are its bits in the flags.
func axis(g, flags []byte, short, same byte) ([]float64, []byte) {
	var out []float64
	value := 0
	for _, flag := range flags {
		switch {
		case flag&short != 0 && flag&same != 0:
			value, g = value+int(g[0]), g[1:]
		case flag&short != 0:
			value, g = value-int(g[0]), g[1:]
		case flag&same == 0:
			value, g = value+int(int16(u16(g, 0))), g[2:]
		}
		out = append(out, float64(value))
	}
	return out, g
}

// flatten turns a contour of lines and quadratic curves into a polygon.
func flatten(flags []byte, xs, ys []float64) []point {
	const steps = 5
	n := len(flags)
	on := func(i int) bool { return flags[i%n]&1 != 0 }
	at := func(i int) point { return point{xs[i%n], ys[i%n]} }
	middle := func(a, b point) point { return point{(a.x + b.x) / 2, (a.y + b.y) / 2} }
	var out []point
	for i := range n {
		if on(i) {
			out = append(out, at(i))
			continue
		}
		from, control, to := at(i+n-1), at(i), at(i+1)
		if !on(i + n - 1) {
			from = middle(from, control)
		}
		if !on(i + 1) {
			to = middle(control, to)
		}
		for step := range steps + 1 {
			t := float64(step) / steps
			a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
			out = append(out, point{a*from.x + b*control.x + c*to.x, a*from.y + b*control.y + c*to.y})
		}
	}
	return out
}

func u16(b []byte, at int) uint16 { return binary.BigEndian.Uint16(b[at:]) }
func u32(b []byte, at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }
