// Command build typesets the sample knowledge base: it reads kb/text/*.md and writes one PDF for each into kb/.
//
// It promises that the same text gives the same bytes: dates come from the sources, noise from a fixed seed. It knows a small
// Markdown dialect (see kb/README.md) and nothing of the program that later reads the PDFs, so that the samples are foreign
// files to it like any other.
//
//	go run ./kb/build            # from the root of the repository
//	go run ./kb/build -out DIR
package main
