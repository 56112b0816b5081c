// Package egress is the only way out of the process: every connection the program opens is dialled here.
//
// There are two doors. A Gate leads to the model server: loopback and the hosts that Offline lists, whatever they say. A Web leads one run to
// the web: hosts that the person listed (Listed) or any public host that the person consented to (Open), for a Purpose:
//
//	w := egress.NewWeb(policy, egress.WebOptions{Run: id, Version: version})
//	defer w.Close()
//	resp, err := w.For(egress.Read).Do(req) // a Fetcher has the one method of http.Client that is needed
//	_, err = io.ReadAll(resp.Body)          // errors.Is(err, egress.ErrTooLong): what came until then is good
//	log := w.Connections()                  // for the report
//
// An address is judged before its name is looked up, each address that the name resolves to is judged after, before the socket connects, and
// every redirect is judged as a new request, so neither a DNS query nor a packet leaves for a place that is not allowed. The one exception
// is the search endpoint that the person configured (WithEndpoint), for requests with the purpose Search that begin there. Requests wait
// for their turn with a host, ask its robots.txt before they read, and stay within Limits. Proxies of the environment are ignored; there
// are no cookies, and no header that a caller set follows a redirect to another origin.
//
// Every attempt, allowed or refused, stands in a bounded log that a person can read. A refusal is a fault of kind Denied with a hint. The
// package refuses to know what is said over a connection.
package egress
