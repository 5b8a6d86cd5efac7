import { readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Rolldown } from 'vite';

/** The cost of one more file for a screen, in bytes of unminified code: a tablet takes as long to load the file as to load so many bytes. */
const FILE_COST = 15_000;
/** The most code that a screen may load without needing it, as a share of the code that it needs. */
const MAX_SURPLUS = 0.1;
/** How much the loading of a first screen counts in a merge. */
const FIRST_WEIGHT = 100;
/** The screens that can be the first to load, so that people wait for them. The limits of these screens are in `scripts/bundle-size.mjs`. */
const firstScreens = ['/sign-in', '/admin/picking/orders'];

/** A file of the app. */
type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds' | 'code' | 'isEntry'>;

interface Screen {
  /** How much the loading of this screen counts in a merge: `FIRST_WEIGHT` for a first screen, 2 for a screen of the floor, else 1. */
  weight: number;
  /** The bytes that the screen needs. */
  bytes: number;
  /** The bytes that the screen loads but does not need. */
  surplus: number;
}

/** Modules that are loaded as one file, the main one last. */
interface Group {
  modules: readonly string[];
  bytes: number;
  /** The screens that load this group. */
  screens: Set<Screen>;
  /** The groups that this group imports. */
  needs: Set<Group>;
  /** True if the group holds a screen's own module: such a group is not merged. */
  isOwn: boolean;
}

interface Pair {
  halves: readonly [Group, Group];
  gain: number;
  /** Whether a first screen loads both groups. Such pairs are merged before others, while no screen has loaded code that it does not need. */
  isFirst: boolean;
}

/** A file, and all that it imports. */
function closureOf<File>(file: File, importsOf: (file: File) => Iterable<File>, closure = new Set<File>()): Set<File> {
  if (closure.has(file)) return closure;
  closure.add(file);
  for (const imported of importsOf(file)) closureOf(imported, importsOf, closure);
  return closure;
}
const withNeeds = (group: Group): Set<Group> => closureOf(group, ({ needs }) => needs);

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

/** Whether `one` needs `other` through a third group. A merge of the two and the third group would then need each other. */
const isApart = (one: Group, other: Group): boolean => [...one.needs].some((group) => group !== other && withNeeds(group).has(other));

/** The saving of a merge of two groups, minus its cost for the screens that load only one of them. */
const savingOf = ([one, other]: Pair['halves']): number =>
  sum([...one.screens].map((screen) => (other.screens.has(screen) ? screen.weight * FILE_COST : -screen.weight * other.bytes))) -
  sum([...other.screens].map((screen) => (one.screens.has(screen) ? 0 : screen.weight * one.bytes)));

/** The screens that load only one of two groups, each with the groups that a merge adds: the other group, and all groups that it needs. */
function addedBy([one, other]: Pair['halves']): [Screen, Group[]][] {
  const missing = (half: Group, rest: Group): [Screen, Group[]][] => {
    const needs = [...withNeeds(rest)];
    const screens = [...half.screens].filter((screen) => !rest.screens.has(screen));
    return screens.map((screen) => [screen, needs.filter((group) => !group.screens.has(screen))]);
  };
  return [...missing(one, other), ...missing(other, one)];
}

/** The gain of merging two groups; 0 if they cannot be merged. */
function gainOf(halves: Pair['halves'], added: readonly [Screen, Group[]][]): number {
  const [one, other] = halves;
  const isTooMuch = added.some(([{ surplus, bytes }, groups]) => surplus + sum(groups.map((group) => group.bytes)) > MAX_SURPLUS * bytes);
  if (isTooMuch || isApart(one, other) || isApart(other, one)) return 0;
  const others = added.map(([{ weight }, groups]) => weight * sum(groups.map((group) => (halves.includes(group) ? 0 : group.bytes + FILE_COST))));
  return savingOf(halves) - sum(others);
}

/** Replaces two groups with one that has the modules of both. */
function mergeHalves(groups: Set<Group>, halves: Pair['halves']): Group {
  const [smaller, larger] = halves.toSorted((one, other) => one.bytes - other.bytes) as [Group, Group];
  const merged: Group = {
    modules: [...smaller.modules, ...larger.modules],
    bytes: smaller.bytes + larger.bytes,
    screens: new Set([...smaller.screens, ...larger.screens]),
    needs: new Set([...smaller.needs, ...larger.needs].filter((group) => !halves.includes(group))),
    isOwn: false,
  };
  for (const half of halves) groups.delete(half);
  for (const { needs } of groups) if (halves.filter((half) => needs.delete(half)).length > 0) needs.add(merged);
  groups.add(merged);
  return merged;
}

