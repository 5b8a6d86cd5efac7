import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { returnSlipUrl } from '../../shared/documents/document-urls.ts';
import { returnCode } from '../../shared/returns/send-back.ts';
import { dayText, ukDate } from '../../shared/uk-time.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { AddressLine } from '../ui/address-line.tsx';
import { Button } from '../ui/button.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.ts';
import { type CreatedExchange, type Line, mailReturnLabel, withdrawReturn } from './client.ts';
import { firstName } from './exchange-words.ts';
import { LineStatus } from './line-status.tsx';
import { afterChange } from './order-data.ts';
import { Panel } from './panel.tsx';
import './exchange.css';

/** Milliseconds for which an exchange can be undone here; afterwards it is withdrawn on the page of its return. */
const UNDO = 8000;

interface ExchangeCreatedProps {
  /** The order from which the items are returned. */
  uuid: string;
  /** The line that is exchanged. */
  line: Line;
  created: CreatedExchange;
  onClose: () => void;
}

/** An exchange that was ordered: when the other size leaves, and where, with which label and by when the first one is sent back. */
export function ExchangeCreated({ uuid, line, created, onClose }: ExchangeCreatedProps) {
  const { return: returned, order } = created;
  const { who } = useSession();
  const today = ukDate(new Date().toISOString());
  const sent = order.line;
  const size = sizeOf(sent.product.attributes);
  const back = sizeOf(line.product.attributes);
  const isOwn = who.user.id === line.employee.id;
  const it = back ? `the ${back}` : 'the other one';
  const expected = sent.status.find(({ state }) => state === 'expected')?.on;
  const { send_back } = returned;
  return (
    <Panel
      title={size ? `Size ${size} is ordered` : `${sent.product_name} is ordered`}
      description={`No change to ${isOwn ? 'your' : `${firstName(line.employee.name)}’s`} budget if ${it} comes back.`}
      tall={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <a className="btn primary grow" href={returnSlipUrl(returned.id)} target="_blank" rel="noreferrer">
            <Icon name="print" />
            Open label<span className="sr"> (a PDF, in a new tab)</span>
          </a>
        </>
      }
    >
      <div className="stack">
        <section className="card exchange-line" aria-label="What comes">
          <GarmentTile media={sent.product.media} alt="" colour={sent.product.attributes.colour_hex} size={48} />
          <div>
            <p className="cut">
              {size && <strong>{size}</strong>} {sent.product_name}
            </p>
            <p className="note">
              New order{' '}
              <Link className="code" to={`/orders/${order.uuid}`}>
                {order.order_number}
              </Link>
            </p>
          </div>
          <span className="note nowrap">× {sent.qty_requested}</span>
          <div className="exchange-status">
            <LineStatus order={{ is_submitted: true, is_frozen: false, dispatches: [] }} line={sent} />
            <p className="exchange-hint">{expected ? `Keep ${it} until then.` : `It leaves without waiting for ${it}.`}</p>
          </div>
        </section>
        {send_back && (
          <section className="card exchange-back" aria-label="What goes back">
            <div className="line">
              <h2>Send {it} back</h2>
              <span className="push note nowrap">by {dayText(send_back.until, today)}</span>
            </div>
            <div className="sticker">
              <div className="line">
                <b className="code">{returnCode(returned.return_number)}</b>
                <span className="push nowrap">
                  {sent.qty_requested} × <span className="code">{line.product.sku}</span>
                </span>
              </div>
              <span>
                {send_back.to.name}, <AddressLine of={send_back.to} />
              </span>
            </div>
            <p className="sub small">Any box will do, the label goes on it.</p>
          </section>
        )}
        <ExchangeLinks uuid={uuid} created={created} wearer={isOwn ? null : firstName(line.employee.name)} onUndone={onClose} />
      </div>
    </Panel>
  );
}

/** Sends the label to the wearer, and undoes the exchange. `wearer` is null for the person themself. */
function ExchangeLinks({ uuid, created, wearer, onUndone }: { uuid: string; created: CreatedExchange; wearer: string | null; onUndone: () => void }) {
  const { id, return_number, can } = created.return;
  const [isUndoable, setIsUndoable] = useState(can.withdraw);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setIsUndoable(false), UNDO);
    return () => clearTimeout(timer);
  }, []);
  const undo = useWrite({
    send: (_: undefined, options) => withdrawReturn(id, options),
    refresh: [...afterChange(uuid), ...afterChange(created.order.uuid), ['returns']],
    onSaved: () => {
      toast('The exchange is withdrawn');
      onUndone();
    },
  });
  const mail = useWrite({ send: (_: undefined, options) => mailReturnLabel(id, options), onSaved: ({ to }) => setMailedTo(to) });
  return (
    <div className="exchange-links">
      {mailedTo !== null ? (
        <p className="note" role="status">
          Label sent to {mailedTo}
        </p>
      ) : (
        can.mail_label && (
          <button type="button" className="link" aria-disabled={mail.busy || undefined} onClick={() => void mail.write(undefined)}>
            {wearer === null ? 'Send me the label' : `Send label to ${wearer}`}
          </button>
        )
      )}
      {isUndoable || undo.busy ? (
        <button type="button" className="link" aria-disabled={undo.busy || undefined} onClick={() => void undo.write(undefined)}>
          Undo
        </button>
      ) : (
        <Link className="link" to={`/returns/${id}`}>
          Return {return_number}
        </Link>
      )}
    </div>
  );
}
