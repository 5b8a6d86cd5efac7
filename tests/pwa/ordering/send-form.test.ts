import { describe, expect, test } from 'vitest';
import type { Order } from '../../../pwa/ordering/client.ts';
import { mergeReferences, referenceWords, shownReferences, typedReferences } from '../../../pwa/ordering/send-form.ts';
import { limits } from '../../../shared/limits.ts';

const order = (client_po_reference: string | null, cost_code: string | null = null) => ({ client_po_reference, cost_code }) as Order;
const valuesOf = (client_po_reference: string, cost_code = '') => ({ client_po_reference, cost_code });
const long = 'P'.repeat(limits.client_po_reference_review + 5);

describe('the references of an order on its review screen', () => {
  test('are sent only if a person edited them', () => {
    expect(typedReferences(order('PO 1'), valuesOf('PO 1 '))).toEqual({});
    expect(typedReferences(order('PO 1'), valuesOf(' PO 2'))).toEqual({ client_po_reference: 'PO 2' });
    expect(typedReferences(order(null), valuesOf('', 'CC'))).toEqual({ cost_code: 'CC' });
    expect(typedReferences(order('PO 1'), valuesOf(''))).toEqual({ client_po_reference: '' });
  });

  test('that are too long for their field are shown shortened, but stay complete in the order', () => {
    expect(shownReferences(order(long)).client_po_reference).toHaveLength(limits.client_po_reference_review);
    expect(typedReferences(order(long), shownReferences(order(long)))).toEqual({});
    expect(mergeReferences(order(long), shownReferences(order(long)), order(long, 'CC'))).toEqual({ take: ['cost_code'], clashes: [] });
  });

  test('take the value that another person has saved if this person has typed nothing', () => {
    expect(mergeReferences(order('OLD'), valuesOf('OLD'), order('THEIRS'))).toEqual({ take: ['client_po_reference'], clashes: [] });
  });

  test('conflict only if two people wrote different values', () => {
    expect(mergeReferences(order('OLD'), valuesOf('MINE', 'CC'), order('THEIRS'))).toEqual({ take: [], clashes: ['client_po_reference'] });
    expect(mergeReferences(order('OLD'), valuesOf('SAME'), order('SAME'))).toEqual({ take: [], clashes: [] });
  });

  test('are named with their new value if somebody else changed them, and with the person’s own value if that is sent instead', () => {
    expect(referenceWords('client_po_reference', 'THEIRS', undefined)).toBe('PO reference is THEIRS now.');
    expect(referenceWords('client_po_reference', 'THEIRS', 'MINE')).toBe('PO reference is THEIRS now. Yours, MINE, is sent instead.');
    expect(referenceWords('cost_code', '', 'MINE')).toBe('Cost code is empty now. Yours, MINE, is sent instead.');
    expect(referenceWords('cost_code', 'THEIRS', '')).toBe('Cost code is THEIRS now. Yours is empty, and is sent instead.');
  });
});
