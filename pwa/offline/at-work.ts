import { keepSession, type Session, session } from '../session/store.ts';
import type { AtWork, People } from './people.ts';

/** Written down where a killed browser does not lose it, and then shown in every tab. */
export async function keepAtWork(people: People, current: Session, now: AtWork): Promise<void> {
  await people.keep(current, now);
  show(current, now);
}

/** Takes up who worked here when the browser ended, as the ledger has it. */
export async function recallAtWork(people: People): Promise<void> {
  const current = session.get();
  const kept = current && (await people.atWork(current));
  if (current && kept) show(current, kept);
}

function show({ at_work: _before, is_locked: _was, ...rest }: Session, { person, is_locked }: AtWork): void {
  const next: Session = { ...rest, ...(person && { at_work: person }), ...(is_locked && { is_locked }) };
  if (JSON.stringify(next) !== JSON.stringify(session.get())) keepSession(next);
}
