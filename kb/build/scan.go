package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/signintech/gopdf"

	"rabbithole/backend/report/typeset/gofont"
)

// The scanner: resolution of the picture, size of the typed letters, and how crooked the sheet lay on the glass.
const (
	scanDPI   = 110.0
	scanPoint = 10.5
	scanAngle = 0.9 // degrees
)

// scan fills a page of its own with the picture of a typed sheet. The page has no text layer.
func (s *setter) scan(b block) {
	if s.err != nil {
		return
	}
	sheet, err := typeSheet(b.lines)
	if err != nil {
		s.err = err
		return
	}
	var out bytes.Buffer
	if s.err = jpeg.Encode(&out, scanned(sheet), &jpeg.Options{Quality: 38}); s.err != nil {
		return
	}
	s.pdf.AddPage()
	s.page++
	holder, err := gopdf.ImageHolderByBytes(out.Bytes())
	if err != nil {
		s.err = fmt.Errorf("scanned page: %w", err)
		return
	}
	s.err = s.pdf.ImageByHolder(holder, 0, 0, &gopdf.Rect{W: pageWidth, H: pageHeight})
	s.y = bodyBottom // nothing else goes onto this page
}

// typeSheet draws lines of typewriting onto a white sheet; 1 is white.
func typeSheet(lines []string) (coverage, error) {
	data, err := gofont.Read(mono)
	if err != nil {
		return coverage{}, err
	}
	letters, err := readOutlines(data)
	if err != nil {
		return coverage{}, err
	}
	pixel := scanDPI / 72
	sheet := newCoverage(int(pageWidth*pixel), int(pageHeight*pixel))
	scale := scanPoint * pixel / letters.unitsPerEm
	for row, text := range lines {
		x, y := 62*pixel, (86+float64(row)*scanPoint*1.55)*pixel
		for _, r := range strings.TrimPrefix(text, "~") { // "~" alone is an empty line
			glyph, advance, err := letters.glyph(r)
			if err != nil {
				return coverage{}, err
			}
			sheet.add(glyph, scale, x, y)
			x += advance * scale
		}
	}
	return sheet, nil
}

// scanned turns a sheet a little, greys its paper, and adds the noise of an old scanner, always the same.
func scanned(sheet coverage) image.Image {
	ink := sheet.ink()
	out := image.NewGray(image.Rect(0, 0, sheet.width, sheet.height))
	dice := rand.New(rand.NewPCG(222, 382)) // radon-222, 3.82 days
	sin, cos := math.Sincos(scanAngle * math.Pi / 180)
	cx, cy := float64(sheet.width)/2, float64(sheet.height)/2
	for y := range sheet.height {
		for x := range sheet.width {
			dx, dy := float64(x)-cx, float64(y)-cy
			dark := sheet.sample(ink, cx+dx*cos+dy*sin, cy-dx*sin+dy*cos)
			paper := 243 - 9*float64(y)/float64(sheet.height) - 5*math.Abs(dx)/cx
			value := paper - dark*(paper-52) + dice.NormFloat64()*2.2
			if dice.IntN(9000) == 0 { // dust
				value -= 90
			}
			out.SetGray(x, y, color.Gray{Y: uint8(max(0, min(255, value)))})
		}
	}
	return out
}
