import { type Email, greeting, renderEmail } from '../render-email.ts';

/** The link by which a new person chooses their first password. `url` carries the token. */
export const invitationEmail = (about: { name: string; by: string; url: string; days: number; is_provider: boolean }): Email =>
  renderEmail({
    kind: 'invitation',
    subject: 'Your Kitroom account',
    heading: 'Choose a password',
    parts: [
      { paragraph: greeting(about.name) },
      {
        paragraph: `${about.by} has added you to Kitroom${about.is_provider ? '' : ', where your company orders work clothing'}. Choose a password to sign in.`,
      },
      { button: { label: 'Choose a password', url: about.url } },
      { paragraph: `The link works once and for ${about.days} days. After that, ask ${about.by} for another one.` },
    ],
    footer: 'You receive this because you were added to Kitroom with this address.',
  });
