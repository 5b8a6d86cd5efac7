import type { Choice } from '../../shared/sync/mutations/resolve-outcome.ts';
import { isOver } from '../../shared/sync/outcomes.ts';
import { differenceWords } from '../../shared/sync/refusal-words.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { showRefusal } from '../ui/show-refusal.ts';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { type AttentionItem, mayClose } from './attention-view.ts';
import { resolveOutcome } from './resolve-outcome.ts';
import { TaskList } from './task-list.tsx';
import { Differences, Garment, LinesTwice, Sides, showsSides } from './two-sides.tsx';

const decide = (m: string, choice: Choice): void => void resolveOutcome(m, choice).then(showRefusal);

/** One decision: what happened, both sides of the conflict, and the choices. It works without a network. */
export function ItemCard({ item, device }: { item: AttentionItem; device: string }) {
  const { words, line, code, m } = item;
  const isChoice = item.outcome === 'conflict';
  const chosenOffer = item.offers.find(({ choice }) => choice === item.decided);
  const differences = differenceWords(item.server);
  return (
    <article
      className={classNames('card attention-card', item.decided ? 'is-decided' : isChoice ? 'is-choice' : 'is-refused')}
      aria-label={words.title}
    >
      <header>
        {item.decided ? (
          <Badge icon="clock">Choice waiting</Badge>
        ) : isChoice ? (
          <Badge tone="warn" icon="alert">
            Needs a choice
          </Badge>
        ) : (
          <Badge tone="wrong" icon="x">
            Not accepted
          </Badge>
        )}
        <span className="code note push small">{code}</span>
      </header>
      <div className="in-card flow">
        <h2 className="attention-title">{words.title}</h2>
        <About item={item} />
        {line && showsSides(item.code) && (
          <Sides line={line} device={device} ours={{ title: item.who === 'you' ? 'Yours' : item.who, tablet: 'this tablet', at: item.at }} />
        )}
        <p>
          <WholeCodes>{words.text}</WholeCodes>
        </p>
        {item.lines.length > 0 && <LinesTwice lines={item.lines} ours={item.who === 'you' ? 'Yours' : item.who} />}
        {differences.length > 0 && <Differences rows={differences} />}
        {item.tasks.length > 0 && (
          <>
            <p className="strong">Return {item.tasks.reduce((sum, { qty }) => sum + qty, 0)} to the shelf</p>
            <div className="card">
              <TaskList tasks={item.tasks} />
            </div>
          </>
        )}
        {item.failed && !item.decided && (
          <Banner tone="warn" live={false}>
            Your choice could not be carried out: {item.failed.charAt(0).toLowerCase() + item.failed.slice(1)}.
          </Banner>
        )}
        {item.decided ? (
          <p className="strong">
            {chosenOffer?.label ?? 'Decided'}. <span className="sub">It is sent with the other changes.</span>
          </p>
        ) : (
          <div className="attention-offers">
            {item.offers.map(({ choice, label }, i) => (
              <Button
                key={choice}
                size="lg"
                look={i === 0 ? 'primary' : 'plain'}
                disabled={i === 0 && !mayClose(item)}
                onClick={() => decide(m, choice)}
              >
                {label}
              </Button>
            ))}
            {item.place && item.offers.length < 3 && (
              <ButtonLink to={item.place.to} size="lg">
                {item.place.label}
              </ButtonLink>
            )}
          </div>
        )}
        {item.heldActions.length > 0 && !isOver(code) && item.lines.length === 0 && (
          <p className="note attention-held">
            {countText(item.heldActions.length, 'later change')} of yours {item.heldActions.length === 1 ? 'waits' : 'wait'} on this:{' '}
            {item.heldActions
              .map(({ shown: label }) => `${label.text}${label.order_number && label.is_of_order ? ` of ${label.order_number}` : ''}`)
              .join('; ')}
            .
          </p>
        )}
      </div>
    </article>
  );
}

/** Shows the subject of a decision: the garment, or the action. If the office ended the pick, shows instead how and when it did so. */
function About({ item }: { item: AttentionItem }) {
  if (item.ended_at)
    return (
      <p className="sub">
        {item.code === 'ORDER_CANCELLED' ? 'Cancelled' : 'Taken back'} in the office at {formatDate(item.ended_at, 'time')}.
      </p>
    );
  return item.line ? <Garment line={item.line} picture_url={item.picture_url} /> : <p className="sub">{doneWords(item)}</p>;
}

/** What was done, and when: `Completed the pick of 00140, 09:31`. */
const doneWords = ({ shown: label, at }: AttentionItem): string =>
  [`${label.text}${label.order_number ? `${label.is_of_order ? ' of' : ' ·'} ${label.order_number}` : ''}`, formatDate(at, 'time')]
    .filter(Boolean)
    .join(', ');
