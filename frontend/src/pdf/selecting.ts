/**
 * Selecting keeps a selection in place while the pointer is between lines. The letters of a text layer float freely, so a
 * browser that finds no text under the pointer selects to the end of the page; a block behind the letters gives it a place
 * to end. The method is that of pdf.js's own viewer.
 */
export class Selecting {
  private layers = new Map<HTMLElement, HTMLElement>();
  private down = false;
  private before: Range | null = null;

  /** add puts the block behind a laid-out text layer and returns how to remove it. */
  add(layer: HTMLElement): () => void {
    const end = document.createElement('div');
    end.className = 'endOfContent';
    layer.append(end);
    this.layers.set(layer, end);
    return () => {
      this.layers.delete(layer);
      end.remove();
    };
  }

  /** start listens to the page; it returns how to stop. */
  start(): () => void {
    const stop = new AbortController();
    const on = (target: EventTarget, name: string, run: () => void) => target.addEventListener(name, run, { signal: stop.signal });
    on(document, 'pointerdown', () => (this.down = true));
    on(document, 'pointerup', () => this.release());
    on(window, 'blur', () => this.release());
    on(document, 'keyup', () => !this.down && this.release());
    on(document, 'selectionchange', () => this.change());
    return () => stop.abort();
  }

  private release() {
    this.down = false;
    for (const [layer, end] of this.layers) rest(layer, end);
  }

  private change() {
    const selection = document.getSelection();
    const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
    for (const [layer, end] of this.layers) {
      if (range && (!range.collapsed || this.down) && range.intersectsNode(layer)) layer.classList.add('selecting');
      else rest(layer, end);
    }
    if (!range) return;
    const backwards =
      !!this.before && (range.compareBoundaryPoints(Range.END_TO_END, this.before) === 0 || range.compareBoundaryPoints(Range.START_TO_END, this.before) === 0);
    this.before = range.cloneRange();
    let at: Node | null = backwards ? range.startContainer : range.endContainer;
    if (at.nodeType === Node.TEXT_NODE) at = at.parentNode;
    if (!backwards && range.endOffset === 0) at = previous(at);
    const parent = at?.parentElement;
    const layer = parent?.closest<HTMLElement>('.textLayer');
    const end = layer && this.layers.get(layer);
    if (!parent || !end || !at) return;
    end.style.userSelect = 'text';
    parent.insertBefore(end, backwards ? at : at.nextSibling);
  }
}

/** previous returns the last node before one that holds something. */
function previous(node: Node | null): Node | null {
  let at: Node | null = node;
  do {
    while (at && !at.previousSibling) at = at.parentNode;
    at = at?.previousSibling ?? null;
  } while (at && !at.childNodes.length);
  return at;
}

function rest(layer: HTMLElement, end: HTMLElement) {
  if (end.parentNode !== layer || end !== layer.lastChild) layer.append(end);
  end.style.userSelect = '';
  layer.classList.remove('selecting');
}