const isOfFirstScreen = ({ screens }: Group): boolean => [...screens].some(({ weight }) => weight === FIRST_WEIGHT);
const isBetter = (one: Pair, other: Pair): boolean => (one.isFirst === other.isFirst ? one.gain > other.gain : one.isFirst);

/**
 * Merges groups, two at a time, those of the first screens before others and the pair with the largest gain first, until merging gains nothing more.
 * Returns the groups that are left.
 */
function mergeGroups(groups: Set<Group>): Set<Group> {
  let pairs: Pair[] = [];
  const addPairs = (news: Iterable<Group>): void => {
    const others = new Set(groups);
    for (const one of news) {
      others.delete(one);
      for (const other of one.isOwn ? [] : others) {
        if (other.isOwn) continue;
        const gain = savingOf([one, other]);
        if (gain > 0) pairs.push({ halves: [one, other], gain, isFirst: [one, other].every(isOfFirstScreen) });
      }
    }
  };
  addPairs(groups);
  while (pairs.length > 0) {
    const best = pairs.reduce((one, other) => (isBetter(other, one) ? other : one));
    const added = addedBy(best.halves);
    const gain = gainOf(best.halves, added);
    // The pair's first gain leaves out the groups that further screens would have to load after this merge.
    if (gain < best.gain) {
      best.gain = gain;
      if (gain <= 0) pairs = pairs.filter((pair) => pair !== best);
      continue;
    }
    const changed = new Set<Group>(best.halves);
    for (const [screen, loads] of added)
      for (const group of loads) {
        group.screens.add(screen);
        screen.surplus += group.bytes;
        changed.add(group);
      }
    pairs = pairs.filter(({ halves }) => !halves.some((half) => changed.has(half)));
    const merged = mergeHalves(groups, best.halves);
    addPairs([merged, ...[...changed].filter((group) => groups.has(group))]);
  }
  return groups;
}

/**
 * Groups modules into files by the screens that need them: returns the name of the file for each module that several screens
 * share. `chunks` are those of a build in which each file holds what the same screens need. A screen's own modules stay in its own file.
 */
export function shareChunks(pwa: string, chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  const files = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])));
  const importsOf = ({ imports }: Chunk): Chunk[] => imports.flatMap((name) => files.get(name) ?? []);
  const loads = (...roots: Chunk[]): Set<Chunk> => roots.reduce((all, root) => closureOf(root, importsOf, all), new Set<Chunk>());
  const first = loads(...chunks.filter(({ isEntry }) => isEntry));
  const queries = chunkOf.get(join(pwa, 'api/with-queries.tsx'));
  if (!queries) throw new Error('No file holds api/with-queries.tsx');

  const groups = new Map<Chunk, Group>();
  for (const row of readFileSync(join(pwa, 'routes.tsx'), 'utf8').split("path: '").slice(1)) {
    const own = chunkOf.get(join(pwa, /import\('([^']+)'\)/.exec(row)?.[1] ?? ''));
    if (!own) continue;
    const loaded = loads(own, ...(row.includes('reads_device_only') ? [] : [queries]));
    const weight = firstScreens.some((path) => row.startsWith(`${path}'`)) ? FIRST_WEIGHT : row.includes("layout: 'floor'") ? 2 : 1;
    const screen: Screen = { weight, bytes: sum([...new Set([...loaded, ...first])].map(({ code }) => code.length)), surplus: 0 };
    for (const chunk of loaded) {
      if (first.has(chunk)) continue;
      const group = groups.get(chunk) ?? { modules: chunk.moduleIds, bytes: chunk.code.length, screens: new Set(), needs: new Set(), isOwn: false };
      groups.set(chunk, group);
      group.screens.add(screen);
      group.isOwn ||= chunk === own;
    }
  }
  for (const [chunk, group] of groups) group.needs = new Set(importsOf(chunk).flatMap((needed) => groups.get(needed) ?? []));
  const shared = mergeGroups(new Set(groups.values()));

  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { modules, screens, isOwn } of shared) {
    if (isOwn || screens.size === 1) continue;
    const { name } = parse(modules.at(-1) ?? '');
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    for (const id of modules) names.set(id, count === 0 ? name : `${name}-${count}`);
  }
  return names;
}
