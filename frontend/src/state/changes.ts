import { onConnection, stream } from '../backend';

/** whenever reads anew what an event of a kind says has changed, and when the program is back after nobody could hear it. It returns how to stop. */
export function whenever(kind: string, read: () => void): () => void {
  const stops = [stream.watch((batch) => batch.some((event) => event.kind === kind) && read()), onConnection((up) => up && read())];
  return () => stops.forEach((stop) => stop());
}
