export namespace answer {
	
	export interface Place {
	    claim: string;
	    text: string;
	    page: number;
	    label: string;
	    quote: string;
	}
	export interface Citation {
	    number: number;
	    document: string;
	    page: number;
	    title: string;
	    url?: string;
	    site?: string;
	    date?: string;
	    quote: string;
	    quality: number;
	    reason: string;
	    places: Place[];
	}
	export interface Decision {
	    nextAction: string;
	    queries: string[];
	    coverageGaps: string[];
	    targetSourceTypes: string[];
	    confidence: number;
	    reason: string;
	    byRule?: boolean;
	    loop: number;
	}
	export interface KeptData {
	    id: string;
	    document: string;
	    name: string;
	    page: number;
	    label?: string;
	    url?: string;
	    extract: string;
	    score: number;
	    loop: number;
	}
	
	export interface Searched {
	    query: string;
	    loop: number;
	    library: number;
	    web: number;
	    sent: boolean;
	}
	export interface Stats {
	    loops: number;
	    queries: number;
	    sources_considered: number;
	    sources_read: number;
	    fetch_attempts: number;
	    fetch_successes: number;
	    fetch_failures: Record<string, number>;
	    evidence_found: number;
	    evidence_ranked: number;
	    stop_reason: string;
	    stage_millis: Record<string, number>;
	    total_millis: number;
	    planner_fallbacks: number;
	}
	export interface Warning {
	    phase: string;
	    text: string;
	    source?: string;
	}

}

export namespace ask {
	
	export interface Targets {
	    names?: string[];
	    documents?: string[];
	    picks?: string[];
	}

}

export namespace budget {
	
	export interface Spend {
	    calls: number;
	    prompt_tokens: number;
	    reply_tokens: number;
	    passages: number;
	    loops: number;
	    truncated: number;
	    replayed: number;
	    fallbacks: number;
	    time: number;
	}

}

export namespace cite {
	
	export interface Citation {
	    evidence: string;
	    document: string;
	    name: string;
	    page: number;
	    label: string;
	    quote: string;
	    span: source.Span;
	    torn?: boolean;
	    table?: grid.Table;
	    url?: string;
	}
	export interface Claim {
	    id: string;
	    text: string;
	    verdict: string;
	    citations: Citation[];
	    unsupported_numbers?: string[];
	    sums?: string[];
	    doubts?: string[];
	    against?: string[];
	}
	export interface Quote {
	    text: string;
	    span: source.Span;
	    more?: source.Span[];
	}
	export interface Evidence {
	    id: string;
	    passage: string;
	    document: string;
	    name: string;
	    page: number;
	    label: string;
	    section: string;
	    extract: string;
	    quotes: Quote[];
	    why?: string;
	    score: number;
	    via?: string;
	    locator: source.Locator;
	    own?: boolean;
	}

}

export namespace core {
	
