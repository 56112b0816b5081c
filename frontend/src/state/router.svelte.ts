import { href, parse, type Place, type Route } from './route';

export { href, type Place, type Route };

/** Router keeps the place on screen and the address in step; the browser's own history is back and forward. */
class Router {
  route = $state.raw<Route>(parse(globalThis.location?.hash ?? ''));

  /** start follows the address; it returns how to stop. What is on screen stays there until bring has fetched what shows the next place. */
  start(bring: (place: Place) => Promise<void> | null = () => null): () => void {
    const follow = () => {
      const hash = location.hash;
      const to = parse(hash);
      const coming = bring(to.place);
      if (!coming) this.route = to;
      else void coming.then(() => location.hash === hash && (this.route = to));
    };
    addEventListener('hashchange', follow);
    if (location.hash) follow(); // it may have changed before anybody listened
    return () => removeEventListener('hashchange', follow);
  }

  go(place: Place, id = '', query: Record<string, string> = {}) {
    location.hash = href(place, id, query);
  }

  /** replace changes the address without a new entry in the history, as when a citation is walked with j and k. */
  replace(place: Place, id = '', query: Record<string, string> = {}) {
    const { place: to, id: of, query: how } = parse(location.hash);
    if (href(to, of, how) !== this.address) return; // the person is on the way elsewhere, which hashchange is about to tell
    history.replaceState(history.state, '', href(place, id, query));
    this.route = parse(location.hash);
  }

  /** restore goes to a remembered address before anything is drawn. */
  restore(hash: string) {
    if (!hash) return;
    history.replaceState(history.state, '', hash);
    this.route = parse(hash);
  }

  /** address is the place on screen as it stands in the address bar. */
  get address(): string {
    return href(this.route.place, this.route.id, this.route.query);
  }

  back() {
    history.back();
  }
}

export const router = new Router();
