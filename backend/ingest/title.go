package ingest

import "strings"

// meaningfulTitle returns the title a file claims for itself, "" when it is only what some program left there.
func meaningfulTitle(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	lower := strings.ToLower(title)
	for _, prefix := range []string{"microsoft word", "microsoft powerpoint", "microsoft excel", "untitled", "unbenannt", "document1", "dokument1"} {
		if strings.HasPrefix(lower, prefix) {
			return ""
		}
	}
	for _, ext := range []string{".doc", ".docx", ".dvi", ".indd", ".odt", ".pdf", ".ppt", ".pptx", ".ps", ".qxd", ".rtf", ".tex", ".tmp", ".txt",
		".xls", ".xlsx"} {
		if strings.HasSuffix(lower, ext) {
			return ""
		}
	}
	if strings.Trim(lower, "0123456789_-. ") == "" || strings.Contains(lower, `:\`) || strings.Contains(lower, "://") { // where somebody kept it is no title
		return ""
	}
	return atMost(title, mostTitle)
}