	export interface Ask {
	    question: string;
	    mode: string;
	    web: string;
	    hosts: string[];
	    consented: boolean;
	    collections: string[];
	    documents: string[];
	    engine: string;
	    model: string;
	    follows: string;
	}
	export interface Attachment {
	    hash: string;
	    name: string;
	    bytes: number;
	    at: string;
	}
	export interface Begin {
	    question: string;
	    collections: string[];
	    documents: string[];
	    engine: string;
	    model: string;
	    depth: string;
	    unattended: boolean;
	    follows: string;
	    from: string;
	    web: string;
	    hosts: string[];
	    consented: boolean;
	}
	export interface Discover {
	    query: string;
	    image: string;
	    image_name: string;
	    source: string;
	    web: string;
	    hosts: string[];
	    consented: boolean;
	    collections: string[];
	    documents: string[];
	    engine: string;
	    model: string;
	    from: string;
	    card: string;
	}
	export interface Example {
	    question: string;
	    language: string;
	}
	export interface Explore {
	    question: string;
	    context: string[];
	    collections: string[];
	    documents: string[];
	    engine: string;
	    model: string;
	    web: string;
	    hosts: string[];
	    consented: boolean;
	    max_depth: number;
	    max_breadth: number;
	    max_nodes: number;
	}
	export interface FindRelated {
	    document: string;
	    page: number;
	    mode: string;
	    language: string;
	    web: string;
	    hosts: string[];
	    consented: boolean;
	    force: boolean;
	}
	export interface Finding {
	    name: string;
	    ok: boolean;
	    text: string;
	    cure?: string;
	}
	export interface Format {
	    name: string;
	    ending: string;
	    type: string;
	}
	export interface Found {
	    run: string;
	    question: string;
	    extract: string;
	    where: string;
	    claim: string;
	}
	export interface Gauge {
	    used: number;
	    size: number;
	}
	export interface Message {
	    run: string;
	    question: string;
	    mode: string;
	    web: string;
	    status: string;
	    at: string;
	    answer: string;
	    citations: answer.Citation[];
	    verdict: string;
	    missing: string[];
	    without?: string;
	    warnings: answer.Warning[];
	    stats: answer.Stats;
	    spend: budget.Spend;
	    error?: string;
	    hint?: string;
	}
	export interface WorkCiting {
	    document: string;
	    count: number;
	    page: number;
	    page_label: string;
	}
	export interface MissingWork {
	    name: string;
	    work: refs.Work;
	    count: number;
	    by: WorkCiting[];
	}
	export interface OpenReference {
	    text: string;
	    pages: source.Folio[];
	    count: number;
	}
	export interface Opened {
	    document: source.Document;
	    url: string;
	    pages: store.PageShape[];
	    outline: source.Mark[];
	}
	export interface PageMark {
	    run: string;
	    question: string;
	    claim: string;
	    text: string;
	    verdict: string;
	    quote: string;
	    span: source.Span;
	    rects: source.Rect[];
	}
	export interface Target {
	    hash: string;
	    name: string;
	    label: string;
	    page: number;
	    span: source.Span;
	    uri: string;
	}
	export interface PageReference {
	    text: string;
	    rects: source.Rect[];
	    status: string;
	    targets: Target[];
	}
	export interface Rereading {
	    running: boolean;
	    waiting: boolean;
	    done: number;
	    total: number;
	    kept: number;
	    held: number;
	    name: string;
	    page: number;
	    pages: number;
	    scan: number;
	    scans: number;
	    embeds: number;
	    embed: number;
	    eta: number;
	    reason: string;
	}
	
	export interface Tested {
	    model: string;
	    state: string;
	    right: number;
	    used?: boolean;
	    at: string;
	}
	export interface Thinking {
	    engine: string;
	    model: string;
	    weak?: report.Weak;
	    ollama: boolean;
	    host: string;
	    reason: string;
	    models: prompts.Card[];
	    memory: number;
	    fits: ollama.Suggestion[];
	}
	export interface TrailNode {
	    run: string;
	    parent: string;
	    card: string;
	    title: string;
	    query: string;
	    status: string;
	    cards: number;
	}
	export interface Trail {
	    id: string;
	    query: string;
	    created: string;
	    updated: string;
	    nodes: TrailNode[];
	}
	
	export interface WebProvider {
	    name: string;
	    host: string;
	    keyed: boolean;
	    key: string;
	    ready: boolean;
	    needs: string;
	}

}

export namespace desk {
	
	export interface AddWish {
	    collection: string;
	    password: string;
	    light: boolean;
	}
	export interface Fault {
	    message: string;
	    kind: string;
	    hint: string;
	    reason?: string;
	    wait?: number;
	}
	export interface Adding {
	    busy: boolean;
	    waiting: number;
	    progress: ingest.Progress;
	    results: ingest.Result[];
	    failed: number;
	    problem?: Fault;
	}
	export interface Approve {
	    question: string;
	    items: research.Item[];
	}
	export interface ArticlePage {
	    number: number;
	    label: string;
	    text: string;
	    marks: core.PageMark[];
	}
	export interface Article {
	    document: string;
	    url: string;
	    final: string;
	    title: string;
	    site?: string;
	    author?: string;
	    date?: string;
	    language?: string;
	    content_type: string;
	    status: number;
	    bytes: number;
	    fetched_at: string;
	    cached?: boolean;
	    cut?: boolean;
	    pages: ArticlePage[];
	}
	
