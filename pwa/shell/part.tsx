import { type ComponentType, lazy } from 'react';

/** A part of the screen in a file of its own. */
export interface Part<Props> {
  Part: ComponentType<Props>;
  /** Loads the part ahead of its first rendering, so that the part is then shown at once. */
  preload: () => Promise<void>;
}

/** A part that is loaded when it is first rendered, inside a `Suspense`, or earlier by `preload`. */
export function partOf<Props extends object>(fetchPart: () => Promise<{ default: ComponentType<Props> }>): Part<Props> {
  let Drawn: ComponentType<Props> | null = null;
  const Lazy = lazy(fetchPart) as ComponentType<Props>;
  const preload = async (): Promise<void> => {
    const fetched = (await fetchPart()).default;
    Drawn ??= fetched;
  };
  /** Keeps the component type of the first render, even if the part is loaded afterwards. */
  const Part = (props: Props) => {
    Drawn ??= Lazy;
    return <Drawn {...props} />;
  };
  return { Part, preload };
}
