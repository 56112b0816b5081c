package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Every page of the database file ends in a checksum: the CRC-32C of its number and contents. It is computed when the
// page is written to the file and verified when it is read from there, so that SQLite itself refuses a page that a disk
// changed, lost or returned from another place, as it refuses any other damage (SQLITE_CORRUPT). The write-ahead log
// has checksums of SQLite's own.
//
// SQLite leaves room for this: a database may reserve bytes at the end of every page, how many stands in its header.
// The checksums are kept by a thin layer over the system's VFS, in the way of SQLite's own extension cksumvfs, which
// knows no page numbers and so takes swapped pages for sound. docs/adr/0035 says why pages and not rows.

// sumSize is the number of bytes that a page reserves for its checksum. SQLite's cksumvfs has 8: neither takes the
// other's for its own.
const sumSize = 4

// magic begins every database file.
var magic = []byte("SQLite format 3\x00")

// Offsets in the header of a database file.
const (
	headerSize    = 100
	headerPage    = 16 // size of a page, two bytes; 1 stands for 65536
	headerReserve = 20 // bytes reserved at the end of each page
)

// sums makes every connection of this process, from now on, keep and verify checksums, and every new database have room
// for them. It returns the name of the system's VFS, which looks at no checksum.
var sums = sync.OnceValues(func() (plain string, err error) {
	tls := libc.NewTLS()
	defer tls.Close()
	base := sqlite3.Xsqlite3_vfs_find(tls, 0)
	own := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(sumVFS{})))
	name, err := libc.CString("checksummed")
	if base == 0 || own == 0 || err != nil {
		return "", fmt.Errorf("set up the checksums of pages: no VFS, or no memory: %w", err)
	}
	v := at[sumVFS](own)
	v.Tsqlite3_vfs, v.base = *at[sqlite3.Tsqlite3_vfs](base), base
	v.FpNext, v.FzName = 0, name
	v.FszOsFile += int32(unsafe.Sizeof(sumFile{}))
	v.FxOpen = pointer(openSummed)
	if rc := sqlite3.Xsqlite3_vfs_register(tls, own, 1); rc != sqlite3.SQLITE_OK {
		return "", fmt.Errorf("set up the checksums of pages: code %d", rc)
	}
	if rc := sqlite3.Xsqlite3_auto_extension(tls, pointer(reserve)); rc != sqlite3.SQLITE_OK {
		return "", fmt.Errorf("reserve room for the checksums of pages: code %d", rc)
	}
	return libc.GoString(at[sqlite3.Tsqlite3_vfs](base).FzName), nil
})

// sumVFS is the system's VFS with another xOpen.
type sumVFS struct {
	sqlite3.Tsqlite3_vfs
	base uintptr // the system's
}

// sumFile is what an open database file has besides the system's own data, behind which it lies.
type sumFile struct {
	methods  sqlite3.Tsqlite3_io_methods // the system's, but for three
	base     uintptr                     // the system's
	pageSize int32                       // 0 until the header says that there are checksums
	sampled  bool                        // pages were looked at although the header says that there are none
	damaged  bool                        // they have checksums all the same
}

