// Package eval measures the program over sets of real documents whose right answers are known.
//
// Each kind of set has a file of its own: it makes a library of the set's documents through core, as a person would, asks it what the
// set asks and counts. It promises that a figure is that of the program as it ships, with its defaults and without a model, and that
// the same documents give the same figures; it refuses to know any particular document.
package eval
