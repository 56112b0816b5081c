import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * scripted starts the scripted model of the engine's own tests, which speaks Ollama's API on a port of its own; it returns what a program has to be told.
 * With '-hold' a step is held in the middle, for a test to look at, until go, and again after hold.
 */
export async function scripted(...args: string[]): Promise<{ env: Record<string, string>; go: () => void; hold: () => void; end: () => Promise<void> }> {
  const child = spawn(process.env.GO ?? 'go', ['run', './backend/fake/model', ...args], { cwd: resolve(import.meta.dirname, '../../..'), stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`the scripted model ended (${child.exitCode}): ${said}`);
  return {
    env: { RABBITHOLE_ENGINE: 'ollama', OLLAMA_HOST: String(line[0]) },
    go: () => void child.stdin.write('go\n'),
    hold: () => void child.stdin.write('hold\n'),
    end: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
