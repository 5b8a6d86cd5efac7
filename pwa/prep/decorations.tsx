import type { DecorationGroup, LineView, PrepScreen } from '../offline/views.ts';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { DecorationCard } from './decoration-card.tsx';

export interface DecorationsProps {
  screen: PrepScreen;
  scannedLine: number | null;
  onTick: (lines: readonly LineView[], ticked: boolean) => void;
  onArtwork: (group: DecorationGroup) => void;
}

/** The Prep tab: one card for each set-up of the machine. */
export function Decorations({ screen: { pick, groups, qty_decorated }, ...rest }: DecorationsProps) {
  const plain = pick.qty_picked - qty_decorated;
  if (groups.length === 0)
    return (
      <EmptyState title="Nothing to decorate" action={<ButtonLink to="#bagging">Go to bagging</ButtonLink>}>
        <p>These items go straight to bagging.</p>
      </EmptyState>
    );
  return (
    <>
      <div className="set-ups stack">
        {groups.map((group) => (
          <DecorationCard key={group.decoration} group={group} logo_url={pick.account_logo_url} isHeld={pick.is_frozen} {...rest} />
        ))}
      </div>
      {plain > 0 && <p className="note">{`${countText(plain, 'item')} without decoration ${plain === 1 ? 'goes' : 'go'} straight to bagging.`}</p>}
    </>
  );
}
