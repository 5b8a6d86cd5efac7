import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OpenRecords } from '../../shared/ordering/open-records.ts';
import { afterPersonChange } from '../api/people.ts';
import type { Once } from '../api/transport.ts';
import { useWrite } from '../api/use-write.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { archivePerson, readOpen } from './client.ts';
import './people.css';

interface ArchiveDialogProps {
  person: { id: number; name: string };
  /** Functions that return the URL of an order or a return for the person who sees the dialog. */
  screens: Pick<OpenLinks, 'order' | 'return'>;
  /** Deletes the person, so that only the office can restore them. If absent, the person is archived. */
  remove?: ((id: number, options: Once) => Promise<unknown>) | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Says which work is not finished for a person before the person is archived or deleted. */
export function ArchiveDialog({ person: { id, name }, screens, remove, onClose, onDone }: ArchiveDialogProps) {
  const open = useQuery({ queryKey: ['person', 'open', id], queryFn: ({ signal }) => readOpen(id, signal) });
  const end = useWrite({
    send: (_: undefined, options) => (remove ?? archivePerson)(id, options),
    success: `${name} has been ${remove ? 'deleted' : 'archived'}`,
    refresh: afterPersonChange,
    onSaved: onDone,
  });
  return (
    <ConfirmDialog
      open
      destroys
      title={remove ? 'Are you sure you want to delete this user?' : `Archive ${name}?`}
      action={remove ? 'Delete user' : 'Archive'}
      keep="Keep them"
      busy={end.busy}
      onClose={onClose}
      onConfirm={() => void end.write(undefined)}
    >
      <div className="flow">
        <p>
          {remove ? <strong>{name}</strong> : 'They'} cannot sign in any more, and nothing is ordered for them.{' '}
          {remove ? 'Only the office can restore them.' : 'You can restore them later.'}
        </p>
        <Loaded query={open} noun="open orders" waiting={<SkeletonText lines={2} />}>
          {(records) => <Open records={records} {...screens} />}
        </Loaded>
      </div>
    </ConfirmDialog>
  );
}

interface OpenLinks {
  records: OpenRecords;
  order: (uuid: string) => string;
  return: (id: number) => string;
}

/** Upper limit of the records of each kind that the dialog names. */
const NAMED = 12;

/** The open orders, requests, drafts and returns of a person, as links. */
function Open({ records: { orders, requests, drafts, returns }, order, return: back }: OpenLinks) {
  const ordersOf = (rows: OpenRecords['orders']) => rows.map(({ uuid, number }) => ({ number, to: order(uuid) }));
  const kinds = [
    ['Orders', ordersOf(orders)],
    ['Requests', ordersOf(requests)],
    ['Drafts', ordersOf(drafts)],
    ['Returns', returns.map(({ id, number }) => ({ number, to: back(id) }))],
  ] as const;
  const openKinds = kinds.filter(([, rows]) => rows.length > 0);
  if (openKinds.length === 0) return <p>No orders, requests, drafts or returns of theirs are open.</p>;
  return (
    <>
      <p>
        <strong>These are not finished.</strong> Orders and returns go on. Drafts and requests stay with those who may see them.
      </p>
      <dl className="facts open-records">
        {openKinds.map(([label, rows]) => (
          <div key={label} className="open-kind">
            <dt>{label}</dt>
            <dd>
              {rows.slice(0, NAMED).map(({ number, to }) => (
                <Link key={to} to={to} className="code">
                  {number}
                </Link>
              ))}
              {rows.length > NAMED && <span className="note">and more</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
