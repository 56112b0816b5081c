package step

import "context"

// Find searches as the library does; a query that a model wrote in the language that it is written in.
func (k *Kit) Find(ctx context.Context, q Query) ([]Hit, error) {
	if k.Model != nil {
		var err error
		if q.Language, err = k.LanguageOf(ctx, q.Text, ""); err != nil {
			return nil, err
		}
	}
	return k.Search.Search(ctx, q)
}
