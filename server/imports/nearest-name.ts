import Fuse from 'fuse.js';

/** The name that was probably meant by a text that is none of them; undefined where none is like it. */
export function nearestName(names: readonly string[], text: string): string | undefined {
  return new Fuse(names, { threshold: 0.35, ignoreLocation: true, minMatchCharLength: 2 }).search(text, { limit: 1 })[0]?.item;
}
