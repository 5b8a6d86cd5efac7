import { excessAdvice } from '../../shared/allowances/allowance-words.ts';
import { AllowanceLine, useAllowances, type WearerAllowance } from '../api/allowances.tsx';
import { GiveExtra } from '../api/give-extra.tsx';
import { useStartOrder } from '../api/use-start-order.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import type { Person } from './client.ts';
import { WearerCard } from './wearer-card.tsx';

interface AllowancesCardProps {
  person: Person;
  /** Whether the reader may order for the person here. */
  mayOrder: boolean;
}

/**
 * What a person may be issued in the present periods, what of it they have had, and what can be done where nothing is left. Nothing for somebody
 * without allowances.
 */
export function AllowancesCard({ person, mayOrder }: AllowancesCardProps) {
  const { who } = useSession();
  const query = useAllowances(person.id);
  const start = useStartOrder();
  if (query.data?.items.length === 0) return null;
  const isSelf = who.user.id === person.id;
  return (
    <WearerCard title="Allowances" noun="allowances" query={query}>
      {({ items, approvers, can }) => (
        <ul className="rows">
          {items.map((allowance) => (
            <li key={allowance.id} className="wearer-allowance">
              <AllowanceLine allowance={allowance}>
                {can.grant_extra ? (
                  !person.is_archived && <GiveExtra wearer={person} allowance_id={allowance.id} />
                ) : (
                  <Exhausted
                    allowance={allowance}
                    approvers={approvers}
                    onAsk={mayOrder ? () => void start.write(isSelf ? undefined : [person.id]) : undefined}
                    busy={start.busy}
                  />
                )}
              </AllowanceLine>
            </li>
          ))}
        </ul>
      )}
    </WearerCard>
  );
}

interface ExhaustedProps {
  allowance: WearerAllowance;
  approvers: readonly string[];
  /** Starts an order, which becomes a request. */
  onAsk: (() => void) | undefined;
  busy: boolean;
}

/** What somebody can do once nothing is left: ask for more, or read who can give an extra. */
function Exhausted({ allowance: { left, name, when_exceeded }, approvers, onAsk, busy }: ExhaustedProps) {
  if (left !== 0 || when_exceeded === 'warn') return null;
  if (when_exceeded === 'refuse') return <p className="sub text-md">{excessAdvice('refuse', { approvers, mayGrant: false })}</p>;
  return (
    onAsk && (
      <Button className="allowance-more" onClick={onAsk} busy={busy} busyText="Starting…" aria-label={`Ask for more, ${name}`}>
        Ask for more
      </Button>
    )
  );
}
