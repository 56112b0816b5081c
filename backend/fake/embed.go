package fake

import (
	"encoding/json"
	"hash/fnv"
	"math"
	"net/http"
	"strings"

	"github.com/ollama/ollama/api"
)

// Dim is the dimension of the vectors that Words makes.
const Dim = 64

// Words is a deterministic bag-of-words vector of unit length: texts that share words are close.
func Words(text string) []float32 {
	v := make([]float32, Dim)
	v[0] = 0.1
	for _, word := range words(text) {
		h := fnv.New32a()
		h.Write([]byte(word))
		v[h.Sum32()%Dim]++
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// embed answers with one vector per input. A vector with a NaN fails the whole request, as the real server does.
func (s *Server) embed(w http.ResponseWriter, r *http.Request) {
	var req api.EmbedRequest
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		writeJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	failure := s.note(Request{Path: r.URL.Path, Emb: &req})
	if failure.Die {
		panic(http.ErrAbortHandler)
	}
	if !s.suffer(w, r, failure) {
		return
	}
	resp := api.EmbedResponse{Model: req.Model, Embeddings: [][]float32{}}
	for _, text := range Texts(&req) {
		resp.Embeddings = append(resp.Embeddings, s.vector(text))
	}
	body, err := json.Marshal(resp)
	if err != nil {
		writeJSON(w, http.StatusInternalServerError, map[string]string{"error": "failed to encode response: " + err.Error()})
		return
	}
	w.Write(body)
}

func (s *Server) vector(text string) []float32 {
	if s.Vector != nil {
		return s.Vector(text)
	}
	return Words(text)
}

// Texts returns the inputs of an embedding request.
func Texts(req *api.EmbedRequest) []string {
	switch input := req.Input.(type) {
	case string:
		return []string{input}
	case []any:
		texts := make([]string, len(input))
		for i, v := range input {
			texts[i], _ = v.(string)
		}
		return texts
	}
	return nil
}

// BadInput fails every embedding request that contains a text with mark, as a server does that chokes on one input.
func BadInput(mark string) func(Request) Failure {
	return func(r Request) Failure {
		if r.Emb == nil || !strings.Contains(strings.Join(Texts(r.Emb), "\n"), mark) {
			return Failure{}
		}
		return Failure{Status: http.StatusInternalServerError, Message: "failed to encode response: json: unsupported value: NaN"}
	}
}
