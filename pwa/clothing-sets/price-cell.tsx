import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { SetProduct } from '../../shared/clothing-sets/clothing-set.ts';
import { messages } from '../../shared/messages.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import { NotSent } from '../api/not-sent.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { priceRange } from './set-words.ts';

interface PriceCellProps {
  product: SetProduct;
  /** A typed value that could not be stored. */
  kept: { value: number | null; again: (() => unknown) | null; giveUp: () => void } | undefined;
  /** Saves pence, or null for the product's own price. */
  onSave: (change: { base: SetProduct; price: number | null }) => Promise<unknown>;
}

/** Moves the focus to the price in the next row. Returns false if there is no next row. */
function focusNext(from: HTMLInputElement): boolean {
  const cells = [...document.querySelectorAll<HTMLInputElement>('.set-price .in')];
  const next = cells[cells.indexOf(from) + 1];
  next?.focus();
  return next !== undefined;
}

/**
 * The price of a product in a set. It is saved when the field loses the focus, or on Enter, which moves to the next price. Escape restores
 * the stored price. An empty field shows the product's own price as its placeholder.
 */
export function PriceCell({ product, kept, onSave }: PriceCellProps) {
  const [draft, setDraft] = useState<{ text: string; base: SetProduct } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();
  const { terms } = product;
  const stored = poundsText(terms.price);
  useUnsavedGuard(kept !== undefined || (draft !== null && draft.text.trim() !== stored));

  // Enter has already started this save, so leaving the field does not save again.
  const saving = useRef<typeof draft>(null);
  const save = async (): Promise<void> => {
    if (!draft || saving.current === draft) return;
    const price = penceTyped(draft.text);
    if (price === undefined) return setError(messages.amount_invalid);
    saving.current = draft;
    if (price === terms.price) kept?.giveUp();
    else await onSave({ base: draft.base, price });
    setDraft((now) => (now === draft ? null : now));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape' && draft) {
      event.stopPropagation();
      setDraft(null);
      setError(null);
    }
    if (event.key === 'Escape') kept?.giveUp();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const isValid = !draft || penceTyped(draft.text) !== undefined;
    // If the focus moves to the next price, leaving this field saves, so Enter saves only if the focus stays.
    if (!isValid || !focusNext(event.currentTarget)) void save();
  };
  const placeholder = terms.is_price_mixed
    ? priceRange(product.set_price_from, product.set_price_to)
    : priceRange(product.price_from, product.price_to);
  return (
    <>
      <span className="unit set-price">
        <span aria-hidden="true">£</span>
        <input
          className="in num"
          inputMode="decimal"
          aria-label={`Price of ${product.name} in this set`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          title={terms.is_price_mixed ? `Several prices by SKU: ${placeholder}` : placeholder}
          placeholder={placeholder}
          maxLength={9}
          value={draft?.text ?? (kept ? poundsText(kept.value) : stored)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setError(null);
            setDraft({ text: event.target.value, base: draft?.base ?? product });
          }}
          onBlur={() => void save()}
          onKeyDown={onKeyDown}
        />
      </span>
      {kept?.again && <NotSent what={`Price of ${product.name}`} again={kept.again} />}
      {kept && !kept.again && <div className="note small nowrap">{stored ? `£${stored} now` : 'its own price now'}</div>}
      {error && (
        <span className="err small set-price-error" id={errorId} role="alert">
          {error}
        </span>
      )}
    </>
  );
}
