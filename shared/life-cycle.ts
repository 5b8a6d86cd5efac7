/** A life cycle: its states, and for each the states that may follow it. Nothing follows the last ones. */
export type LifeCycle<State extends string> = Readonly<Record<State, { readonly next: readonly State[] }>>;

/** The same life cycle with its exact type; what follows a state has to be a state of it. */
export const lifeCycle = <const Cycle extends { readonly [State in keyof Cycle]: { readonly next: readonly (keyof Cycle)[] } }>(
  cycle: Cycle,
): Cycle => cycle;

/** The states of a life cycle, in its order. */
export const statesOf = <State extends string>(cycle: LifeCycle<State>): [State, ...State[]] => Object.keys(cycle) as [State, ...State[]];

/** Whether a state may follow another one at once. */
export const mayFollow = <State extends string>(cycle: LifeCycle<State>, from: State, to: State): boolean => cycle[from].next.includes(to);

/** Whether a record in one state can reach the other state later. */
export function canBecome<State extends string>(cycle: LifeCycle<State>, from: State, to: State): boolean {
  const reached = new Set<State>([from]);
  for (const state of reached) for (const next of cycle[state].next) reached.add(next);
  return reached.has(to);
}

/** Each step that a life cycle allows, as `from to`. */
export const stepsOf = <State extends string>(cycle: LifeCycle<State>): string[] =>
  statesOf(cycle).flatMap((from) => cycle[from].next.map((to) => `${from} ${to}`));
