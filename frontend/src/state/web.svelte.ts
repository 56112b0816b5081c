import { backend, Fault, type desk } from '../backend';
import { toasts } from './toasts.svelte';
import { t, type Key } from './words.svelte';

/** noted names the words of how far a question looks beyond the library. */
export const noted = (policy: string): Key => (policy === 'open' ? 'ask.noteOpen' : policy === 'listed' ? 'ask.noteListed' : 'ask.noteLibrary');

/** WebState is how the web is searched and read when a person allows it. */
class WebState {
  set = $state.raw<desk.WebSettings | null>(null);
  fault = $state.raw<Fault | null>(null);
  busy = $state(false);
  provider = $derived(this.set?.providers.find((one) => one.name === this.set?.provider) ?? null);

  /** lacks says what a policy needs before a run can begin with it: "" nothing, or a provider, or hosts that may be read. */
  lacks(policy: string): '' | 'provider' | 'hosts' {
    if (!policy || !this.set) return '';
    if (this.provider && !this.provider.ready) return 'provider';
    return policy === 'listed' && !this.set.hosts.length ? 'hosts' : '';
  }

  async load() {
    try {
      this.set = await backend.WebSettings();
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }

  /** keep hands a key to the keyring; it is never told again. */
  keep = (provider: string, key: string) =>
    this.attempt(async () => {
      const where = await backend.SetWebKey(provider, key);
      toasts.say(t(where === 'file' ? 'web.keptFile' : 'web.kept'), { tone: 'done' });
    });

  remove = (provider: string) =>
    this.attempt(async () => {
      await backend.RemoveWebKey(provider);
      toasts.say(t('web.keyGone'), { tone: 'done' });
    });

  private async attempt(wish: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    try {
      await wish();
      return true;
    } catch (error) {
      toasts.fail(error);
      return false;
    } finally {
      this.busy = false;
      await this.load();
    }
  }
}

export const web = new WebState();
