import type { Address } from '../../shared/address.ts';
import { returnSlipUrl } from '../../shared/documents/document-urls.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { AddressLine } from '../ui/address-line.tsx';
import { Icon } from '../ui/icon.tsx';

interface SendBackProps {
  /** Where it goes, and the last day on which it is sent. */
  send_back: { to: Address & { name: string }; until: string };
  /** The returns that go there: each has a slip of its own. */
  returns: readonly { id: number; return_number: string }[];
}

/** Where the items of returns go, by when, and the slips for their parcels. */
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
