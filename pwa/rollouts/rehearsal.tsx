import { formatDate } from '../../shared/uk-time.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { formatMoney } from '../ui/money.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import type { RolloutPreview } from './client.ts';

interface RehearsalProps {
  /** People for whom orders would be sent. */
  count: number;
  preview: RolloutPreview | null;
  at: string | null;
  busy: boolean;
  error: unknown;
  include: boolean;
  unanswered: number;
  orderPer: 'wearer' | 'site';
  onRehearse: () => void;
  onInclude: (include: boolean) => void;
}

const MAX_NAMES = 3;
const names = (people: readonly { name: string }[], total: number): string =>
  [
    people
      .slice(0, MAX_NAMES)
      .map(({ name }) => name)
      .join(', '),
    total > MAX_NAMES ? `and ${total - MAX_NAMES} more` : '',
  ]
    .filter(Boolean)
    .join(' ');

/** What sending the orders would do: how many, what they cost, what is short, and who goes over an allowance or is refused. */
export function Rehearsal({ count, preview, at, busy, error, include, unanswered, orderPer, onRehearse, onInclude }: RehearsalProps) {
  return (
    <section className="card" aria-labelledby="rehearsal">
      <header>
        <div className="grow">
          <h2 id="rehearsal">{count ? `Rehearsal of the next ${count}` : 'Rehearsal'}</h2>
          <p className="note">{preview && at ? `With stock and dates of ${formatDate(at, 'time')}` : 'What would be ordered, before it is'}</p>
        </div>
        <Button icon="retry" busy={busy} busyText="Rehearsing…" onClick={onRehearse}>
          Rehearse
        </Button>
      </header>
      {busy && !preview && (
        <div className="in-card">
          <SkeletonText lines={5} />
        </div>
      )}
      {error !== null && !busy && <LoadFailed noun="rehearsal" error={error} retry={onRehearse} />}
      {preview && (
        <>
          <div className="rollout-stats rollout-costs">
            <div>
              <p>{orderPer === 'site' ? 'Orders by site' : 'Orders by person'}</p>
              <b>{preview.orders}</b>
            </div>
            <div>
              <p>Items</p>
              <b>{preview.pieces}</b>
            </div>
            <div>
              <p>Cost ex VAT</p>
              <b>{formatMoney(preview.total)}</b>
            </div>
          </div>
          {preview.short.length > 0 && (
            <div className="rollout-part">
              <p>
                <strong>
                  {countText(
                    preview.short.reduce((sum, { needed, free }) => sum + needed - free, 0),
                    'item is',
                    'items are',
                  )}{' '}
                  short.
                </strong>{' '}
                <span className="sub">They follow when they arrive.</span>
              </p>
              <table className="table rollout-short">
                <colgroup>
                  <col />
                  <col style={{ width: 48 }} />
                  <col style={{ width: 44 }} />
                  <col style={{ width: 50 }} />
                  <col style={{ width: 86 }} />
                </colgroup>
                <thead>
                  <tr>
                    <th>Product</th>
                    <th className="num">Need</th>
                    <th className="num">Free</th>
                    <th className="num">Short</th>
                    <th>Due</th>
                  </tr>
                </thead>
                <tbody>
                  {preview.short.map(({ product_id, sku, name, size, needed, free, due }) => (
                    <tr key={product_id}>
                      <td className="cut" title={`${name}, ${sku}`}>
                        <strong>{size}</strong> {name}
                      </td>
                      <td className="num">{needed}</td>
                      <td className="num">{free}</td>
                      <td className="num strong">{needed - free}</td>
                      <td className={due ? undefined : 't-warn strong'}>{due ? formatDate(due, 'list') : 'No date'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {preview.over_allowance_total > 0 && (
            <div className="rollout-part">
              <p>
                <strong>{countText(preview.over_allowance_total, 'person goes', 'people go')} over an allowance.</strong>{' '}
                <span className="sub">What needs an approval waits for it; all else goes.</span>
              </p>
              <p className="sub">{names(preview.over_allowance, preview.over_allowance_total)}</p>
            </div>
          )}
          {preview.refused_total > 0 && (
            <div className="rollout-part">
              <p>
                <strong className="t-wrong">{countText(preview.refused_total, 'person cannot', 'people cannot')} be ordered for.</strong>
              </p>
              <ul>
                {preview.refused.slice(0, MAX_NAMES).map(({ id, name, reason }) => (
                  <li key={id} className="sub">
                    {name}: {reason}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
      {unanswered > 0 && (
        <div className="rollout-part">
          <Tick checked={include} onChange={({ target }) => onInclude(target.checked)}>
            Order for the {unanswered} without an answer too
            <br />
            <span className="note">Without sizes; they are asked until somebody chooses</span>
          </Tick>
        </div>
      )}
    </section>
  );
}
