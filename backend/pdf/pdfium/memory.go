package pdfium

// copied is linear memory on the Go heap, for systems where address space cannot be reserved.
type copied struct{ b []byte }

// Reallocate returns the memory grown to size bytes.
func (c *copied) Reallocate(size uint64) []byte {
	if size > uint64(cap(c.b)) {
		c.b = append(make([]byte, 0, size+size/4), c.b...)
	}
	c.b = c.b[:size]
	return c.b
}

// Free lets the garbage collector have it.
func (c *copied) Free() { c.b = nil }