	export interface Caller {
	    run: string;
	    flow: string;
	    status: string;
	    question: string;
	}
	export interface Connection {
	    at: string;
	    address: string;
	    allowed: boolean;
	    reason: string;
	    purpose: string;
	    for?: Caller;
	}
	export interface Consent {
	    question: string;
	    text: string;
	    provider: source.Provider;
	    queries: string[];
	    hosts: string[];
	    loop: number;
	    node: string;
	}
	export interface AskedSource {
	    key: string;
	    document?: string;
	    url?: string;
	    title: string;
	    site?: string;
	    date?: string;
	    fetched_at: string;
	    kind: string;
	    passages?: string[];
	    found?: extract.Found[];
	    loop: number;
	    rank: number;
	    status: string;
	    reason?: string;
	    kept: number;
	    quality: number;
	    why: string;
	    number: number;
	}
	export interface Moment {
	    phase: string;
	    message: string;
	    loop: number;
	    maxLoops: number;
	    sourcesConsidered: number;
	    sourcesRead: number;
	    at: string;
	}
	export interface Run {
	    id: string;
	    flow: string;
	    title: string;
	    status: string;
	    error?: string;
	    hint?: string;
	    parent?: string;
	    forked_from?: string;
	    meta?: any;
	    created: string;
	    updated: string;
	    live: boolean;
	    phase: string;
	    score: number;
	    claims: number;
	    verdict: string;
	    engine: string;
	    model: string;
	    test?: core.Tested;
	}
	export interface Asked {
	    run: Run;
	    seq: number;
	    conversation: string;
	    question: string;
	    language: string;
	    mode: string;
	    web: string;
	    hosts: string[];
	    phase: string;
	    timeline: Moment[];
	    decisions: answer.Decision[];
	    queries: answer.Searched[];
	    sources: AskedSource[];
	    near: answer.KeptData[];
	    warnings: answer.Warning[];
	    text: string;
	    proved: boolean;
	    citations: answer.Citation[];
	    verdict: string;
	    missing: string[];
	    without: string;
	    stop_reason: string;
	    consent?: Consent;
	    stats: answer.Stats;
	    limit: number;
	    connections: Connection[];
	}
	
	
	export interface Checkpoint {
	    seq: number;
	    node: string;
	    phase: string;
	    at: string;
	}
	export interface Clarify {
	    question: string;
	    questions: string[];
	    choices: string[][];
	    needed: boolean;
	    round: number;
	}
	
	
	export interface ContextPlace {
	    passage: string;
	    quote: string;
	    document: string;
	    name: string;
	    page: number;
	    label: string;
	    span: source.Span;
	}
	export interface Conversation {
	    id: string;
	    title: string;
	    created: string;
	    updated: string;
	    turns: number;
	    last: string;
	    live: boolean;
	}
	export interface DiscoveryChild {
	    run: string;
	    card: string;
	    query: string;
	}
	export interface Scope {
	    collections: string[];
	    documents: string[];
	    pages: number;
	}
	export interface Discovery {
	    run: Run;
	    seq: number;
	    query: string;
	    language: string;
	    phase: string;
	    source: string;
	    web: string;
	    hosts: string[];
	    scope: Scope;
	    image?: discover.Image;
	    trail: discover.Crumb[];
	    map: string;
	    children: DiscoveryChild[];
	    cards: discover.Card[];
	    made: string;
	    summary: string;
	    proved: boolean;
	    citations: answer.Citation[];
	    consent?: Consent;
	    inquiry: string;
	    warnings: string[];
	    connections: Connection[];
	}
	
