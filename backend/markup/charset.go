package markup

import (
	"bytes"

	"golang.org/x/text/encoding"
	xunicode "golang.org/x/text/encoding/unicode"
)

// UTF16 returns the UTF-16 encoding of data, nil when it is none: by its byte order mark, or because every other byte is zero.
func UTF16(data []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return xunicode.UTF16(xunicode.BigEndian, xunicode.UseBOM)
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		return xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM)
	}
	head := data[:min(len(data), 4096)]
	var zero [2]int
	for i, b := range head {
		if b == 0 {
			zero[i%2]++
		}
	}
	half := len(head) / 2
	switch {
	case half > 1 && zero[0] > half*6/10 && zero[1] < half/20+1:
		return xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM)
	case half > 1 && zero[1] > half*6/10 && zero[0] < half/20+1:
		return xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM)
	}
	return nil
}
