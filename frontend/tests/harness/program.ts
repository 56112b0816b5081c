import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The command line as it ships. `make test-ui` builds it. */
export const binary = process.env.RABBITHOLE_CLI ?? resolve(import.meta.dirname, '../../../build/bin/rabbithole');

/** What every program of the tests runs in: no model, nobody else's settings. */
export const surroundings = { RABBITHOLE_ENGINE: 'extractive', OLLAMA_HOST: '127.0.0.1:9', DISPLAY: '', WAYLAND_DISPLAY: '' };

interface Options {
  env?: Record<string, string>;
  /** The port of the program that ran before, so that a page finds it again. */
  port?: number;
  /** A program in the place of the command line: harness/online.ts has one. */
  instead?: string;
}

/** Told is an event as the API tells it. */
export interface Told {
  seq: number;
  kind: string;
  data: any;
}

/** free is a port that nobody listens on. The usual one is everybody's first choice: a program that is started anew would find another journey's there. */
async function free(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Program is a `rabbithole serve` with a library of its own. */
export class Program {
  private constructor(
    readonly home: string,
    private child: ChildProcess,
    readonly url: string,
    readonly token: string,
    /** Where the page is, for a browser that has opened url. */
    readonly page: string,
    /** Where a pretended web is asked what it was asked for; "" when there is none. */
    readonly site: string,
    private options: Options,
  ) {}

  static async start(home: string, options: Options = {}): Promise<Program> {
    const port = options.port ?? (await free());
    const args = ['--home', home, ...(options.instead ? [] : ['serve', '--no-open', '--json']), '--port', String(port)];
    const child = spawn(options.instead ?? binary, args, { env: { ...process.env, ...surroundings, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr!.on('data', (data) => (said += data));
    const line = await Promise.race([once(createInterface(child.stdout!), 'line'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(`rabbithole serve ended (${child.exitCode}): ${said}`);
    const { url, token, site } = JSON.parse(String(line[0])) as { url?: string; token: string; site?: string };
    if (!url) throw new Error(`rabbithole serve could not begin: ${line[0]} ${said}`);
    const { headers } = await fetch(url, { redirect: 'manual' });
    return new Program(home, child, url, token, new URL(headers.get('location')!, url).href, site ?? '', options);
  }

  get origin(): string {
    return new URL(this.url).origin;
  }

  /** end ends the program: as Ctrl-C does, or as a power cut does. */
  async end(how: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(how);
    await gone;
  }

  /** again starts the program anew at the same address. */
  async again(): Promise<Program> {
    const next = await Program.start(this.home, { ...this.options, port: Number(new URL(this.url).port) });
    if (next.origin !== this.origin) throw new Error(`the program came back at ${next.origin}, because ${this.origin} was taken meanwhile`);
    return next;
  }

  /** ask calls the documented API as a program does. */
  async ask<T = any>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> {
    const answer = await fetch(this.origin + path, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** events are all durable events of a run, from the API. */
  async events(run: string): Promise<Told[]> {
    const all: Told[] = [];
    for (let since = 0; ; ) {
      const { events, last } = await this.ask<{ events: Told[]; last: number }>(`/api/sessions/${run}/events?since=${since}`);
      if (!events.length) return all;
      all.push(...events);
      since = last;
    }
  }
}
