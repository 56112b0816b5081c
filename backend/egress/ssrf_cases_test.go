package egress_test

// insideAddresses lead to no public host. Each is tried as the host of an address, as where a redirect leads to, and as what a name resolves to.
var insideAddresses = []string{
	// this computer, private and local networks, metadata services of clouds
	"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.255", "127.0.0.1", "127.255.255.254",
	"168.63.129.16", "169.254.0.1", "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255",
	// reserved, documentation, measurement, relays, multicast, broadcast
	"192.0.0.1", "192.0.0.192", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1", "198.18.0.1", "198.19.255.255",
	"198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
	// IPv6: this computer, compatible, mapped, translated (NAT64)
	"::", "::1", "::7f00:1", "::a00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1",
	"64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::808:808", "64:ff9b:1::7f00:1",
	// tunnels: Teredo, 6to4, ISATAP
	"2001::1", "2001:0:7f00:1::", "2002:7f00:1::", "2002:a00:1::", "2002:808:808::", "2a00::5efe:7f00:1", "2a00::200:5efe:a00:1",
	// local, reserved, documentation, multicast, never given out
	"fc00::1", "fd00:ec2::254", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "ff02::1", "ff0e::1", "100::1", "2001:2::1",
	"2001:10::1", "2001:20::1", "2001:db8::1", "2620:4f:8000::1", "3ffe::1", "3fff::1", "4000::1", "5f00::1",
}

// oddAddresses are refused for how they are written, before any name is looked up. Each is tried directly and as where a redirect leads to.
var oddAddresses = []string{
	// other notations of 127.0.0.1 and of numbers
	"http://0x7f.1/", "http://0x7f000001/", "http://2130706433/", "http://0177.0.0.1/", "http://017700000001/", "http://127.1/", "http://127.0.1/",
	"http://0/", "http://0x0/", "http://0x/", "http://127.0.0.1./", "http://0x7f.0.0.1/", "http://127.0.0.0x1/", "http://00127.0.0.1/",
	"http://127.0.0.01/", "http://127.000.000.001/", "http://256.256.256.256/", "http://1.2.3/", "http://4294967297/", "http://1.2.3.4.5/",
	"http://news.example.127/", "http://１２７.０.０.１/", "http://127。0。0。1/", "http://①②⑦.⓪.⓪.①/", "http://127．0．0．1/", "http://0X7F.1/",
	"http://[::1]:80/", "http://[0:0:0:0:0:0:0:1]/", "http://[::127.0.0.1]/", "http://[news.example]/", "http://[127.0.0.1]/", "http://[v1.a]/",
	"http://[fe80::1%25eth0]/", "http://[2a00:1450:4001::1%25eth0]/",
	// names and passwords in the address
	"http://user@news.example/", "http://user:pw@news.example/", "http://:@news.example/", "http://news.example@127.0.0.1/", "http://news.example:80@127.0.0.1/",
	"http://127.0.0.1#@news.example/", "http://127.0.0.1?@news.example/",
	// ports
	"http://news.example:8080/", "http://news.example:22/", "http://news.example:0/", "http://news.example:65616/", "http://news.example:443/",
	"https://news.example:80/", "http://news.example:6379/", "http://news.example:11434/", "http://news.example:080/",
	// schemes
	"ftp://news.example/", "file:///etc/passwd", "file://news.example/etc/passwd", "gopher://news.example/", "data:text/plain,x", "javascript:alert(1)",
	"ws://news.example/", "wss://news.example/", "dict://news.example:11211/", "ldap://news.example/", "unix:///var/run/docker.sock", "http+unix://x/",
	"jar:http://news.example/!/", "tftp://news.example/", "httpx://news.example/", "http:news.example/",
	// hosts that are none, or none of the internet
	"http:///x", "http://:80/", "http://localhost/", "http://LOCALHOST/", "http://localhost./", "http://a.localhost/", "http://localhost.localdomain/",
	"http://ip6-localhost/", "http://printer/", "http://printer.local/", "http://nas.lan/", "http://db.internal/", "http://metadata.google.internal/",
	"http://metadata/", "http://x.onion/", "http://router.home/", "http://x.home.arpa/", "http://1.0.0.127.in-addr.arpa/", "http://wiki.corp/",
	"http://kubernetes.default.svc.cluster.local/", "http://ｌｏｃａｌｈｏｓｔ/", "http://ⓛocalhost/", "http://db.Internal/", "http://db。internal/", "http://db.internal./",
	"http://news..example/", "http://.news.example/", "http://news.example./", "http://news.example../", "http://news,example/", "http://news.exa$mple/",
	"http://a\u200bb.local/", "http://xn--a/", "http://x.test/", "http://x.invalid/",
	// no addresses at all
	"http://127.0.0.1\\@news.example/", "http://%31%32%37.0.0.1/", "http://[::1", "http://::1/", "http://news.example:x/", "http://a b/",
	"http://[::1]x/", "://", "http://[fe80::1%eth0]/",
}
