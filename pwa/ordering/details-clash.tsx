import { addressLines } from '../../shared/address-lines.ts';
import { eachReference, orderReferences } from '../../shared/ordering/order-references.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { KeptDetails, KeptField } from './merge-details.ts';

const labels: Record<KeptField, string> = {
  delivery_site_id: 'Site',
  delivery_address: 'Address',
  contact_name: 'Name',
  contact_phone: 'Phone',
  contact_email: 'Email',
  ...eachReference((name) => orderReferences[name].label),
  customer_notes: 'Notes',
};

interface DetailsClashProps {
  title: string;
  fields: readonly KeptField[];
  mine: KeptDetails;
  theirs: KeptDetails;
  siteName: (id: number) => string;
  onResolve: (whose: 'mine' | 'theirs') => void;
}

/** Shows both values of details that two people, or one person in two tabs, have changed, and asks which value stays. */
export function DetailsClash({ title, fields, mine, theirs, siteName, onResolve }: DetailsClashProps) {
  const words = (of: KeptDetails, field: KeptField): string => {
    if (field === 'delivery_site_id') return siteName(of[field]);
    return (field === 'delivery_address' ? addressLines(of[field]).join(', ') : of[field]) || 'Nothing';
  };
  return (
    <Dialog
      open
      onClose={() => onResolve('theirs')}
      closable={false}
      title={title}
      icon={{ name: 'alert', tone: 'warn' }}
      actions={
        <>
          <Button onClick={() => onResolve('theirs')}>Take theirs</Button>
          <Button look="primary" onClick={() => onResolve('mine')}>
            Keep mine
          </Button>
        </>
      }
    >
      <ul className="rows panel-rows clash">
        {fields.map((field) => (
          <li key={field}>
            <dl className="facts grow">
              <dt className="strong">{labels[field]}</dt>
              <dd />
              <dt>Theirs</dt>
              <dd>{words(theirs, field)}</dd>
              <dt>Mine</dt>
              <dd>{words(mine, field)}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
