import { Button } from '../ui/button.tsx';
import type { Order, Wearer } from './client.ts';
import { useUsualActs } from './use-usual-acts.ts';

/** Gives the other wearers of a draft what this one gets, each in their own size. Renders nothing if there are no others. */
export function GiveSame({ order, wearer }: { order: Order; wearer: Pick<Wearer, 'id'> }) {
  const { giveSame } = useUsualActs(order);
  if (order.employees.length < 2) return null;
  return (
    <p className="usual-same">
      <Button look="quiet" icon="copy" busy={giveSame.busy} busyText="Adding…" onClick={() => void giveSame.write(wearer.id)}>
        Give the others the same
      </Button>
    </p>
  );
}
