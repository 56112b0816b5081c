import { words } from './words.svelte';

/** Press is the part of a KeyboardEvent that decides which shortcut is meant. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** comboOf writes a press as shortcuts are written: "mod+k", "shift+enter", "g", "?". "" for a modifier alone. */
export function comboOf(press: Press): string {
  const key = press.key === ' ' ? 'space' : press.key.toLowerCase();
  if (['control', 'meta', 'alt', 'shift', 'altgraph', 'dead', 'process'].includes(key)) return '';
  const parts: string[] = [];
  if (press.ctrlKey || press.metaKey) parts.push('mod');
  if (press.altKey) parts.push('alt');
  // A printed sign such as "?" already says that shift was held; "shift+k" and "shift+enter" need to say so.
  if (press.shiftKey && (key.length > 1 || /\p{L}/u.test(key))) parts.push('shift');
  return [...parts, key].join('+');
}

/** Sequence turns presses into combos and sequences ("g l"): a sequence is open for a second after its first key. */
export class Sequence {
  private first = '';
  private at = 0;

  /** next returns what this press may mean, the longer meaning first. */
  next(combo: string, now: number): string[] {
    if (!combo) return [];
    const open = this.first && now - this.at < 1000 ? `${this.first} ${combo}` : '';
    this.first = open ? '' : combo;
    this.at = now;
    return open ? [open, combo] : [combo];
  }

  /** used forgets the first key, so that one press never serves two shortcuts. */
  used() {
    this.first = '';
  }
}

/** shown writes a combo for people: ["Ctrl","K"], and a sequence as its keys. */
export function shown(combo: string, mac: boolean): string[][] {
  const german = words.language === 'de';
  const names: Record<string, string> = {
    mod: mac ? '⌘' : german ? 'Strg' : 'Ctrl',
    alt: mac ? '⌥' : 'Alt',
    shift: mac ? '⇧' : 'Shift',
    plus: '+',
    escape: 'Esc',
    enter: 'Enter',
    space: german ? 'Leertaste' : 'Space',
    delete: german ? 'Entf' : 'Del',
    arrowup: '↑',
    arrowdown: '↓',
    arrowleft: '←',
    arrowright: '→',
  };
  return combo.split(' ').map((step) => {
    const parts = step.replace(/(^|\+)\+$/, '$1plus').split('+'); // the key "+" stands last
    return parts.map((part) => names[part] ?? (part.length === 1 && parts.length > 1 ? part.toUpperCase() : part));
  });
}
