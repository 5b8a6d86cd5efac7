import type { Permission } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import { createStore } from '../ui/store.ts';

/** The signed-in person, as `/api/auth/me` returns them. */
export interface Who {
  user: {
    id: number;
    name: string;
    forenames: string;
    surname: string;
    email: string | null;
    contact_phone: string | null;
    primary_role: Role;
    is_supervised_orderer: boolean;
  };
  account: { id: number; name: string; require_po: boolean; require_cc: boolean } | null;
  sites: { id: number; name: string }[];
  permissions: string[];
  impersonator: { id: number; name: string } | null;
  /** False if the server has no mail server: then emails are stored and wait. */
  sends_mail?: boolean;
}

/** Somebody who works on the floor. */
export interface Person {
  id: number;
  name: string;
}

export interface Session {
  token: string;
  expires_at: string;
  /** The person who signed in: mutations are sent under their name. */
  who: Who;
  /** The person who works on this device, if somebody other than `who` has chosen themself by PIN. */
  at_work?: Person;
  /** True until somebody chooses themself and enters their PIN; until then nobody can do anything on this device. */
  is_locked?: boolean;
  /** The person's own session while they impersonate somebody else. */
  own?: Omit<Session, 'own'>;
  /** True if the server no longer accepts the token; the screen stays open until the person signs in again. */
  is_expired?: boolean;
}

const KEY = 'kitroom.session';

/** A session, or null while nobody is signed in, with the number that tells which of two copies is newer. */
export interface SessionCopy {
  at: number;
  session: Session | null;
}

function readStoredSession(): SessionCopy {
  try {
    const { at = 0, signed_out, ...rest } = JSON.parse(localStorage.getItem(KEY) ?? '{"signed_out":true}') as Session & Partial<StoredOnly>;
    return { at, session: signed_out ? null : rest };
  } catch {
    return { at: 0, session: null };
  }
}

interface StoredOnly {
  at: number;
  signed_out: true;
}

const before = readStoredSession();
let at = before.at;

/** The session of this browser, the same in all its tabs and available after a reload without a network. */
export const session = createStore<Session | null>(before.session);
window.addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return;
  const copy = readStoredSession();
  at = copy.at;
  session.set(copy.session);
});

/** The current session as a copy, with its number. */
export const sessionCopy = (): SessionCopy => ({ at, session: session.get() });

/** The next record of the session, newer than the current one, even if the clock was set back. */
export const nextCopy = (next: Session | null): SessionCopy => ({ at: Math.max(Date.now(), at + 1), session: next });

/** Takes over a copy of the session if it is newer than the current one, and stores it. */
export function takeCopy(copy: SessionCopy): void {
  if (copy.at <= at) return;
  at = copy.at;
  localStorage.setItem(KEY, JSON.stringify(copy.session ? { ...copy.session, at } : { signed_out: true, at }));
  session.set(copy.session);
}

/** Stores a session, or deletes it with null. */
export const keepSession = (next: Session | null): void => takeCopy(nextCopy(next));

export const currentToken = (): string | null => session.get()?.token ?? null;

/** Called when the server refuses the token: the person is asked to sign in again without losing the page. */
export function expireSession(): void {
  const current = session.get();
  if (current && !current.is_expired) keepSession({ ...current, is_expired: true });
}

/** Whether a person has a permission; the server makes the final check. */
export const may = (who: Who | null | undefined, permission: Permission): boolean => who?.permissions.includes(permission) ?? false;
