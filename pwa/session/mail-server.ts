import { session } from './store.ts';

const hasMailServer = (): boolean => session.get()?.who.sends_mail !== false;

/** What follows a text that promises an email: the email waits where the server has no mail server; empty where it has one. */
export const mailWaits = (): string => (hasMailServer() ? '' : ' No mail server is set: the email waits.');

/** A message about something that also sends an email; it says so where the email waits. */
export const doneAndMailed = (text: string): string => (hasMailServer() ? text : `${text}.${mailWaits()}`);

/** That an email is on its way to an address, or that it waits. */
export const mailText = (what: string, to: string | null | undefined): string =>
  hasMailServer() ? `${what} is on its way to ${to}` : `${what} to ${to} is written and waits: no mail server is set`;
