import { session } from './store.ts';

const hasMailServer = (): boolean => session.get()?.who.sends_mail !== false;

/** The sentence after a text that promises an email: says that the email waits if no mail server is set, else empty. */
export const mailWaits = (): string => (hasMailServer() ? '' : ' No mail server is set: the email waits.');

/** A message about something that also sends an email; it says so if the email waits. */
export const doneAndMailed = (text: string): string => (hasMailServer() ? text : `${text}.${mailWaits()}`);

/** Says that an email is on its way to an address, or that it waits. */
export const mailText = (what: string, to: string | null | undefined): string =>
  hasMailServer() ? `${what} is on its way to ${to}` : `${what} to ${to} is written and waits: no mail server is set`;
