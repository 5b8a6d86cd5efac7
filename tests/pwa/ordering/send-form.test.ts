import { describe, expect, test } from 'vitest';
import type { Order } from '../../../pwa/ordering/client.ts';
import { mergeReferences, referenceWords, shownReferences, typedReferences } from '../../../pwa/ordering/send-form.ts';
import { limits } from '../../../shared/limits.ts';

const order = (client_po_reference: string | null, cost_code: string | null = null) => ({ client_po_reference, cost_code }) as Order;
const valuesOf = (client_po_reference: string, cost_code = '') => ({ client_po_reference, cost_code });
const long = 'P'.repeat(limits.client_po_reference_review + 5);

describe('the references of an order that is sent from its review', () => {
  test('are sent only where somebody edited them', () => {
    expect(typedReferences(order('PO 1'), valuesOf('PO 1 '))).toEqual({});
    expect(typedReferences(order('PO 1'), valuesOf(' PO 2'))).toEqual({ client_po_reference: 'PO 2' });
    expect(typedReferences(order(null), valuesOf('', 'CC'))).toEqual({ cost_code: 'CC' });
    expect(typedReferences(order('PO 1'), valuesOf(''))).toEqual({ client_po_reference: '' });
  });

  test('are not cut where they are longer than the field shows', () => {
    expect(shownReferences(order(long)).client_po_reference).toHaveLength(limits.client_po_reference_review);
    expect(typedReferences(order(long), shownReferences(order(long)))).toEqual({});
    expect(mergeReferences(order(long), shownReferences(order(long)), order(long, 'CC'))).toEqual({ take: ['cost_code'], clashes: [] });
  });

  test('take the other person’s value where nothing was typed here', () => {
    expect(mergeReferences(order('OLD'), valuesOf('OLD'), order('THEIRS'))).toEqual({ take: ['client_po_reference'], clashes: [] });
  });

  test('conflict where both wrote different values, and not where both wrote the same', () => {
    expect(mergeReferences(order('OLD'), valuesOf('MINE', 'CC'), order('THEIRS'))).toEqual({ take: [], clashes: ['client_po_reference'] });
    expect(mergeReferences(order('OLD'), valuesOf('SAME'), order('SAME'))).toEqual({ take: [], clashes: [] });
  });

  test('are shown with their current value, and with the value that is sent instead', () => {
    expect(referenceWords('client_po_reference', 'THEIRS', undefined)).toBe('PO reference is THEIRS now.');
    expect(referenceWords('client_po_reference', 'THEIRS', 'MINE')).toBe('PO reference is THEIRS now. Yours, MINE, is sent instead.');
    expect(referenceWords('cost_code', '', 'MINE')).toBe('Cost code is empty now. Yours, MINE, is sent instead.');
    expect(referenceWords('cost_code', 'THEIRS', '')).toBe('Cost code is THEIRS now. Yours is empty, and is sent instead.');
  });
});
