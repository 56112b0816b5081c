package settings

import "rabbithole/backend/flow/related"

// RelatedSettings say what is looked for beside a document that is opened.
type RelatedSettings struct {
	Automatic    bool   `json:"automatic"`     // by itself, in the library
	AutomaticWeb bool   `json:"automatic_web"` // and in the web
	Mode         string `json:"mode"`
}

func defaultRelated() RelatedSettings {
	return RelatedSettings{Automatic: true, Mode: string(related.Standard)}
}

// relatedSettings are the settings of what is found beside documents.
func relatedSettings() []Setting {
	return []Setting{
		switched("RELATED_AUTOMATIC", "Opening a document looks by itself for what is related to it, in the library alone, when nothing fresh is known.", func(s *Settings) *bool { return &s.Related.Automatic }),
		switched("RELATED_AUTOMATIC_WEB", "It also looks in the web by itself: what it searches for leaves this computer without being asked about.", func(s *Settings) *bool { return &s.Related.AutomaticWeb }),
		oneOf("RELATED_MODE", "How far it looks: quick, standard or deep.", []string{string(related.Quick), string(related.Standard),
			string(related.Deep)}, func(s *Settings) *string { return &s.Related.Mode }),
	}
}
