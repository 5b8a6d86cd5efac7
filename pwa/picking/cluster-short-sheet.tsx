import { useState } from 'react';
import { qtyToPut, type Stop } from '../../shared/picking/cluster-stops.ts';
import { type ShortChoice, shortChoices } from '../../shared/picking/divide-short.ts';
import { toteColour } from '../../shared/picking/tote-places.ts';
import type { ErrorCodeRow } from '../../shared/sync/rows.ts';
import type { ClusterMemberView } from '../offline/cluster-view.ts';
import { byAge, type LineView } from '../offline/views.ts';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { LineSummary } from './line-summary.tsx';
import { type ChosenReason, missingOfReason, reasonToRecord } from './reason-choice.tsx';
import type { ShortReason } from './record-pick.ts';
import { ShortReasonSheet } from './short-reason-sheet.tsx';
import { TotePlate } from './tote-plate.tsx';

interface ClusterShortSheetProps {
  stop: Stop<LineView>;
  members: readonly ClusterMemberView[];
  reasons: readonly ErrorCodeRow[];
  onClose: () => void;
  /** `shares` says how many of the items that were found go to each order. */
  onRecord: (shares: ReadonlyMap<number, number>, reason: ShortReason) => Promise<void>;
}

const ruleTitle = { oldest: 'Oldest order first', most: 'Complete the most orders' } as const;

/** Asks how many items there are for the totes that still lack some, who gets them, and why there are too few. */
export function ClusterShortSheet({ stop, members, reasons, onClose, onRecord }: ClusterShortSheetProps) {
  const open = stop.turns.filter(({ is_done }) => !is_done);
  const qtyWanted = open.reduce((sum, turn) => sum + qtyToPut(turn), 0);
  const [qtyFound, setQtyFound] = useState(qtyWanted - 1);
  const [rule, setRule] = useState<ShortChoice['rule'] | null>(null);
  const [reason, setReason] = useState<ChosenReason>({ code: null, details: '' });

  // An order with another short line cannot become complete by these items.
  const wants = members
    .filter(({ pick_id }) => open.some((turn) => turn.pick_id === pick_id))
    .sort((a, b) => byAge(a.pick, b.pick))
    .map(({ pick_id, lines }) => ({
      pick_id,
      qty: open.filter((turn) => turn.pick_id === pick_id).reduce((sum, turn) => sum + qtyToPut(turn), 0),
      can_be_complete: lines.every((line) => line.code === null),
    }));
  const choices = shortChoices(wants, qtyFound);
  const choice = choices.find((one) => one.rule === rule) ?? choices[0];
  const positionOf = (pick_id: number): number => members.find((member) => member.pick_id === pick_id)?.position ?? 0;
  const short = qtyWanted - qtyFound;
  const missing = short === 0 ? 'Nothing is short.' : missingOfReason(reasons, reason);
  const [first] = stop.turns[0]?.lines ?? [];

  return (
    <ShortReasonSheet
      qty={qtyFound}
      of={qtyWanted}
      verb="found"
      reasons={reasons}
      reason={reason}
      onReason={setReason}
      missing={missing}
      onRecord={() => {
        const recorded = reasonToRecord(reasons, reason);
        if (choice && recorded) void onRecord(choice.shares, recorded);
      }}
      onClose={onClose}
    >
      <div className="line wide short-line">
        {first && <LineSummary line={{ ...first, wearer: null }} />}
        <QtyStepper value={qtyFound} max={qtyWanted} of={qtyWanted} onChange={setQtyFound} label={`Found for ${qtyWanted}`} />
      </div>
      {qtyFound > 0 && short > 0 && (
        <fieldset className="card rows" aria-label="Who gets them">
          {choices.map((one) => (
            <label key={one.rule} className={`row tick reason-row${one === choice ? ' chosen' : ''}`}>
              <input type="radio" name="rule" checked={one === choice} onChange={() => setRule(one.rule)} />
              <span className="grow">
                <strong>{ruleTitle[one.rule]}</strong>
                <span className="sub waits-for">
                  {one.waiting.map((pick_id) => (
                    <span key={pick_id} className="line">
                      <TotePlate position={positionOf(pick_id)} size="s" /> {toteColour(positionOf(pick_id))}
                    </span>
                  ))}
                  {one.waiting.length === 1 ? 'waits' : 'wait'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </ShortReasonSheet>
  );
}
