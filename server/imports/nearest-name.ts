import Fuse from 'fuse.js';

/** The known name that a text probably means; undefined if no name is similar. */
export function nearestName(names: readonly string[], text: string): string | undefined {
  return new Fuse(names, { threshold: 0.35, ignoreLocation: true, minMatchCharLength: 2 }).search(text, { limit: 1 })[0]?.item;
}
