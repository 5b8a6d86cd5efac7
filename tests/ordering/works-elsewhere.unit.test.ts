import { expect, test } from 'vitest';
import { worksElsewhere } from '../../shared/ordering/works-elsewhere.ts';

test('wearers with lines are named if they work only at sites other than the delivery site', () => {
  const site = (id: number) => ({ id, name: `Site ${id}` });
  const wearer = (id: number, ...sites: number[]) => ({ id, name: `Wearer ${id}`, sites: sites.map(site) });
  const employees = [wearer(1, 10), wearer(2, 10, 20), wearer(3, 20, 30), wearer(4), wearer(5, 30)];
  const lines = [1, 2, 3, 4].map((id) => ({ employee: { id } }));
  const named = (site_id: number | null) => worksElsewhere({ employees, lines }, site_id).map(({ id }) => id);
  expect(named(10)).toEqual([3]);
  expect(named(20)).toEqual([1]);
  expect(named(99)).toEqual([1, 2, 3]);
  expect(named(null)).toEqual([1, 2, 3]);
});
