import { session } from './store.ts';

const hasMailServer = (): boolean => session.get()?.who.sends_mail !== false;

/** The sentence that follows a text about an email. If no mail server is set, it says that the email waits; otherwise it is empty. */
export const mailWaits = (): string => (hasMailServer() ? '' : ' No mail server is set: the email waits.');

/** The message `text` about a change that also sends an email. If no mail server is set, the message adds that the email waits. */
export const doneAndMailed = (text: string): string => (hasMailServer() ? text : `${text}.${mailWaits()}`);

/** Says that an email is on its way to an address or, if no mail server is set, that the email waits. */
export const mailText = (what: string, to: string | null | undefined): string =>
  hasMailServer() ? `${what} is on its way to ${to}` : `${what} to ${to} is written and waits: no mail server is set`;
