import { type Email, greeting, renderEmail } from '../render-email.ts';

interface RolloutSizes {
  name: string;
  company: string;
  rollout: string;
  /** Opens the person's lines without signing in. */
  url: string;
  /** The last day on which the link can be opened, in words. */
  until: string;
  is_reminder: boolean;
}

/** Asks a person of a roll-out for their sizes, or reminds them, by a link that needs no sign-in. */
export const rolloutSizesEmail = ({ name, company, rollout, url, until, is_reminder }: RolloutSizes): Email =>
  renderEmail({
    kind: 'size_request',
    subject: is_reminder ? `Your sizes for ${rollout} are still missing` : `Which sizes do you wear? ${rollout}`,
    heading: 'Choose your sizes',
    parts: [
      { paragraph: greeting(name) },
      {
        paragraph: `${company} orders new workwear for you: ${rollout}. Choose the sizes that you wear by ${until}. This takes a minute, and you do not need a password.`,
      },
      { button: { label: 'Choose my sizes', url } },
    ],
    footer: `You receive this because ${company} orders clothing for you. The link is for you only. Please do not share it.`,
  });
