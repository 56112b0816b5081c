import BookDashed from '@lucide/svelte/icons/book-dashed';
import Lightbulb from '@lucide/svelte/icons/lightbulb';
import Scale from '@lucide/svelte/icons/scale';
import Signpost from '@lucide/svelte/icons/signpost';
import Tag from '@lucide/svelte/icons/tag';
import type { Component } from 'svelte';
import type { Key } from '../../state/words.svelte';

interface Kind {
  icon: Component<{ size?: number }>;
  name: Key;
  text: Key;
}

const topic: Kind = { icon: Tag, name: 'discover.kindTopic', text: 'discover.kindTopicText' };
const kinds: Record<string, Kind> = {
  model: { icon: Lightbulb, name: 'discover.kindModel', text: 'discover.kindModelText' },
  topic,
  reference: { icon: Signpost, name: 'discover.kindReference', text: 'discover.kindReferenceText' },
  contradiction: { icon: Scale, name: 'discover.kindContradiction', text: 'discover.kindContradictionText' },
  unread: { icon: BookDashed, name: 'discover.kindUnread', text: 'discover.kindUnreadText' },
};

/** kindOf says what a card leads to. */
export const kindOf = (kind: string): Kind => kinds[kind] ?? topic;
