/** Phase is a part of the work, and how it stands. */
export interface Phase<N extends string = string> {
  name: N;
  state: 'done' | 'now' | 'todo';
}

/** upTo says how the phases stand while one of them is gone through. */
export const upTo = <N extends string>(names: readonly N[], at: number) => names.map((name, i): Phase<N> => ({ name, state: i < at ? 'done' : i === at ? 'now' : 'todo' }));
