import { describe, expect, it } from 'vitest';
import { comboOf, Sequence, shown } from './combo';
import { free, keys } from './keys.svelte';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, more: object = {}, target: object = { tagName: 'BODY' }) => {
  const event = { ...plain, key, target, defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true), ...more };
  return event as unknown as KeyboardEvent;
};

describe('comboOf', () => {
  it.each([
    [{ key: 'k', ctrlKey: true }, 'mod+k'],
    [{ key: 'k', metaKey: true }, 'mod+k'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: 'K', shiftKey: true }, 'shift+k'],
    [{ key: 'Enter' }, 'enter'],
    [{ key: 'Enter', ctrlKey: true, shiftKey: true }, 'mod+shift+enter'],
    [{ key: ' ' }, 'space'],
    [{ key: 'Shift', shiftKey: true }, ''],
    [{ key: ',', ctrlKey: true }, 'mod+,'],
  ])('%j', (given, combo) => {
    expect(comboOf({ ...plain, ...given })).toBe(combo);
  });
});

describe('Sequence', () => {
  it('joins two keys pressed within a second', () => {
    const sequence = new Sequence();
    expect(sequence.next('g', 0)).toEqual(['g']);
    expect(sequence.next('l', 900)).toEqual(['g l', 'l']);
    expect(sequence.next('l', 950)).toEqual(['l']);
  });
  it('forgets the first key after a second', () => {
    const sequence = new Sequence();
    sequence.next('g', 0);
    expect(sequence.next('l', 1000)).toEqual(['l']);
  });
});

describe('keys', () => {
  it('run sequences, prefer the latest, and pass on what is refused', () => {
    const seen: string[] = [];
    const remove = keys.add([
      { combo: 'g l', label: 'app.goLibrary', run: () => void seen.push('frame') },
      { combo: 'l', label: 'app.goLibrary', run: () => void seen.push('letter') },
    ]);
    keys.press(press('g'), 0);
    const second = press('l');
    keys.press(second, 10);
    expect(seen).toEqual(['frame']);
    expect(second.defaultPrevented).toBe(true);

    const removeView = keys.add([{ combo: 'l', label: 'app.goLibrary', run: () => void seen.push('view') }]);
    keys.press(press('l'), 2000);
    removeView();
    const removeShy = keys.add([{ combo: 'l', label: 'app.goLibrary', run: () => false }]);
    keys.press(press('l'), 4000);
    expect(seen).toEqual(['frame', 'view', 'letter']);
    removeShy();
    remove();
    keys.press(press('l'), 6000);
    expect(seen).toHaveLength(3);
    expect(keys.list).toEqual([]);
  });
});

it('does once for each press what sends or removes, however long the key is held', () => {
  const seen: string[] = [];
  const remove = keys.add([
    { combo: 'mod+enter', label: 'steer.planApprove', run: () => void seen.push('sent') },
    { combo: 'j', label: 'report.next', run: () => void seen.push('next') },
  ]);
  const held = Object.assign(press('enter', { ctrlKey: true }), { repeat: true });
  keys.press(held, 0);
  expect(seen).toEqual([]);
  expect(held.defaultPrevented).toBe(true);
  keys.press(press('enter', { ctrlKey: true }), 10);
  keys.press(Object.assign(press('j'), { repeat: true }), 20);
  expect(seen).toEqual(['sent', 'next']);
  remove();
});

describe('free', () => {
  it.each([
    ['j', 'TEXTAREA', '', false],
    ['j', 'INPUT', 'text', false],
    ['j', 'INPUT', 'checkbox', true],
    ['j', 'BUTTON', '', true],
    ['enter', 'BUTTON', '', false],
    ['enter', 'A', '', false],
    ['enter', 'LI', '', true],
    ['mod+k', 'TEXTAREA', '', true],
    ['escape', 'INPUT', 'text', true],
  ])('%s on %s %s: %s', (combo, tagName, type, allowed) => {
    expect(free(combo, { tagName, type } as unknown as EventTarget)).toBe(allowed);
  });
});

it('shown writes keys as they stand on the keyboard', () => {
  expect(shown('mod+k', false)).toEqual([['Ctrl', 'K']]);
  expect(shown('mod+,', true)).toEqual([['⌘', ',']]);
  expect(shown('mod++', false)).toEqual([['Ctrl', '+']]);
  expect(shown('+', false)).toEqual([['+']]);
  expect(shown('g l', false)).toEqual([['g'], ['l']]);
});
