import { Fault, copyText, openOutside, type core, type source, type store } from '../backend';
import { scaleOf, shownScale, step, typical, type Room, type Zoom } from '../pdf/layout';
import { shelf, warm as warmEngine } from '../pdf/shelf';
import { Finding } from './finding.svelte';
import { remembered } from './remembered.svelte';
import { sheets } from './sheets';
import type { Spot } from './spot';

type Span = source.Span;

interface Also {
  span: Span;
  rects: source.Rect[];
}

/** Aim is where the pages are asked to go, once. rects is null while the engine looks for the passage. */
export interface Aim {
  id: number;
  page: number;
  span?: Span;
  rects: source.Rect[] | null;
  /** also are spans that are marked with the passage, and where on their pages they stand: they are not gone to. */
  also?: Also[];
  share?: number;
  /** still is set when the pages are to move only if the passage is out of sight. */
  still: boolean;
}

/** Crowd is a page with more links than anybody follows. */
export interface Crowd {
  shown: number;
  count: number;
}

/** Viewer is one place where a document is read: the proof pane has one, the document's own screen another. */
export class Viewer {
  hash = $state('');
  opened = $state.raw<core.Opened | null>(null);
  problem = $state.raw<Fault | null>(null);
  marked = $state.raw<Record<number, number>>({});
  /** crowded are pages on which the file has more links than are shown. */
  crowded = $state.raw<Record<number, Crowd>>({});
  /** page is the one being read. */
  page = $state(1);
  scale = $state(1);
  side = $state<'' | 'outline' | 'pages'>('');
  aim = $state.raw<Aim | null>(null);
  /** passage is what stays marked until something else is shown. */
  passage = $state.raw<Aim | null>(null);
  quote = $state('');
  past = $state.raw<Spot[]>([]);
  /** top is where the room begins: a page from 1 and a share of it. The pages keep it. */
  top = { page: 1, share: 0 };
  room: Room = { width: 600, height: 800 };
  finding: Finding = new Finding(
    () => ({ hash: this.hash, pages: this.opened?.pages.length ?? 0, page: this.page }),
    (span) => void this.reveal(span, true),
  );
  private aims = 0;
  private turn = 0;

  /** A viewer is known by the place it has in the frame: how large pages are there is remembered. */
  constructor(private place: 'document' | 'pane' = 'document') {}

  get zoom(): Zoom {
    return remembered.get<Zoom>(`viewer.${this.place}.zoom`, 'auto');
  }

  set zoom(zoom: Zoom) {
    remembered.set(`viewer.${this.place}.zoom`, zoom);
  }

  isPdf = $derived(this.opened?.document.format === 'pdf');
  pages = $derived(this.opened?.pages ?? []);
  name = $derived(this.opened?.document.name ?? '');
  private sheet = $derived(typical(this.pages));

  info(page: number): store.PageShape | undefined {
    return this.pages[page - 1];
  }

  label(page: number): string {
    return this.info(page)?.label || String(page);
  }

  /** open shows a document at a spot; the document shown already stays as it is and only moves. */
  async open(spot: Spot): Promise<void> {
    const turn = ++this.turn;
    const fresh = spot.hash !== this.hash || this.problem !== null;
    if (spot.span) performance.mark('citation:asked');
    if (fresh) {
      void warmEngine().catch(() => {}); // it starts while the engine answers
      this.hash = spot.hash;
      this.opened = this.problem = null;
      this.aim = this.passage = null;
      this.page = Math.max(1, spot.page);
      this.crowded = {};
      this.finding.close();
      sheets.renew(spot.hash);
      void sheets.marked(spot.hash).then((marked) => spot.hash === this.hash && (this.marked = marked), () => {});
    }
    this.quote = spot.quote ?? '';
    const going = this.go(spot, turn);
    try {
      const opened = await sheets.opened(spot.hash);
      if (turn === this.turn) this.opened = opened;
    } catch (error) {
      if (turn === this.turn) this.problem = Fault.from(error);
    }
    await going;
  }

  /** follow goes on to another spot and remembers the way back. */
  async follow(spot: Spot): Promise<void> {
    this.past = [...this.past.slice(-49), { hash: this.hash, ...this.top, ...(this.passage?.span ? { span: this.passage.span, also: this.passage.also?.map((one) => one.span) ?? [] } : {}) }];
    await this.open(spot);
  }

  async back(): Promise<void> {
    const spot = this.past.at(-1);
    if (!spot) return;
    this.past = this.past.slice(0, -1);
    await this.open(spot);
  }

