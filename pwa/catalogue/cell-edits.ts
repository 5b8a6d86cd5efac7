import type { ApiError } from '../api/api-error.ts';

/** A row of a list whose cells are edited. */
export interface EditedRow {
  id: number;
  version: number;
}

/** What a typed text stands for, or what is wrong with it. */
export type CellInput = { ok: true; value: unknown } | { ok: false; message: string };

/** A column whose cells are edited. */
export interface CellField<Row> {
  /** The name of the field in the API. */
  key: string;
  label: string;
  /** Numbers are aligned to the right and typed with digits. */
  isNumber?: boolean;
  maxLength?: number;
  valueOf: (row: Row) => unknown;
  /** The value as it stands in its cell and is typed. */
  textOf: (value: unknown) => string;
  /** The value as a sentence shows it. */
  wordsOf: (value: unknown) => string;
  read: (text: string) => CellInput;
  /** What is asked before a value is stored; null where nothing is. */
  question?: (value: unknown, row: Row) => CellQuestion | null | Promise<CellQuestion | null>;
}

/** A question before a value is stored, with its possible answers; without choices it is answered by yes. */
export interface CellQuestion {
  text: string;
  choices?: readonly { value: string; label: string }[];
}

/** A change on its way to the server. */
export interface CellChange<Row> {
  number: number;
  field: CellField<Row>;
  /** The row as it was on the screen when the edit began. */
  base: Row;
  value: unknown;
  text: string;
  batch: Batch;
  isUndo: boolean;
  /** The person has said yes to its question. */
  isConfirmed?: boolean;
  /** The answer to a question with choices. */
  choice?: string | undefined;
  /** What an undo sends beside the value. */
  revert?: unknown;
}

interface Done {
  id: number;
  field: string;
  before: unknown;
  revert: unknown;
}

/** Changes that were made together, and are undone together. */
interface Batch {
  done: Done[];
  /** How many of them are not settled yet. */
  open: number;
  isUndo: boolean;
  /** The batch was undone before all of it was stored: it is taken back once it is stored. */
  isWithdrawn?: boolean;
}

/** What is shown in a cell in place of the stored value. */
export type CellState<Row> =
  | { is: 'draft'; text: string; base: Row; message?: string; question?: CellQuestion }
  | { is: 'sending'; text: string }
  | { is: 'saved' }
  | { is: 'stale'; text: string; value: unknown; now: Row; by_you: boolean };

/** Something about a row that needs the person. */
export interface CellNote {
  cell: string;
  label: string;
  text: string;
  /** What is wrong with the text. */
  message?: string;
  /** What is asked before it is stored. */
  question?: CellQuestion;
  /** The value that somebody else has given the same field. */
  theirs?: string;
  by_you?: boolean;
}

export type Direction = 'down' | 'up' | 'next' | 'previous' | 'stay';

/** How long a saved cell is marked, in milliseconds. */
const MARKED_FOR = 4000;

/** The name of a cell among all of a list. */
export const cellName = (row_id: number, field: string): string => `${row_id}:${field}`;

interface Outside<Row> {
  /** The rows on the screen in their sequence. */
  rows: () => readonly Row[];
  /** Sends a change. Its result is reported by a call of `saved` or `refused`. */
  write: (change: CellChange<Row>, version: number) => Promise<unknown>;
  /** Shows a row as it is stored now. */
  keep: (row: Row) => void;
  /** Tells the person that a batch is stored, and what a choice has done. */
  tell: (count: number, isUndo: boolean, choice?: string) => void;
  /** Tells the person that lines of what was pasted have no row. */
  tellLeftOut: (count: number) => void;
}

/**
 * The edited cells of a list, with typing, pasting and undo. They are kept outside React, so that a key press renders two cells and not the list.
 * Changes are sent one after the other. A faulty text stays in its cell, and the rest is saved.
 */
export class CellEdits<Row extends EditedRow> {
  readonly #fields: readonly CellField<Row>[];
  readonly #outside: Outside<Row>;
  readonly #cells = new Map<string, CellState<Row>>();
  /** The rows as this screen has saved them last. */
  readonly #own = new Map<number, Row>();
  readonly #listeners = new Set<() => void>();
  /** The listeners of each cell by its name: a list has hundreds of cells, of which a key press changes two. */
  readonly #cellListeners = new Map<string, Set<() => void>>();
  /** The state that the listeners were last told. */
  #last: { cells: ReadonlyMap<string, CellState<Row>>; active: string | null } = { cells: new Map(), active: null };
  readonly #batches: Batch[] = [];
  #active: string | null = null;
  #notes: ReadonlyMap<number, readonly CellNote[]> = new Map();
  #turn: Promise<unknown> = Promise.resolve();
  /** The changes that are not settled, by their number. */
  readonly #unsettled = new Set<number>();
  #lastNumber = 0;