	export interface Document {
	    hash: string;
	    name: string;
	    path: string;
	    collection: string;
	    format: string;
	    title: string;
	    author: string;
	    date: string;
	    language: string;
	    pages: number;
	    passages: number;
	    unreadable: number;
	    bytes: number;
	    engine: string;
	    state: string;
	    reason: string;
	    trouble?: string;
	    added_at: string;
	    names?: string[];
	    unreadable_pages?: number[];
	    recognised_pages?: number[];
	    url?: string;
	    reading: number;
	    refs_out: number;
	    refs_in: number;
	    open: number;
	    cited: number;
	    gone: boolean;
	}
	export interface Estimate {
	    engine: string;
	    model: string;
	    calls: number;
	    time: number;
	    basis: number;
	    pages: number;
	    warning: string;
	    problem?: Fault;
	}
	export interface Event {
	    seq: number;
	    run: string;
	    kind: string;
	    at: string;
	    data: any;
	}
	export interface Thought {
	    seq: number;
	    at: string;
	    kind: string;
	    node: string;
	    text: string;
	}
	export interface Order {
	    kind: string;
	    question: string;
	}
	export interface ExploredNode {
	    id: string;
	    parent: string;
	    depth: number;
	    question: string;
	    reason: string;
	    status: string;
	    answered: boolean;
	    own: boolean;
	    kept: number;
	    same: string;
	    queries: number;
	    is_sufficient?: boolean;
	    reasoning: string;
	    gaps: string[];
	    mode: string;
	    items: number;
	    orders: Order[];
	}
	export interface Explored {
	    run: Run;
	    seq: number;
	    question: string;
	    language: string;
	    settings: explore.Settings;
	    summary: explore.Summary;
	    tree: ExploredNode[];
	    files: explore.File[];
	    thoughts: Thought[];
	    web: string;
	    hosts: string[];
	    scope: Scope;
	    early: boolean;
	    consent?: Consent;
	    connections: Connection[];
	    spend: budget.Spend;
	    draft: string;
	}
	export interface ExploredDetail {
	    node: ExploredNode;
	    queries: string[];
	    evidence: cite.Evidence[];
	    slice?: explore.NodeContextSlice;
	    places: ContextPlace[];
	}
	
	export interface Exported {
	    path: string;
	    warnings: string[];
	}
	
	export interface Hit {
	    document: string;
	    page: number;
	    page_label: string;
	    passage: string;
	    section: string;
	    text: string;
	    score: number;
	    hash: string;
	    title: string;
	    span: source.Span;
	    words: string[];
	}
	
	
	export interface RelatedInfo {
	    articleId: number;
	    document: string;
	    status: string;
	    doing: string;
	    message: string;
	    error: string;
	    summaryMd: string;
	    questions: string[];
	    warnings: string[];
	    made: string;
	    model: string;
	    mode: string;
	    automatic: boolean;
	    fresh: boolean;
	    run: string;
	    bullets: related.Bullet[];
	    sources: related.Source[];
	    madeAt?: string;
	    updatedAt?: string;
	    expiresAt?: string;
	    consent?: Consent;
	    connections: Connection[];
	    settings: settings.RelatedSettings;
	}
	
	
	export interface Unread {
	    kind: string;
	    items: research.PlanEntry[];
	    task: string;
	    spot: research.Spot;
	}
	export interface Snapshot {
	    run: Run;
	    seq: number;
	    state: research.State;
	    evidence: cite.Evidence[];
	    questions: graph.Question[];
	    clarify?: Clarify;
	    approve?: Approve;
	    consent?: Consent;
	    web: string;
	    hosts: string[];
	    unread: Unread[];
	    scope: Scope;
	    draft: string;
	    eta: number;
	    context: core.Gauge;
	}
	export interface Status {
	    version: string;
	    home: string;
	    problem?: Fault;
	    documents: number;
	    unfinished: number;
	    embedder: string;
	    adding: Adding;
	    rereading: core.Rereading;
	    first: boolean;
	    system: string;
	    opening: boolean;
	}
	export interface Talk {
	    id: string;
	    title: string;
	    created: string;
	    updated: string;
	    turns: number;
	    last: string;
	    live: boolean;
	    messages: core.Message[];
	}
	
	
	export interface WebSettings {
	    provider: string;
	    searxng: string;
	    trusted: string[];
	    hosts: string[];
	    cache_hours: number;
	    providers: core.WebProvider[];
	}

}

export namespace discover {
	
	export interface Place {
	    passage: string;
	    document: string;
	    name: string;
	    page: number;
	    label?: string;
	    url?: string;
	    quote: string;
	}
	export interface Card {
	    id: string;
	    title: string;
	    caption: string;
	    kind: string;
	    places: Place[];
	    left?: string[];
	}
	export interface Crumb {
	    run: string;
	    query: string;
	    title: string;
	    caption?: string;
	    passages?: string[];
	}
	export interface Image {
	    hash: string;
	    name: string;
	    mime: string;
	    text: string;
	    seen: boolean;
	}

}

export namespace explore {
	
