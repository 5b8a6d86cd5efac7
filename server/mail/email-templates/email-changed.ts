import { type Email, greeting, renderEmail } from '../render-email.ts';

/** Notifies a person at their former address that they sign in with another address now. */
export const addressChangedEmail = (about: { name: string; email: string; url: string }): Email =>
  renderEmail({
    kind: 'email_changed',
    subject: 'Your Kitroom email address was changed',
    heading: 'Your email address was changed',
    parts: [
      { paragraph: greeting(about.name) },
      { paragraph: 'From now on you sign in to Kitroom with another email address. Emails from Kitroom go to that address.' },
      { facts: [['New address', about.email]] },
      { button: { label: 'Open your profile', url: about.url } },
      { paragraph: 'If you did not do this, somebody else knows your password. Tell the person who manages Kitroom at your company immediately.' },
    ],
    footer: 'You receive this because you signed in to Kitroom with this address until now.',
  });

/** Notifies a person at their new address that they sign in with this address now. */
export const addressInUseEmail = (about: { name: string; url: string }): Email =>
  renderEmail({
    kind: 'email_in_use',
    subject: 'You sign in to Kitroom with this address now',
    heading: 'This is your email address now',
    parts: [
      { paragraph: greeting(about.name) },
      { paragraph: 'From now on you sign in to Kitroom with this email address, and we write to it.' },
      { button: { label: 'Open your profile', url: about.url } },
    ],
    footer: 'You receive this because you sign in to Kitroom with this address.',
  });
