/** Late is why something was given up: it took longer than anybody waits. */
export class Late extends Error {}

/** patience is how long a page or a file may take at first, in seconds; whoever asks again waits twice as long. */
export const patience = 20;

/**
 * within passes on what becomes of work, or gives it up after some seconds: late is told, and the promise rejects. Only time in which
 * somebody looks counts: a browser draws nothing in a window that nobody sees.
 */
export function within<T>(seconds: number, work: Promise<T>, late: () => void, seen = () => document.visibilityState === 'visible'): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = seconds;
    const clock = setInterval(() => {
      if (!seen() || --left > 0) return;
      clearInterval(clock);
      late();
      reject(new Late(`no answer for ${seconds} s`));
    }, 1000);
    work.then(resolve, reject).finally(() => clearInterval(clock));
  });
}
