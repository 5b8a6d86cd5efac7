import { eq } from 'drizzle-orm';
import { addMonths } from '../../shared/add-months.ts';
import { allowanceFields } from '../../shared/allowances/allowance.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { createAllowance } from '../allowances/save-allowance.ts';
import { categories, employeeRoles, users } from '../db/tables/index.ts';
import type { DemoWorld } from './demo-world.ts';

/** The hours of the people who get tops by their hours, in per cent of full time, in the sequence of their ids. */
const HOURS = [100, 60, 40, 80];
/** For how many months the people who get points have worked there, in the sequence of their ids. */
const MONTHS_AT_WORK = [2, 26, 40, 15, 8, 31, 60, 22, 17, 48];

/** Set up two allowances: tops by the hours that people work, and points that people who are new get in instalments. */
export async function setUpAllowances(world: DemoWorld): Promise<void> {
  const [office] = world.staff('super');
  const [northgate, harbour] = world.people.accounts;
  if (!office || !northgate || !harbour) throw new Error('The demo needs one person of the office and two clients');
  const ctx = world.as(office);
  const today = ukDate(ctx.now);
  const year = Number(today.slice(0, 4));
  const roles = await world.db.select({ id: employeeRoles.id, name: employeeRoles.name, account_id: employeeRoles.account_id }).from(employeeRoles);
  const roleOf = (account_id: number, name: string): number => {
    const role = roles.find((one) => one.account_id === account_id && one.name === name);
    if (!role) throw new Error(`The demo has no role ${name}`);
    return role.id;
  };
  const agency = roleOf(northgate.id, 'Agency Cover');
  const nurses = roleOf(harbour.id, 'Registered Nurse');
  const [tops] = await world.db.select({ id: categories.id }).from(categories).where(eq(categories.name, 'Shirts, Polos and Sweats'));
  if (!tops) throw new Error('The demo has no category of tops');

  const peopleOf = (account: typeof northgate, role: number) =>
    account.people.filter(({ employee_role_id }) => employee_role_id === role).sort((one, other) => one.id - other.id);
  for (const [place, { id }] of peopleOf(northgate, agency).entries())
    await world.db
      .update(users)
      .set({ allowance_percent: HOURS[place % HOURS.length] ?? 100 })
      .where(eq(users.id, id));
  for (const [place, { id }] of peopleOf(harbour, nurses).entries())
    await world.db
      .update(users)
      .set({ started_on: addMonths(today, -(MONTHS_AT_WORK[place % MONTHS_AT_WORK.length] ?? 0)) })
      .where(eq(users.id, id));

  await createAllowance(
    ctx,
    northgate.id,
    allowanceFields.parse({
      name: 'Tops',
      employee_role_id: agency,
      unit: 'items',
      amount: 3,
      bands: [
        { min_percent: 1, amount: 2 },
        { min_percent: 50, amount: 2 },
        { min_percent: 80, amount: 3 },
      ],
      covers: { categories: [tops.id] },
      period_months: 12,
      anchor: 'fixed',
      starts_on: today.slice(0, 8).concat('01'),
      when_exceeded: 'warn',
    }),
  );
  await createAllowance(
    ctx,
    harbour.id,
    allowanceFields.parse({
      name: 'Uniform points',
      employee_role_id: nurses,
      unit: 'points',
      amount: 300,
      instalments: [
        { after_months: 0, amount: 60 },
        { after_months: 6, amount: 90 },
      ],
      first_period_min_months: 13,
      covers: { all: true },
      period_months: 12,
      anchor: 'fixed',
      starts_on: `${year - 3}-01-01`,
      when_exceeded: 'approve',
    }),
  );
}
