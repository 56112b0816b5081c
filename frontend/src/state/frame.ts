import { onMenu, onTrouble } from '../backend';
import { keys } from './keys.svelte';
import { library } from './library.svelte';
import { lookInside, lookUp } from './lookup';
import { machine } from './machine.svelte';
import { online } from './online.svelte';
import { palette } from './palette.svelte';
import { pane } from './pane.svelte';
import { remembered } from './remembered.svelte';
import { router } from './router.svelte';
import { theme, type Choice } from './theme.svelte';
import { toasts } from './toasts.svelte';
import { t, words, type Language } from './words.svelte';

const paneSize = 'pane.size';
const place = 'place';

/** begin brings the frame to life: what was remembered, the keys and commands that work everywhere. It returns how to end. */
export function begin(bring: Parameters<typeof router.start>[0]): () => void {
  const ends = [router.start(bring), keys.start(), machine.start(), online.start(), library.start(), keys.add(shortcuts()), palette.add(commands()), palette.provide(lookUp), palette.read(lookInside)];
  onMenu((id) => (id === 'go.research' ? router.go('start') : palette.obey(id)));
  onTrouble((fault) => toasts.fail(fault));
  void machine.think();
  return () => ends.forEach((end) => end());
}

/** recall takes up what the person chose last time; without an engine the defaults serve. */
export async function recall() {
  try {
    await remembered.load();
  } catch {
    return; // The status bar tells about an engine that does not answer.
  }
  pane.size = remembered.get(paneSize, Math.max(pane.size, Math.round(innerWidth * 0.46)));
  theme.apply(remembered.get<Choice>('theme', 'system'));
  if (!location.hash) router.restore(remembered.get(place, ''));
  theme.enlarge(remembered.get('scale', 1));
  words.chosen = remembered.get<Language | ''>('language', '');
}

/** keepPane remembers how wide the pane is. */
export const keepPane = (size: number) => remembered.set(paneSize, size);

/** keepPlace remembers where the person is: opened again, the window shows the same. */
export const keepPlace = (address: string) => remembered.set(place, address);

/** chooseTheme applies an appearance and remembers it. */
export function chooseTheme(choice: Choice) {
  theme.apply(choice);
  remembered.set('theme', choice);
}

/** chooseLanguage changes the language of the interface and remembers it; '' follows the system. */
export function chooseLanguage(language: Language | '') {
  words.chosen = language;
  remembered.set('language', language);
}

function shortcuts(): Parameters<typeof keys.add>[0] {
  return [
    { combo: 'mod+k', label: 'app.palette', run: () => palette.show() },
    { combo: 'mod+o', label: 'app.addFiles', run: () => void library.choose() },
    { combo: 'mod+n', label: 'app.goResearch', run: () => router.go('start') },
    { combo: 'mod+,', label: 'app.goSettings', run: () => router.go('settings') },
    { combo: 'g l', label: 'app.goLibrary', run: () => router.go('library') },
    { combo: 'g r', label: 'app.goResearch', run: () => router.go('start') },
    { combo: 'g e', label: 'explore.goExplore', run: () => router.go('explore') },
    { combo: 'g a', label: 'ask.goAsk', run: () => router.go('ask') },
    { combo: 'g d', label: 'discover.goDiscover', run: () => router.go('discover') },
    { combo: 'g h', label: 'app.goHistory', run: () => router.go('history') },
    { combo: 'escape', label: 'app.closePane', run: () => (pane.content ? pane.close() : false) },
    { combo: '?', label: 'app.keys', run: () => void (keys.sheet = true) },
  ];
}

/** chooseScale sets the size of all text and remembers it. */
export function chooseScale(scale: number) {
  theme.enlarge(scale);
  remembered.set('scale', theme.scale);
}

// The ids are the names of the window's menu, which obeys them too; report.export comes with the report's view.
function commands(): Parameters<typeof palette.add>[0] {
  return [
    { id: 'research.new', label: () => t('app.goResearch'), combo: 'mod+n', run: () => router.go('start') },
    { id: 'library.add', label: () => t('app.addFiles'), combo: 'mod+o', run: () => void library.choose() },
    { id: 'go.library', label: () => t('app.goLibrary'), combo: 'g l', run: () => router.go('library') },
    { id: 'go.explore', label: () => t('explore.goExplore'), combo: 'g e', run: () => router.go('explore') },
    { id: 'go.ask', label: () => t('ask.goAsk'), combo: 'g a', run: () => router.go('ask') },
    { id: 'go.discover', label: () => t('discover.goDiscover'), combo: 'g d', run: () => router.go('discover') },
    { id: 'go.history', label: () => t('app.goHistory'), combo: 'g h', run: () => router.go('history') },
    { id: 'go.settings', label: () => t('app.goSettings'), combo: 'mod+,', run: () => router.go('settings') },
    { id: 'zoom.in', label: () => t('app.zoomIn'), run: () => chooseScale(theme.step(1)) },
    { id: 'zoom.out', label: () => t('app.zoomOut'), run: () => chooseScale(theme.step(-1)) },
    { id: 'zoom.reset', label: () => t('app.zoomReset'), run: () => chooseScale(1) },
    { id: 'theme.light', label: () => t('app.themeLight'), run: () => chooseTheme('light') },
    { id: 'theme.dark', label: () => t('app.themeDark'), run: () => chooseTheme('dark') },
    { id: 'theme.system', label: () => t('app.themeSystem'), run: () => chooseTheme('system') },
    { id: 'help.keys', label: () => t('app.keys'), combo: '?', run: () => void (keys.sheet = true) },
    { id: 'help.data', label: () => t('app.helpData'), run: () => router.go('settings', '', { section: 'data' }) },
    { id: 'help.about', label: () => t('app.helpAbout'), run: () => router.go('settings', '', { section: 'about' }) },
  ];
}