// The functions of a VFS, as SQLite in Go calls them.
type (
	opener   = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	mover    = func(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32
	measurer = func(tls *libc.TLS, file, size uintptr) int32
	teller   = func(tls *libc.TLS, file uintptr) int32
)

// at is what lies at an address outside Go's memory.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// pointer is the address by which SQLite calls a function that is declared at top level.
func pointer[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

// function is the other direction.
func function[F any](address uintptr) F { return *(*F)(unsafe.Pointer(&address)) }

// reserve makes a database that this connection creates have room for checksums.
func reserve(tls *libc.TLS, db, _, _ uintptr) int32 {
	wanted := tls.Alloc(4)
	defer tls.Free(4)
	*at[int32](wanted) = sumSize
	return sqlite3.Xsqlite3_file_control(tls, db, 0, sqlite3.SQLITE_FCNTL_RESERVE_BYTES, wanted)
}

// openSummed is xOpen: it opens a file as the system does and stands between SQLite and the pages of a database.
func openSummed(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	base := at[sumVFS](vfs).base
	system := at[sqlite3.Tsqlite3_vfs](base)
	rc := function[opener](system.FxOpen)(tls, base, name, file, flags, outFlags)
	handle := at[sqlite3.Tsqlite3_file](file)
	if rc != sqlite3.SQLITE_OK || flags&sqlite3.SQLITE_OPEN_MAIN_DB == 0 {
		return rc
	}
	own := file + uintptr(system.FszOsFile)
	f := at[sumFile](own)
	*f = sumFile{methods: *at[sqlite3.Tsqlite3_io_methods](handle.FpMethods), base: handle.FpMethods}
	f.methods.FxRead, f.methods.FxWrite = pointer(readSummed), pointer(writeSummed)
	f.methods.FxDeviceCharacteristics = pointer(wholePages)
	handle.FpMethods = own
	return rc
}

// summed is what openSummed keeps of a file: it begins with the methods.
func summed(file uintptr) *sumFile {
	return at[sumFile](at[sqlite3.Tsqlite3_file](file).FpMethods)
}

func (f *sumFile) system() *sqlite3.Tsqlite3_io_methods {
	return at[sqlite3.Tsqlite3_io_methods](f.base)
}

// readSummed is xRead: a page that does not have its checksum is damaged.
func readSummed(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
	f := summed(file)
	rc := function[mover](f.system().FxRead)(tls, file, data, n, offset)
	if rc != sqlite3.SQLITE_OK && rc != sqlite3.SQLITE_IOERR_SHORT_READ {
		return rc
	}
	is := f.isPage(tls, file, n, false)
	if f.damaged {
		return sqlite3.SQLITE_CORRUPT
	}
	if !is {
		return rc
	}
	page := unsafe.Slice(at[byte](data), n)
	if binary.BigEndian.Uint32(page[n-sumSize:]) != sumOf(page, offset) {
		return sqlite3.SQLITE_CORRUPT
	}
	return rc
}

// writeSummed is xWrite: it puts its checksum behind a page. The room is the page's own, and nothing else of it is
// changed.
func writeSummed(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
	f := summed(file)
	is := f.isPage(tls, file, n, true)
	if first := unsafe.Slice(at[byte](data), n); offset == 0 && n >= headerSize && bytes.HasPrefix(first, magic) {
		f.pageSize, f.damaged = summedPage(first), false // of a database that gets checksums, or has its header only now
		is = n == f.pageSize
	}
	if is {
		page := unsafe.Slice(at[byte](data), n)
		binary.BigEndian.PutUint32(page[n-sumSize:], sumOf(page, offset))
	}
	return function[mover](f.system().FxWrite)(tls, file, data, n, offset)
}

// wholePages is xDeviceCharacteristics: SQLite shall not read part of a page, which has no checksum.
func wholePages(tls *libc.TLS, file uintptr) int32 {
	tell := function[teller](summed(file).system().FxDeviceCharacteristics)
	return tell(tls, file) &^ sqlite3.SQLITE_IOCAP_SUBPAGE_READ
}

// isPage reports whether n bytes are a page with a checksum. While the file has no header, a new database is being
// written; SQLite may write its first page last, and then there is a hole of zeros until it does.
func (f *sumFile) isPage(tls *libc.TLS, file uintptr, n int32, writing bool) bool {
	if n < 512 || f.pageSize != 0 {
		return n == f.pageSize
	}
	header := tls.Alloc(headerSize)
	defer tls.Free(headerSize)
	switch function[mover](f.system().FxRead)(tls, file, header, headerSize, 0) {
	case sqlite3.SQLITE_OK:
		text := unsafe.Slice(at[byte](header), headerSize)
		if !bytes.HasPrefix(text, magic) {
			return writing
		}
		if f.pageSize = summedPage(text); f.pageSize == 0 && !f.sampled && !writing {
			f.sampled, f.damaged = true, f.hasSums(tls, file, pageSizeOf(text))
		}
		return n == f.pageSize
	case sqlite3.SQLITE_IOERR_SHORT_READ:
		return writing
	}
	return false
}

// summedPage returns the size of the pages of a database whose pages have checksums, 0 for any other.
func summedPage(header []byte) int32 {
	if header[headerReserve] != sumSize {
		return 0
	}
	return pageSizeOf(header)
}

func pageSizeOf(header []byte) int32 {
	if size := int32(binary.BigEndian.Uint16(header[headerPage:])); size > 1 {
		return size
	}
	return 1 << 16
}

// hasSums reports whether pages end in checksums although the header says that they do not: then the header is damaged, and without this
// one byte of it would switch all checksums off.
func (f *sumFile) hasSums(tls *libc.TLS, file uintptr, size int32) bool {
	length := tls.Alloc(8)
	defer tls.Free(8)
	data := libc.Xcalloc(tls, 1, libc.Tsize_t(size))
	defer libc.Xfree(tls, data)
	if data == 0 || function[measurer](f.system().FxFileSize)(tls, file, length) != sqlite3.SQLITE_OK {
		return false
	}
	pages := *at[int64](length) / int64(size)
	for _, number := range []int64{0, pages / 3, pages / 2, pages - 1} {
		offset := number * int64(size)
		if number < 0 || function[mover](f.system().FxRead)(tls, file, data, size, offset) != sqlite3.SQLITE_OK {
			continue
		}
		page := unsafe.Slice(at[byte](data), size)
		if number == 0 {
			page[headerReserve] = sumSize
		}
		if binary.BigEndian.Uint32(page[size-sumSize:]) == sumOf(page, offset) {
			// Unless the database has just been given checksums, by another process.
			return function[mover](f.system().FxRead)(tls, file, data, headerSize, 0) != sqlite3.SQLITE_OK || page[headerReserve] != sumSize
		}
	}
	return false
}

// sumOf returns the checksum of the page at an offset of the file.
func sumOf(page []byte, offset int64) uint32 {
	number := uint32(offset / int64(len(page)))
	return crc32.Update(number, crc32.MakeTable(crc32.Castagnoli), page[:len(page)-sumSize])
}
