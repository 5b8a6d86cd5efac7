import { expect, test } from 'vitest';
import { ApiError } from '../../../pwa/api/api-error.ts';
import { type CellChange, CellEdits, type CellField, cellName } from '../../../pwa/api/cell-edits.ts';

interface Row {
  id: number;
  version: number;
  name: string;
  price: number;
}

const field = (key: 'name' | 'price'): CellField<Row> => ({
  key,
  label: key,
  valueOf: (row) => row[key],
  textOf: String,
  wordsOf: String,
  question: async (value) => {
    if (value === 700) return { text: 'And its SKUs?', choices: [{ value: 'all', label: '4 SKUs too' }] };
    return value === 'ZZ-99-9' ? { text: 'New bin ZZ-99-9?' } : null;
  },
  read: (text) => {
    if (key === 'name') return { ok: true, value: text };
    return /^\d+$/.test(text) ? { ok: true, value: Number(text) } : { ok: false, message: 'No price' };
  },
});

/** Cells of three rows, and a server that stores every value unless a test makes it refuse. */
function setUp({ endsAtRow = false, givesUp = false } = {}) {
  let rows: Row[] = [1, 2, 3].map((id) => ({ id, version: 1, name: `Row ${id}`, price: id * 100 }));
  const sent: { id: number; field: string; value: unknown; version: number }[] = [];
  const messages: string[] = [];
  const reverts: unknown[] = [];
  let refuse: ((change: CellChange<Row>) => ApiError | null) | null = null;
  const edits: CellEdits<Row> = new CellEdits(
    [field('name'), field('price')],
    {
      rows: () => rows,
      write: async (change, version) => {
        const { base, value } = change;
        sent.push({ id: base.id, field: change.field.key, value, version });
        if (givesUp) return edits.givenUp(change);
        const error = refuse?.(change);
        if (error) return edits.refused(change, error);
        reverts.push(change.revert);
        const revert = change.choice === undefined ? undefined : `SKUs back from ${value}`;
        return edits.saved(change, { ...base, [change.field.key]: value, version: version + 1 }, revert);
      },
      keep: (row) => {
        rows = rows.map((one) => (one.id === row.id ? row : one));
      },
      tell: (count, isUndo, choice) => messages.push(isUndo ? 'undone' : `${count} saved${choice ? ` (${choice})` : ''}`),
      tellLeftOut: (count) => messages.push(`${count} left out`),
    },
    { endsAtRow },
  );
  const settled = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  const refuseWith = (next: typeof refuse) => {
    refuse = next;
  };
  return {
    edits,
    sent,
    messages,
    reverts,
    settled,
    refuseWith,
    prices: () => rows.map(({ price }) => price),
    cell: (id: number, key = 'price') => cellName(id, key),
  };
}

test('Enter moves down and ends at the last row; Tab moves to the next column, and from the last column to the next row', () => {
  const { edits, cell } = setUp();
  edits.open(cell(2));
  expect(edits.commit(cell(2), 'down')).toBe(cell(3));
  expect(edits.commit(cell(3), 'down')).toBeNull();
  edits.open(cell(1, 'name'));
  expect(edits.commit(cell(1, 'name'), 'next')).toBe(cell(1));
  expect(edits.commit(cell(1), 'next')).toBe(cell(2, 'name'));
  expect(edits.commit(cell(2, 'name'), 'previous')).toBe(cell(1));
  expect(edits.commit(cell(1), 'stay')).toBeNull();
  expect(edits.active()).toBeNull();
});

test('an unchanged text is not sent, and an invalid text stays open with its message', async () => {
  const { edits, cell, sent, settled } = setUp();
  edits.open(cell(1));
  edits.commit(cell(1), 'stay');
  edits.open(cell(1));
  edits.type(cell(1), '1e3');
  expect(edits.commit(cell(1), 'down')).toBe(cell(1));
  expect(edits.active()).toBe(cell(1));
  expect(edits.isDirty()).toBe(true);
  expect(edits.notes().get(1)).toMatchObject([{ text: '1e3', message: 'No price' }]);
  edits.cancel(cell(1));
  await settled();
  expect([sent, edits.notes().size, edits.isDirty()]).toEqual([[], 0, false]);
});

test('a pasted block fills cells to the right and downwards, skips empty cells and lists the values for which there is no row', async () => {
  const { edits, cell, sent, messages, settled, prices } = setUp();
  edits.paste(cell(2, 'name'), 'New\t250\n\tx\nLost\t1\n');
  await settled();
  expect(sent).toEqual([
    { id: 2, field: 'name', value: 'New', version: 1 },
    { id: 2, field: 'price', value: 250, version: 2 },
  ]);
  expect(prices()).toEqual([100, 250, 300]);
  expect(edits.cell(cell(3))).toMatchObject({ is: 'draft', text: 'x', message: 'No price' });
  expect(messages).toEqual(['1 left out', '2 saved']);
  expect(edits.undoable()).toBe(2);
  edits.undo();
  await settled();
  expect(prices()).toEqual([100, 200, 300]);
  expect(edits.undoable()).toBe(0);
  expect(messages.at(-1)).toBe('undone');
});

