package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"rabbithole/backend/fault"
)

const (
	ordinaryHint = "Rabbithole opens public web addresses only: http or https, on the standard port, without a password in them. " +
		"Open this one in a browser and add what it shows to the library if you need it."
	insideHint = "Pages of the web have no business on this computer or in its network, so such addresses are never opened. If it is your own " +
		"search service, enter it as the search endpoint in the settings."
	oddHint = "The site answers in a way that is not usual. Leave it out, or open it in a browser."
)

// refuse is the answer to an address that may not be opened.
func refuse(u *url.URL, why, hint string) error {
	return fault.New("open "+shown(u), fault.Denied, hint, errors.New("refused: "+why))
}

// refuseAddress is the answer to a name that resolves to a place that may not be reached.
func refuseAddress(host string, addr netip.Addr, why string) error {
	return fault.New("open "+host, fault.Denied, insideHint, fmt.Errorf("refused: it leads to %s, %s", addr, why))
}

// shown is the host of an address as a log may carry it: the rest of an address can hold keys, and a host can be written to deceive.
func shown(u *url.URL) string {
	host := u.Host
	if len(host) > 100 {
		host = host[:100]
	}
	if quoted := strconv.QuoteToASCII(host); quoted != `"`+host+`"` || host == "" {
		return quoted
	}
	return host
}

// explain turns what went wrong on the way to host into a fault, unless it is one already or the caller's own doing.
func explain(ctx context.Context, host string, err error) error {
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	if cause := context.Cause(ctx); cause != nil {
		return cause // a limit of time, as a fault; or the caller's own end
	}
	var certificate *tls.CertificateVerificationError
	var network net.Error
	text := err.Error()
	switch {
	case errors.As(err, &certificate):
		return fault.New("read "+host, fault.Unavailable, "The site's certificate is not valid, so nobody can say who answers. It is left out.", err)
	case strings.Contains(text, "response headers exceeded"), strings.Contains(text, "header list larger"):
		return fault.New("read "+host, fault.Unreadable, oddHint, errors.New("its header is larger than what is read"))
	case !errors.As(err, &network) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		// what net/http says may quote the answer, which has no place in a log
		return fault.New("read "+host, fault.Unavailable, oddHint, errors.New("the connection broke, or the answer is not valid HTTP"))
	}
	return fault.New("read "+host, fault.Unavailable, "The site could not be reached. Check the connection to the internet, or try again later.", err)
}

func slow(host string) error {
	return fault.New("read "+host, fault.Unavailable, "The site did not answer in time. It is left out; try again later, or raise the time limit.",
		context.DeadlineExceeded)
}