	export interface File {
	    document: string;
	    name: string;
	    bytes: number;
	    status: string;
	    error?: string;
	    trouble?: string;
	    passages: number;
	    items: number;
	}
	export interface ContextBundle {
	    session_context_id: string;
	    revision: number;
	    files: File[];
	    aggregate_digest: extract.ContextItem[];
	}
	export interface ContextProcessing {
	    status: string;
	    files_total: number;
	    files_ready: number;
	    files_error: number;
	}
	
	export interface NodeContextSlice {
	    node_id: string;
	    mode: string;
	    selection_reason: string;
	    selected_items: extract.ContextItem[];
	}
	export interface Settings {
	    max_depth: number;
	    max_breadth: number;
	    max_nodes: number;
	    context_tokens: number;
	    context_queries: boolean;
	    ui_debug: boolean;
	    max_calls: number;
	    max_minutes: number;
	}
	export interface Summary {
	    context_processing: ContextProcessing;
	    files: File[];
	    ui_debug: boolean;
	    nodes: number;
	    answered: number;
	    open: number;
	    queries: number;
	    passages: number;
	    warnings: string[];
	}

}

export namespace extract {
	
	export interface ContextQuote {
	    passage: string;
	    text: string;
	}
	export interface ContextItem {
	    kind: string;
	    text: string;
	    sources: string[];
	    quotes: ContextQuote[];
	}
	
	export interface Found {
	    rank: number;
	    score: number;
	    margin?: number;
	}
	export interface Unanswerable {
	    clause: string;
	    missing?: string[];
	    places?: string[];
	    part?: boolean;
	}

}

export namespace graph {
	
	export interface Question {
	    id: string;
	    kind: string;
	    text: string;
	    data?: any;
	}

}

export namespace grid {
	
	export interface Table {
	    caption?: string;
	    label?: string;
	    columns?: string[];
	    rows: string[][];
	    after?: string;
	}

}

export namespace ingest {
	
	export interface Result {
	    document: string;
	    name: string;
	    path: string;
	    pages: number;
	    passages: number;
	    status: string;
	    reason: string;
	    trouble?: string;
	}
	export interface Progress {
	    phase: string;
	    files_done: number;
	    files_total: number;
	    pages_done: number;
	    pages_total: number;
	    rate: number;
	    eta: number;
	    embedded: number;
	    to_embed: number;
	    recognised: number;
	    to_recognise: number;
	    file: string;
	    result?: Result;
	}

}

export namespace ollama {
	
	export interface Suggestion {
	    name: string;
	    bytes: number;
	    why: string;
	}

}

export namespace prompts {
	
	export interface AnalyseOut {
	    key_concepts: string[];
	    entities: string[];
	    scope: string;
	    assumed_context: string[];
	    clarification_needed: boolean;
	}
	export interface Card {
	    name: string;
	    digest: string;
	    num_ctx: number;
	    max_ctx: number;
	    parameters: string;
	    bytes: number;
	    thinks: boolean;
	    sees: boolean;
	    tools: boolean;
	    chats: boolean;
	    embeds: boolean;
	    remote: boolean;
	    pace?: number;
	    test?: string;
	    right?: number;
	}
	export interface Noted {
	    ids: string[];
	    text: string;
	}
	export interface PlanItem {
	    task: string;
	    context: string;
	    queries: string[];
	}

}

export namespace refs {
	
	export interface Work {
	    type: string;
	    title: string;
	    authors?: string[];
	    year?: string;
	    container?: string;
	    pages?: string;
	    doi?: string;
	    arxiv?: string;
	    url?: string;
	    number?: string;
	    entry?: string;
	}

}

export namespace related {
	
	export interface Place {
	    passage: string;
	    document: string;
	    name: string;
	    page: number;
	    label?: string;
	    url?: string;
	    quote: string;
	    source: number;
	}
	export interface Bullet {
	    relation: string;
	    text: string;
	    about?: Place;
	    places: Place[];
	    rule?: boolean;
	}
	
	export interface Source {
	    title: string;
	    url: string;
	    snippet: string;
	    publisher: string;
	    publishedAt: string;
	    document: string;
	    page: number;
	}

}

export namespace report {
	
