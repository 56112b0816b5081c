import { adding } from './adding';
import { app } from './app';
import { ask } from './ask';
import { asking } from './asking';
import { consent } from './consent';
import { cure } from './cure';
import { discover } from './discover';
import { explore } from './explore';
import { first } from './first';
import { history } from './history';
import { library } from './library';
import { limits } from './limits';
import { log } from './log';
import { node } from './node';
import { proof } from './proof';
import { related } from './related';
import { report } from './report';
import { run } from './run';
import { settings } from './settings';
import { sources } from './sources';
import { start } from './start';
import { steer } from './steer';
import { trouble } from './trouble';
import { ui } from './ui';
import { viewer } from './viewer';
import { watch } from './watch';
import { web } from './web';

/** areas holds every text a person sees, by area. */
export const areas = { app, ui, library, adding, watch, start, explore, node, ask, asking, discover, consent, sources, web, run, steer, log, report, proof, viewer, related, history, settings, limits, first, cure, trouble };
type Areas = typeof areas;

/** Key names a word: "area.key". */
export type Key = { [A in keyof Areas]: `${A}.${keyof Areas[A] & string}` }[keyof Areas];
export type Language = 'en' | 'de';
export type Fill = Record<string, string | number>;
