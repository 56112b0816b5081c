#!/bin/sh
# Shows from outside that the program is offline: traces the system calls of research and of a question without a model, and fails at any
# connection but one to the configured Ollama; runs the same in a network namespace without any network; and runs one question that may use the
# web, to show that the trace would have told. PROGRAM is the command line to look at.
set -eu

PROGRAM=${1:?usage: sh build/egress.sh PROGRAM}
OLLAMA=127.0.0.1:11499 # nobody listens there
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

export RABBITHOLE_HOME="$tmp/home" OLLAMA_HOST="$OLLAMA" RABBITHOLE_TESSERACT=none
unset RABBITHOLE_ENGINE RABBITHOLE_MODEL BRAVE_API_KEY TAVILY_API_KEY DBUS_SESSION_BUS_ADDRESS
"$PROGRAM" add --no-ocr kb/Memo-Lindenhof-School.pdf kb/TN-3-From-Concentration-to-Dose.pdf >/dev/null 2>&1

# traced COMMAND... runs the program and leaves in $tmp/calls what it asked of the network, families of this computer's own left out.
traced() {
	strace -f -qq -o "$tmp/trace" -e trace=connect,sendto,sendmsg,sendmmsg "$PROGRAM" "$@" >"$tmp/out" 2>"$tmp/err" || {
		echo "rabbithole $*: failed" >&2
		tail -n 5 "$tmp/err" >&2
		exit 1
	}
	# A connection names a family; what is sent names one when it needs no connection (UDP). Netlink asks the kernel alone.
	grep -E 'sa_family=AF_' "$tmp/trace" | grep -vE 'sa_family=AF_(UNIX|NETLINK)' >"$tmp/calls" || true
}

# strangers are the calls that lead elsewhere than to the configured Ollama.
strangers() {
	grep -vE 'sin_port=htons\(11499\), sin_addr=inet_addr\("127\.0\.0\.1"\)' "$tmp/calls" || true
}

# offline COMMAND... fails when the program spoke to anybody else.
offline() {
	traced "$@"
	if [ -n "$(strangers)" ]; then
		echo "offline, and yet: rabbithole $*" >&2
		strangers >&2
		exit 1
	fi
	echo "traced: rabbithole $1 $2: $(wc -l <"$tmp/calls") connections to the configured Ollama, none elsewhere"
}

QUESTION="What was measured at the Lindenhof School?"
if command -v strace >/dev/null 2>&1 && strace -qq -o /dev/null true 2>/dev/null; then
	offline research --yes --engine=extractive "$QUESTION"
	offline ask --engine=extractive "$QUESTION"
	offline ask --deep --engine=extractive "$QUESTION"
	offline ask --engine=auto "$QUESTION"
	grep -q 'sin_port=htons(11499)' "$tmp/calls" || {
		echo "the trace did not see that Ollama was looked for: it shows nothing" >&2
		exit 1
	}
	# The same question with the web allowed, at a search service of this computer that is not there: now the trace has to tell.
	WEB_SEARCH_PROVIDER=searxng SEARXNG_URL=http://127.0.0.1:11498 traced ask --web --yes --engine=extractive "$QUESTION"
	[ -n "$(strangers)" ] || {
		echo "a search of the web left no trace: it shows nothing" >&2
		exit 1
	}
	echo "traced: rabbithole ask --web is seen"
else
	echo "system calls are not traced: strace is not installed, or may not look" >&2
fi

# empty COMMAND... runs the program where there is no network, not even this computer's.
empty() {
	unshare $alone "$PROGRAM" "$@" >"$tmp/out" 2>"$tmp/err" || {
		echo "without a network: rabbithole $* failed" >&2
		tail -n 5 "$tmp/err" >&2
		exit 1
	}
	echo "without a network: rabbithole $1 $2 passes"
}

alone=
for way in -n -rn; do
	if unshare $way true 2>/dev/null; then
		alone=$way
		break
	fi
done
if [ -n "$alone" ]; then
	empty research --yes --engine=extractive "$QUESTION"
	empty ask --deep --engine=extractive "$QUESTION"
	grep -q '\[1\]' "$tmp/out" || {
		echo "the answer cites nothing" >&2
		exit 1
	}
else
	echo "no empty network namespace can be made here" >&2
fi
