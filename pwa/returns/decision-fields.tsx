import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { type Fate, fates, type Outcome, outcomes } from '../../shared/returns/approve-line.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { type Decision, lacksSize, outcomeWords, qtyExchanged, qtyWrittenOff, type ReturnLine } from './decision.ts';
import { lineName } from './return-row.tsx';

/** The name of the field that holds the product sent in exchange for a line. */
export const exchangeField = (id: number): string => `lines.${id}.exchange_product_id`;

/** A size to send instead, and how many items of it are free. */
const choiceWords = ({ sku, attributes, qty_free }: ReturnLine['exchange_choices'][number]): string =>
  `${[sizeOf(attributes), attributes.variation_colour].filter(Boolean).join(', ') || sku} · ${qty_free > 0 ? `${qty_free} free` : 'none free'}`;

/** How the approved items of a line are split: how many are written off and how many are exchanged. */
function SplitFields({
  name,
  decision,
  canExchange,
  onChange,
}: {
  name: string;
  decision: Decision;
  canExchange: boolean;
  onChange: DecisionFieldsProps['onChange'];
}) {
  const { qty_approved } = decision;
  const written = qtyWrittenOff(decision);
  const exchanged = qtyExchanged(decision);
  return (
    <div className="return-split">
      <span>Written off</span>
      <QtyStepper
        label={`Written off, ${name}`}
        value={written}
        max={qty_approved}
        of={qty_approved}
        onChange={(qty) => onChange({ ...withFate(decision, 'restock'), qty_written_off: qty })}
      />
      <span className="sub">{qty_approved - written} restocked</span>
      {canExchange && (
        <>
          <span>Exchanged</span>
          <QtyStepper
            label={`Exchanged, ${name}`}
            value={exchanged}
            min={1}
            max={qty_approved}
            of={qty_approved}
            onChange={(qty) => onChange({ qty_exchanged: qty })}
          />
          <span className="sub">{qty_approved - exchanged} credited</span>
        </>
      )}
    </div>
  );
}

/** A change of what happens to the items that came back. */
const withFate = ({ outcome }: Decision, fate: Fate): Partial<Decision> => (outcome === 'exchange' ? { came_back: fate } : { outcome: fate });

interface DecisionFieldsProps {
  line: ReturnLine;
  /** The number of the order that sends the exchange already; null if there is none. */
  exchangeOrder: string | null;
  decision: Decision;
  /** Whether missing entries are reported. */
  isConfirming: boolean;
  onChange: (part: Partial<Decision>) => void;
}

/** How many items of a line are accepted, what happens to them, and which product is sent in exchange. */
export function DecisionFields({ line, exchangeOrder, decision, isConfirming, onChange }: DecisionFieldsProps) {
  const name = lineName(line);
  const isOrdered = exchangeOrder !== null && line.exchange_product !== null;
  const { qty_approved } = decision;
  const isExchanged = !isOrdered && decision.outcome === 'exchange';
  const isSplit = qty_approved > 1 && (decision.qty_written_off > 0 || decision.qty_exchanged !== null);
  const [isOpen, setIsOpen] = useState(isSplit);
  const row = useRef<HTMLDivElement>(null);
  /** Shows the quantities of the parts, and moves the focus to the first of them. */
  const openSplit = (): void => {
    flushSync(() => setIsOpen(true));
    row.current?.querySelector<HTMLInputElement>('.return-split input')?.focus();
  };
  const hasParts = qty_approved > 1 && (isSplit || isOpen);
  return (
    <div ref={row} className="return-decision">
      <QtyStepper
        label={`Approved, ${name}`}
        value={decision.qty_approved}
        max={line.qty_requested}
        of={line.qty_requested}
        onChange={(qty) => onChange({ qty_approved: qty })}
      />
      {isOrdered ? (
        <>
          <Select
            label={<span className="sr">What came back, {name}</span>}
            className="return-outcome"
            options={fates.map((value) => ({ value, label: outcomeWords[value] }))}
            value={decision.came_back}
            disabled={decision.qty_approved === 0}
            onChange={(event) => onChange({ came_back: event.target.value as Fate, qty_written_off: 0 })}
          />
          <p className="note return-ordered">
            {sizeOf(line.exchange_product?.attributes ?? line.product.attributes)} is on order {exchangeOrder} already. What is not approved is
            charged.
          </p>
        </>
      ) : (
        <Select
          label={<span className="sr">Outcome for {name}</span>}
          className="return-outcome"
          options={outcomes.map((value) => ({ value, label: outcomeWords[value] }))}
          value={decision.outcome}
          disabled={decision.qty_approved === 0}
          onChange={(event) => {
            setIsOpen(false);
            onChange({ outcome: event.target.value as Outcome, qty_written_off: 0, qty_exchanged: null });
          }}
        />
      )}
      {qty_approved > 1 && !hasParts && (
        <Button size="sm" look="quiet" aria-label={`Split, ${name}`} onClick={openSplit}>
          Split
        </Button>
      )}
      {hasParts && <SplitFields name={name} decision={decision} canExchange={isExchanged} onChange={onChange} />}
      {isExchanged && decision.qty_approved > 0 && (
        <div className="return-exchange">
          <Select
            name={exchangeField(line.id)}
            label="Send instead"
            required
            placeholder="Choose a size"
            options={line.exchange_choices.map((choice) => ({ value: String(choice.id), label: choiceWords(choice) }))}
            value={String(decision.exchange_product_id ?? '')}
            error={lacksSize(decision) && isConfirming ? 'Choose the size to send in exchange.' : undefined}
            onChange={(event) => onChange({ exchange_product_id: Number(event.target.value) || null })}
          />
          <Select
            label="What came back"
            options={fates.map((value) => ({ value, label: outcomeWords[value] }))}
            value={decision.came_back}
            onChange={(event) => onChange({ came_back: event.target.value as Fate, qty_written_off: 0 })}
          />
        </div>
      )}
    </div>
  );
}
