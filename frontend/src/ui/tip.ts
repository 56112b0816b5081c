import type { Attachment } from 'svelte/attachments';
import { place, type Side } from './place';

export type { Side };

/** tip shows a short name beside an element on hover and on keyboard focus: `{@attach tip('Close')}`. The element names itself. */
export function tip(text: string, side: Side = 'bottom'): Attachment<HTMLElement> {
  return (element) => {
    let bubble: HTMLElement | null = null;
    let timer = 0;

    const show = () => {
      if (bubble || !text || !element.isConnected) return;
      bubble = document.createElement('div');
      bubble.className = 'tip';
      bubble.textContent = text;
      bubble.setAttribute('aria-hidden', 'true');
      // A modal dialog makes the rest inert and lies above it: the bubble belongs inside.
      (element.closest('dialog') ?? document.body).append(bubble);
      const { left, top } = place(element.getBoundingClientRect(), bubble.getBoundingClientRect(), { width: innerWidth, height: innerHeight }, side);
      bubble.style.left = `${left}px`;
      bubble.style.top = `${top}px`;
    };
    const hide = () => {
      clearTimeout(timer);
      bubble?.remove();
      bubble = null;
    };
    const enter = () => (timer = window.setTimeout(show, 400));
    const focus = () => element.matches(':focus-visible') && show();
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();

    const events = { pointerenter: enter, pointerleave: hide, pointerdown: hide, focus, blur: hide, keydown: key } as const;
    for (const [name, listen] of Object.entries(events)) element.addEventListener(name, listen as EventListener);
    return () => {
      hide();
      for (const [name, listen] of Object.entries(events)) element.removeEventListener(name, listen as EventListener);
    };
  };
}
