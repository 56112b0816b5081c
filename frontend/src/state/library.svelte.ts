import { backend, onDrop } from '../backend';
import { toasts } from './toasts.svelte';

/** Library is the person's documents. */
class Library {
  /** acceptDrops adds what is dropped anywhere in the window; it is called once. */
  acceptDrops() {
    onDrop((paths) => void this.drop(paths));
  }

  /** drop adds files and folders. */
  async drop(paths: string[]) {
    if (!paths.length) return;
    try {
      await backend.AddFiles(paths, { collection: '', password: '', light: false });
    } catch (error) {
      toasts.fail(error);
    }
  }

  /** choose lets the person pick files to add. */
  async choose() {
    try {
      await this.drop(await backend.ChooseFiles());
    } catch (error) {
      toasts.fail(error);
    }
  }
}

export const library = new Library();
