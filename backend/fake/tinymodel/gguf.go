package tinymodel

import (
	"bytes"
	"encoding/binary"
)

// The value types of the GGUF format (version 3) that a small llama needs.
const (
	typeUint32  uint32 = 4
	typeInt32   uint32 = 5
	typeFloat32 uint32 = 6
	typeString  uint32 = 8
	typeArray   uint32 = 9
)

const alignment = 32

// tensor is a named block of 32-bit floats; dims are in GGUF order, the fastest running first.
type tensor struct {
	name string
	dims []uint64
	data []float32
}

// writer collects metadata and tensors of a GGUF file.
type writer struct {
	meta    bytes.Buffer
	entries uint64
	tensors []tensor
}

func (w *writer) put(b *bytes.Buffer, v any) {
	binary.Write(b, binary.LittleEndian, v) // a bytes.Buffer never fails
}

func (w *writer) text(b *bytes.Buffer, s string) {
	w.put(b, uint64(len(s)))
	b.WriteString(s)
}

func (w *writer) key(name string, kind uint32) {
	w.text(&w.meta, name)
	w.put(&w.meta, kind)
	w.entries++
}

func (w *writer) uint(name string, v uint32)   { w.key(name, typeUint32); w.put(&w.meta, v) }
func (w *writer) float(name string, v float32) { w.key(name, typeFloat32); w.put(&w.meta, v) }
func (w *writer) str(name, v string)           { w.key(name, typeString); w.text(&w.meta, v) }

func (w *writer) strs(name string, list []string) {
	w.key(name, typeArray)
	w.put(&w.meta, typeString)
	w.put(&w.meta, uint64(len(list)))
	for _, s := range list {
		w.text(&w.meta, s)
	}
}

func (w *writer) ints(name string, list []int32) {
	w.key(name, typeArray)
	w.put(&w.meta, typeInt32)
	w.put(&w.meta, uint64(len(list)))
	w.put(&w.meta, list)
}

// bytes returns the file: header, metadata, tensor directory, padding, tensor data.
func (w *writer) bytes() []byte {
	var b bytes.Buffer
	b.WriteString("GGUF")
	w.put(&b, uint32(3))
	w.put(&b, uint64(len(w.tensors)))
	w.put(&b, w.entries)
	b.Write(w.meta.Bytes())
	offset := uint64(0)
	for _, t := range w.tensors {
		w.text(&b, t.name)
		w.put(&b, uint32(len(t.dims)))
		w.put(&b, t.dims)
		w.put(&b, uint32(0)) // 32-bit floats
		w.put(&b, offset)
		offset += padded(uint64(4 * len(t.data)))
	}
	pad(&b)
	for _, t := range w.tensors {
		w.put(&b, t.data)
		pad(&b)
	}
	return b.Bytes()
}

func padded(n uint64) uint64 { return (n + alignment - 1) / alignment * alignment }

func pad(b *bytes.Buffer) {
	b.Write(make([]byte, padded(uint64(b.Len()))-uint64(b.Len())))
}