  /** again opens once more what could not be opened. */
  async again(): Promise<void> {
    const { hash, page, passage } = this;
    this.hash = '';
    await this.open({ hash, page, ...(passage?.span ? { span: passage.span } : {}) });
  }

  /** turnTo goes to the top of a page. */
  turnTo(page: number) {
    const last = this.pages.length || 1;
    this.aim = { id: ++this.aims, page: Math.max(1, Math.min(last, page)), rects: [], still: false };
  }

  /** turnToLabel goes to the page that carries a printed label, else to the one with that number; false when there is neither. */
  turnToLabel(label: string): boolean {
    const wanted = label.trim().toLowerCase();
    const page = this.pages.find((one) => one.label.toLowerCase() === wanted)?.number ?? Number(/^\d+$/.exec(wanted)?.[0] ?? 0);
    if (page < 1 || page > this.pages.length) return false;
    this.turnTo(page);
    return true;
  }

  /** reveal goes to a span of this document without marking it as the passage. */
  async reveal(span: Span, still = false): Promise<void> {
    const id = ++this.aims;
    const rects = await sheets.rects(this.hash, span).catch(() => []);
    if (id === this.aims) this.aim = { id, page: span.page, span, rects, still };
  }

  larger = () => void (this.zoom = step(this.scale, 1));
  smaller = () => void (this.zoom = step(this.scale, -1));
  percent = $derived(shownScale(this.scale));

  /** fit follows the room and the zoom; the pages call it when either changes. */
  fit(room: Room) {
    this.room = room;
    this.scale = scaleOf(this.zoom, this.sheet, room);
  }

  /** crowd notes how many links of a page are shown, null for all. */
  crowd(page: number, crowd: Crowd | null) {
    if (crowd) this.crowded = { ...this.crowded, [page]: crowd };
  }

  /** painted is told when the passage has been painted: the figures of how long a citation takes are read from here. */
  painted(what: 'highlight' | 'page') {
    if (!performance.getEntriesByName('citation:asked').length) return;
    performance.clearMeasures(`citation:${what}`);
    performance.measure(`citation:${what}`, 'citation:asked');
    if (what === 'page') performance.clearMarks('citation:asked');
  }

  private async go(spot: Spot, turn: number): Promise<void> {
    const id = ++this.aims;
    const { hash, span, share } = spot;
    const spans = (spot.also ?? []).filter((one) => one.end > one.start);
    const place = { id, page: Math.max(1, span?.page || spot.page), span, still: false };
    this.passage = span ? { ...place, rects: null } : null;
    const back = share !== undefined;
    this.aim = back ? { id, page: spot.page, share, rects: [], still: false } : (this.passage ?? { ...place, rects: [] });
    if (!span) return;
    const [rects = [], ...others] = await Promise.all([span, ...spans].map((one) => sheets.rects(hash, one).catch(() => [])));
    if (turn !== this.turn) return;
    this.passage = { ...place, rects, ...(spans.length ? { also: spans.map((span, i) => ({ span, rects: others[i] ?? [] })) } : {}) };
    if (!back && id === this.aims) this.aim = this.passage;
  }
}

/** marks are what is marked of a page: the passage where it stands there, and what goes with it. */
export function marks(passage: Aim | null, page: number): Also[] {
  if (!passage?.span) return [];
  return [{ span: passage.span, rects: passage.rects ?? [] }, ...(passage.also ?? [])].filter(({ span }) => span.page === page);
}

/** Wanted is a passage that a new research is to begin with; the screen that asks questions takes it. */
export interface Wanted {
  text: string;
  document: string;
  name: string;
  page: number;
  label: string;
}

/** Handed is what viewers hand to other screens. */
class Handed {
  wanted = $state.raw<Wanted | null>(null);

  /** take returns what was handed over, once. */
  take(): Wanted | null {
    const wanted = this.wanted;
    this.wanted = null;
    return wanted;
  }
}

export const handed = new Handed();

/** warm gets ready for a citation that may be opened soon: on hover, or the first one when a report is on screen. */
export async function warm(spot?: Pick<Spot, 'hash' | 'span'>): Promise<void> {
  try {
    await warmEngine();
    if (!spot) return;
    const { url, document } = await sheets.opened(spot.hash);
    if (document.format !== 'pdf') return;
    if (spot.span) void sheets.rects(spot.hash, spot.span).catch(() => {});
    await shelf.take(spot.hash, url, document.bytes);
    shelf.give(spot.hash);
  } catch {
    // What is wrong is told when it is opened.
  }
}

export { copyText, Fault, openOutside };
