import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Verdict } from '../../shared/verdict.ts';
import { completePick, handoverPick, pausePick, recordPick, resumePick, sendBackPick, startPick } from '../offline/actions.ts';
import { usePick } from '../offline/use-floor.ts';
import type { LineView, PickScreen } from '../offline/views.ts';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Menu } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { LineSummary } from './line-summary.tsx';
import './picking.css';
import { ShortSheet } from './short-sheet.tsx';

const list = '/admin/picking/orders';

/** One order, line by line in walking order; every tap is on this tablet before it shows. */
export default function Pick() {
  const { uuid = '' } = useParams();
  const screen = usePick(uuid);
  if (screen === undefined) {
    return (
      <Page title="Pick" back={list}>
        <SkeletonText lines={6} />
      </Page>
    );
  }
  if (screen === null || !['released', 'picking', 'paused'].includes(screen.pick.state)) {
    return (
      <Page title="Pick" back={list}>
        <EmptyState title="This order is not waiting for picking" action={<ButtonLink to={list}>Back to the picking list</ButtonLink>}>
          <p>It has been picked, or the office has taken it back.</p>
        </EmptyState>
      </Page>
    );
  }
  return <PickOrder {...screen} />;
}

const say = (verdict: Verdict): boolean => {
  if (!verdict.ok) toast(verdict.message, { tone: 'wrong' });
  return verdict.ok;
};

function PickOrder({ pick, lines, reasons }: PickScreen) {
  const navigate = useNavigate();
  const { who } = useSession();
  const { ask, dialog } = useConfirm();
  const [chosen, setChosen] = useState<number | null>(null);
  const [short, setShort] = useState<number | null>(null);

  const isMine = pick.picker !== null && pick.picker.id === who?.user.id;
  const isActive = isMine && pick.state === 'picking' && !pick.is_frozen;
  const next = lines.filter((line) => !line.is_done);
  const current = lines.find((line) => line.id === chosen) ?? next[0] ?? null;
  const done = lines.filter((line) => line.is_done && line.id !== current?.id);
  const upcoming = lines.filter((line) => !line.is_done && line.id !== current?.id);
  const shortLine = lines.find((line) => line.id === short);
  const shortLines = lines.filter((line) => line.is_done && !line.is_fully_picked);

  // A line that was chosen and is complete gives way to the next one.
  const chosenIsDone = lines.find((line) => line.id === chosen)?.is_fully_picked ?? false;
  useEffect(() => {
    if (!chosenIsDone) return;
    const timer = setTimeout(() => setChosen(null), 600);
    return () => clearTimeout(timer);
  }, [chosenIsDone]);

  const leave = (): void => void navigate(list);
  const complete = async (): Promise<void> => {
    const body = shortLines.length
      ? `${countText(pick.qty_picked, 'item')} of ${pick.qty_allocated} picked; ${countText(shortLines.length, 'line')} short.`
      : `All ${countText(pick.qty_picked, 'item')} picked.`;
    if (!(await ask({ title: `Complete the pick of order ${pick.order_number}?`, body, action: 'Complete pick', keep: 'Keep picking' }))) return;
    if (say(await completePick(pick.id))) leave();
  };
  const handover = async (): Promise<void> => {
    const sure = await ask({
      title: `Hand over order ${pick.order_number}?`,
      body: 'What has been picked stays recorded. Somebody else can go on with it.',
      action: 'Hand over',
      keep: 'Keep picking',
    });
    if (sure && say(await handoverPick(pick.id))) leave();
  };
  const sendBack = async (): Promise<void> => {
    const sure = await ask({
      title: `Send order ${pick.order_number} back for re-allocation?`,
      body: pick.qty_picked ? `The ${countText(pick.qty_picked, 'item')} you picked have to go back to the shelf.` : 'The office allocates it again.',
      action: 'Send back',
      keep: 'Keep picking',
      destroys: true,
    });
    if (sure && say(await sendBackPick(pick.id))) leave();
  };

  const place = current ? `line ${lines.indexOf(current) + 1} of ${lines.length}` : `${lines.length} lines`;
  return (
    <Page
      name={`Pick ${pick.order_number}`}
      title={
        <>
          <span className="code">{pick.order_number}</span> <span className="font-normal">{pick.account_name}</span>
        </>
      }
      sub={
        <>
          {pick.site_name} · {place} ·{' '}
          <strong>
            {pick.qty_picked} of {countText(pick.qty_allocated, 'item')}
          </strong>
        </>
      }
      back={list}
      done={pick.qty_allocated ? pick.qty_picked / pick.qty_allocated : 0}
      actions={
        isMine && (
          <>
            {pick.state === 'picking' ? (
              <Button icon="pause" onClick={() => void pausePick(pick.id).then(say)}>
                Pause
              </Button>
            ) : (
              <Button look="primary" onClick={() => void resumePick(pick.id).then(say)}>
                Resume
              </Button>
            )}
            <Menu
              items={[
                { label: 'Hand over', onSelect: () => void handover() },
                { label: 'Send back for re-allocation', onSelect: () => void sendBack() },
                { label: 'Picking list', href: `/admin/picking/orders/${pick.uuid}/download` },
              ]}
            >
              <IconButton icon="more" label="More: handover, send back, picking list" />
            </Menu>
          </>
        )
      }
    >
      {pick.is_frozen && <Banner tone="warn">Stop: the office has put this order on hold. {pick.frozen_reason}</Banner>}
      {!isMine && (
        <Banner
          tone={pick.picker ? 'warn' : undefined}
          action={
            !pick.picker &&
            !pick.is_frozen && (
              <Button look="primary" onClick={() => void startPick(pick.id).then(say)}>
                Start picking
              </Button>
            )
          }
        >
          {pick.picker ? `${pick.picker.name} is picking this order.` : 'Nobody is picking this order yet.'}
        </Banner>
      )}
      <div className="pick">
        {current ? (
          <CurrentLine
            key={current.id}
            line={current}
            position={lines.indexOf(current) + 1}
            of={lines.length}
            isActive={isActive}
            onShort={() => setShort(current.id)}
          />
        ) : (
          <section className="current" aria-label="All lines done">
            <div className="pick-done">
              <Badge tone={shortLines.length ? 'warn' : 'done'} icon={shortLines.length ? 'alert' : 'check'}>
                {shortLines.length ? `${countText(shortLines.length, 'line')} short` : 'Every line is picked'}
              </Badge>
              <h2>
                {pick.qty_picked} of {countText(pick.qty_allocated, 'item')} picked
              </h2>
              <p className="sub">{pick.wearer_count > 1 || lines.some((line) => line.decoration) ? 'Next: prep and bagging.' : 'Next: dispatch.'}</p>
            </div>
            <Button size="lg" look="primary" block disabled={!isActive} onClick={() => void complete()}>
              Complete pick
            </Button>
          </section>
        )}
        <section className="card scroll pick-lines" aria-label="Lines">
          <LineGroup heading="Next" lines={upcoming} onChoose={setChosen} />
          <LineGroup heading="Picked" lines={done} onChoose={setChosen} />
          {upcoming.length + done.length === 0 && <p className="note p-4">This is the only line.</p>}
        </section>
      </div>
      {shortLine && (
        <ShortSheet
          line={shortLine}
          reasons={reasons}
          onClose={() => setShort(null)}
          onRecord={async (qty, reason) => {
            if (!say(await recordPick(shortLine, qty, reason))) return;
            setShort(null);
            setChosen(null);
          }}
        />
      )}
      {dialog}
    </Page>
  );
}

