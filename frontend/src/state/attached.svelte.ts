import { backend, type core } from '../backend';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

/** Attached is the files that go with the next deep question; the engine keeps them as they are until it reads them. */
export class Attached {
  files = $state.raw<core.Attachment[] | null>(null);
  busy = $state(false);

  constructor(private ask: typeof backend = backend) {}

  async load() {
    try {
      this.files = await this.ask.AttachedContext();
    } catch (error) {
      this.files ??= [];
      toasts.fail(error);
    }
  }

  /** hashes name the files; the first one attached is read first. */
  get hashes() {
    return (this.files ?? []).map((one) => one.hash).reverse();
  }

  /** choose lets the person pick files to attach. */
  choose = () => this.attempt(async () => this.keep(await this.ask.ChooseFiles()));

  /** take keeps files that were dropped. */
  take = (paths: string[]) => this.attempt(() => this.keep(paths));

  detach = (hash: string) => this.attempt(() => this.ask.DetachContext(hash));

  private async keep(paths: string[]) {
    if (!paths.length) return;
    const before = new Set(this.files?.map((one) => one.hash));
    const kept = await this.ask.AttachContext(paths);
    if (kept.length && kept.every((one) => before.has(one.hash))) toasts.say(t('explore.filesSame'));
  }

  private async attempt(wish: () => Promise<unknown>) {
    this.busy = true;
    try {
      await wish();
    } catch (error) {
      toasts.fail(error);
    } finally {
      await this.load();
      this.busy = false;
    }
  }
}
