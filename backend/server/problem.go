package server

import (
	"encoding/json"
	"net/http"

	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
)

// problem is a failure as it goes over the wire, inside {"error": ...}.
type problem struct {
	Message string `json:"message"`
	Kind    string `json:"kind"`
	Hint    string `json:"hint"`
	Reason  string `json:"reason,omitempty"`
	Wait    int    `json:"wait,omitempty"` // seconds
}

// statuses are those of the kinds of faults; anything else is a defect of the program.
var statuses = map[fault.Kind]int{
	fault.Usage: http.StatusBadRequest, fault.NotFound: http.StatusNotFound, fault.Locked: http.StatusConflict,
	fault.Unreadable: http.StatusUnprocessableEntity, fault.Password: http.StatusUnprocessableEntity, fault.Unavailable: http.StatusServiceUnavailable,
	fault.Storage: http.StatusInsufficientStorage, fault.Denied: http.StatusForbidden, fault.Cancelled: http.StatusConflict,
}

// fail answers with an error.
func fail(w http.ResponseWriter, err error) {
	f := desk.FaultOf(err)
	status, ok := statuses[fault.Kind(f.Kind)]
	if !ok {
		status = http.StatusInternalServerError
	}
	failWith(w, status, problem(f))
}

func failWith(w http.ResponseWriter, status int, p problem) {
	writeJSON(w, status, map[string]problem{"error": p})
}

// writeJSON answers with a value.
func writeJSON(w http.ResponseWriter, status int, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		status = http.StatusInternalServerError
		raw, _ = json.Marshal(map[string]problem{"error": {Message: err.Error(), Kind: string(fault.Internal)}})
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(append(raw, '\n'))
}
