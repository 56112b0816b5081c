package step

import (
	"context"
	"strings"

	"rabbithole/backend/ask"
)

// mostSpoken is how many languages of a library a prompt names.
const mostSpoken = 4

// spoken names the languages of the documents in scope for who writes queries, those of the most documents first; "" when the question's is the only one.
func (k *Kit) spoken(ctx context.Context, q ask.Question) (string, error) {
	if k.Model == nil {
		return "", nil
	}
	_, codes, err := k.Languages(ctx)
	if len(codes) == 0 || len(codes) == 1 && codes[0] == q.Language {
		return "", err
	}
	var names []string
	for _, code := range codes[:min(len(codes), mostSpoken)] {
		names = append(names, ask.LanguageName(code))
	}
	return strings.Join(names, " and "), err
}
