package report

import (
	"fmt"

	"rabbithole/backend/report/office"
)

// DOCX renders r as a file for word processors.
func DOCX(r Report, links Links) ([]byte, error) {
	data, err := office.DOCX(Compose(r, links))
	if err != nil {
		return nil, fmt.Errorf("render report %s as DOCX: %w", r.Run, err)
	}
	return data, nil
}
