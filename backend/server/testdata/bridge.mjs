// Runs the bridge as a page would: node bridge.mjs ENTRANCE. What it sees, it prints, a line each, for the test that started it.
import { readFileSync, statSync } from 'node:fs';

const entrance = new URL(process.argv[2]);
const script = readFileSync(new URL('../bridge.js', import.meta.url), 'utf8');
const say = (...words) => console.log(...words);

// What a browser has, as far as the bridge needs it before anybody drops a file. Cookies go where their path says, to every port.
const cookies = new Map(); // by path
const keep = (answer) => {
  for (const line of answer.headers.getSetCookie()) cookies.set(/; Path=([^;]+)/.exec(line)[1], line.split(';')[0]);
  return answer;
};
const cookieFor = (path) => [...cookies].filter(([at]) => path.startsWith(at)).map(([, cookie]) => cookie).join('; ');
const send = globalThis.fetch;
globalThis.fetch = async (path, options = {}) => {
  const url = new URL(path, entrance.origin + (globalThis.location?.pathname ?? '/'));
  return keep(await send(url, { ...options, headers: { Cookie: cookieFor(url.pathname) } }));
};
// Some versions of Node say "error" alone where a browser says "close" too.
const Socket = globalThis.WebSocket;
globalThis.WebSocket = class extends Socket {
  constructor(url) {
    super(url, { headers: { Cookie: cookieFor(new URL(url).pathname) } });
    let open = true;
    const close = () => open && ((open = false), this.closed());
    this.addEventListener('close', close);
    this.addEventListener('error', close);
  }
  set onclose(closed) {
    this.closed = closed;
  }
};
const first = await fetch(entrance.pathname + entrance.search, { redirect: 'manual' });
const at = first.headers.get('location');
const html = await (await fetch(at)).text();
const [, content] = /<meta name="rabbithole-ticket" content="([^"]+)">/.exec(html);
globalThis.window = globalThis;
globalThis.location = { host: entrance.host, pathname: at, search: '', hash: '' };
globalThis.history = { state: null, replaceState: (_state, _title, path) => (location.pathname = path) };
globalThis.document = { documentElement: { lang: 'en' }, querySelector: () => ({ content, remove() {} }) };
globalThis.addEventListener = () => {};
const chosen = [Object.assign(new Blob(['# Radon\n', 'x'.repeat(3 << 20)]), { name: 'my diagnosis.md' }), Object.assign(new Blob([]), { name: 'empty.md' })];
document.createElement = () => ({ click() { this.files = chosen; this.onchange(); } });

(0, eval)(script);
const { App } = window.go.main;
const { runtime } = window;

const kind = (error) => JSON.parse(error.message).kind;
const once = (name) => new Promise((done) => runtime.EventsOnMultiple(name, done, 1));

say('echo', JSON.stringify(await App.Echo(1, ['ü']))); // called before there was a connection
let told = 0;
const stop = runtime.EventsOnMultiple('told', () => told++, -1);
await App.Tell();
say('told before the result', told);
stop();
await App.Tell();
say('told after the end of listening', told);
say('refused', await App.Refuse().catch((error) => error.message));

const tops = await App.ChooseFiles();
say('sent', ...tops.map((top) => statSync(top).size));

let lost = once('connection');
const slow = App.Slow().catch(kind);
await App.Nothing();
say('waiting'); // the test ends the server now
say('under way', await slow);
say('connection', await lost);
say('meanwhile', await App.Nothing().catch(kind));
say('key', content.split(' ')[1]);
for (const stranger of ['a stranger', 'a relay']) {
  const seen = once('stranger');
  say(stranger); // the test lets one listen at the program's address
  await seen;
  say('a file', await App.ChooseFiles().catch(kind));
}
const back = once('connection');
say('lost'); // the test starts it again
say('connection', await back);
say('again', JSON.stringify(await App.Echo(2, [])));
say('moved', location.pathname !== at);
process.exit(0);
