package pdf

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	RunWorkerIfAsked()
	os.Exit(m.Run())
}
