import { useState } from 'react';
import { groupBy } from '../../shared/group-by.ts';
import { listText } from '../../shared/list-text.ts';
import { lacksDecoration } from '../../shared/ordering/usual.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import type { Line, Order, WearerUsual } from './client.ts';
import { itemsOf } from './order-words.ts';
import { Panel } from './panel.tsx';
import type { UsualActs } from './use-usual-acts.ts';

type UsualLine = WearerUsual['lines'][number];

const styleOf = ({ product }: Line): number => product.parent?.id ?? product.id;

/** The lines of the usual whose decoration somebody has to choose, and which are not on the order yet. */
function undecidedLines(order: Order, usual: readonly WearerUsual[]): UsualLine[] {
  return usual.flatMap(({ employee, lines }) => {
    const ordered = new Set(order.lines.filter((line) => line.employee.id === employee.id).map(styleOf));
    return lines.filter((line) => lacksDecoration(line) && !ordered.has(line.style_id));
  });
}

interface DecorationCardsProps {
  order: Order;
  usual: readonly WearerUsual[];
  acts: UsualActs;
}

/** The decorations of an order, each once for all its items; and the question for a decoration that has to be chosen. */
export function DecorationCards({ order, usual, acts }: DecorationCardsProps) {
  const undecided = undecidedLines(order, usual);
  const decorated = order.lines.filter(({ decoration }) => decoration !== null);
  const offered = new Map(usual.flatMap(({ lines }) => lines.map(({ style_id, decorations }) => [style_id, decorations] as const)));
  const byDecoration = [...groupBy(decorated, ({ decoration }) => decoration ?? '')];
  return (
    <>
      {undecided.length > 0 && <Undecided lines={undecided} acts={acts} />}
      {byDecoration.length > 0 && (
        <section className="card" aria-label={byDecoration.length === 1 ? 'Decoration' : 'Decorations'}>
          <ul className="rows">
            {byDecoration.map(([decoration, lines]) => (
              <Decoration
                key={decoration}
                decoration={decoration}
                lines={lines}
                choices={[...new Set(lines.flatMap((line) => offered.get(styleOf(line)) ?? []))]}
                acts={acts}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Undecided({ lines, acts }: { lines: readonly UsualLine[]; acts: UsualActs }) {
  const [isLeftOut, setIsLeftOut] = useState(false);
  if (isLeftOut) return null;
  const items = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section className="card usual-question" aria-labelledby="undecided">
      <div className="usual-question-head">
        <h2 id="undecided">Which decoration?</h2>
        <p className="sub text-md">
          On {countText(items, 'item')}: {listText([...new Set(lines.map(({ name }) => name))])}. What they had is not offered any more.
        </p>
      </div>
      <div className="chips usual-choices">
        {[...new Set(lines.flatMap(({ decorations }) => decorations))].map((decoration) => (
          <Chip key={decoration} disabled={acts.add.busy} onClick={() => void acts.add.write({ decoration })}>
            {decoration}
          </Chip>
        ))}
      </div>
      <div className="line usual-question-foot">
        <button type="button" className="link push" onClick={() => setIsLeftOut(true)}>
          Leave them out
        </button>
      </div>
    </section>
  );
}

interface DecorationProps {
  decoration: string;
  lines: readonly Line[];
  /** The decorations that are offered with some of the lines. */
  choices: readonly string[];
  acts: UsualActs;
}

function Decoration({ decoration, lines, choices, acts }: DecorationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const count = countText(itemsOf(lines), 'item');
  const choose = async (to: string): Promise<void> => {
    if (to === decoration || (await acts.decorate.write({ from: decoration, to }))) setIsOpen(false);
  };
  return (
    <li className="usual-decoration">
      <Icon name="check" />
      <div className="grow">
        <p className="cut strong" title={decoration}>
          {decoration}
        </p>
        <p className="note text-md">On {count}</p>
      </div>
      {choices.some((choice) => choice !== decoration) && (
        <Button look="quiet" onClick={() => setIsOpen(true)} aria-label={`Change ${decoration}`}>
          Change
        </Button>
      )}
      {isOpen && (
        <Panel
          title="Decoration"
          description={`On ${count}`}
          onClose={() => setIsOpen(false)}
          width={480}
          tall={false}
          actions={<Button onClick={() => setIsOpen(false)}>Cancel</Button>}
        >
          <div className="chips usual-choices">
            {choices.map((choice) => (
              <Chip key={choice} selected={choice === decoration} disabled={acts.decorate.busy} onClick={() => void choose(choice)}>
                {choice}
              </Chip>
            ))}
          </div>
        </Panel>
      )}
    </li>
  );
}
