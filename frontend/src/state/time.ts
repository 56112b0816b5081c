import { t, words, type Language } from './words.svelte';

/** duration writes milliseconds as a person would say them: "8 sec", "2 min", "1 hr 20 min". */
export function duration(ms: number, language: Language = words.language): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return unit(seconds, 'second', language);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return unit(minutes, 'minute', language);
  const rest = minutes % 60;
  const hours = unit(Math.floor(minutes / 60), 'hour', language);
  return rest ? `${hours} ${unit(rest, 'minute', language)}` : hours;
}

/** brief writes a limit of a few minutes in seconds: rounded to minutes it would say another limit. */
export const brief = (ms: number) => (ms < 300_000 ? unit(Math.round(ms / 1000), 'second') : duration(ms));

/** ticking writes milliseconds as a clock that runs: "0:41", "1:02:05". */
export function ticking(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** left writes what is still to come: "2 min left". */
export const left = (ms: number) => t('ui.left', { time: duration(ms) });

export const number = (n: number, digits = 0, language: Language = words.language) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(n);
/** score writes a relevance from 0 to 1 with two digits, so that scores stand below each other. */
export const score = (n: number) => new Intl.NumberFormat(words.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(n);
export const percent = (share: number) => new Intl.NumberFormat(words.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** compact writes large counts short: "31K" in English, "31.000" in German, as Intl does. */
export const compact = (n: number) => new Intl.NumberFormat(words.language, { notation: 'compact', maximumFractionDigits: 1 }).format(n);

/** bytes writes a size with decimal units. */
export function bytes(n: number, language: Language = words.language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  let i = 0;
  while (n >= 1000 && i < units.length - 1) {
    n /= 1000;
    i++;
  }
  return new Intl.NumberFormat(language, { style: 'unit', unit: units[i]!, unitDisplay: i ? 'short' : 'long', maximumFractionDigits: n < 10 && i ? 1 : 0 }).format(n);
}

export const date = (at: string | Date) => new Intl.DateTimeFormat(words.language, { dateStyle: 'medium' }).format(new Date(at));

/** dated is a date that a source tells of itself: as it stands there where it is no whole day. */
export const dated = (text: string) => (/^\d{4}-\d\d-\d\d/.test(text) ? date(text) : text);

export const moment = (at: string | Date) => new Intl.DateTimeFormat(words.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
export const clock = (at: string | Date) => new Intl.DateTimeFormat(words.language, { timeStyle: 'short' }).format(new Date(at));

/** ago writes how long ago something was: "2 hours ago", "yesterday"; after a week the date. */
export function ago(at: string | Date, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(words.language, { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 45) return format.format(0, 'second');
  if (size < 45 * 60) return format.format(Math.round(seconds / 60), 'minute');
  if (size < 22 * 3600) return format.format(Math.round(seconds / 3600), 'hour');
  if (size < 7 * 86400) return format.format(Math.round(seconds / 86400), 'day');
  return date(at);
}

function unit(n: number, name: 'second' | 'minute' | 'hour', language: Language = words.language): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(n);
}
