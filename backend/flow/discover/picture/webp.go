package picture

import "encoding/binary"

// canvas is where a WebP of the extended form has its parts; one of a single part says its size in its header.
const canvas = 12

// framed returns the size of the largest frame of a WebP, at least w by h. The canvas that its header names need not be the size of what is decoded.
func framed(raw []byte, w, h int) (int, int) {
	for at := canvas; at+8 <= len(raw); {
		kind, data := string(raw[at:at+4]), raw[at+8:]
		n := int(binary.LittleEndian.Uint32(raw[at+4:]))
		switch {
		case kind == "VP8L" && len(data) >= 5:
			bits := int(binary.LittleEndian.Uint32(data[1:]))
			w, h = max(w, bits&0x3fff+1), max(h, bits>>14&0x3fff+1)
		case kind == "VP8 " && len(data) >= 10:
			w, h = max(w, int(binary.LittleEndian.Uint16(data[6:]))&0x3fff), max(h, int(binary.LittleEndian.Uint16(data[8:]))&0x3fff)
		}
		if n < 0 || n >= len(data) {
			break
		}
		at += 8 + n + n%2
	}
	return w, h
}
