import type { core } from '../../backend';
import type { Viewer } from '../../state/viewer.svelte';
import { t, type Key } from '../../state/words.svelte';

export type PageReference = core.PageReference;
export type Target = core.Target;

const names: Record<string, Key> = { found: 'viewer.refFound', open: 'viewer.refOpen', external: 'viewer.refExternal', old_version: 'viewer.refOld' };

/** named says where a reference leads, for those who cannot see its underline. */
export function named(reference: PageReference): string {
  const [target] = reference.targets ?? [];
  const name = target ? titled(target) : reference.text;
  return t(names[reference.status] ?? 'viewer.refFound', { name: name || reference.text });
}

/** titled writes a target: "§ 62, StrlSchG.pdf". */
export const titled = (target: Target) => [target.label, target.name].filter(Boolean).join(', ') || target.uri;

/** inside returns the targets that can be shown here. */
export const inside = (reference: PageReference) => (reference.targets ?? []).filter((target) => target.hash !== '');

/** follow goes where a reference leads if that is one place in the library; else false: the person has to be told or asked. */
export function follow(viewer: Viewer, reference: PageReference): boolean {
  const targets = inside(reference);
  if (targets.length !== 1) return false;
  goTo(viewer, targets[0]!);
  return true;
}

export function goTo(viewer: Viewer, target: Target) {
  const span = target.span?.page > 0 && target.span.end > target.span.start ? target.span : undefined;
  void viewer.follow({ hash: target.hash, page: target.page || span?.page || 1, ...(span ? { span } : {}) });
}
