import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { type Fate, fates, type Outcome, outcomes } from '../../shared/returns/approve-line.ts';
import { Select } from '../ui/field.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { type Decision, lacksSize, outcomeWords, type ReturnLine } from './decision.ts';
import { lineName } from './return-row.tsx';

/** The name of the field that holds the product sent in exchange for a line. */
export const exchangeField = (id: number): string => `lines.${id}.exchange_product_id`;

/** A size to send instead, and how many items of it are free. */
const choiceWords = ({ sku, attributes, qty_free }: ReturnLine['exchange_choices'][number]): string =>
  `${[sizeOf(attributes), attributes.variation_colour].filter(Boolean).join(', ') || sku} · ${qty_free > 0 ? `${qty_free} free` : 'none free'}`;

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
  return (
    <div className="return-decision">
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
            onChange={(event) => onChange({ came_back: event.target.value as Fate })}
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
          onChange={(event) => onChange({ outcome: event.target.value as Outcome })}
        />
      )}
      {!isOrdered && decision.outcome === 'exchange' && decision.qty_approved > 0 && (
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
            onChange={(event) => onChange({ came_back: event.target.value as Fate })}
          />
        </div>
      )}
    </div>
  );
}
