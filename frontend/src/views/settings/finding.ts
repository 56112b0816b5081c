import { t, type Key } from '../../state/words.svelte';

/** Where is a setting that can be looked for: its section, what it is called, and what is said of it. */
export interface Where {
  section: string;
  label: string;
  help: string;
  /** name is the setting's, where its field can be gone to. */
  name: string;
}

const limits = ['TODO_MAX_ITEMS', 'MAX_ITERATIONS', 'CLARIFY_ROUNDS', 'QUERIES_PER_TASK', 'PASSAGES_PER_QUERY', 'RELEVANCE_THRESHOLD', 'FOLLOW_DEPTH', 'FOLLOW_PER_TASK', 'QUALITY_THRESHOLD', 'MAX_REWRITES', 'MAX_CALLS', 'MAX_MINUTES', 'EXPLORE_MAX_DEPTH', 'EXPLORE_MAX_BREADTH', 'EXPLORE_MAX_NODES', 'EXPLORE_CONTEXT_TOKENS', 'EXPLORE_CONTEXT_QUERIES', 'UI_DEBUG', 'RELATED_AUTOMATIC', 'RELATED_AUTOMATIC_WEB', 'RELATED_MODE'] as const;

const others: [section: string, name: string, label: Key, help?: Key][] = [
  ['general', '', 'settings.theme'],
  ['general', '', 'settings.language'],
  ['general', '', 'settings.textSize'],
  ['engine', '', 'settings.engineChoose'],
  ['engine', '', 'settings.installed'],
  ['engine', '', 'settings.fits', 'settings.fitsHint'],
  ['engine', 'OLLAMA_HOST', 'settings.host', 'settings.hostHint'],
  ['search', '', 'settings.embedderChoose', 'settings.embedderText'],
  ['web', 'WEB_SEARCH_PROVIDER', 'web.provider'],
  ['web', 'SEARXNG_URL', 'web.endpoint', 'web.endpointHelp'],
  ['web', 'WEB_TRUSTED_URLS', 'web.trusted', 'web.trustedHelp'],
  ['web', 'WEB_ALLOWED_HOSTS', 'web.hosts', 'web.hostsHelp'],
  ['web', 'WEB_CACHE_HOURS', 'web.cache', 'web.cacheHelp'],
  ['web', '', 'web.budgets', 'web.budgetsText'],
  ['network', '', 'settings.log', 'settings.networkText'],
  ['data', '', 'settings.folder', 'settings.folderHint'],
  ['data', 'FOLLOW_LINKS', 'settings.followLinks', 'settings.followLinksHelp'],
  ['data', '', 'settings.backup', 'settings.backupText'],
  ['data', '', 'settings.check', 'settings.checkText'],
  ['about', '', 'settings.libraries'],
];

/** find returns the settings that have all words of a query, in what they are called, in what is said of them, or in the name of their section. */
export function find(query: string): Where[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const all = [
    ...others.map(([section, name, label, help]): Where => ({ section, name, label: t(label), help: help ? t(help) : '' })),
    ...limits.map((name): Where => ({ section: 'limits', name, label: t(`limits.${name}`), help: t(`limits.${name}_help`) })),
  ];
  const text = (one: Where) => `${one.label} ${one.help} ${one.name} ${t(`settings.${one.section}` as Key)}`.toLowerCase();
  return all.filter((one) => words.every((word) => text(one).includes(word)));
}
