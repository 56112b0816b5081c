import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { binary, surroundings } from './program';

export const samples = resolve(import.meta.dirname, '../../../kb');
const question = 'Which reference level applies to radon in homes, how is it measured, and what must be done when it is exceeded?';

declare module 'vitest' {
  interface ProvidedContext {
    /** A library with the sample documents and one finished run. */
    seed: string;
  }
}

/** Makes, once, the library that most journeys begin with; each gets a copy. */
export default function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'rabbithole-journeys-'));
  const seed = join(dir, 'seed');
  const pdfs = readdirSync(samples).filter((name) => name.endsWith('.pdf'));
  const run = (...args: string[]) => execFileSync(binary, ['--home', seed, ...args], { env: { ...process.env, ...surroundings }, stdio: 'pipe' });
  run('add', ...pdfs.map((name) => join(samples, name)));
  run('research', '--yes', question);
  project.provide('seed', seed);
  return () => rmSync(dir, { recursive: true, force: true });
}
