// Runs the bridge as a page would: node bridge.mjs ADDRESS TOKEN. What it sees, it prints, a line each, for the test that started it.
import { readFileSync } from 'node:fs';

const [address, token] = process.argv.slice(2);
const script = readFileSync(new URL('../bridge.js', import.meta.url), 'utf8');
const say = (...words) => console.log(...words);

// What a browser has, as far as the bridge needs it before anybody drops a file. A browser would send the cookie. Some versions of Node
// say "error" alone where a browser says "close" too.
const Socket = globalThis.WebSocket;
globalThis.WebSocket = class extends Socket {
  constructor(url) {
    super(url, { headers: { Authorization: `Bearer ${token}` } });
    let open = true;
    const close = () => open && ((open = false), this.closed());
    this.addEventListener('close', close);
    this.addEventListener('error', close);
  }
  set onclose(closed) {
    this.closed = closed;
  }
};
globalThis.window = globalThis;
globalThis.location = { host: address };
globalThis.document = { documentElement: { lang: 'en' } };
globalThis.addEventListener = () => {};

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

let lost = once('connection');
const slow = App.Slow().catch(kind);
await App.Nothing();
say('waiting'); // the test ends the server now
say('under way', await slow);
say('connection', await lost);
say('meanwhile', await App.Nothing().catch(kind));
const back = once('connection');
say('lost'); // the test starts it again
say('connection', await back);
say('again', JSON.stringify(await App.Echo(2, [])));
process.exit(0);
