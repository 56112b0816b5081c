/** Fault is a failure a person can act on: what happened, its kind, and what to do. */
export class Fault extends Error {
  override readonly name = 'Fault';
  constructor(
    message: string,
    readonly kind = '',
    readonly hint = '',
    /** reason names a failure that the interface has words of its own for. */
    readonly reason = '',
    /** here is set when the page says it, in the person's language, not the engine. */
    readonly here = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** from reads the error of a bound call, whose message is {"message","kind","hint"}; any other error keeps its message. */
  static from(error: unknown): Fault {
    if (error instanceof Fault) return error;
    const text = error instanceof Error ? error.message : String(error ?? '');
    try {
      const told: unknown = JSON.parse(text);
      if (told && typeof told === 'object' && 'message' in told) {
        const { message, kind, hint, reason, here } = told as Record<string, unknown>;
        return new Fault(word(message), word(kind), word(hint), word(reason), here === true, { cause: error });
      }
    } catch {
      // Not JSON: an error of the page itself, whose message is all there is.
    }
    return new Fault(text, '', '', '', true, { cause: error });
  }
}

const word = (value: unknown) => (typeof value === 'string' ? value : '');

/** guarded gives the same calls, rejecting with a Fault. */
export function guarded<A extends object>(api: A): A {
  const calls = Object.entries(api).map(([name, call]: [string, (...args: unknown[]) => unknown]) => {
    const guardedCall = async (...args: unknown[]) => {
      try {
        return await call(...args);
      } catch (error) {
        throw Fault.from(error);
      }
    };
    return [name, guardedCall];
  });
  return Object.fromEntries(calls) as A;
}
