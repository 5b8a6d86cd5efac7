import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { dayText, ukDate } from '../../shared/uk-time.ts';
import { useWrite } from '../api/use-write.ts';
import { Bar } from '../ui/bar.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { Dialog, FIRST_ACTION } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { SkeletonText } from '../ui/skeleton.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import type { Rollout, RolloutPreview } from './client.ts';
import { orderable, waiting } from './progress-bar.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { RolloutForm } from './rollout-form.tsx';
import { RolloutPeople } from './rollout-people.tsx';
import { RolloutSteps } from './rollout-steps.tsx';
import { Sites } from './sites.tsx';
import './rollouts.css';
import { type RolloutScreens, useRolloutScreens } from './use-rollout-screens.ts';

/** How often a roll-out is read while orders are sent or sizes are read, in milliseconds. */
const WHILE_BUSY = 1000;
/** How often it is read otherwise: people answer meanwhile. */
const WHILE_OPEN = 30_000;

/** A new roll-out, or one roll-out: how far it is, and its next step. */
export default function RolloutScreen() {
  const { id = '' } = useParams();
  const screens = useRolloutScreens();
  return id === 'new' && screens.mayEdit ? <RolloutForm screens={screens} /> : <Stored id={id} screens={screens} />;
}

function Stored({ id, screens }: { id: string; screens: RolloutScreens }) {
  const query = useQuery({
    queryKey: ['rollouts', screens.companyId, 'one', id],
    queryFn: ({ signal }) => screens.calls.read(id, signal),
    refetchInterval: ({ state }) => (state.data?.is_running || state.data?.is_preparing ? WHILE_BUSY : WHILE_OPEN),
  });
  const list = useListState({ orderBy: 'name', per_page: limits.people_page, filters: ['tab', 'status', 'site'] });
  if (query.data && screens.mayEdit && list.filters.tab === 'edit' && query.data.state === 'draft')
    return <RolloutForm screens={screens} stored={query.data} />;
  if (query.data) return <Details rollout={query.data} screens={screens} list={list} />;
  return (
    <Page title="Roll-out" back={screens.list}>
      <Loaded query={query} noun="roll-out" waiting={<SkeletonText lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

interface DetailsProps {
  rollout: Rollout;
  screens: RolloutScreens;
  list: ReturnType<typeof useListState<'tab' | 'status' | 'site'>>;
}

function Details({ rollout, screens, list }: DetailsProps) {
  const id = String(rollout.id);
  const { calls, mayEdit } = screens;
  const { counts, state } = rollout;
  const isPhone = useIsPhone();
  const { ask: confirm, dialog } = useConfirm();
  const [include, setInclude] = useState(false);
  const [preview, setPreview] = useState<{ of: RolloutPreview; at: string } | null>(null);
  const [changed, setChanged] = useState<string | null>(null);
  const refresh = [['rollouts']];
  const rehearsal = useWrite({
    send: calls.preview(id),
    onSaved: (of) => setPreview({ of, at: new Date().toISOString() }),
    onRefused: () => {
      setPreview(null);
      return true;
    },
  });
  const rehearse = (withUnanswered = include): void => void rehearsal.write(withUnanswered);
  const asking = useWrite({
    send: calls.ask(id),
    refresh,
    success: ({ asked, without_email }) =>
      `${countText(asked, 'person is', 'people are')} asked.${without_email ? ` ${without_email} have no email address: fill in for them.` : ''}`,
  });
  const saving = useWrite({
    send: () => calls.exportPeople(id),
    onSaved: (content) => saveFile(`${rollout.name}.csv`, content),
  });
  const closing = useWrite({ send: calls.close(id), refresh, success: 'The roll-out is closed.' });
  const retrying = useWrite({ send: calls.retry(id), refresh });
  const sending = useWrite({
    send: calls.submit(id),
    refresh,
    onSaved: () => setPreview(null),
    onRefused: (error) => {
      if (error.code !== 'rollout_changed') return false;
      setChanged(error.message);
      return true;
    },
  });
  const askClose = async (): Promise<void> => {
    const body = <p>Nobody is reminded any more and the links for sizes end. Orders that are sent go on.</p>;
    if (await confirm({ title: `Close ${rollout.name}?`, body, action: 'Close roll-out', keep: 'Keep it open' })) void closing.write(undefined);
  };
  const csv = (
    <Button icon="download" block={isPhone} busy={saving.busy} busyText="Saving…" onClick={() => void saving.write(undefined)}>
      CSV
    </Button>
  );
  const isPeople = list.filters.tab === 'people';
  const here = `${screens.list}/${id}`;
  const toOrder = orderable(counts) + (include ? waiting(counts) : 0);
  const unasked = waiting(counts) - counts.asked;
  const isDraft = state === 'draft';
  const canAct = mayEdit && state !== 'closed' && !rollout.is_running && !rollout.is_preparing;
  const sitesText = rollout.sites.length === 1 ? (rollout.sites[0]?.name ?? '') : countText(rollout.sites.length, 'site');
  const about = `${countText(counts.people, 'person', 'people')}, ${sitesText}, sizes by ${dayText(rollout.deadline, ukDate(new Date().toISOString()))}`;
  const run = rollout.run;
  const askText = `Ask ${countText(unasked, 'person', 'people')}`;
  const ask = (): void => void asking.write(undefined);
  const foot =
    rollout.is_running && run ? (
      <div className="rollout-run">
        <Bar
          label={`${run.done} of ${run.total} ordered`}
          parts={[
            { share: run.total ? run.done / run.total : 0, tone: 'done' },
            { share: run.total ? run.failed / run.total : 0, tone: 'over' },
          ]}
        />
        <span className="strong">
          {run.done} of {run.total} ordered{run.failed ? `, ${run.failed} failed` : ''}
        </span>
      </div>
    ) : canAct ? (
      <>
        <span className="grow rollout-foot">
          {preview && toOrder > 0 ? (
            <strong>Nothing is ordered yet of these {toOrder}.</strong>
          ) : (
            <span className="note">{toOrder > 0 ? 'Rehearse first, then order.' : 'Nobody can be ordered for yet.'}</span>
          )}
        </span>
        {unasked > 0 && !isDraft && (
          <Button look={orderable(counts) === 0 ? 'primary' : 'plain'} busy={asking.busy} busyText="Asking…" onClick={ask}>
            {askText}
          </Button>
        )}
        {toOrder > 0 && (
          <Button
            look={isDraft && unasked > 0 && !preview ? 'plain' : 'primary'}
            className={isPhone ? 'grow' : undefined}
            disabled={!preview}
            busy={sending.busy}
            busyText="Sending…"
            onClick={() => preview && void sending.write({ confirm: preview.of.orders, include_unanswered: include })}
          >
            Order for {countText(toOrder, 'person', 'people')}
          </Button>
        )}
      </>
    ) : undefined;
  return (
    <Page
      title={rollout.name}
      sub={screens.accountId === undefined ? about : `${screens.company ?? ''}, ${about}`}
      back={screens.list}
      fill={isPeople}
      actions={
        <>
          {!isPhone && csv}
          {mayEdit && isDraft && <ButtonLink to={`${here}#tab=edit`}>Edit</ButtonLink>}
          {mayEdit && state !== 'closed' && !isPhone && (
            <Button busy={closing.busy} onClick={() => void askClose()}>
              Close roll-out
            </Button>
          )}
        </>
      }
      strip={
        <TabLinks
          label="Roll-out"
          current={isPeople ? 'people' : 'progress'}
          tabs={[
            { key: 'progress', label: 'Progress', to: here },
            { key: 'people', label: 'People', count: counts.people, to: `${here}#tab=people` },
          ]}
        />
      }
      foot={foot}
    >
      {isPeople ? (
        <RolloutPeople screens={screens} rollout={rollout} list={list} />
      ) : (
        <div className={classNames('rollout-body', mayEdit && state !== 'closed' && 'split')}>
          <div className="stack">
            {isDraft && mayEdit && (
              <RolloutSteps
                rollout={rollout}
                edit={`${here}#tab=edit`}
                ask={
                  unasked > 0 &&
                  !rollout.is_preparing && (
                    <Button look="primary" busy={asking.busy} busyText="Asking…" onClick={ask}>
                      {askText}
                    </Button>
                  )
                }
              />
            )}
            {rollout.run_error && <p className="t-wrong">{rollout.run_error}</p>}
            <Figures rollout={rollout} here={here} onRetry={canAct ? () => void retrying.write(undefined) : undefined} isRetrying={retrying.busy} />
            <Sites rollout={rollout} here={here} />
            {mayEdit && !isDraft && <Mailings rollout={rollout} onAsk={canAct && counts.asked > 0 ? ask : undefined} />}
          </div>
          {mayEdit && state !== 'closed' && (
            <Rehearsal
              count={toOrder}
              preview={preview?.of ?? null}
              at={preview?.at ?? null}
              busy={rehearsal.busy}
              error={rehearsal.error}
              include={include}
              unanswered={waiting(counts)}
              orderPer={rollout.order_per}
              onRehearse={() => rehearse()}
              onInclude={(next) => {
                setInclude(next);
                setPreview(null);
                rehearse(next);
              }}
            />
          )}
          {isPhone && (
            <div className="stack">
              {csv}
              {mayEdit && state !== 'closed' && (
                <Button block busy={closing.busy} onClick={() => void askClose()}>
                  Close roll-out
                </Button>
              )}
            </div>
          )}
        </div>
      )}
      {dialog}
      {changed !== null && (
        <Dialog
          open
          title="It has changed meanwhile"
          onClose={() => setChanged(null)}
          actions={
            <Button
              look="primary"
              {...FIRST_ACTION}
              onClick={() => {
                setChanged(null);
                rehearse();
              }}
            >
              Rehearse again
            </Button>
          }
        >
          <p>{changed}</p>
        </Dialog>
      )}
    </Page>
  );
}

interface FiguresProps {
  rollout: Rollout;
  here: string;
  onRetry: (() => void) | undefined;
  isRetrying: boolean;
}

/** How many people are how far. */
function Figures({ rollout: { counts, sites }, here, onRetry, isRetrying }: FiguresProps) {
  const figures: [string, number, string, string, string][] = [
    ['People', counts.people, sites.length > 1 ? `All ${sites.length} sites` : '', '', ''],
    ['Ordered', counts.ordered, 'Sent to us', counts.ordered ? 't-done' : '', 'ordered'],
    ['Ready', counts.ready, 'Sizes on file', '', 'ready'],
    ['Answered', counts.answered, 'By their link', '', 'answered'],
    ['Filled in', counts.filled, 'By a manager', '', 'filled'],
    ['Asked', counts.asked, 'No answer yet', counts.asked ? 't-warn' : '', 'asked'],
  ];
  return (
    <section className="card" aria-label="People by state">
      <div className="rollout-stats">
        {figures.map(([label, count, note, tone, status]) => (
          <div key={label}>
            <p>{label}</p>
            <b className={tone || undefined}>{count}</b>
            <p>{note}</p>
            <Link className="rollout-cover" to={`${here}#tab=people${status && `&status=${status}`}`} aria-label={`${label}: ${count}`} />
          </div>
        ))}
        {counts.failed > 0 && (
          <div>
            <p>Failed</p>
            <b className="t-wrong">{counts.failed}</b>
            <p>
              <Link to={`${here}#tab=people&status=failed`}>See why</Link>
            </p>
            {onRetry && (
              <Button size="sm" busy={isRetrying} busyText="Retrying…" onClick={onRetry}>
                Retry {counts.failed}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

const mailingWords = { ask: 'Asked', first: 'First reminder, 7 days before, to', last: 'Last reminder, 2 days before, to' } as const;

/** When people were asked for sizes, and when the links end. */
function Mailings({ rollout: { counts, mailings, deadline }, onAsk }: { rollout: Rollout; onAsk: (() => void) | undefined }) {
  const today = ukDate(new Date().toISOString());
  return (
    <section className="card" aria-label="Asking for sizes">
      <header>
        <h2>Asking for sizes</h2>
        {onAsk && (
          <span className="push">
            <Button size="sm" onClick={onAsk}>
              Ask {counts.asked} again now
            </Button>
          </span>
        )}
      </header>
      <ul className="rollout-mailings">
        {mailings.map(({ kind, at, people }) => (
          <li key={`${kind}${at}`}>
            <p className="strong">{dayText(ukDate(at), today)}</p>
            <p className="note">
              {mailingWords[kind]} {countText(people, 'person', 'people')}
            </p>
          </li>
        ))}
        <li>
          <p className="strong">{dayText(deadline, today)}</p>
          <p className="note">The links end. You may still fill in</p>
        </li>
      </ul>
    </section>
  );
}
