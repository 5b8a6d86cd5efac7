import type { NewLine } from '../../shared/ordering/order-input.ts';
import { audit } from '../audit/audit.ts';
import { offerOf } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, notFound } from '../core/problem.ts';
import type { Line } from '../order-queries/line-queries.ts';
import { enforceWearers } from '../people/enforce-wearers.ts';
import { rolesOf } from './charged-role.ts';
import { enforceRoom } from './enforce-room.ts';
import { findEditable } from './find-editable.ts';
import { isWearer } from './is-wearer.ts';
import { newLineValues, storeNewLines } from './new-lines.ts';
import { offerFor, refusalWords } from './offer.ts';
import { officeCharge } from './office-charge.ts';

async function add(ctx: Ctx, uuid: string, employee_id: number, inputs: readonly NewLine[]): Promise<{ lines: Line[] }> {
  const order = await findEditable(ctx, uuid, { pieces: true });
  if (!(await isWearer(ctx, order.id, employee_id))) throw notFound();
  await enforceWearers(ctx, [employee_id], () => 'employee_id');
  await enforceRoom(ctx, order.id, inputs.length);
  const permitted = await offerFor(
    ctx,
    order,
    employee_id,
    inputs.map(({ product_id }) => product_id),
  );
  const refusedProducts = inputs.flatMap(({ product_id }) => (offerOf(permitted, product_id) ? [] : product_id));
  const wordsFor = await refusalWords(ctx, order, employee_id, refusedProducts);
  const { values, faults } = newLineValues(ctx, order, { employee_id, inputs, permitted, roles: await rolesOf(ctx, employee_id) }, wordsFor);
  if (Object.keys(faults).length) throw invalid(faults);
  const lines = await storeNewLines(ctx, order, values);
  await audit(ctx, 'order.lines_added', { type: 'order', id: order.id }, null, { employee_id, lines: inputs });
  return { lines };
}

/** Order products for one wearer of an order. Returns the new lines. */
export const addLines = (ctx: Ctx, uuid: string, employee_id: number, inputs: readonly NewLine[], force?: boolean): Promise<{ lines: Line[] }> =>
  officeCharge(ctx, uuid, { employee_id, force }, () => add(ctx, uuid, employee_id, inputs));
