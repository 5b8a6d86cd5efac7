import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { type Kit, type KitInput, kitFaults, productsOfLine } from '../../shared/kits/kit.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { lockForChange } from '../db/lock.ts';
import { employeeRoles, kitLines } from '../db/tables/index.ts';
import { isRoleOf } from '../employee-roles/employee-role-queries.ts';
import { kitOffers } from './kit-offers.ts';
import { authorizeKits, kitOf } from './kit-queries.ts';

/** Replace the kit of an employee role. People who already have it keep what they were sent. */
export async function setKit(ctx: Ctx, account_id: number, role_id: number, { lines, version }: KitInput): Promise<Kit> {
  authorizeKits(ctx, account_id);
  await lockForChange(ctx.db.select({ id: employeeRoles.id }).from(employeeRoles).where(isRoleOf(account_id, role_id)));
  const before = await kitOf(ctx, account_id, role_id);
  await enforceVersion(ctx, version, before, async () => before);
  const faults = kitFaults(lines, await kitOffers(ctx, account_id, [...new Set(lines.flatMap(productsOfLine))]));
  if (Object.keys(faults).length) throw invalid(faults);
  if (isDeepStrictEqual(lines, before.lines)) return before;
  await ctx.db.delete(kitLines).where(eq(kitLines.employee_role_id, role_id));
  if (lines.length) await ctx.db.insert(kitLines).values(lines.map((line, place) => ({ employee_role_id: role_id, line: place, ...line })));
  await ctx.db
    .update(employeeRoles)
    .set({ version: sql`${employeeRoles.version} + 1` })
    .where(eq(employeeRoles.id, role_id));
  await audit(ctx, 'employee_role.kit_changed', { type: 'employee_role', id: role_id }, { lines: before.lines }, { lines });
  return kitOf(ctx, account_id, role_id);
}
