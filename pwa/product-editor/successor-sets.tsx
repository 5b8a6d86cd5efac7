import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetSuccessors } from '../../shared/clothing-sets/successors.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { TickList } from '../ui/tick-list.tsx';
import { addSuccessors, readSetsWithoutSuccessor, removeSuccessors } from './client.ts';

const refresh = [['products'], ['clothing-sets']];

/**
 * Lists the clothing sets that hold products but not their successors. At first all of them are chosen: one press adds the successors, another
 * removes them again. Renders nothing if no set lacks a successor.
 */
export function SuccessorSets({ pairs }: { pairs: readonly (readonly [id: number, successor_id: number])[] }) {
  const without = useQuery({
    queryKey: ['products', 'without-successor', pairs],
    queryFn: ({ signal }) => readSetsWithoutSuccessor(pairs, signal),
    enabled: pairs.length > 0,
    staleTime: 0,
  });
  const [omitted, setOmitted] = useState<readonly number[]>([]);
  const [added, setAdded] = useState<SetSuccessors['added']>([]);
  const add = useWrite({ send: addSuccessors, refresh, onSaved: (answer) => setAdded(answer.added) });
  const remove = useWrite({ send: removeSuccessors, refresh, onSaved: () => setAdded([]) });
  const sets = pairs.length > 0 ? (without.data ?? []) : [];
  const chosen = sets.filter(({ id }) => !omitted.includes(id));
  const addedTo = new Set(added.map(({ clothing_set_id }) => clothing_set_id)).size;
  return (
    <>
      {added.length > 0 && (
        <Banner
          tone="done"
          action={
            <Button size="sm" icon="undo" busy={remove.busy} busyText="Undoing" onClick={() => void remove.write({ added })}>
              Undo
            </Button>
          }
        >
          <p>The successor is in {countText(addedTo, 'more clothing set')}.</p>
        </Banner>
      )}
      {sets.length > 0 && (
        <Banner tone="warn">
          <div className="flow">
            <p>
              The successor is missing from {countText(sets.length, 'clothing set')}. People of {sets.length === 1 ? 'this set' : 'these sets'} are
              not offered it until their set holds it
              {sets.some(({ is_decorated }) => is_decorated) && ', and lines with decoration are ordered anew, because decorations belong to the set'}
              .
            </p>
            <TickList
              legend="Add the successor to"
              none=""
              name="successor_sets"
              offered={sets.map(({ id, name, account, is_decorated }) => ({
                id,
                name: `${account.name}, ${name}`,
                note: is_decorated ? 'with decoration' : undefined,
              }))}
              value={chosen.map(({ id }) => id)}
              onChange={(next) => setOmitted(sets.flatMap(({ id }) => (next.includes(id) ? [] : id)))}
            />
            <p className="note">It gets the price and the decoration that each set has for what it follows.</p>
            <div className="line">
              <Button
                size="sm"
                icon="plus"
                busy={add.busy}
                busyText="Adding"
                disabled={chosen.length === 0}
                onClick={() => void add.write({ set_ids: chosen.map(({ id }) => id), pairs })}
              >
                {chosen.length === 0 ? 'Add to the sets' : `Add to ${countText(chosen.length, 'set')}`}
              </Button>
            </div>
          </div>
        </Banner>
      )}
    </>
  );
}
