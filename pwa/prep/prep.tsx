import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { completePrep, requestPrint, tickPrepLine } from '../offline/actions.ts';
import { usePrep, useSyncState } from '../offline/use-floor.ts';
import type { BagView, DecorationGroup, LineView, PrepScreen } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { GarmentLine } from './garment-line.tsx';
import './prep.css';

const list = '/admin/prep';

/** One picked order at the bench: what to decorate, then what goes in whose bag. */
export default function Prep() {
  const { uuid = '' } = useParams();
  const screen = usePrep(uuid);
  if (screen === undefined) {
    return (
      <Page title="Prep" back={list}>
        <SkeletonText lines={6} />
      </Page>
    );
  }
  if (screen === null || screen.pick.state !== 'picked') {
    return (
      <Page title="Prep" back={list}>
        <EmptyState title="This order does not wait for prep" action={<ButtonLink to={list}>Back to prep</ButtonLink>}>
          <p>It is ready for dispatch already, or the office has taken it back.</p>
        </EmptyState>
      </Page>
    );
  }
  return <PrepOrder {...screen} />;
}

function PrepOrder({ pick, groups, bags, decorated, ticked }: PrepScreen) {
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const [tab, setTab] = useState(groups.length ? 'prep' : 'bagging');
  const left = decorated - ticked;

  const ready = async (): Promise<void> => {
    const sure = await ask({
      title: 'Are you sure this order is ready for dispatch?',
      body: `Order ${pick.order_number}, ${countText(pick.qty_picked, 'item')} in ${countText(bags.length, 'bag')}.`,
      action: 'Ready for Dispatch',
      keep: 'Not yet',
    });
    if (!sure) return;
    const verdict = await completePrep(pick.id);
    if (verdict.ok) await navigate(list);
    else toast(verdict.message, { tone: 'wrong' });
  };

  return (
    <Page
      name={`Prep ${pick.order_number}`}
      title={
        <>
          <span className="code">{pick.order_number}</span> <span className="font-normal">{pick.account_name}</span>
        </>
      }
      sub={
        <>
          {pick.site_name} · picked{pick.picker && ` by ${pick.picker.name}`} {pick.picked_at && <DateText value={pick.picked_at} form="moment" />}
        </>
      }
      back={list}
      done={decorated ? ticked / decorated : undefined}
      actions={
        <Button look="primary" disabled={left > 0 || pick.is_frozen} onClick={() => void ready()}>
          Ready for Dispatch
        </Button>
      }
    >
      {pick.is_frozen && <Banner tone="warn">Stop: the office has put this order on hold. {pick.frozen_reason}</Banner>}
      <Tabs
        label="Order"
        value={tab}
        onChange={setTab}
        tabs={[
          { key: 'prep', label: 'Prep', count: left },
          { key: 'bagging', label: 'Bagging', count: bags.length },
        ]}
      >
        <TabPanel value="prep" className="stack pt-4">
          {groups.map((group) => (
            <Decoration key={group.decoration} group={group} />
          ))}
          {groups.length === 0 && (
            <EmptyState title="Nothing to decorate">
              <p>These items go straight to bagging.</p>
            </EmptyState>
          )}
          {left > 0 && <p className="note">{countText(left, 'line')} to prep before this order is ready for dispatch.</p>}
        </TabPanel>
        <TabPanel value="bagging" className="stack pt-4">
          {bags.map((bag) => (
            <Bag key={bag.id} bag={bag} order_id={pick.order_id} pick_id={pick.id} />
          ))}
        </TabPanel>
      </Tabs>
      {dialog}
    </Page>
  );
}

const tick = async (lines: readonly LineView[], ticked: boolean): Promise<void> => {
  for (const line of lines) {
    const verdict = await tickPrepLine(line, ticked);
    if (!verdict.ok) {
      toast(verdict.message, { tone: 'wrong' });
      return;
    }
  }
};

function Decoration({ group }: { group: DecorationGroup }) {
  const isDone = group.ticked === group.lines.length;
  return (
    <section className="card" aria-label={group.decoration}>
      <header className="prep-head">
        <div className="grow">
          <h2 className="cut" title={group.decoration}>
            {group.decoration}
          </h2>
        </div>
        <span className={isDone ? 't-done strong' : 'sub'}>
          {group.ticked} of {group.lines.length}
        </span>
        {isDone ? (
          <Badge tone="done" icon="check">
            Done
          </Badge>
        ) : (
          <Button
            onClick={() =>
              void tick(
                group.lines.filter((line) => !line.prep_ticked_at),
                true,
              )
            }
          >
            Tick all
          </Button>
        )}
      </header>
      <ul className="rows">
        {group.lines.map((line) => (
          <li key={line.id}>
            <label className="tick done prep-tick">
              <input
                type="checkbox"
                checked={line.prep_ticked_at !== null}
                aria-label={`${line.product_name} ${line.size} for ${line.wearer?.name ?? 'the wearer'} done`}
                onChange={(event) => void tick([line], event.target.checked)}
              />
              <span>
                <GarmentLine line={line} withWearer />
              </span>
              <strong className="prep-qty">{line.qty_picked}</strong>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bag({ bag, order_id, pick_id }: { bag: BagView; order_id: number; pick_id: number }) {
  const { online } = useSyncState();
  const [count, setCount] = useState(1);
  const printed = bag.label_printed_at !== null;

  const print = async (): Promise<void> => {
    // A window opened after waiting is taken for an advertisement, so it is opened with the tap itself.
    if (online) window.open(`/admin/labels?order=${order_id}&q[${bag.wearer.id}]=${count}`, '_blank', 'noopener');
    const verdict = await requestPrint({ what: 'bag_label', pick_id, employee_id: bag.wearer.id, count });
    if (!verdict.ok) toast(verdict.message, { tone: 'wrong' });
    else if (!online) toast('The label waits on this tablet until the network is back.');
  };

  return (
    <article className="card" aria-label={`Bag of ${bag.wearer.name}`}>
      <header className="prep-head">
        <div className="grow">
          <h2 className="cut">{bag.wearer.name}</h2>
          <p className="note">
            {bag.wearer.employee_number && `Employee ${bag.wearer.employee_number} · `}
            {countText(bag.qty, 'item')}
          </p>
        </div>
        {printed ? (
          <Badge tone="done" icon="check">
            Bagged
          </Badge>
        ) : (
          <Badge tone="line-only">Open</Badge>
        )}
      </header>
      <ul className="rows">
        {bag.lines.map((line) => (
          <li key={line.id}>
            <GarmentLine line={line} />
            {line.decoration && !line.prep_ticked_at && <Badge icon="clock">Waits for prep</Badge>}
            <strong className="prep-qty">{line.qty_picked}</strong>
          </li>
        ))}
      </ul>
      <footer className="bag-foot">
        <span className="sub">Labels</span>
        <QtyStepper value={count} min={1} max={100} onChange={setCount} label={`Labels for ${bag.wearer.name}`} />
        <Button
          icon="print"
          className="push"
          look={printed || bag.is_waiting_for_prep ? 'plain' : 'primary'}
          disabled={bag.is_waiting_for_prep}
          onClick={() => void print()}
        >
          {printed ? 'Print again' : 'Print bag label'}
        </Button>
      </footer>
    </article>
  );
}
