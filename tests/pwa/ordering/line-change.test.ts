import { expect, test } from 'vitest';
import type { Line } from '../../../pwa/ordering/client.ts';
import { type ChosenLine, lineChange } from '../../../pwa/ordering/line-change.ts';

const line = {
  product_id: 7,
  variation_colour: null,
  qty_requested: 2,
  notes: null,
  decoration: 'Left chest logo',
  budget_employee_role_id: 3,
  version: 5,
} as Line;
const same: ChosenLine = {
  product_id: 7,
  isUnsized: false,
  variation_colour: null,
  quantity: 2,
  decoration: 'Left chest logo',
  notes: '',
  role: '3',
};

test('an unchanged line sends only its version', () => {
  expect(lineChange(line, same, 'all')).toEqual({ version: 5 });
});

test('each changed field of a line is sent', () => {
  expect(lineChange(line, { ...same, quantity: 4, notes: 'Long sleeves', decoration: '', role: '9' }, 'all')).toEqual({
    qty_requested: 4,
    notes: 'Long sleeves',
    decoration: '',
    budget: 9,
    version: 5,
  });
});

test('if the usual role is chosen again for a line, no budget is sent', () => {
  expect(lineChange(line, { ...same, role: '' }, 'all')).toEqual({ version: 5 });
});

test('a newly chosen size is sent, together with the fact that a size is selected', () => {
  expect(lineChange(line, { ...same, product_id: 8 }, 'all')).toEqual({ product_id: 8, is_size_selected: true, version: 5 });
});

test('if the wearer is to choose the size of a line, the change of the line contains the chosen colour', () => {
  const unsized = { ...same, product_id: 1, isUnsized: true, variation_colour: 'Navy' };
  expect(lineChange(line, unsized, 'all')).toEqual({ product_id: 1, is_size_selected: false, variation_colour: 'Navy', version: 5 });
  expect(lineChange({ ...line, product_id: 1, variation_colour: 'Black' } as Line, unsized, 'all')).toMatchObject({ variation_colour: 'Navy' });
});

test('for a line on a submitted order, only the size is sent', () => {
  expect(lineChange(line, { ...same, product_id: 8, quantity: 4, notes: 'Long sleeves', decoration: '', role: '9' }, 'size')).toEqual({
    product_id: 8,
    is_size_selected: true,
    version: 5,
  });
});
