package store

import (
	"encoding/binary"
	"errors"
	"math"

	"rabbithole/backend/source"
)

// Lines are stored as one BLOB of varints, five per line, because as JSON they would weigh more than the page's text: start less
// the previous end, length, size and boldness, x, y less the previous y. Where the last word was divided on paper, size and boldness are
// inverted, and end less cut and moved follow. Sizes and positions are kept to a hundredth of a point.

// encodeLines writes the typography of a page's lines; it is never nil.
func encodeLines(lines []source.Line) []byte {
	b := make([]byte, 0, 9*len(lines))
	var end, y int64
	for _, l := range lines {
		style := max(hundredths(l.Size), 0) << 1
		if l.Bold {
			style |= 1
		}
		if l.Cut > 0 {
			style = ^style
		}
		b = binary.AppendVarint(b, int64(l.Start)-end)
		b = binary.AppendVarint(b, int64(l.End-l.Start))
		b = binary.AppendVarint(b, style)
		b = binary.AppendVarint(b, hundredths(l.X))
		b = binary.AppendVarint(b, hundredths(l.Y)-y)
		if l.Cut > 0 {
			b = binary.AppendVarint(b, int64(l.End-l.Cut))
			b = binary.AppendVarint(b, int64(l.Moved))
		}
		end, y = int64(l.End), hundredths(l.Y)
	}
	return b
}

// decodeLines reads what encodeLines wrote.
func decodeLines(b []byte) ([]source.Line, error) {
	var lines []source.Line
	var end, y int64
	damaged := false
	next := func() int64 {
		v, n := binary.Varint(b)
		damaged = damaged || n <= 0
		b = b[max(n, 0):]
		return v
	}
	for len(b) > 0 && !damaged {
		start := end + next()
		end = start + next()
		style := next()
		l := source.Line{Start: int(start), End: int(end), X: float64(next()) / 100}
		y += next()
		if l.Y = float64(y) / 100; style < 0 {
			style = ^style
			l.Cut = int(end - next())
			l.Moved = int(next())
		}
		l.Size, l.Bold = float64(style>>1)/100, style&1 == 1
		lines = append(lines, l)
	}
	if damaged {
		return nil, errors.New("the lines of a page are damaged")
	}
	return lines, nil
}

func hundredths(points float64) int64 {
	if math.IsNaN(points) || math.Abs(points) > 1e9 {
		return 0 // a hostile file's number, not a place on a page
	}
	return int64(math.Round(points * 100))
}
