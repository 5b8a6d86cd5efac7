import type { Address } from '../../shared/address.ts';
import { returnSlipUrl } from '../../shared/documents/document-urls.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { AddressLine } from '../ui/address-line.tsx';
import { Icon } from '../ui/icon.tsx';

interface SendBackProps {
  /** The address to which the client sends the items, and the last day for sending them. */
  send_back: { to: Address & { name: string }; until: string };
  /** The returns that go to the address in `send_back`. Each return has its own slip. */
  returns: readonly { id: number; return_number: string }[];
}

/** The address to which returned items are sent, the last day for sending them, and the slips for the parcels. */
export const SendBack = ({ send_back: { to, until }, returns }: SendBackProps) => (
  <section className="card" aria-label="Send it back">
    <header>
      <h2>Send it back</h2>
    </header>
    <div className="in-card flow">
      <p>
        To <strong>{to.name}</strong>, <AddressLine of={to} />
      </p>
      <p>
        By <strong>{formatDate(until)}</strong>, with {returns.length === 1 ? 'the slip' : 'the slips'} in the parcel.
      </p>
      <p className="line flex-wrap">
        {returns.map(({ id, return_number }) => (
          <a key={id} className="btn" href={returnSlipUrl(id)} target="_blank" rel="noreferrer">
            <Icon name="print" />
            {returns.length === 1 ? 'Return slip' : `Slip of return ${return_number}`}
            <span className="sr"> (a PDF, in a new tab)</span>
          </a>
        ))}
      </p>
    </div>
  </section>
);
