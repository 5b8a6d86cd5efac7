import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PickNotes, pickNotes } from '../../../pwa/offline/pick-notes.ts';
import { noRows } from '../../../shared/sync/floor.ts';
import type { PickRow } from '../../../shared/sync/rows.ts';

const key = 'notes';
const storage = new Map<string, string>();
/** Notes as a newly loaded page has them. */
const loadNotes = (): PickNotes<readonly number[]> =>
  pickNotes<readonly number[]>(
    key,
    [],
    (value): value is number[] => Array.isArray(value),
    () => rows,
  );

let rows = noRows();
/** Puts these picks, and no others, on the floor. */
function floorWith(...ids: number[]): void {
  rows = { ...noRows(), pick: new Map(ids.map((id) => [String(id), { id } as PickRow])) };
}

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the notes of a pick survive a reload, and are deleted when the pick is closed', () => {
  floorWith(1, 2);
  const notes = loadNotes();
  notes.note(1, [7, 8]);
  notes.note(2, [9]);
  expect([loadNotes().of(1), loadNotes().of(2), loadNotes().of(3)]).toEqual([[7, 8], [9], []]);
  notes.forget(1);
  expect([notes.of(1), loadNotes().of(1), loadNotes().of(2)]).toEqual([[], [], [9]]);
  expect(JSON.parse(storage.get(key) ?? '')).toEqual({ 2: [9] });
});

test('the notes of a pick that has left the floor are deleted when the next note is written', () => {
  floorWith(1, 2);
  const notes = loadNotes();
  notes.note(1, [7]);
  floorWith(2);
  notes.note(2, [9]);
  expect(JSON.parse(storage.get(key) ?? '')).toEqual({ 2: [9] });
});

test('a tab that writes a note keeps the notes of another tab', () => {
  floorWith(1, 2);
  const [one, two] = [loadNotes(), loadNotes()];
  one.note(1, [7]);
  two.note(2, [9]);
  expect(JSON.parse(storage.get(key) ?? '')).toEqual({ 1: [7], 2: [9] });
});

test('unreadable notes count as no notes', () => {
  floorWith(1);
  storage.set(key, '{"1": "all", "2": [3]}');
  expect([loadNotes().of(1), loadNotes().of(2)]).toEqual([[], [3]]);
  storage.set(key, 'no notes');
  expect(loadNotes().of(1)).toEqual([]);
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  const notes = loadNotes();
  notes.note(1, [4]);
  expect(notes.of(1)).toEqual([4]);
});

test.each(['null', '7', '"all"', '[]'])('stored notes that are %s count as no notes', (text) => {
  floorWith(1);
  storage.set(key, text);
  const notes = loadNotes();
  expect(notes.of(1)).toEqual([]);
  notes.note(1, [4]);
  expect(loadNotes().of(1)).toEqual([4]);
});

test('if storage holds a text instead of the notes of all picks, there are no notes', () => {
  storage.set(key, '"all"');
  const notes = pickNotes<string>(key, 'none', (value): value is string => typeof value === 'string', noRows);
  expect(notes.of(1)).toBe('none');
});

test('a new note is shown at once, and reading a note returns the same object until the note changes', () => {
  floorWith(1);
  const notes = loadNotes();
  const none = notes.of(1);
  expect(notes.of(2)).toBe(none);
  const updates: (readonly number[])[] = [];
  const unfollow = notes.subscribe(() => updates.push(notes.of(1)));
  const note = [7];
  notes.note(1, note);
  expect(notes.of(1)).toBe(note);
  unfollow();
  notes.forget(1);
  expect(updates).toEqual([[7]]);
});

test('if the browser has no storage, the notes last as long as the page', () => {
  floorWith(1);
  vi.stubGlobal('localStorage', undefined);
  const notes = loadNotes();
  notes.note(1, [4]);
  expect([notes.of(1), loadNotes().of(1)]).toEqual([[4], []]);
});