test('a change is sent again if somebody else changed another field, and waits for a decision if they changed the same field', async () => {
  const { edits, cell, sent, settled, refuseWith, prices } = setUp();
  const staleWith = (current: Row) => new ApiError(409, { code: 'stale_version', current });
  const type = (text: string) => {
    edits.open(cell(1));
    edits.type(cell(1), text);
    edits.commit(cell(1), 'stay');
  };
  refuseWith(({ base }) => (base.version === 1 ? staleWith({ id: 1, version: 5, name: 'Theirs', price: 100 }) : null));
  type('150');
  await settled();
  expect(sent.map(({ version }) => version)).toEqual([1, 5]);
  expect(prices()[0]).toBe(150);

  refuseWith(({ base }) => (base.version === 6 ? staleWith({ id: 1, version: 9, name: 'Theirs', price: 170 }) : null));
  type('160');
  await settled();
  expect(edits.cell(cell(1))).toMatchObject({ is: 'stale', text: '160' });
  expect(edits.notes().get(1)).toMatchObject([{ theirs: '170', text: '160' }]);
  edits.saveMine(cell(1));
  await settled();
  expect(sent.at(-1)).toMatchObject({ value: 160, version: 9 });
  expect(prices()[0]).toBe(160);
});

test('a value that the server refuses stays in its cell, and leaves nothing to undo', async () => {
  const { edits, cell, messages, settled, refuseWith, prices } = setUp();
  refuseWith(() => new ApiError(422, { message: 'Invalid', errors: { value: ['A barcode exists'] } }));
  edits.paste(cell(1), '7');
  await settled();
  expect(edits.cell(cell(1))).toMatchObject({ is: 'draft', text: '7', message: 'A barcode exists' });
  expect([messages, edits.undoable(), prices()[0]]).toEqual([[], 0, 100]);
});

test('a value that raises a question waits in its cell until it is confirmed or discarded; other cells are saved meanwhile', async () => {
  const { edits, cell, sent, messages, settled } = setUp();
  edits.paste(cell(1, 'name'), 'ZZ-99-9\nA-01\nZZ-99-9');
  await settled();
  expect(sent.map(({ id, value }) => [id, value])).toEqual([[2, 'A-01']]);
  expect(edits.notes().get(1)).toMatchObject([{ text: 'ZZ-99-9', question: { text: 'New bin ZZ-99-9?' } }]);
  expect(edits.isDirty()).toBe(true);
  edits.confirm(cell(1, 'name'));
  edits.confirm(cell(1, 'name'));
  edits.cancel(cell(3, 'name'));
  await settled();
  expect(sent.map(({ id, value }) => [id, value])).toEqual([
    [2, 'A-01'],
    [1, 'ZZ-99-9'],
  ]);
  expect([edits.notes().size, edits.isDirty(), messages]).toEqual([0, false, ['1 saved', '1 saved']]);
});

test('the answer to a question with choices is sent with the value, and an undo also reverts what the answer has changed', async () => {
  const { edits, cell, prices, settled, refuseWith, reverts, messages } = setUp();
  const choices: (string | undefined)[] = [];
  refuseWith(({ choice }) => {
    choices.push(choice);
    return null;
  });
  edits.paste(cell(1), '700\n800');
  await settled();
  expect(edits.notes().get(1)).toMatchObject([{ text: '700', question: { text: 'And its SKUs?' } }]);
  edits.confirm(cell(1), 'all');
  await settled();
  expect([choices, prices(), edits.undoable()]).toEqual([[undefined, 'all'], [700, 800, 300], 1]);
  edits.undo();
  await settled();
  expect([prices(), reverts.at(-1)]).toEqual([[100, 800, 300], 'SKUs back from 700']);
  edits.undo();
  await settled();
  expect([prices(), reverts.at(-1)]).toEqual([[100, 200, 300], undefined]);
  expect(messages).toEqual(['1 saved', '1 saved (all)', 'undone', 'undone']);
});

test('a change of a cell notifies only this cell', async () => {
  const { edits } = setUp();
  const calls: string[] = [];
  const names = [1, 2, 3].map((id) => cellName(id, 'price'));
  const ends = names.map((name) => edits.subscribeTo(name, () => void calls.push(name)));
  const newCalls = (): string[] => calls.splice(0);

  edits.open(names[0] ?? '');
  expect(newCalls()).toEqual([names[0]]);
  edits.type(names[0] ?? '', '150');
  expect(newCalls()).toEqual([names[0]]);
  edits.commit(names[0] ?? '', 'down');
  expect(newCalls()).toEqual([names[0], names[1]]);
  await expect.poll(() => edits.cell(names[0] ?? '')?.is).toBe('saved');
  expect(new Set(newCalls())).toEqual(new Set([names[0]]));
  for (const end of ends) end();
  edits.type(names[1] ?? '', '250');
  expect(newCalls()).toEqual([]);
});

