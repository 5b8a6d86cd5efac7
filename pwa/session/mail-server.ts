import { session } from './store.ts';

const hasMailServer = (): boolean => session.get()?.who.sends_mail !== false;

/** What follows a text that promises an email: the email waits where the server has no mail server; empty where it has one. */
export const mailWaits = (): string => (hasMailServer() ? '' : ' No mail server is set: the email waits.');

/** That an email is on its way to an address, or that it waits. */
export const mailText = (what: string, to: string | null | undefined): string =>
  hasMailServer() ? `${what} is on its way to ${to}` : `${what} to ${to} is written and waits: no mail server is set`;
