import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type AllowanceCharge, allowanceArithmetic } from '../../shared/allowances/judge-allowances.ts';
import { groupBy } from '../../shared/group-by.ts';
import { listText } from '../../shared/list-text.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Ctx } from '../core/context.ts';
import { nameToClients } from '../core/shown-person.ts';
import { among, idList } from '../db/among.ts';
import { allowances, employeeRoles, userEmployeeRoles } from '../db/tables/index.ts';
import { overAllowanceEmail } from './email-templates/over-allowance.ts';
import { queueMails } from './queue-mail.ts';

/**
 * Alert, once an order, the addresses of the roles whose allowances an order goes over with a warning. An allowance of one person alerts all roles of
 * that person.
 */
export async function mailOverAllowance(
  ctx: Ctx,
  order: { id: number; uuid: string; account_id: number },
  warned: readonly AllowanceCharge[],
): Promise<void> {
  if (!warned.length) return;
  const roles = await ctx.db
    .select({
      user_id: userEmployeeRoles.user_id,
      allowance_id: allowances.id,
      of_person: allowances.user_id,
      role_of_allowance: allowances.employee_role_id,
      role_id: employeeRoles.id,
      to: employeeRoles.budget_forced_alert_email,
    })
    .from(userEmployeeRoles)
    .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
    .innerJoin(allowances, among(allowances.id, idList(warned.map(({ allowance_id }) => allowance_id))))
    .where(
      and(
        among(userEmployeeRoles.user_id, idList(warned.map(({ employee_id }) => employee_id))),
        isNull(employeeRoles.deleted_at),
        isNotNull(employeeRoles.budget_forced_alert_email),
      ),
    );
  const alerts = warned.flatMap((charge) =>
    roles
      .filter((role) => role.allowance_id === charge.allowance_id && role.user_id === charge.employee_id)
      .filter(({ of_person, role_of_allowance, role_id }) => of_person !== null || role_of_allowance === role_id)
      .map(({ to }) => ({ to: to ?? '', charge })),
  );
  const mails = [...groupBy(alerts, ({ to }) => to)].map(([to, list]) => ({
    to,
    account_id: order.account_id,
    order_id: order.id,
    ...overAllowanceEmail({
      order_number: orderNumber(order.id),
      url: `${ctx.services.settings.public_url}/orders/${order.uuid}`,
      who: nameToClients(ctx.actor),
      employee_names: listText([...new Set(list.map(({ charge }) => charge.employee_name))]),
      arithmetic: [...new Set(list.map(({ charge }) => `${charge.employee_name}: ${allowanceArithmetic(charge)}`))],
    }),
  }));
  await queueMails(ctx, mails);
}