test('if a change is undone while it is being sent, it is reverted once it is stored; the change made earlier is kept', async () => {
  const { edits, cell, messages, settled, prices } = setUp();
  edits.paste(cell(1), '150');
  await settled();
  edits.paste(cell(2), '250');
  expect(edits.undoable()).toBe(1);
  edits.undo();
  expect(edits.undoable(), 'the change before it').toBe(1);
  await settled();
  expect([prices(), messages]).toEqual([
    [150, 200, 300],
    ['1 saved', 'undone'],
  ]);
  edits.undo();
  await settled();
  expect(prices()).toEqual([100, 200, 300]);
});

test('a cell that a row does not have is left out by Enter, Tab and pasting, and chosen columns replace the edited ones', async () => {
  const { edits, sent, settled } = setUp();
  const odd = { ...field('name'), isFor: ({ id }: Row) => id !== 2 };
  edits.setFields([odd, field('price')]);
  expect(edits.beside(cellName(1, 'name'), 'down')).toBe(cellName(3, 'name'));
  edits.open(cellName(1, 'price'));
  expect(edits.commit(cellName(1, 'price'), 'next')).toBe(cellName(2, 'price'));
  edits.paste(cellName(1, 'name'), 'A\t110\nB\t220\nC\t330');
  await settled();
  expect(sent.map(({ id, field: key, value }) => [id, key, value])).toEqual([
    [1, 'name', 'A'],
    [1, 'price', 110],
    [2, 'price', 220],
    [3, 'name', 'C'],
    [3, 'price', 330],
  ]);
});

test('Tab, Enter and pasting pass over a hidden column, and an undo reverts what was changed in it', async () => {
  const { edits, cell, sent, settled, prices } = setUp();
  const fields = [field('name'), field('price')];
  edits.paste(cell(1), '150');
  await settled();
  edits.setFields(fields, new Set(['price']));
  edits.open(cell(1, 'name'));
  expect(edits.commit(cell(1, 'name'), 'next')).toBe(cell(2, 'name'));
  edits.paste(cell(1, 'name'), 'A\t900');
  await settled();
  expect(sent.slice(1).map(({ id, field: key, value }) => [id, key, value])).toEqual([[1, 'name', 'A']]);
  expect(prices()).toEqual([150, 200, 300]);
  edits.undo();
  edits.undo();
  await settled();
  expect(prices()).toEqual([100, 200, 300]);
  // With the price first and the name hidden, a pasted row fills the columns that are shown.
  edits.setFields([field('price'), field('name')], new Set(['name']));
  edits.paste(cell(2), '220\tNew name\n330');
  await settled();
  expect(prices()).toEqual([100, 220, 330]);
  expect(sent.filter(({ value }) => value === 'New name')).toEqual([]);
});

test('if the cells end at the row, Tab in the last cell of a row leaves the list, and Enter still moves down', () => {
  const { edits, cell } = setUp({ endsAtRow: true });
  edits.open(cell(1, 'name'));
  expect(edits.commit(cell(1, 'name'), 'next')).toBe(cell(1));
  expect(edits.commit(cell(1), 'next')).toBeNull();
  edits.open(cell(2, 'name'));
  expect(edits.commit(cell(2, 'name'), 'previous')).toBeNull();
  edits.open(cell(1));
  expect(edits.commit(cell(1), 'down')).toBe(cell(2));
});

test('an act on the whole record stores the open text first, and hears whether everything is stored', async () => {
  const { edits, cell, prices } = setUp();
  edits.open(cell(1));
  edits.type(cell(1), '950');
  expect(await edits.settled()).toBe(true);
  expect(prices()).toEqual([950, 200, 300]);
  edits.open(cell(2));
  edits.type(cell(2), 'cheap');
  expect(await edits.settled()).toBe(false);
});

test('a change that the person gives up after a question shows the stored value again, and nothing is to be undone', async () => {
  const { edits, cell, sent, prices, settled } = setUp({ givesUp: true });
  edits.open(cell(1));
  edits.type(cell(1), '950');
  edits.commit(cell(1), 'stay');
  await settled();
  expect(sent).toHaveLength(1);
  expect([edits.cell(cell(1)), edits.isDirty(), edits.isSending(), edits.undoable()]).toEqual([undefined, false, false, 0]);
  expect(prices()).toEqual([100, 200, 300]);
});
