import { type ExchangeReason, exchangeReasonLabels, exchangeReasons } from '../../shared/returns/exchange-reasons.ts';
import { availabilityText } from '../../shared/stock/availability-text.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { Chip } from '../ui/chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { SizeChooser } from '../ui/size-chooser.tsx';
import type { ExchangeChoices } from './client.ts';
import { fitWords, noSizeWords, swapWords } from './exchange-words.ts';
import './exchange.css';

interface ExchangeSizesProps {
  choices: ExchangeChoices;
  reason: ExchangeReason | null;
  onReason: (reason: ExchangeReason) => void;
  size: number | null;
  onSize: (id: number | null) => void;
}

/** What is wrong with an item, and the sizes that may come instead; each says when it can leave. */
export function ExchangeSizes({ choices, reason, onReason, size, onSize }: ExchangeSizesProps) {
  const sizes = reason === null ? [] : choices.sizes[reason];
  const today = ukDate(new Date().toISOString());
  return (
    <>
      <fieldset className="choose-part">
        <legend>What is wrong?</legend>
        <div className="exchange-reasons">
          {exchangeReasons.map((one) => (
            <Chip key={one} selected={one === reason} onClick={() => onReason(one)}>
              {exchangeReasonLabels[one]}
            </Chip>
          ))}
        </div>
        {(choices.often_exchanged_for || choices.fit) && (
          <p className="exchange-fit">
            <Icon name="user" />
            {choices.often_exchanged_for ? swapWords(choices.line.size, choices.often_exchanged_for) : choices.fit && fitWords[choices.fit]}
          </p>
        )}
      </fieldset>
      {reason !== null && sizes.length === 0 && (
        <p className="exchange-none" role="status">
          {noSizeWords[reason]}
        </p>
      )}
      {sizes.length > 0 && (
        <SizeChooser
          legend="Which size instead?"
          colours={[]}
          colour={null}
          onColour={() => {}}
          sizes={sizes.map((one) => ({ id: one.id, name: one.size ?? one.sku, attributes: one.attributes, stock: availabilityText(one, today) }))}
          chosen={size}
          worn={choices.line.attributes}
          onSize={onSize}
        />
      )}
    </>
  );
}
