import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

export function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? places.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is needed: sh build/need.sh chromium');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** Witness listens to what a page does and must not: it changes nothing. */
export class Witness {
  readonly foreign: string[] = [];
  readonly dialogs: string[] = [];
  readonly errors: string[] = [];

  constructor(context: BrowserContext, origin: string) {
    const own = [origin, origin.replace('http', 'ws'), 'data:', 'blob:', 'about:', 'chrome-error:'];
    const heard = (url: string) => own.some((start) => url.startsWith(start)) || this.foreign.push(url);
    context.on('request', (request) => heard(request.url()));
    // What the page's own policy stopped did not leave.
    context.on('requestfailed', (request) => {
      const at = request.failure()?.errorText === 'csp' ? this.foreign.indexOf(request.url()) : -1;
      if (at >= 0) this.foreign.splice(at, 1);
    });
    context.on('page', (page) => this.follow(page, heard));
  }

  private follow(page: Page, heard: (url: string) => void) {
    page.on('websocket', (socket) => heard(socket.url()));
    page.on('framenavigated', (frame) => heard(frame.url()));
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') this.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  }
}

export const wide: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', colorScheme: 'light', reducedMotion: 'reduce' };
