package store

import (
	"encoding/binary"
	"errors"
	"math"

	"rabbithole/backend/source"
)

// Lines are stored as one BLOB of varints, five per line, because as JSON they would weigh more than the page's text: start less
// the previous end, length, size and boldness, x, y less the previous y. Sizes and positions are kept to a hundredth of a point.

// encodeLines writes the typography of a page's lines; it is never nil.
func encodeLines(lines []source.Line) []byte {
	b := make([]byte, 0, 9*len(lines))
	var end, y int64
	for _, l := range lines {
		style := hundredths(l.Size) << 1
		if l.Bold {
			style |= 1
		}
		b = binary.AppendVarint(b, int64(l.Start)-end)
		b = binary.AppendVarint(b, int64(l.End-l.Start))
		b = binary.AppendVarint(b, style)
		b = binary.AppendVarint(b, hundredths(l.X))
		b = binary.AppendVarint(b, hundredths(l.Y)-y)
		end, y = int64(l.End), hundredths(l.Y)
	}
	return b
}

// decodeLines reads what encodeLines wrote.
func decodeLines(b []byte) ([]source.Line, error) {
	var lines []source.Line
	var end, y int64
	for len(b) > 0 {
		var v [5]int64
		for i := range v {
			n := 0
			if v[i], n = binary.Varint(b); n <= 0 {
				return nil, errors.New("the lines of a page are damaged")
			}
			b = b[n:]
		}
		start := end + v[0]
		end, y = start+v[1], y+v[4]
		lines = append(lines, source.Line{Start: int(start), End: int(end), Size: float64(v[2]>>1) / 100, Bold: v[2]&1 == 1,
			X: float64(v[3]) / 100, Y: float64(y) / 100})
	}
	return lines, nil
}

func hundredths(points float64) int64 {
	if math.IsNaN(points) || math.Abs(points) > 1e9 {
		return 0 // a hostile file's number, not a place on a page
	}
	return int64(math.Round(points * 100))
}
