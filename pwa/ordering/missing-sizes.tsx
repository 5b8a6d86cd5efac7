import { listText } from '../../shared/list-text.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Badge } from '../ui/badge.tsx';
import { Bar } from '../ui/bar.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { type MissingSizes, type Order, orderSizes } from './client.ts';
import { orderKey, useMissingSizes } from './order-data.ts';
import { firstName, missingSizes, sizedLines } from './order-words.ts';

const names = (of: MissingSizes): string => listText(of.map(({ employee }) => employee.name));

/** Says what happens about missing sizes once an order is submitted: who will be asked by email, and who cannot be asked. */
export function MissingSizesWords({ order }: { order: Order }) {
  const count = order.lines.filter(({ is_size_selected }) => !is_size_selected).length;
  const { data, isError } = useMissingSizes(order, true);
  const reachable = data?.items.filter(({ has_email }) => has_email) ?? [];
  const silent = data?.items.filter(({ has_email }) => !has_email) ?? [];
  return (
    <div className="flow">
      <p>The order has {missingSizes(count)}.</p>
      {isError && <p>Their wearers are asked by email once the order is submitted.{mailWaits()}</p>}
      {reachable.length > 0 && (
        <p>
          {names(reachable)} {reachable.length === 1 ? 'gets' : 'get'} an email asking for {count === 1 ? 'it' : 'theirs'} once the order is
          submitted.{mailWaits()}
        </p>
      )}
      {silent.length > 0 && (
        <p>
          <strong>{names(silent)}</strong> {silent.length === 1 ? 'has' : 'have'} no email address here. Choose for them now, or ask them yourself and
          choose later.
        </p>
      )}
    </div>
  );
}

/**
 * The missing sizes of a submitted order, for people who order for others: how many, of which wearers, when the wearers were asked, and a
 * button that asks again.
 */
export function MissingSizesCard({ order }: { order: Order }) {
  const query = useMissingSizes(order, true);
  const { lines_with_sizes, lines_with_no_sizes } = order.progress_summary;
  const lines = lines_with_sizes + lines_with_no_sizes;
  const wearers = query.data?.items ?? [];
  const reachable = wearers.filter(({ has_email }) => has_email);
  const ask = useWrite({
    send: (employees: number[], options) =>
      answer(orderSizes[':uuid']['ask-for-sizes'].$post({ param: { uuid: order.uuid }, json: { employees } }, options)),
    success: ({ asked }) => `${listText(asked.map(({ name }) => name))} ${asked.length === 1 ? 'was' : 'were'} asked again.${mailWaits()}`,
    refresh: [orderKey(order.uuid)],
    // If a wearer was asked just now, or has chosen the sizes meanwhile, a toast says so and the list is read again.
    onRefused: (error) => {
      if (error.status !== 409) return false;
      toast(error.message, { tone: 'wrong' });
      void query.refetch();
      return true;
    },
  });
  return (
    <section className="card missing-sizes" aria-label="Missing sizes">
      <div className="in-card missing-sizes-head">
        <div className="line">
          <strong className="grow">{sizedLines(order.progress_summary)}</strong>
          {reachable.length > 1 && (
            <Button icon="mail" busy={ask.busy} busyText="Sending…" onClick={() => void ask.write(reachable.map(({ employee }) => employee.id))}>
              Send all again
            </Button>
          )}
        </div>
        <Bar parts={[{ share: lines ? lines_with_sizes / lines : 0, tone: 'done' }]} label="Lines with a size" />
      </div>
      {wearers.length > 0 && (
        <ul className="rows">
          {wearers.map(({ employee, lines: open, has_email, asked_at }) => (
            <li key={employee.id}>
              <div className="grow">
                <p className="cut" title={employee.name}>
                  {employee.name}
                </p>
                <p className="sub text-md">{missingSizes(open)}</p>
                {has_email && <p className="note text-md">{asked_at ? `Asked ${formatDate(asked_at, 'moment')}` : 'Not asked yet'}</p>}
              </div>
              {has_email ? (
                <Button aria-label={`Send again to ${employee.name}`} disabled={ask.busy} onClick={() => void ask.write([employee.id])}>
                  Send again
                </Button>
              ) : (
                <Badge tone="warn" icon="mail">
                  No email
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      {reachable.length > 0 && mailWaits() && <p className="note text-md missing-sizes-note">{mailWaits()}</p>}
      {wearers.some(({ has_email }) => !has_email) && (
        <p className="note text-md missing-sizes-note">
          {wearers.filter(({ has_email }) => !has_email).length === 1
            ? `${firstName(wearers.find(({ has_email }) => !has_email)?.employee.name ?? '')} cannot be asked by email: ask them yourself and choose their size below.`
            : 'These people have no email address. Ask them yourself and choose their sizes below.'}
        </p>
      )}
    </section>
  );
}
