import type { StaffRow } from '../../shared/sync/rows.ts';
import { session } from '../session/store.ts';
import { mayLeave } from '../ui/leave-guard.ts';
import { changeSession } from './durable-session.ts';
import type { PinAnswer } from './people.ts';
import { openTablet } from './this-tablet.ts';
import { people } from './this-tablet-people.ts';

/** A person who can take over this tablet with their PIN. */
export type PersonWithPin = StaffRow & { pin_hash: string };

/** The people whose PIN this tablet can check. */
export const knownHere = (staff: Iterable<StaffRow>): PersonWithPin[] => [...staff].filter((row): row is PersonWithPin => Boolean(row.pin_hash));

/**
 * Locks the tablet until somebody enters their PIN. It does not lock if nobody could unlock it: `no_pin` if the tablet knows no PIN,
 * `not_secure` over plain http, where a PIN cannot be checked. `stayed`: the person chose to stay because of unsaved changes.
 */
export async function lockTablet(): Promise<'locked' | 'stayed' | 'no_pin' | 'not_secure'> {
  if (!window.isSecureContext) return 'not_secure';
  const engine = await openTablet();
  if (knownHere(engine.screens.get().floor.rows.staff.values()).length === 0) return 'no_pin';
  if (!(await mayLeave())) return 'stayed';
  await engine.settled();
  const current = session.get();
  if (current) await changeSession({ ...current, is_locked: true });
  return 'locked';
}

/** Unlocks the tablet for this person if the PIN is right. */
export async function unlockTablet(person: PersonWithPin, digits: string): Promise<PinAnswer> {
  const answer = await people().tryPin(person, digits);
  const current = session.get();
  if (answer.ok && current) {
    const { id, name } = person;
    const { at_work: _before, is_locked: _was, ...own } = current;
    await changeSession(id === own.who.user.id ? own : { ...own, at_work: { id, name } });
  }
  return answer;
}

/** The time at which this person's PIN can be tried again; null if it can be tried now. */
export const waitsUntil = (id: number): Promise<string | null> => people().waitsUntil(id);
