import { type Email, greeting, renderEmail } from '../render-email.ts';

/** Asks a person to confirm their new email address. `url` carries the token. */
export const confirmAddressEmail = (about: { name: string; url: string; hours: number }): Email =>
  renderEmail({
    kind: 'confirm_email',
    subject: 'Confirm your new Kitroom email address',
    heading: 'Confirm your new email address',
    parts: [
      { paragraph: greeting(about.name) },
      { paragraph: 'Use this link to sign in to Kitroom with this address from now on. Until then you sign in with the address you have.' },
      { button: { label: 'Confirm this address', url: about.url } },
      { paragraph: `The link works once and for ${about.hours} hours. If you did not ask for it, you do not need to do anything.` },
    ],
    footer: 'You receive this because somebody wants to sign in to Kitroom with this address.',
  });

/** Notifies a person's present address that their new address is not confirmed yet. */
export const addressChangeRequestedEmail = (about: { name: string; email: string; url: string }): Email =>
  renderEmail({
    kind: 'email_change_requested',
    subject: 'Your Kitroom email address is about to change',
    heading: 'Your new email address is not confirmed yet',
    parts: [
      { paragraph: greeting(about.name) },
      { paragraph: 'We sent a link to a new address. Once it is opened you sign in with that address instead of this one.' },
      { facts: [['New address', about.email]] },
      { button: { label: 'Open your profile', url: about.url } },
      { paragraph: 'If you did not do this, somebody else knows your password. Change it now. The link then stops working.' },
    ],
    footer: 'You receive this because you sign in to Kitroom with this address.',
  });
