package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/related"
)

// A client that asks for a stream and never reads it is given up: nothing listens for it any more, while the stream of one that reads goes on.
func TestStreams_GiveUpWhoDoesNotRead(t *testing.T) {
	home, run := library(t)
	s := openAt(t, home, 0, func(s *Server) { s.wait = 500 * time.Millisecond })
	listeners := func() int {
		s.hub.mu.Lock()
		defer s.hub.mu.Unlock()
		return len(s.hub.queues)
	}
	reader := streamNews(t, s, "/api/articles/events")
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		io.Copy(io.Discard, reader.resp.Body)
	}()
	id := numberOf(t, s, "Memo")
	one := fmt.Sprintf("/api/articles/%d/research", id)
	flood := strings.Repeat("radon ", 1<<16)
	ofArticle := core.RelatedChanged{Article: id, Document: articleNumbered(t, s, id).Hash, Doing: related.Doing(flood)}
	for path, tell := range map[string]func(){
		"/api/articles/events":             func() { publish(t, s, ofArticle) },
		one + "/events":                    func() { publish(t, s, ofArticle) },
		"/api/sessions/" + run + "/events": func() { s.hub.Emit(desk.EventsName, []desk.Event{{Run: run, Kind: flood}}) },
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\n\r\n", path, conn.RemoteAddr(), token); err != nil {
			t.Fatal(err)
		}
		until(t, path+" is listened to", func() bool { return listeners() == 2 })
		until(t, path+" is given up", func() bool {
			tell()
			return listeners() == 1
		})
	}
	select {
	case <-ended:
		t.Error("the stream of who reads has ended")
	default:
	}
}

// publish lets the library tell how the search beside an article is.
func publish(t *testing.T, s *site, now core.RelatedChanged) {
	t.Helper()
	if _, err := desk.Ask(s.desk, func(c *core.Core, _ context.Context) (bool, error) {
		c.Events.Publish(event.New(core.EventRelated, now))
		return true, nil
	}); err != nil {
		t.Fatal(err)
	}
}

func articleNumbered(t *testing.T, s *site, id int64) core.Article {
	t.Helper()
	a, err := desk.Ask(s.desk, func(c *core.Core, ctx context.Context) (core.Article, error) { return c.ArticleNumbered(ctx, id) })
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// However large an answer is and however long it takes, it comes whole to who reads it, slowly too.
func TestPatientConn_WritesTheWholeToWhoReadsSlowly(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	const size = 8<<20 + 1
	wrote := make(chan error, 1)
	go func() {
		conn, err := patient{l, 2 * time.Second, &strangers{}}.Accept()
		if err == nil {
			_, err = conn.Write(make([]byte, size))
			conn.Close()
		}
		wrote <- err
	}()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.(*net.TCPConn).SetReadBuffer(32 << 10)
	read := 0
	for buffer := make([]byte, size/20); ; time.Sleep(150 * time.Millisecond) { // three seconds in all: longer than one stretch may take
		n, err := io.ReadFull(conn, buffer)
		if read += n; err != nil {
			break
		}
	}
	if err := <-wrote; err != nil || read != size {
		t.Errorf("%d bytes of %d, %v", read, size, err)
	}
}

// Who is not let in has a small share of the connections and of the memory, however long and however much it means to send.
func TestStrangers_HaveASmallShare(t *testing.T) {
	s := open(t, t.TempDir())
	dial := func(request string) net.Conn {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if _, err := io.WriteString(conn, request); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	host := strings.TrimPrefix(s.url, "http://")
	mine := "GET /api/documents HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + token + "\r\n\r\n"
	person := dial(mine)
	answered := func(conn net.Conn) (string, error) {
		if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		reply, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			return "", err
		}
		defer reply.Body.Close()
		_, err = io.Copy(io.Discard, reply.Body)
		return reply.Status, err
	}
	if status, err := answered(person); err != nil || status != "200 OK" {
		t.Fatal(status, err)
	}
	var waiting []net.Conn
	for range mostStrangers + 50 {
		waiting = append(waiting, dial("GET /api/documents HTTP/1.1\r\nHost: "+host+"\r\n"))
	}
	until(t, "the oldest strangers are gone", func() bool {
		gone := 0
		for _, conn := range waiting[:50] {
			conn.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
			if _, err := conn.Read(make([]byte, 1)); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
				gone++
			}
		}
		return gone == 50
	})
	for name, conn := range map[string]net.Conn{"the connection that was let in": person, "a new one": nil} {
		if conn == nil {
			conn = dial("")
		}
		if _, err := io.WriteString(conn, mine); err != nil {
			t.Fatal(err)
		}
		if status, err := answered(conn); err != nil || status != "200 OK" {
			t.Errorf("%s: %s, %v", name, status, err)
		}
	}
	refused := dial("POST /x HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 0\r\n\r\n")
	if status, err := answered(refused); err != nil || status != "403 Forbidden" {
		t.Errorf("%s, %v", status, err)
	}
	if _, err := refused.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("a connection that was refused is left open: %v", err)
	}
}

// Who was refused has no endless time for what it said it would send.
func TestStrangers_AreNotWaitedFor(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for longer than a stranger may take")
	}
	s := open(t, t.TempDir())
	host := strings.TrimPrefix(s.url, "http://")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /x HTTP/1.1\r\nHost: "+host+"\r\nContent-Length: 100\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(3 * strangersTime)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, conn); err != nil {
		t.Errorf("the connection is still open: %v", err)
	}
}
