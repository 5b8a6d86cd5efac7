import { and, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, type Problem } from '../core/problem.ts';
import { isDuplicateIn } from '../db/faults.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { users } from '../db/tables/index.ts';

interface Holder {
  /** Undefined while the person is being added. */
  id?: number | undefined;
  /** Null for the provider's own people. */
  account_id: number | null;
}

/** The condition for a person of a company, or of the provider if `account_id` is null. */
export const isOfCompany = (account_id: number | null): SQL => (account_id === null ? isNull(users.account_id) : eq(users.account_id, account_id));

export const numberTaken = (): Problem => invalid({ employee_number: messages.number_taken });

/** Refuses an employee number that another person of the company has, ignoring case. Archived people do not count. */
export async function enforceFreeNumber({ db }: Pick<Ctx, 'db'>, { id, account_id }: Holder, number: string | null | undefined): Promise<void> {
  if (!number) return;
  const isOther = id === undefined ? undefined : ne(users.id, id);
  const isSame = eq(keyColumn(users.employee_number), foldedKey(number));
  if (await db.$count(users, and(isOfCompany(account_id), isSame, isNull(users.deleted_at), isOther))) throw numberTaken();
}

/** Turns the error of a change into the refusal for an employee number that somebody else took at the same time. */
export function refuseTakenNumber(error: unknown): never {
  throw isDuplicateIn(error, 'users_number') ? numberTaken() : error;
}