interface CurrentLineProps {
  line: LineView;
  position: number;
  of: number;
  isActive: boolean;
  onShort: () => void;
}

function CurrentLine({ line, position, of, isActive, onShort }: CurrentLineProps) {
  const { product, wearer } = line;
  const name = [line.product_name, product?.variation_colour].filter(Boolean).join(', ');
  const record = (qty: number): void => void recordPick(line, qty).then(say);
  return (
    <section className="current" aria-label={`Line ${position} of ${of}`}>
      <div className="what">
        <GarmentTile media={product?.picture_url ? [{ url: product.picture_url }] : null} colour={product?.colour_hex} alt={name} size="fill" />
        <div className="min-w-0">
          <div className="line flex-wrap gap-x-6">
            <p className="mark">
              <small>Bin</small>
              <BinPlate bin={product?.bin} xl />
            </p>
            <p className="mark">
              <small>Size</small>
              <span className="sized">{line.size}</span>
            </p>
          </div>
          <h2 className="name">{line.product_name}</h2>
          <p className="line colour">
            {product?.variation_colour && (
              <>
                <Swatch colour={product.colour_hex} large /> <strong>{product.variation_colour}</strong>
              </>
            )}
            <span className="code note">{product?.sku}</span>
          </p>
          <dl className="facts">
            {wearer && (
              <>
                <dt>Wearer</dt>
                <dd>{wearer.name}</dd>
              </>
            )}
            {line.decoration && (
              <>
                <dt>Decoration</dt>
                <dd>{line.decoration}</dd>
              </>
            )}
            {line.notes && (
              <>
                <dt>Notes</dt>
                <dd>{line.notes}</dd>
              </>
            )}
            {line.code && (
              <>
                <dt>Short</dt>
                <dd>{[line.code, line.other_reason].filter(Boolean).join(': ')}</dd>
              </>
            )}
          </dl>
        </div>
      </div>
      <QtyStepper
        size="xl"
        value={line.qty_picked}
        max={line.qty_allocated}
        of={line.qty_allocated}
        onChange={record}
        disabled={!isActive}
        label={`Picked of ${line.qty_allocated}`}
      />
      <div className="acts">
        <Button size="lg" disabled={!isActive || line.is_fully_picked} onClick={onShort}>
          Short
        </Button>
        <Button size="lg" look="primary" disabled={!isActive || line.is_fully_picked} onClick={() => record(line.qty_allocated)}>
          ALL {line.qty_allocated}
        </Button>
      </div>
    </section>
  );
}

function LineGroup({ heading, lines, onChoose }: { heading: string; lines: LineView[]; onChoose: (id: number) => void }) {
  if (lines.length === 0) return null;
  const items = lines.reduce((sum, line) => sum + (heading === 'Picked' ? line.qty_picked : line.qty_allocated), 0);
  return (
    <>
      <header>
        <h2>{heading}</h2>
        <span className="push note">
          {countText(lines.length, 'line')} · {countText(items, 'item')}
        </span>
      </header>
      <ul className="rows">
        {lines.map((line) => (
          <li key={line.id}>
            <button type="button" className="pick-line" onClick={() => onChoose(line.id)}>
              <LineSummary line={line} />
              {line.is_done ? (
                <Badge tone={line.is_fully_picked ? 'done' : 'warn'} icon={line.is_fully_picked ? 'check' : 'alert'}>
                  {line.qty_picked} / {line.qty_allocated}
                </Badge>
              ) : (
                <span className="num pick-qty">
                  <strong>{line.qty_picked}</strong>
                  <span className="note"> / {line.qty_allocated}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
