import { type Email, greeting, renderEmail } from '../render-email.ts';

interface HandedOver {
  name: string;
  /** The name of the person who can no longer approve. */
  leaver: string;
  /** The oldest of the requests, in order of age. */
  requests: readonly { order_number: string; requester: string }[];
  /** The number of all requests. */
  count: number;
  url: string;
}

/** Informs an approver of requests that nobody else can approve any more. */
export const approvalsHandedOverEmail = ({ name, leaver, requests, count, url }: HandedOver): Email =>
  renderEmail({
    kind: 'approvals_handed_over',
    subject: count === 1 ? `Order ${requests[0]?.order_number} needs your approval` : `${count} orders need your approval`,
    heading: count === 1 ? 'A request waits for you' : `${count} requests wait for you`,
    parts: [
      { paragraph: greeting(name) },
      { paragraph: `${leaver} can no longer approve orders, and nobody else at these sites can. Nothing is sent until you approve it.` },
      {
        facts: [
          ...requests.map(({ order_number, requester }) => [`Order ${order_number}`, requester] as const),
          ['More', count > requests.length ? String(count - requests.length) : null],
        ],
      },
      { button: { label: count === 1 ? 'Look at the request' : 'Look at the orders', url } },
    ],
    footer: 'You receive this because you may approve these orders.',
  });
