package discover_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/png"
	"strings"
	"testing"

	"rabbithole/backend/flow"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// drawn returns a small PNG with a text chunk, none for "".
func drawn(t *testing.T, title string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	raw := b.Bytes()
	if title == "" {
		return raw
	}
	chunk := append([]byte("tEXtTitle\x00"), title...)
	out := append([]byte{}, raw[:33]...) // signature and header
	out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, raw[33:]...)
}

// withPicture gives a run a picture.
func (d *desk) withPicture(raw []byte) *desk {
	d.tools.Picture = func(_ context.Context, hash string) (string, []byte, error) { return "/files/" + hash, raw, nil }
	return d
}

func TestLook_AModelThatSeesGetsThePicture(t *testing.T) {
	m := &thinker{sees: true, replies: map[string][]any{
		prompts.Look.Name: {`{"shows":"A lantern on a boat.","written":"","terms":["lantern","boat"]}`}, discover.Name: {fenced(t, angles)}}}
	d := newDesk(t, newWorld(t, harbour), m).withPicture(drawn(t, "penguin"))
	s := d.discover(discover.State{Query: "what is this?", Language: "en", Image: &discover.Image{Hash: "abc", Name: "x.png"}})
	if s.Image == nil || !s.Image.Seen || s.Image.MIME != "image/png" || !strings.Contains(s.Subject, "what is this? lantern. boat.") || strings.Contains(s.Subject, "penguin") {
		t.Errorf("seen %+v, subject %q", s.Image, s.Subject)
	}
	look, call := m.calls(prompts.Look.Name), m.calls(discover.Name)
	if len(look) != 1 || len(look[0].Images) != 1 || !strings.Contains(look[0].User, "what is this?") {
		t.Errorf("looked with %+v", look)
	}
	if len(call) != 1 || len(call[0].Images) != 1 || !strings.Contains(call[0].User, "\nUser query (with image): \"what is this?\"\n") {
		t.Errorf("asked with %+v", call)
	}
	if s.Made != flow.ByModel || len(s.Warnings) != 1 {
		t.Errorf("made by %s, warnings %q", s.Made, s.Warnings)
	}
	if told := events[discover.Picture](d, discover.EventImage); len(told) != 1 || told[0] != (discover.Picture{Path: "/files/abc", MIME: "image/png"}) {
		t.Errorf("told %+v", told)
	}
}

func TestLook_WithoutSuchAModelWordsHaveToDo(t *testing.T) {
	reads := func(text string, err error) func(context.Context, []byte, string) (string, error) {
		return func(_ context.Context, raw []byte, _ string) (string, error) {
			if _, err := png.Decode(bytes.NewReader(raw)); err != nil {
				t.Errorf("not a PNG: %v", err)
			}
			return text, err
		}
	}
	for _, c := range []struct {
		name, title, file string
		recognise         func(context.Context, []byte, string) (string, error)
		model             *thinker
		subject, warning  string
	}{
		{name: "its own description", title: "A lantern on a boat", file: "IMG_2033.png", subject: "A lantern on a boat", warning: "No language model looked"},
		{name: "recognised", file: "IMG_2033.png", recognise: reads("lantern\nfines", nil), subject: "lantern fines", warning: "the text in it"},
		{name: "recognised, in vain", file: "harbour-lantern.png", recognise: reads("", errors.New("defeated")), subject: "harbour lantern", warning: "the name of its file"},
		{name: "its name", file: "old_harbour-lantern.png", subject: "old harbour lantern", warning: "the name of its file"},
		{name: "a camera's name", file: "IMG_20230405_123456.jpg", subject: "", warning: "Nothing could be made out"},
		{name: "a screen's name", file: "Screenshot 2024-05-01 at 10.20.30.png", subject: "", warning: "Nothing could be made out"},
		{name: "a model that cannot see", title: "A lantern", file: "1.png", model: &thinker{replies: map[string][]any{discover.Name: {"no"}}}, subject: "A lantern", warning: "No language model looked"},
		{name: "a model that sees nothing", title: "A lantern", file: "1.png", model: &thinker{sees: true, replies: map[string][]any{prompts.Look.Name: {"no"}, discover.Name: {"no"}}},
			subject: "A lantern", warning: "No language model looked"},
	} {
		d := newDesk(t, newWorld(t, harbour), nil).withPicture(drawn(t, c.title))
		if c.model != nil {
			d.tools.Kit.Model = c.model
		}
		d.tools.Recognise = c.recognise
		s := d.discover(discover.State{Language: "en", Image: &discover.Image{Hash: "abc", Name: c.file}})
		if s.Subject != c.subject || s.Image.Seen || len(s.Warnings) == 0 || !strings.Contains(s.Warnings[0], c.warning) || (len(s.Cards) == 0) != (c.subject == "") {
			t.Errorf("%s: subject %q, warnings %q, %s", c.name, s.Subject, s.Warnings, titles(s.Cards))
		}
		if asked := len(d.asked); asked != 1 && c.subject != "" || asked != 0 && c.subject == "" {
			t.Errorf("%s: %d inquiries", c.name, asked)
		}
	}
}

func TestLook_WhatIsNoPictureFailsWithACure(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), nil).withPicture([]byte("<svg onload=alert(1)>"))
	if _, err := d.runner().Create(t.Context(), graph.Begin{ID: runID}, discover.State{Query: "lantern", Image: &discover.Image{Hash: "abc"}}); err != nil {
		t.Fatal(err)
	}
	if run, _ := d.runner().Resume(t.Context(), runID); run.Status != graph.Failed || !strings.Contains(run.Hint, "PNG, JPEG, GIF or WebP") {
		t.Errorf("the run is %s: %s (%s)", run.Status, run.Error, run.Hint)
	}
}
