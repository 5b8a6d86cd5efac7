import { type ComponentType, lazy } from 'react';

/** A part of the screen in a file of its own. */
export interface Part<Props> {
  Part: ComponentType<Props>;
  /** Loads it before it is rendered, so that it shows at once when it is. */
  preload: () => Promise<void>;
}

/** A part that is loaded when it is first rendered, below a `Suspense`, or ahead of that. */
export function partOf<Props extends object>(fetchPart: () => Promise<{ default: ComponentType<Props> }>): Part<Props> {
  let Drawn: ComponentType<Props> | null = null;
  const Lazy = lazy(fetchPart) as ComponentType<Props>;
  const preload = async (): Promise<void> => {
    const fetched = (await fetchPart()).default;
    Drawn ??= fetched;
  };
  /** A component keeps the type with which its first render began. */
  const Part = (props: Props) => {
    Drawn ??= Lazy;
    return <Drawn {...props} />;
  };
  return { Part, preload };
}
