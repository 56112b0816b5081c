import type { desk } from '../../backend';
import { t, type Key } from '../../state/words.svelte';
import { asked, words, type Standing } from './tree';

/** named is what is read out before a question: which it is and how it stands. */
export const named = (node: desk.ExploredNode, how: Standing) => t('node.named', { id: node.id, state: t(words[how]) });

const orders: Record<string, Key> = { stop: 'node.orderStop', reask: 'node.orderReask', dig: 'node.orderDig' };

/** ordered is what the person wants at a question and the run has not taken up yet, each kind once. */
export const ordered = (node: desk.ExploredNode) => [...new Set((node.orders ?? []).map((one) => one.kind))].flatMap((kind) => (orders[kind] ? [{ kind, text: t(orders[kind]) }] : []));

/** told is what is read out behind a question: what was ordered there, how much it found, what lies below it, whose it is. */
export const told = (node: desk.ExploredNode, below: number) =>
  [...ordered(node).map((one) => one.text), node.kept ? t('node.findings', { n: node.kept }) : '', below ? t('node.below', { n: below }) : '', node.own && node.depth ? t('node.own') : ''].filter(Boolean).join(', ');

/** whole is all of it, for a question of which only the sign is drawn. */
export const whole = (node: desk.ExploredNode, how: Standing, below: number) => `${named(node, how)}: ${[asked(node.question), told(node, below)].filter(Boolean).join(' ')}`;
