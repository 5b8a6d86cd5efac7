import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import type { NewExchangeInput } from '../../shared/returns/exchange-input.ts';
import type { ExchangeReason } from '../../shared/returns/exchange-reasons.ts';
import type { ApiError } from '../api/api-error.ts';
import { newKey } from '../api/transport.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { Why } from '../ui/why.tsx';
import { type CreatedExchange, createExchange, type ExchangeChoices, type Line, type Order, readExchangeChoices } from './client.ts';
import { ExchangeSizes } from './exchange-sizes.tsx';
import { exchangeWords, sentWords } from './exchange-words.ts';
import { afterChange, orderKey } from './order-data.ts';
import { lineName } from './order-lines.tsx';
import './exchange.css';

interface OrderExchangeProps {
  order: Order;
  line: Line;
  onCreated: (created: CreatedExchange) => void;
  /** Opens the form that returns items without an exchange. */
  onReturn: () => void;
}

/** Exchanges a line of an order for another size: what is wrong, which size instead, done. */
export function OrderExchange({ order, line, onCreated, onReturn }: OrderExchangeProps) {
  const { uuid } = order;
  const isPhone = useIsPhone();
  const [reason, setReason] = useState<ExchangeReason | null>(null);
  const [chosenSize, setChosenSize] = useState<number | null>(null);
  const [quantity, setQuantity] = useState(1);
  const [note, setNote] = useState('');
  const query = useQuery({
    queryKey: [...orderKey(uuid), 'exchange', line.id, quantity],
    queryFn: ({ signal }) => readExchangeChoices(uuid, line.id, quantity, signal),
    placeholderData: (before) => before,
  });
  const exchange = useWrite({
    send: createExchange(uuid),
    refresh: [...afterChange(uuid), ['returns']],
    onSaved: onCreated,
    onRefused: isShownInPlace,
  });
  /** The request that is on the screen, with the key that every try of it has, so that it makes one exchange. */
  const attempt = useRef<{ body: string; key: string; choices: ExchangeChoices } | null>(null);
  // Until it is known whether a request was carried out, the choice stays as it was sent: the order may have the exchange already.
  const isUnknown = exchange.busy || (exchange.error !== null && exchange.error.status !== 422);
  const choices = (isUnknown && attempt.current?.choices) || query.data;
  const offered = choices && reason ? choices.sizes[reason] : [];
  const size = offered.find(({ id }) => id === chosenSize);
  const choose = (next: ExchangeReason): void => {
    setReason(next);
    // A faulty item has only its own size to be exchanged for.
    setChosenSize(next === 'faulty' ? (choices?.sizes.faulty[0]?.id ?? null) : null);
  };

  const input: NewExchangeInput | null =
    reason && size
      ? {
          order_line_id: line.id,
          quantity,
          reason,
          product_id: size.id,
          customer_comments: reason === 'faulty' ? note.trim() || null : null,
        }
      : null;
  const send = (): void => {
    if (!input || !choices) return;
    const body = JSON.stringify(input);
    if (attempt.current?.body !== body) attempt.current = { body, key: newKey(), choices };
    void exchange.write(input, attempt.current.key);
  };

  const ownSize = sizeOf(line.product.attributes);
  const hasNone = reason !== null && choices !== undefined && offered.length === 0;
  const waits = !choices || choices.refusal ? null : !reason ? 'Say what is wrong' : size || hasNone ? null : 'Choose a size';
  const fault = exchange.error && isShownInPlace(exchange.error) && !exchange.busy && (
    <Banner
      tone="wrong"
      action={
        exchange.error.status === 422 ? undefined : (
          <Button size="sm" onClick={send}>
            Retry
          </Button>
        )
      }
    >
      {faultWords(exchange.error)}
    </Banner>
  );
  const button = hasNone ? (
    <Button look="primary" className={isPhone ? 'grow' : undefined} onClick={onReturn}>
      Return it instead
    </Button>
  ) : (
    <Button
      look="primary"
      className={isPhone ? 'grow' : undefined}
      disabled={!input}
      aria-describedby={waits ? 'exchange-waits' : undefined}
      busy={exchange.busy}
      busyText="Sending…"
      onClick={send}
    >
      {exchangeWords(size?.size ?? null)}
    </Button>
  );
  return (
    <Page
      title={
        <>
          Exchange {line.product_name}
          {ownSize && `, size ${ownSize}`}
        </>
      }
      name={`Exchange ${lineName(line)}`}
      back={`/orders/${uuid}`}
      sub={[line.employee.name, sentWords(line)].filter(Boolean).join(' · ')}
      actions={isPhone && <GarmentTile media={line.product.media} alt="" colour={line.product.attributes.colour_hex} size={40} />}
      primary={
        choices && !choices.refusal ? (
          <div className="exchange-dock">
            {isPhone && fault}
            <div className="line">
              <Why id="exchange-waits">{waits}</Why>
              {button}
            </div>
          </div>
        ) : undefined
      }
    >
      <Loaded query={query} noun="sizes" waiting={<SkeletonText lines={6} />}>
        {(read) => {
          const loaded = choices ?? read;
          return loaded.refusal ? (
            <div className="exchange exchange-refused">
              <p>{loaded.refusal}</p>
              <p>
                {loaded.contact.name}, <a href={`tel:${loaded.contact.phone.replaceAll(' ', '')}`}>{loaded.contact.phone}</a>
              </p>
              {loaded.qty_returnable > 0 && <Button onClick={onReturn}>Return it instead</Button>}
            </div>
          ) : (
            <div className="exchange">
              <ExchangeSizes choices={loaded} reason={reason} onReason={choose} size={size?.id ?? null} onSize={setChosenSize} />
              {(loaded.qty_returnable > 1 || reason === 'faulty') && offered.length > 0 && (
                <div className="exchange-more">
                  {loaded.qty_returnable > 1 && (
                    <div className="line">
                      <h2>How many?</h2>
                      <span className="push">
                        <QtyStepper
                          label={`Exchange, ${lineName(line)}`}
                          value={quantity}
                          min={1}
                          max={loaded.qty_returnable}
                          of={loaded.qty_returnable}
                          onChange={setQuantity}
                        />
                      </span>
                    </div>
                  )}
                  {reason === 'faulty' && (
                    <TextArea
                      label="What is wrong with it"
                      hint="It helps us to find out why"
                      rows={2}
                      maxLength={limits.notes}
                      value={note}
                      onChange={(event) => setNote(event.target.value)}
                    />
                  )}
                </div>
              )}
              {!isPhone && fault}
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Whether a refusal is shown on this screen: the choice stays, and the person chooses again or sends it again. */
const isShownInPlace = ({ status }: ApiError): boolean => status === 0 || status === 422 || status === 429 || status >= 500;

function faultWords({ status, first_messages }: ApiError): string {
  if (status === 422) return Object.values(first_messages)[0] ?? 'This exchange is not possible.';
  return status === 0 ? 'Not sent: the server cannot be reached. Your choice stays here.' : 'Not sent: something went wrong. Your choice stays here.';
}
