import { Fault, type Event, type desk, type explore } from '../backend';
import { Drafting } from './drafting.svelte';
import { entered, says, thoughtOf } from './exploring';
import { settings } from './settings.svelte';

/** ExploreRun is one exploration on screen: its tree, what it says of itself, and the question a person looks at. */
export class ExploreRun extends Drafting {
  explored = $state.raw<desk.Explored | null>(null);
  thoughts = $state.raw<desk.Thought[]>([]);
  /** passing is a thought that is not kept, such as the page of a file that is being read. */
  private passing = $state.raw<desk.Thought | null>(null);
  /** chosen is the question on view, "" for none. */
  chosen = $state('');
  detail = $state.raw<desk.ExploredDetail | null>(null);
  detailFault = $state.raw<Fault | null>(null);
  /** slice is the context of the question entered last, for the digest pane. */
  slice = $state.raw<explore.NodeContextSlice | null>(null);
  /** items is how many entries of the context the report was given; null before. */
  items = $state<number | null>(null);
  /** refused are wishes that could not be carried out since the person looks on. */
  refused = $state.raw<Event[]>([]);
  /** underway is what questions have come to whose search is not over, by their words. */
  private underway = $state.raw<Readonly<Record<string, { queries: number; passages: number }>>>({});
  private following = false;
  private last = $state(''); // the question entered last
  protected late = 'node.late' as const;

  /** tree is without what the person asked anew: those questions are nobody's any more. One whose search goes on is worked on, though nothing of it is stored yet. */
  tree = $derived.by(() => {
    const now = (node: desk.ExploredNode) => this.working && node.status === 'open' && (node.id === this.last || this.underway[node.question] !== undefined);
    return (this.explored?.tree ?? []).flatMap((node) => (node.status === 'dropped' ? [] : [now(node) ? { ...node, status: 'searched' } : node]));
  });
  /** stream is all that it says of itself, and in the end what it says only for the moment. */
  stream = $derived(this.passing && this.working ? [...this.thoughts, this.passing] : this.thoughts);
  /** found is how often was searched and how many passages were read, what is under way included. */
  found = $derived.by(() => {
    const { queries = 0, passages = 0 } = this.explored?.summary ?? {};
    const more = this.working ? (this.explored?.tree ?? []).flatMap((one) => (one.status === 'open' && this.underway[one.question]) || []) : [];
    return { queries: more.reduce((sum, one) => sum + one.queries, queries), passages: more.reduce((sum, one) => sum + one.passages, passages) };
  });
  node = $derived(this.tree.find((one) => one.id === this.chosen) ?? null);
  /** debug shows the digest: the setting as it is now, or as it was when the run began. */
  debug = $derived.by(() => {
    const now = settings.get('UI_DEBUG') ?? settings.get('ui_debug');
    return now ? now.value === 'true' : (this.explored?.summary.ui_debug ?? false);
  });

  protected get stands() {
    return this.explored;
  }

  protected get soFar() {
    return this.explored?.draft ?? null;
  }

  protected pace() {
    return (this.explored?.tree.length ?? 0) > 200 ? 1000 : 350;
  }

  override start(): () => void {
    void settings.load();
    return super.start();
  }

  // What happened before the first tree comes with it.
  protected override follows() {
    return [];
  }

  protected async load() {
    const before = this.node;
    const first = !this.explored;
    this.explored = await this.ask.Explored(this.id);
    if (first) this.reads(this.explored.draft);
    this.follow(this.explored);
    const now = this.node;
    if (now && (now.status !== before?.status || now.kept !== before?.kept || now.queries !== before?.queries || now.question !== before?.question)) void this.look();
  }

  /** follow hands on everything that happens after the first tree that was read. */
  private follow({ seq, thoughts }: desk.Explored) {
    if (this.following || this.ended) return;
    this.following = true;
    this.thoughts = thoughts;
    this.stops.push(this.told.follow(this.id, seq, (batch) => this.take(batch)));
    void this.enter(entered(thoughts));
  }

  protected override take(batch: Event[]) {
    const durable = batch.filter((event) => event.seq > 0);
    this.hear(batch);
    for (const { kind, data } of batch) if (kind === says.reading) this.underway = { ...this.underway, [data.question]: data };
    const said = batch.flatMap((event) => thoughtOf(event) ?? []);
    // The first tree's thoughts are read after its number: what happened meanwhile is in both.
    const known = this.thoughts.at(-1)?.seq ?? 0;
    const more = said.filter((one) => one.seq > known);
    if (more.length) this.thoughts = [...this.thoughts, ...more];
    // What passes comes behind what lasts, also where it was said before it: then it is over.
    const passing = said.findLast((one) => one.seq === 0) ?? this.passing;
    this.passing = passing && Date.parse(passing.at) <= Date.parse(this.thoughts.at(-1)?.at ?? '') ? null : passing;
    const refused = durable.filter((event) => event.kind === 'message.refused');
    if (refused.length) this.refused = [...this.refused, ...refused];
    const attached = durable.findLast((event) => event.kind === says.attached);
    if (attached) this.items = attached.data?.items ?? 0;
    const ready = durable.findLast((event) => event.kind === says.ready);
    if (ready?.data?.context_slice) this.slice = ready.data.context_slice;
    else if (ready) void this.enter(ready.data?.node_id ?? '');
    super.take(durable);
  }

  /** enter reads the context of the question entered last, when its event did not bring it; without an argument once more, for a pane that opens. */
  async enter(node = this.last) {
    this.last = node;
    if (!node || !this.debug) return;
    try {
      this.slice = (await this.ask.ExploredNodeDetail(this.id, node)).slice ?? null;
    } catch {
      // The pane of a question that was asked anew meanwhile stays as it is.
    }
  }

  /** choose shows a question; "" shows none. */
  choose(node: string) {
    if (node === this.chosen) return;
    this.chosen = node;
    this.detail = null;
    this.detailFault = null;
    if (node) void this.look();
  }

  /** look reads what the chosen question found. */
  async look(): Promise<void> {
    const node = this.chosen;
    try {
      const detail = await this.ask.ExploredNodeDetail(this.id, node);
      if (node !== this.chosen) return;
      this.detail = detail;
      this.detailFault = null;
    } catch (error) {
      if (node === this.chosen) this.detailFault = Fault.from(error);
    }
  }

  stop = (node: string) => this.tell(() => this.ask.StopBranch(this.id, node), true);
  reask = (node: string, question: string) => this.tell(() => this.ask.AskAnew(this.id, node, question), true);
  dig = (node: string, question: string) => this.tell(() => this.ask.DigDeeper(this.id, node, question), true);
}
