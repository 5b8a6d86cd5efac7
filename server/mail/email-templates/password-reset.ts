import { type Email, greeting, renderEmail } from '../render-email.ts';

/** The link by which a person chooses a new password. `url` carries the token. */
export const passwordResetEmail = (about: { name: string; url: string; minutes: number }): Email =>
  renderEmail({
    kind: 'password_reset',
    subject: 'Choose a new Kitroom password',
    heading: 'Choose a new password',
    parts: [
      { paragraph: greeting(about.name) },
      { paragraph: 'Use this link to set a new password for your Kitroom account.' },
      { button: { label: 'Set a new password', url: about.url } },
      {
        paragraph: `The link works once and for ${about.minutes} minutes. If you did not ask for it, your password stays as it is and you do not need to do anything.`,
      },
    ],
    footer: 'You receive this because someone asked for a new password for this address.',
  });