	export interface Sentence {
	    text: string;
	    claim?: string;
	}
	export interface Block {
	    item?: boolean;
	    sentences: Sentence[];
	}
	export interface Connection {
	    host: string;
	    purpose: string;
	    requests: number;
	    bytes: number;
	}
	export interface Sweep {
	    kind: string;
	    sought: string;
	    passages: number;
	}
	export interface Unread {
	    name: string;
	    pages: number[];
	    labels?: string[];
	}
	export interface Coverage {
	    documents: number;
	    pages: number;
	    unreadable: number;
	    queries: number;
	    passages: number;
	    kept: number;
	    followed: number;
	    pages_read: number;
	    unread?: Unread[];
	    recognised?: Unread[];
	    sweeps?: Sweep[];
	}
	export interface Weak {
	    model: string;
	    right: number;
	}
	export interface Making {
	    engine: string;
	    model?: string;
	    digest?: string;
	    num_ctx?: number;
	    version: string;
	    spend: budget.Spend;
	    weak?: Weak;
	    by_rule?: boolean;
	    chose?: string;
	}
	export interface OpenReference {
	    text: string;
	    from: string;
	    page: number;
	    label?: string;
	    reason: string;
	    count: number;
	}
	export interface Proof {
	    supported: number;
	    contradicted: number;
	    unproven: number;
	    shortened?: number;
	    struck: number;
	    mended?: number;
	    modelled: number;
	}
	export interface Quality {
	    factual_fidelity: number;
	    completeness: number;
	    clarity: number;
	    source_accuracy: number;
	    total: number;
	    threshold: number;
	    reason?: string;
	}
	export interface Source {
	    number: number;
	    document: string;
	    name: string;
	    url?: string;
	    site?: string;
	    date?: string;
	    fetched_at: string;
	    evidence: string[];
	    quality: number;
	    reason?: string;
	}
	export interface Struck {
	    text: string;
	    reason: string;
	    evidence?: string[];
	}
	export interface Section {
	    title: string;
	    blocks: Block[];
	    contrary?: boolean;
	}
	export interface Report {
	    run: string;
	    flow: string;
	    question: string;
	    language: string;
	    made_at: string;
	    answer: Block[];
	    sections: Section[];
	    claims: cite.Claim[];
	    evidence: cite.Evidence[];
	    quality: Quality;
	    verdict?: string;
	    missing: string[];
	    silent: string[];
	    struck: Struck[];
	    proof: Proof;
	    open: OpenReference[];
	    coverage: Coverage;
	    making: Making;
	    notes: string[];
	    sources?: Source[];
	    warnings?: string[];
	    stop_reason?: string;
	    titles?: Record<string, string>;
	    dates?: Record<string, string>;
	    connections?: Connection[];
	}
	
	
	export interface Sheet {
	    lead: string;
	    head: string[];
	    rows: string[][];
	    after: string;
	    figures: boolean;
	}
	
	
	
	export interface Tabled {
	    claim: string;
	    lead: string;
	    sheets: Sheet[];
	}
	

}

export namespace research {
	
