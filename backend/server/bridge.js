// The bridge gives the page in a browser what Wails gives it in the window: window.go, whose methods are the desk's, and
// window.runtime, whose events are the desk's too. Everything goes over one socket, in order. It runs before any other script.
(() => {
  if (window.go) return; // in the window

  // --- The socket: calls out; results and events in ---

  const waiting = new Map(); // calls under way, by ID
  let unsent = []; // messages made before the first connection
  let socket = null;
  let met = false; // there was a connection
  let next = 1;
  let pause = 100; // ms until the next try to connect

  const german = () => document.documentElement.lang.startsWith('de');
  const fault = (message, kind, hint) => new Error(JSON.stringify({ message, kind, hint, here: true })); // said here, in the page's language
  const lost = () =>
    german()
      ? fault('Die Verbindung zum Programm ist abgebrochen.', 'unavailable', 'Sie wird von selbst wieder aufgebaut. Läuft `rabbithole serve` noch?')
      : fault('The connection to the program was lost.', 'unavailable', 'It comes back by itself. Is `rabbithole serve` still running?');

  // connect opens the socket once the two have proved to each other that they know the library's token (prove.go). Whoever else listens
  // at this address gets nothing but a random number.
  async function connect() {
    try {
      await meet();
    } catch (error) {
      if (error instanceof Stranger) tell('stranger');
      return again();
    }
    // Whoever answers the socket proves itself again, before anything is sent there.
    const challenge = random();
    const proof = await sign('socket', challenge);
    const fresh = new WebSocket(`ws://${location.host}${location.pathname}bridge/socket?ticket=${ticket}&challenge=${challenge}`);
    fresh.binaryType = 'arraybuffer';
    const unanswered = setTimeout(() => fresh.close(), 10000); // a browser would wait for minutes
    fresh.onmessage = (message) => {
      if (message.data !== JSON.stringify({ proof })) {
        tell('stranger');
        return fresh.close();
      }
      clearTimeout(unanswered);
      fresh.onmessage = (message) => receive(JSON.parse(message.data));
      socket = fresh;
      met = true;
      pause = 100;
      unsent.forEach((message) => socket.send(message));
      unsent = [];
      tell('connection', true);
    };
    fresh.onclose = () => {
      clearTimeout(unanswered);
      if (socket === fresh) {
        socket = null;
        const calls = [...waiting.values()];
        waiting.clear();
        calls.forEach((call) => call.reject(lost()));
        tell('connection', false);
      }
      again();
    };
  }

  function again() {
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, 5000);
  }

  // --- The proof ---

  class Stranger extends Error {}

  const [ticket, key] = (document.querySelector('meta[name=rabbithole-ticket]')?.content ?? '').split(' ');
  document.querySelector('meta[name=rabbithole-ticket]')?.remove();

  // meet has the server prove itself, then the page; the browser gets the cookie of this start of the program.
  async function meet() {
    const challenge = random();
    const theirs = await post('/bridge/prove', { ticket, challenge });
    if (theirs.proof !== (await sign('server', challenge))) throw new Stranger();
    const entered = await post('/bridge/enter', { ticket, challenge: theirs.challenge, proof: await sign('page', theirs.challenge) });
    if (entered.path !== location.pathname) history.replaceState(history.state, '', entered.path + location.search + location.hash);
  }

  async function post(path, body) {
    const signal = AbortSignal.timeout(10000);
    const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body), credentials: 'same-origin', redirect: 'error', signal });
    const text = await answer.text(); // without an answer there is nobody
    if (!answer.ok) throw new Stranger();
    try {
      return JSON.parse(text);
    } catch {
      throw new Stranger();
    }
  }

  async function sign(who, challenge) {
    const bytes = (text) => new TextEncoder().encode(text);
    const signer = await crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return base64(new Uint8Array(await crypto.subtle.sign('HMAC', signer, bytes([who, location.host, challenge].join('\n')))));
  }

  const random = () => base64(crypto.getRandomValues(new Uint8Array(32)));
  const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

  function receive(message) {
    if (message.event) return tell(message.event, message.data);
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (!call) return;
    if (message.error) call.reject(new Error(message.error));
    else call.resolve(message.result);
  }

  const call = (name, args) => ask((id) => JSON.stringify({ id, call: name, args }));

  // ask sends the message that make returns, and waits for its answer.
  function ask(make) {
    return new Promise((resolve, reject) => {
      if (!socket && met) return reject(lost());
      const id = next++;
      waiting.set(id, { resolve, reject });
      const message = make(id);
      if (socket) socket.send(message);
      else unsent.push(message);
    });
  }

  // --- Events ---

  const listeners = new Map(); // name -> [{callback, left}]

  function tell(name, ...data) {
    for (const one of [...(listeners.get(name) ?? [])]) {
      if (one.left > 0 && --one.left === 0) off(name, one);
      try {
        one.callback(...data);
      } catch (error) {
        console.error(error); // one listener's failure is not the others'
      }
    }
  }

  function on(name, callback, left = -1) {
    const one = { callback, left };
    listeners.set(name, [...(listeners.get(name) ?? []), one]);
    return () => off(name, one);
  }

  function off(name, one) {
    listeners.set(name, (listeners.get(name) ?? []).filter((other) => other !== one));
  }

  // --- Files: a page may not know a path, so it sends the file, and gets the path where the program has it ---

  // upload sends files and returns what to add: the files, and the folders that hold them.
  async function upload(files) {
    const batch = crypto.randomUUID();
    const tops = new Set();
    for (const { file, path } of files) tops.add((await uploadOne(file, path, batch)).top);
    return [...tops];
  }

  const pieceSize = 1 << 20; // bytes
  const readable = ['.pdf', '.md', '.markdown', '.txt', '.html', '.htm'];

  // uploadOne sends a file piece by piece over the socket, whose other end has proved itself.
  async function uploadOne(file, name, batch) {
    const upload = crypto.randomUUID();
    for (let at = 0; ; at += pieceSize) {
      const bytes = new Uint8Array(await file.slice(at, at + pieceSize).arrayBuffer());
      const last = at + pieceSize >= file.size;
      const answer = await ask((id) => {
        const head = new TextEncoder().encode(JSON.stringify({ id, upload, at, batch, name, last }) + '\n');
        const message = new Uint8Array(head.length + bytes.length);
        message.set(head);
        message.set(bytes, head.length);
        return message;
      });
      if (last) return answer;
    }
  }

  // pick opens the browser's file picker, for files or for a folder with all that it holds.
  function pick(folder) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', multiple: true, webkitdirectory: folder, accept: folder ? '' : readable.join() });
    const hidden = (path) => path.split('/').some((part) => part.startsWith('.'));
    const wanted = ({ name, webkitRelativePath }) => !folder || (!hidden(webkitRelativePath) && readable.some((ending) => name.toLowerCase().endsWith(ending)));
    return new Promise((resolve) => {
      input.onchange = () => resolve([...input.files].filter(wanted).map((file) => ({ file, path: file.webkitRelativePath || file.name })));
      input.oncancel = () => resolve([]);
      input.click();
    });
  }

  // entries lists the files of what was dropped, those in folders too.
  async function entries(entry) {
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      return [{ file, path: entry.fullPath.slice(1) }];
    }
    const reader = entry.createReader();
    const found = [];
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject)); // at most 100 at a time
      if (some.length === 0) return found;
      for (const one of some) if (!one.name.startsWith('.')) found.push(...(await entries(one)));
    }
  }

  let dropped = null; // what OnFileDrop registered

  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', async (event) => {
    event.preventDefault(); // else the browser leaves the page for the file
    const wanted = dropped;
    if (!wanted || !event.dataTransfer?.types.includes('Files')) return;
    if (wanted.onTarget && getComputedStyle(event.target).getPropertyValue('--wails-drop-target').trim() !== 'drop') return;
    const items = [...event.dataTransfer.items].filter((item) => item.kind === 'file'); // gone after the first await
    const found = items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile()).filter(Boolean);
    try {
      const files = [];
      for (const one of found) files.push(...(one instanceof File ? [{ file: one, path: one.name }] : await entries(one)));
      if (files.length) wanted.callback(event.clientX, event.clientY, await upload(files));
    } catch (error) {
      tell('upload.failed', error.message);
    }
  });

  // --- What only a window can do ---

  // A path that begins so is a file that the browser is to save, wherever it saves files.
  const download = 'download:';

  async function save(run, version, format, name) {
    if (!socket) throw lost();
    const answer = await fetch(`api/reports/${encodeURIComponent(run)}/${format}?version=${version}`).catch(() => {
      throw lost();
    });
    if (!answer.ok) throw new Error(JSON.stringify((await answer.json()).error));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    return { path: name, warnings: JSON.parse(decodeURIComponent(answer.headers.get('X-Warnings') ?? '[]')) };
  }

  const askPath = (english, translated, value = '') => (prompt(german() ? translated : english, value) ?? '').trim();

  const app = {
    ChooseFiles: async () => upload(await pick(false)),
    ChooseFolder: async () => (await upload(await pick(true)))[0] ?? '',
    ChooseWatched: async () => askPath('Path of a folder on this computer:', 'Pfad eines Ordners auf diesem Rechner:'),
    ChooseSave: async (name) => download + name,
    ExportReport: async (run, version, format, path) =>
      path.startsWith(download) ? save(run, version, format, path.slice(download.length)) : call('ExportReport', [run, version, format, path]),
    Backup: async (path) => {
      if (!path.startsWith(download)) return call('Backup', [path]);
      const place = askPath('Write the backup to this path on this computer:', 'Sicherung unter diesem Pfad auf diesem Rechner ablegen:', path.slice(download.length));
      if (place) return call('Backup', [place]);
    },
  };

  const methods = new Proxy(app, { get: (own, name) => own[name] ?? ((...args) => call(name, args)) });

  window.go = { main: { App: methods } };

  const runtime = {
    EventsOn: on,
    EventsOnMultiple: on,
    EventsOnce: (name, callback) => on(name, callback, 1),
    EventsOff: (...names) => names.forEach((name) => listeners.delete(name)),
    EventsOffAll: () => listeners.clear(),
    EventsEmit: tell,
    OnFileDrop: (callback, onTarget) => (dropped = { callback, onTarget }),
    OnFileDropOff: () => (dropped = null),
    CanResolveFilePaths: () => false,
    BrowserOpenURL: (url) => /^(https?|mailto):/i.test(url) && window.open(url, '_blank', 'noopener,noreferrer'),
    ClipboardGetText: () => navigator.clipboard.readText(),
    ClipboardSetText: (text) => navigator.clipboard.writeText(text).then(() => true, () => false),
    Environment: async () => ({ buildType: 'production', platform: 'browser', arch: '' }),
    WindowReload: () => location.reload(),
    WindowReloadApp: () => location.reload(),
    WindowSetTitle: (title) => (document.title = title),
  };
  // What a browser's window cannot do is done silently.
  window.runtime = new Proxy(runtime, { get: (own, name) => own[name] ?? (async () => undefined) });

  connect();
})();
