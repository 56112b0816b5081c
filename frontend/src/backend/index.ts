import * as app from '../../wailsjs/go/main/App';
import * as runtime from '../../wailsjs/runtime/runtime';
import { Stream, type Event } from './events';
import { Fault, guarded } from './fault';

export type * from '../../wailsjs/go/models';
export { Fault };
export type { Event } from './events';

/** backend is every call to the engine; each rejects with a Fault. */
export const backend = guarded(app);

/** stream is everything that happens: follow a run without loss, or watch it all go by. */
export const stream = new Stream((run, seq, limit) => backend.EventsSince(run, seq, limit));

/** connect listens to the engine; it is called once, before the first question, so that nothing is told to nobody. */
export function connect() {
  runtime.EventsOn('events', (batch: Event[]) => stream.receive(batch));
  runtime.EventsOn('connection', (up: boolean) => {
    within = up;
    if (up) stream.returned();
    for (const tell of connections) tell(up);
  });
  runtime.EventsOn('stranger', () => {
    for (const tell of strangers) tell();
  });
}

let within = true;

/** connected says whether the engine is within reach; only a browser can lose it. */
export const connected = () => within;

const connections = new Set<(up: boolean) => void>();

/** onConnection tells when the engine is out of reach and when it is back; only a browser can lose it. */
export function onConnection(tell: (up: boolean) => void): () => void {
  connections.add(tell);
  return () => void connections.delete(tell);
}

const strangers = new Set<() => void>();

/** onStranger tells that another program answers in the engine's place; the page has told it nothing. Only a browser can meet one. */
export function onStranger(tell: () => void): () => void {
  strangers.add(tell);
  return () => void strangers.delete(tell);
}

/** onTrouble tells of failures that no call waits for: a dropped file that did not arrive, a problem of the window. */
export function onTrouble(tell: (fault: Fault) => void) {
  for (const name of ['upload.failed', 'problem']) runtime.EventsOn(name, (told: unknown) => tell(Fault.from(typeof told === 'string' ? told : JSON.stringify(told))));
}

/** onMenu tells which entry of the window's menu was chosen: the id of a command. */
export function onMenu(tell: (command: string) => void) {
  runtime.EventsOn('menu', tell);
}

/** onDrop hands on the paths of files dropped anywhere. */
export function onDrop(take: (paths: string[]) => void) {
  runtime.OnFileDrop((_x, _y, paths) => take(paths), false);
}

/** openOutside opens a web address in the person's browser. Signs that the toolkit refuses are escaped. */
export function openOutside(address: string) {
  if (!/^https?:\/\//i.test(address)) return;
  runtime.BrowserOpenURL(address.replace(/[()~*;![\]$' ]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`));
}

/** copyRich copies text with its HTML; where the clipboard takes no HTML, the text alone. */
export async function copyRich(text: string, html: string): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob([text], { type: 'text/plain' }), 'text/html': new Blob([html], { type: 'text/html' }) })]);
  } catch {
    await copyText(text);
  }
}

export const copyText = (text: string) => runtime.ClipboardSetText(text);

/** quit ends the program; in a browser nothing happens. */
export const quit = () => runtime.Quit();