  constructor(fields: readonly CellField<Row>[], outside: Outside<Row>) {
    this.#fields = fields;
    this.#outside = outside;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Calls the listener when this cell changes, is opened or closed. */
  subscribeTo(name: string, listener: () => void): () => void {
    const listeners = this.#cellListeners.get(name) ?? new Set();
    this.#cellListeners.set(name, listeners.add(listener));
    return () => {
      if (listeners.delete(listener) && !listeners.size) this.#cellListeners.delete(name);
    };
  }
  cell = (name: string): CellState<Row> | undefined => this.#cells.get(name);
  active = (): string | null => this.#active;
  notes = (): ReadonlyMap<number, readonly CellNote[]> => this.#notes;
  /** Whether typed text waits for the person: it is not saved, or it conflicts with somebody else's change. */
  isDirty = (): boolean => {
    for (const [name, state] of this.#cells) if (state.is === 'stale' || (state.is === 'draft' && this.#isChanged(name, state))) return true;
    return false;
  };
  /** Whether a change is on its way, or could not be sent. */
  isSending = (): boolean => this.#unsettled.size > 0;
  /** Whether the cell that is open has another text than what is stored. */
  isTyping = (): boolean => {
    const state = this.#active === null ? undefined : this.#cells.get(this.#active);
    return state?.is === 'draft' && this.#isChanged(this.#active ?? '', state);
  };
  /** How many changes the next undo takes back. */
  undoable = (): number => {
    const last = this.#batches.at(-1);
    return last ? last.done.length + last.open : 0;
  };

  /** Begins to edit a cell: with what is typed there already, with `text`, or with what is stored. */
  open(name: string, text?: string): void {
    const target = this.#find(name);
    if (!target) return;
    const { row, field } = target;
    const state = this.#cells.get(name);
    const stored = field.textOf(field.valueOf(row));
    const typed = state && 'text' in state && state.is !== 'sending' ? state.text : stored;
    this.#cells.set(name, { is: 'draft', text: text ?? typed, base: state?.is === 'stale' ? state.now : row });
    this.#active = name;
    this.#tell();
  }

  type(name: string, text: string): void {
    const state = this.#cells.get(name);
    if (state?.is !== 'draft') return;
    this.#cells.set(name, { is: 'draft', text, base: state.base });
    this.#tell();
  }

  /** Ends the edit of a cell and shows the stored value. */
  cancel(name: string): void {
    this.#cells.delete(name);
    if (this.#active === name) this.#active = null;
    this.#tell();
  }

  /**
   * Saves what is typed in a cell and goes on to another one. Where it is faulty and the person stays in the list, the cell stays open.
   * Returns the cell that is edited next; null where there is none.
   */
  commit(name: string, direction: Direction): string | null {
    const state = this.#cells.get(name);
    const target = this.#find(name);
    if (state?.is !== 'draft' || !target) return null;
    const input = target.field.read(state.text);
    if (!input.ok && this.#isChanged(name, state)) {
      this.#cells.set(name, { ...state, message: input.message });
      if (direction === 'stay') this.#active = null;
      this.#tell();
      return direction === 'stay' ? null : name;
    }
    this.#cells.delete(name);
    if (input.ok && this.#isChanged(name, state)) this.#send([{ name, field: target.field, base: state.base, value: input.value, text: state.text }]);
    const next = this.#neighbour(name, direction);
    this.#active = null;
    if (next) this.open(next);
    else this.#tell();
    return next;
  }

  /** The cell above or below. */
  beside = (name: string, direction: 'down' | 'up'): string | null => this.#neighbour(name, direction);

  /** Fills cells from this one downwards, and to the right where the text has several columns. */
  paste(name: string, text: string): void {
    const target = this.#find(name);
    if (!target) return;
    const rows = this.#outside.rows();
    const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
    const top = rows.findIndex(({ id }) => id === target.row.id);
    const firstColumn = this.#fields.indexOf(target.field);
    const typed: Typed<Row>[] = [];
    let leftOut = 0;
    for (const [place, line] of lines.entries()) {
      const row = rows[top + place];
      if (!row) leftOut += 1;
      for (const [column, part] of line.split('\t').entries()) {
        const field = this.#fields[firstColumn + column];
        if (!row || !field || part.trim() === '') continue;
        const cell = cellName(row.id, field.key);
        const input = field.read(part);
        if (!input.ok) this.#cells.set(cell, { is: 'draft', text: part.trim(), base: row, message: input.message });
        else if (input.value === field.valueOf(row)) this.#cells.delete(cell);
        else typed.push({ name: cell, field, base: row, value: input.value, text: field.textOf(input.value) });
      }
    }
    this.#active = null;
    this.#send(typed);
    this.#tell();
    if (leftOut) this.#outside.tellLeftOut(leftOut);
  }

  /** Takes back the changes that were made last, once they are stored. */
  undo(): void {
    const batch = this.#batches.pop();
    if (!batch) return;
    if (batch.open) batch.isWithdrawn = true;
    else this.#takeBack(batch);
    this.#tell();
  }

  #takeBack(batch: Batch): void {
    const rows = this.#outside.rows();
    const typed = batch.done.flatMap(({ id, field: key, before, revert }) => {
      const field = this.#fields.find((one) => one.key === key);
      const base = this.#own.get(id) ?? rows.find((row) => row.id === id);
      return field && base ? [{ name: cellName(id, key), field, base, value: before, text: field.textOf(before), revert }] : [];
    });
    this.#send(typed, true);
  }

  /** Saves the typed text of a cell once its question is answered. */
  confirm(name: string, choice?: string): void {
    const state = this.#cells.get(name);
    const target = this.#find(name);
    const input = state?.is === 'draft' ? target?.field.read(state.text) : undefined;
    if (state?.is === 'draft' && target && input?.ok)
      this.#send([{ name, field: target.field, base: state.base, value: input.value, text: state.text, isConfirmed: true, choice }]);
    this.#tell();
  }

  /** Saves the typed text over the value that somebody else has given the field. */
  saveMine(name: string): void {
    const state = this.#cells.get(name);
    const target = this.#find(name);
    if (state?.is === 'stale' && target) this.#send([{ name, field: target.field, base: state.now, value: state.value, text: state.text }]);
    this.#tell();
  }

  /** The server has stored a change. `revert` is what an undo sends to restore other values that the change has changed too. */
  saved(change: CellChange<Row>, row: Row, revert?: unknown): void {
    const { field, base, batch, isUndo } = change;
    this.#own.set(row.id, row);
    this.#outside.keep(row);
    if (!isUndo) batch.done.push({ id: row.id, field: field.key, before: field.valueOf(base), revert });
    this.#settle(change, { is: 'saved' });
    const name = cellName(row.id, field.key);
    setTimeout(() => {
      if (this.#cells.get(name)?.is !== 'saved') return;
      this.#cells.delete(name);
      this.#tell();
    }, MARKED_FOR);
  }

  /** The server has refused a change. Returns true where the cell shows the refusal, so that it needs no dialog. */
  refused(change: CellChange<Row>, error: ApiError): boolean {
    const { field, base, value, text } = change;
    if (error.code === 'stale_version' && error.current) {
      const row = { ...base, ...(error.current as object) } as Row;
      this.#own.set(row.id, row);
      this.#outside.keep(row);
      const current = field.valueOf(row);
      if (current === value) this.#settle(change, { is: 'saved' });
      else if (current === field.valueOf(base)) this.#queue({ ...change, base: row });
      else this.#settle(change, { is: 'stale', text, value, now: row, by_you: error.by_you });
      return true;
    }
    const message = error.first_messages.value;
    this.#settle(change, { is: 'draft', text, base, message: message ?? error.message });
    return message !== undefined;
  }

  #isChanged(name: string, { text, base }: { text: string; base: Row }): boolean {
    const field = this.#find(name)?.field;
    return field !== undefined && text.trim() !== field.textOf(field.valueOf(base));
  }

  #find(name: string): { row: Row; field: CellField<Row> } | null {
    const [id, key] = name.split(':');
    const row = this.#outside.rows().find((one) => one.id === Number(id));
    const field = this.#fields.find((one) => one.key === key);
    return row && field ? { row, field } : null;
  }

  #neighbour(name: string, direction: Direction): string | null {
    const target = this.#find(name);
    if (!target || direction === 'stay') return null;
    const rows = this.#outside.rows();
    const place = rows.findIndex(({ id }) => id === target.row.id);
    const column = this.#fields.indexOf(target.field);
    const step = direction === 'down' || direction === 'next' ? 1 : -1;
    if (direction === 'down' || direction === 'up') return nameOf(rows[place + step], target.field);
    const beside = this.#fields[column + step];
    return beside ? nameOf(target.row, beside) : nameOf(rows[place + step], this.#fields.at(step > 0 ? 0 : -1));
  }

  #send(typed: readonly Typed<Row>[], isUndo = false): void {
    if (!typed.length) return;
    const batch: Batch = { done: [], open: typed.length, isUndo };
    if (!isUndo) this.#batches.push(batch);
    for (const { name, ...change } of typed) {
      this.#cells.set(name, { is: 'sending', text: change.text });
      this.#lastNumber += 1;
      this.#unsettled.add(this.#lastNumber);
      this.#queue({ ...change, number: this.#lastNumber, batch, isUndo });
    }
  }

  #queue(change: CellChange<Row>): void {
    this.#turn = this.#turn.then(async () => {
      const { field, value, text, isUndo, isConfirmed } = change;
      const question = isUndo || isConfirmed ? null : await field.question?.(value, change.base);
      if (question) return this.#settle(change, { is: 'draft', text, base: change.base, question });
      const own = this.#own.get(change.base.id);
      const base = own && own.version > change.base.version && change.field.valueOf(own) === change.field.valueOf(change.base) ? own : change.base;
      return this.#outside.write({ ...change, base }, base.version);
    });
  }

  #settle({ number, field, base, text, batch, choice }: CellChange<Row>, state: CellState<Row>): void {
    const name = cellName(base.id, field.key);
    const cell = this.#cells.get(name);
    // A cell in which the person is typing again keeps its text.
    if (cell?.is === 'sending' || (cell?.is === 'draft' && this.#active !== name && cell.text === text)) this.#cells.set(name, state);
    // A change that could not be sent may be tried again.
    if (this.#unsettled.delete(number)) batch.open -= 1;
    const { done, isUndo } = batch;
    if (batch.open === 0) {
      if (!done.length && this.#batches.includes(batch)) this.#batches.splice(this.#batches.indexOf(batch), 1);
      if (batch.isWithdrawn) this.#takeBack(batch);
      else if (done.length || isUndo) this.#outside.tell(done.length, isUndo, choice);
    }
    this.#tell();
  }

  #tell(): void {
    const notes = new Map<number, CellNote[]>();
    for (const [name, state] of this.#cells) {
      const [id, key] = name.split(':');
      const field = this.#fields.find((one) => one.key === key);
      if (!field) continue;
      const about = { cell: name, label: field.label };
      const note: CellNote | null =
        state.is === 'stale'
          ? { ...about, text: field.wordsOf(state.value), theirs: field.wordsOf(field.valueOf(state.now)), by_you: state.by_you }
          : state.is === 'draft' && state.message
            ? { ...about, text: state.text, message: state.message }
            : state.is === 'draft' && state.question
              ? { ...about, text: state.text, question: state.question }
              : null;
      if (note) notes.set(Number(id), [...(notes.get(Number(id)) ?? []), note]);
    }
    if (notes.size || this.#notes.size) this.#notes = notes;
    for (const listener of [...this.#changedCells().flatMap((name) => [...(this.#cellListeners.get(name) ?? [])]), ...this.#listeners]) listener();
  }

  /** The names of the cells that have changed since the listeners were last told; records the present state as told. */
  #changedCells(): string[] {
    const { cells, active } = this.#last;
    this.#last = { cells: new Map(this.#cells), active: this.#active };
    const names = new Set([...cells.keys(), ...this.#cells.keys()].filter((name) => cells.get(name) !== this.#cells.get(name)));
    if (active !== this.#active) for (const name of [active, this.#active]) if (name !== null) names.add(name);
    return [...names];
  }
}

interface Typed<Row> {
  name: string;
  field: CellField<Row>;
  base: Row;
  value: unknown;
  text: string;
  isConfirmed?: boolean;
  choice?: string | undefined;
  revert?: unknown;
}

const nameOf = <Row extends EditedRow>(row: Row | undefined, field: CellField<Row> | undefined): string | null =>
  row && field ? cellName(row.id, field.key) : null;
