import { pickById, type SyncRows } from '../../shared/sync/floor.ts';
import { createStore } from '../ui/store.ts';

/** A person's own notes about picks. They are stored on this tablet, survive a reload, and are deleted with the pick. Nobody else sees them. */
export interface PickNotes<Note> {
  /** The current note about this pick, which may be newer than the rendered one; the same object until it changes. */
  of: (pick_id: number) => Note;
  note: (pick_id: number, note: Note) => void;
  /** Deletes the note about a pick that is over. */
  forget: (pick_id: number) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * The notes of one kind, stored under `key` in this browser. A stored value that is not a note of this kind counts as `none`.
 * `readRows` returns the rows with the picks that are still on the floor.
 */
export function pickNotes<Note>(key: string, none: Note, isNote: (value: unknown) => value is Note, readRows: () => SyncRows): PickNotes<Note> {
  type Notes = Readonly<Record<number, Note>>;

  function readStored(): Notes {
    try {
      const storedNotes: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
      const notes = typeof storedNotes === 'object' && storedNotes !== null ? Object.entries(storedNotes) : [];
      return Object.fromEntries(notes.filter(([, note]) => isNote(note)));
    } catch {
      return {};
    }
  }

  const store = createStore<Notes>(readStored());

  /** Changes one of the stored notes. Reads all notes again first, because another tab may have changed others. Drops notes of ended picks. */
  function change(pick_id: number, note: Note | null): void {
    const { [pick_id]: _before, ...others } = { ...store.get(), ...readStored() };
    const rows = readRows();
    const remaining = Object.entries(others).filter(([id]) => pickById(rows, Number(id)));
    const notes: Notes = { ...Object.fromEntries(remaining), ...(note === null ? {} : { [pick_id]: note }) };
    store.set(notes);
    try {
      localStorage.setItem(key, JSON.stringify(notes));
    } catch {
      // Without storage the notes are lost when the tab closes.
    }
  }

  return {
    of: (pick_id) => store.get()[pick_id] ?? none,
    note: (pick_id, note) => change(pick_id, note),
    forget: (pick_id) => change(pick_id, null),
    subscribe: store.subscribe,
  };
}
