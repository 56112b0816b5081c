package discover

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/discover/picture"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// look turns the query into what is researched. A picture is looked at by a model that sees; else what is written in it and about it has to do.
func (f *run) look(ctx context.Context, s State) (graph.Step[State], error) {
	subject := f.subject(s)
	out := graph.Step[State]{State: &s}
	if s.Image != nil {
		graph.Emit(ctx, event.New(EventPhase, Phase{PhaseLooking}))
		path, raw, err := f.Picture(ctx, s.Image.Hash)
		if err != nil {
			return out, err
		}
		seen, warning, err := f.see(ctx, s, raw)
		if err != nil {
			return out, err
		}
		s.Image = &seen
		if warning != "" {
			s.Warnings = append(s.Warnings, warning)
			out.Events = append(out.Events, event.New(EventWarning, Warning{warning}))
		}
		subject = strings.TrimSpace(subject + " " + flow.ClippedWords(seen.Text, mostSubject))
		out.Events = append(out.Events, event.New(EventImage, Picture{Path: path, MIME: seen.MIME}))
	}
	var err error
	if s.Language, err = f.language(ctx, s, subject); err != nil {
		return out, err
	}
	if subject == "" && s.Image == nil {
		return out, fault.New("discover", fault.Usage, "Say in words what you are curious about, or choose a picture.", errors.New("there is no query"))
	}
	s.Phase, s.Subject = PhaseResearching, subject
	out.Events = append(out.Events, event.New(EventPhase, Phase{PhaseResearching}))
	return out, nil
}

// subject is what a query asks for. A card is asked for by its title without the number of its place; one of few words that say something says too little
// without its caption.
func (f *run) subject(s State) string {
	query := strings.TrimSpace(s.Query)
	card, ok := s.into()
	if !ok {
		return query
	}
	whole := strings.NewReplacer(" …", "", " ↔", "")
	title := whole.Replace(unnumbered(card.Title))
	if len(f.Kit.Lexicon.Terms(title, s.Language)) >= fewWords {
		return title
	}
	return strings.TrimSpace(title + ". " + whole.Replace(card.Caption))
}

// fewWords is how many words that say something a title needs to be asked for without its caption.
const fewWords = 3

// language returns the language of a subject: of a card that of what it was found by, else of what the person says, else of what is seen.
func (f *run) language(ctx context.Context, s State, subject string) (string, error) {
	if _, ok := s.into(); ok && s.Language != "" {
		return s.Language, nil
	}
	return f.Kit.LanguageOf(ctx, cmp.Or(strings.TrimSpace(s.Query), subject), "")
}

// mostSubject is the most bytes of what is seen in a picture that are searched for.
const mostSubject = 300

// see says what a picture shows, as far as that can be made out, and what a person should know about how.
func (f *run) see(ctx context.Context, s State, raw []byte) (Image, string, error) {
	image, language := *s.Image, cmp.Or(s.Language, ask.Language(s.Query))
	opened, err := picture.Open(raw)
	if err != nil {
		return image, "", err
	}
	image.MIME = opened.MIME
	if f.Kit.Model != nil && f.Kit.Model.Card().Sees {
		png, err := opened.PNG(f.Drawing)
		if err != nil {
			return image, "", err
		}
		out, err := f.Kit.See(ctx, prompts.LookIn{Query: s.Query, Language: ask.LanguageName(language)}, png)
		if ctx.Err() != nil {
			return image, "", ctx.Err()
		}
		if err == nil {
			image.Seen, image.Text = true, plain(strings.Join(append(out.Terms, out.Shows, out.Written), ". "))
			return image, "", nil
		}
		f.Kit.GaveUp(ctx, prompts.Look.Name, err)
	}
	return f.without(ctx, s, image, opened)
}

// without reads what can be known of a picture that nobody looks at: what is written in it, what its file says about it, and what the file is called.
func (f *run) without(ctx context.Context, s State, image Image, opened picture.Picture) (Image, string, error) {
	said := []string{opened.Said()}
	if f.Recognise != nil {
		png, err := opened.PNG(f.Drawing)
		if err != nil {
			return image, "", err
		}
		text, err := f.Recognise(ctx, png, s.Language)
		if ctx.Err() != nil {
			return image, "", ctx.Err()
		}
		if err != nil {
			f.Kit.GaveUp(ctx, prompts.Look.Name, err)
		}
		said = append(said, text)
	}
	language := cmp.Or(s.Language, ask.Language(s.Query))
	if image.Text = plain(strings.Join(said, " ")); image.Text != "" {
		return image, sayBlind.In(language, sayWritten.In(language)), nil
	}
	if image.Text = called(image.Name); image.Text != "" {
		return image, sayBlind.In(language, sayName.In(language)), nil
	}
	return image, sayUnseen.In(language), nil
}

// camera matches names that a device or a program gives: they say nothing about what is to be seen.
var camera = regexp.MustCompile(`(?i)^(?:img|dsc[nf]?|pxl|image|bild|foto|photo|picture|scan|screenshot|screen shot|bildschirmfoto|unnamed|unbenannt|untitled|download|whatsapp|signal|clipboard|zwischenablage)?[\s_.\-0-9():]*(?:at|um|am|von|copy|kopie|wa)?[\s_.\-0-9():]*$`)

// called returns the words of a file's name, "" when it was not a person who gave it.
func called(name string) string {
	name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if camera.MatchString(name) {
		return ""
	}
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == ' ' || r == '+' }), " ")
}
