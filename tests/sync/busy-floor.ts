import { fillFloor } from './fill-floor.ts';
import { type Floor, floor } from './tablet.ts';

/** A floor with `size` orders of `lines` lines, in a new world or in an existing one. */
export async function busyFloor(size: number, lines = 10, here?: Floor) {
  const on = here ?? (await floor());
  const account_id = (await on.account({ name: 'Northgate Facilities' })).id;
  const site = await on.site(account_id, { name: 'Leeds Depot', reference_1: 'NG-LDS' });
  const { parent } = await on.style([], { name: 'Heavyweight Polo Shirt' });
  const created_at = on.now();
  return { ...on, ...(await on.database.unitOfWork((db) => fillFloor(db, { account_id, site, style_id: parent.id, created_at }, size, lines))) };
}