	export interface Answered {
	    item: number;
	    whole: boolean;
	    missing?: string;
	}
	export interface Chapter {
	    task: string;
	    title: string;
	    passages: string[];
	}
	export interface ClarifyAnswer {
	    answers: string[];
	    enough: boolean;
	}
	export interface Earlier {
	    run: string;
	    question: string;
	    answer: string;
	    meant?: string;
	    asked?: string[];
	    answered?: string[];
	    passages?: string[];
	    trail?: string[];
	}
	export interface Followed {
	    item: number;
	    from: string;
	    kind: string;
	    text: string;
	    target: string;
	    found: boolean;
	    kept: string[];
	}
	export interface Item {
	    id: number;
	    task: string;
	    context: string;
	    queries?: string[];
	    completed: boolean;
	    subtasks?: string[];
	    missing?: string;
	    gap?: boolean;
	    worked?: boolean;
	    summed?: boolean;
	    dropped?: boolean;
	    own?: boolean;
	    dig?: string;
	    web?: string;
	    settled?: boolean;
	    noted?: prompts.Noted[];
	}
	export interface Kept {
	    id: string;
	    passage: string;
	    score: number;
	    why?: string;
	    quotes: source.Span[][];
	    via?: string;
	    item: number;
	    query: number;
	    beside?: boolean;
	    also?: number[];
	}
	export interface Message {
	    role: string;
	    content: string;
	}
	export interface OpenRef {
	    from: string;
	    kind: string;
	    text: string;
	    reason: string;
	    passages?: string[];
	}
	export interface PlanEntry {
	    id: number;
	    task: string;
	    context: string;
	}
	export interface Searched {
	    item: number;
	    query: string;
	    hits: string[];
	    later?: string[];
	    found?: extract.Found[];
	    named?: boolean;
	    summary?: string;
	    rank?: number;
	    quality?: number;
	    web?: boolean;
	    offered?: number;
	}
	export interface Settings {
	    todo_max_items: number;
	    max_iterations: number;
	    queries_per_task: number;
	    passages_per_query: number;
	    relevance_threshold: number;
	    quality_threshold: number;
	    max_rewrites: number;
	    clarify_rounds: number;
	    follow_depth: number;
	    follow_per_task: number;
	    max_calls: number;
	    max_minutes: number;
	    unattended?: boolean;
	    web?: boolean;
	    depth?: string;
	}
	export interface Wanted {
	    item: number;
	    query: string;
	}
	export interface Sift {
	    items: Answered[];
	    wanted?: Wanted[];
	    new_tasks?: prompts.PlanItem[];
	    noted?: prompts.Noted[];
	}
	export interface Spot {
	    evidence?: string;
	    item?: number;
	}
	export interface Version {
	    number: number;
	    run: string;
	    quality: report.Quality;
	    evidence: number;
	}
	export interface Swept {
	    sweeps?: report.Sweep[];
	    silent?: extract.Unanswerable[];
	    nothing?: boolean;
	}
	export interface WebPage {
	    query: number;
	    url: string;
	    title: string;
	    site?: string;
	    date?: string;
	    document?: string;
	    fetched_at: string;
	    failed?: boolean;
	}
	export interface State {
	    question: string;
	    language: string;
	    scope: { collections?: string[]; documents?: string[] };
	    settings: Settings;
	    phase: string;
	    earlier?: Earlier;
	    analysis: prompts.AnalyseOut;
	    home?: ask.Targets;
	    planned?: prompts.PlanItem[];
	    outline?: Chapter[];
	    pending?: string[];
	    choices?: string[][];
	    asked?: string[];
	    refinements?: string[];
	    rounds: number;
	    plan: Item[];
	    last_id: number;
	    current: number;
	    together?: number[];
	    sift?: Sift;
	    iterations: number;
	    queries: Searched[];
	    evidence: Kept[];
	    read: string[];
	    fresh: string[];
	    depth: number;
	    followed: Followed[];
	    open: OpenRef[];
	    allow?: string;
	    pages?: WebPage[];
	    warnings?: string[];
	    swept: Swept;
	    drafts: Version[];
	    gap_tried?: string[];
	    finish?: string;
	    stopped?: string[];
	    notes?: string[];
	    messages: Message[];
	    spend: budget.Spend;
	}
	
	
	

}

export namespace settings {
	
	export interface RelatedSettings {
	    automatic: boolean;
	    automatic_web: boolean;
	    mode: string;
	}
	export interface Setting {
	    name: string;
	    value: string;
	    default: string;
	    help: string;
	    fixed: boolean;
	}

}

export namespace source {
	
	export interface Document {
	    hash: string;
	    name: string;
	    path: string;
	    collection: string;
	    format: string;
	    title: string;
	    author: string;
	    date: string;
	    language: string;
	    pages: number;
	    passages: number;
	    unreadable: number;
	    bytes: number;
	    engine: string;
	    state: string;
	    reason: string;
	    trouble?: string;
	    added_at: string;
	    names?: string[];
	    unreadable_pages?: number[];
	    recognised_pages?: number[];
	    url?: string;
	    reading: number;
	}
	export interface Folio {
	    page: number;
	    label: string;
	}
	export interface Span {
	    page: number;
	    start: number;
	    end: number;
	    lead?: boolean;
	}
	export interface Locator {
	    document?: string;
	    span: Span;
	    url?: string;
	}
	export interface Mark {
	    title: string;
	    level: number;
	    page: number;
	}
	export interface Provider {
	    name: string;
	    host: string;
	}
	export interface Rect {
	    X: number;
	    Y: number;
	    W: number;
	    H: number;
	}

}

export namespace store {
	
	export interface PageShape {
	    number: number;
	    label: string;
	    width: number;
	    height: number;
	    flags: string[];
	}

}

