/** How long what has just appeared takes no key, in milliseconds: as long as a press meant for what stood there before may still come. */
export const grace = 700;

/** Guard keeps a key that was meant for one step from deciding the next, which nobody has seen yet. */
export class Guard {
  /** open is set when the step on screen takes the key. */
  open = $state(false);

  /** begin shuts it for a new step; it returns how to stop waiting: `$effect(() => guard.begin())`. */
  begin(): () => void {
    this.open = false;
    const timer = setTimeout(() => (this.open = true), grace);
    return () => clearTimeout(timer);
  }

  /** seen opens it at once: who changes what is on screen has seen it. */
  seen() {
    this.open = true;
  }
}
