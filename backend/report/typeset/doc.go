// Package typeset sets a paper as a PDF: fonts embedded and cut down to the letters used, an outline, page numbers, links that
// open sources and lead within the file, tables that break between rows.
//
// It promises that the same paper and fonts give the same bytes, and that no letter is dropped in silence: what no font can show
// is marked on the page, counted, and returned. It refuses to know what the paper is about.
package typeset
