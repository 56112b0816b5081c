package step

// sheet is a page that a sweep brought.
type sheet struct {
	text  string
	terms []string
}

// slipped reports whether two words differ by one letter added, left out, changed, or by two neighbours that changed places.
func slipped(a, b string) bool {
	if a == "" || b == "" || a[0] != b[0] {
		return false
	}
	if a == b || len(a) > len(b)+1 || len(b) > len(a)+1 {
		return a == b
	}
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	if i == len(a) || i == len(b) {
		return true
	}
	swapped := i+1 < min(len(a), len(b)) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	return swapped || a[i+1:] == b[i+1:] || a[i:] == b[i+1:] || a[i+1:] == b[i:]
}
