/** shut closes a dialog at once, focus included: a key pressed right after Escape must not reach a field that is gone. */
export function shut(dialog: HTMLDialogElement | undefined) {
  dialog?.close();
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && dialog?.contains(focused)) focused.blur();
}
