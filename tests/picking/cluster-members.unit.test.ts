import { expect, test } from 'vitest';
import { limits } from '../../shared/limits.ts';
import { clusterAfterStart, memberState } from '../../shared/picking/cluster-members.ts';
import type { PickFacts } from '../../shared/picking/pick-facts.ts';
import { toteColour, toteName } from '../../shared/picking/tote-places.ts';

const pick = (facts: Partial<PickFacts>): PickFacts => ({ state: 'picking', picker: { id: 1, name: 'Ann' }, is_frozen: false, ...facts });
const place = { id: 'c1', position: 3 };

test('only an order that its picker picks now is in the walk; each other order says why it is not', () => {
  expect(memberState(pick({}), 1)).toBe('walking');
  expect(memberState(pick({ state: 'paused' }), 1)).toBe('paused');
  expect(memberState(pick({ state: 'released', picker: null }), 1)).toBe('released');
  expect(memberState(pick({}), 2)).toBe('elsewhere');
  expect(memberState(pick({ is_frozen: true }), 1)).toBe('held');
  expect(memberState(pick({ state: 'picked' }), 1)).toBe('complete');
});

test('a pick that somebody claims without a cluster is picked alone; a picker who starts again stays in the cluster', () => {
  expect(clusterAfterStart({ picker: null, cluster: place }, 1, undefined)).toBeNull();
  expect(clusterAfterStart({ picker: { id: 1, name: 'Ann' }, cluster: place }, 1, undefined)).toEqual(place);
  expect(clusterAfterStart({ picker: null, cluster: null }, 1, place)).toEqual(place);
});

test('each position of the trolley has its own colour', () => {
  const colours = Array.from({ length: limits.cluster_orders }, (_, index) => toteColour(index + 1));
  expect(new Set(colours).size).toBe(limits.cluster_orders);
  expect(toteName(5)).toBe('tote 5 Teal');
});
