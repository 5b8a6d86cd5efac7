import { type Email, greeting, renderEmail } from '../render-email.ts';

/** Notifies a person that signing in with their account now needs a code, or no longer needs one. */
export const secondFactorChangedEmail = (about: { name: string; is_on: boolean; url: string }): Email =>
  renderEmail({
    kind: 'second_factor_changed',
    subject: about.is_on ? 'Your Kitroom sign-in now asks for a code' : 'Your Kitroom sign-in no longer asks for a code',
    heading: about.is_on ? 'Your second factor is on' : 'Your second factor is off',
    parts: [
      { paragraph: greeting(about.name) },
      {
        paragraph: about.is_on
          ? 'From now on signing in asks for your password and for a code from your authenticator app.'
          : 'From now on signing in asks for your password alone.',
      },
      { button: { label: 'Open your profile', url: about.url } },
      {
        paragraph:
          'If you did not do this, somebody else is using your account. Change your password, and tell the person who manages Kitroom at your company.',
      },
    ],
    footer: 'You receive this because you sign in to Kitroom with this address.',
  });
