import { type ComponentType, lazy } from 'react';

/** A part of the screen in a file of its own. */
export interface Part<Props> {
  Part: ComponentType<Props>;
  /** Fetches it before it is drawn, so that it is there at once when it is. */
  ahead: () => Promise<void>;
}

/** A part that is fetched when it is first drawn, below a `Suspense`, or ahead of that. */
export function partOf<Props extends object>(fetchPart: () => Promise<{ default: ComponentType<Props> }>): Part<Props> {
  let Drawn: ComponentType<Props> | null = null;
  const Lazy = lazy(fetchPart) as ComponentType<Props>;
  const ahead = async (): Promise<void> => {
    const fetched = (await fetchPart()).default;
    Drawn ??= fetched;
  };
  /** What was begun to be drawn stays what it is. */
  const Part = (props: Props) => {
    Drawn ??= Lazy;
    return <Drawn {...props} />;
  };
  return { Part, ahead };
}
