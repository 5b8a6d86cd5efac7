import { type Letter, letter } from '../letter.ts';

/** Tells the address that somebody signed in with until now that they sign in with another. */
export const emailChangedLetter = (about: { name: string; email: string; url: string }): Letter =>
  letter({
    kind: 'email_changed',
    subject: 'Your Kitroom email address was changed',
    heading: 'Your email address was changed',
    parts: [
      { paragraph: `Hello ${about.name},` },
      { paragraph: 'From now on you sign in to Kitroom with another email address, and letters go there.' },
      { facts: [['New address', about.email]] },
      { button: { label: 'Open your profile', url: about.url } },
      { paragraph: 'If this was not you, somebody knows your password. Tell whoever looks after Kitroom where you work at once.' },
    ],
    footer: 'You receive this because you signed in to Kitroom with this address until now.',
  });
