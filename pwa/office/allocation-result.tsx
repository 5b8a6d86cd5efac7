import { discontinuedWords } from '../../shared/catalogue/discontinued-words.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { lineName } from '../api/line-name.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import type { Line } from './client.ts';
import type { AllocationResults } from './use-order-actions.tsx';

/** The result of one line as text: "3 of 5, 2 on PO-00012 due 04/12". */
function outcome(result: AllocationResults[number], line: Line): string {
  const words = [`${result.qty_allocated} of ${line.remaining_to_ship}`];
  if (!line.is_size_selected) words.push('needs a size first');
  else {
    let nowhere = result.qty_missing;
    for (const { qty, our_reference, due_on } of result.coming) {
      nowhere -= qty;
      words.push(`${qty} on ${our_reference}${due_on ? ` due ${formatDate(due_on).slice(0, 5)}` : ''}`);
    }
    if (nowhere > 0) words.push(`${nowhere} neither in stock nor on order`);
    const ending = nowhere > 0 && !line.picked_product && discontinuedWords(line.product.discontinued_at);
    if (ending) words.push(ending.toLowerCase());
    if (result.qty_in_question > 0) words.push(`${result.qty_in_question} left out until they are counted`);
  }
  return words.join(', ');
}

/** The result after the whole order was allocated: how much of it is allocated now, and each line with a shortfall. */
export function AllocationResult({ lines, results, onClose }: { lines: readonly Line[]; results: AllocationResults; onClose: () => void }) {
  const added = results.reduce((sum, { qty_added }) => sum + qty_added, 0);
  const short = results.flatMap((result) => {
    const line = lines.find(({ id }) => id === result.id);
    return line && result.qty_missing > 0 ? [{ line, result }] : [];
  });
  return (
    <Banner tone={short.length > 0 ? 'warn' : 'done'} action={<IconButton icon="x" size="sm" label="Close this result" onClick={onClose} />}>
      <p className="strong">
        {added > 0 ? `${countText(added, 'item')} allocated.` : 'Nothing more was free.'}{' '}
        {short.length === 0 ? 'Every line has all it needs.' : `${countText(short.length, 'line is', 'lines are')} short:`}
      </p>
      {short.length > 0 && (
        <ul className="short-lines">
          {short.map(({ line, result }) => (
            <li key={line.id}>
              <span className="strong">{lineName(line)}</span> <span className="sub">for {line.employee.name}:</span> {outcome(result, line)}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
