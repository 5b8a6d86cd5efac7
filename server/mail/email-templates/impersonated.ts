import { providerName } from '../../../shared/provider-name.ts';
import { formatDate } from '../../../shared/uk-time.ts';
import { type Email, greeting, renderEmail } from '../render-email.ts';

interface Impersonated {
  /** The person whose account was used. */
  name: string;
  /** The person who used the account. */
  by: string;
  reason: string;
  began_at: string;
  ended_at: string;
}

/** Tells a person that one of the provider’s people has used Kitroom as them. */
export const impersonatedEmail = ({ name, by, reason, began_at, ended_at }: Impersonated): Email =>
  renderEmail({
    kind: 'impersonated',
    subject: `${by} of ${providerName} has used your account`,
    heading: 'Your account was used for you',
    parts: [
      { paragraph: greeting(name) },
      {
        paragraph: `${by} of ${providerName} has worked in your account: they saw what you see, and could do what you may do. They do not know your password. It is over now.`,
      },
      {
        facts: [
          ['Who', `${by}, ${providerName}`],
          ['From', formatDate(began_at, 'moment')],
          ['To', formatDate(ended_at, 'moment')],
          ['Why', reason],
        ],
      },
      {
        paragraph:
          'Everything that was changed in this time is recorded with both names. If you did not expect this, ask the person who manages Kitroom at your company.',
      },
    ],
    footer: 'You receive this because it was your account.',
  });
