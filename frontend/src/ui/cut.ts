/** whole tells on hover what a text says that is cut off for want of room and has no other way to tell it; it returns how to end. */
export function whole(): () => void {
  const own = new WeakSet<Element>();
  const over = (event: PointerEvent) => {
    const text = (event.target as Element | null)?.closest<HTMLElement>('.truncate');
    if (!text) return;
    const cut = text.scrollWidth > text.clientWidth;
    if (own.has(text)) text.title = cut ? text.innerText.trim() : '';
    else if (cut && !text.closest('[title]')) {
      own.add(text);
      text.title = text.innerText.trim();
    }
  };
  addEventListener('pointerover', over);
  return () => removeEventListener('pointerover', over);
}
