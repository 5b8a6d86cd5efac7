import { useCounts, useDelayed } from '../offline/use-floor.ts';
import { Badge } from '../ui/badge.tsx';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { useTapGuard } from '../ui/tap-guard.ts';
import { toast } from '../ui/toast.ts';
import type { TaskView } from './attention-view.ts';
import { countName, putBack, undoPutBack } from './put-back.ts';
import { taskGarment } from './scan-task.ts';
import type { SteadyTask } from './use-steady-tasks.ts';

interface TaskListProps {
  tasks: readonly (TaskView & Partial<SteadyTask>)[];
  withOrder?: boolean;
}

/** Items to put back. A scan counts one item, a tap counts all, and both can be undone. */
export function TaskList({ tasks, withOrder = false }: TaskListProps) {
  const counts = useCounts();
  const delayed = useDelayed();
  const canUndo = new Set(delayed.flatMap(({ action: { n, a } }) => (n === 'outcome.resolve' ? [a.m] : [])));
  return (
    <ul className="rows shelf-tasks">
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} qty={counts.get(countName(task)) ?? 0} canUndo={canUndo.has(task.m)} withOrder={withOrder} />
      ))}
    </ul>
  );
}

interface TaskRowProps {
  task: TaskView & Partial<SteadyTask>;
  /** How many items are back on the shelf. */
  qty: number;
  /** True if all items are back on the shelf and the tablet has not sent the end of the task yet. */
  canUndo: boolean;
  withOrder: boolean;
}

function TaskRow({ task, qty, canUndo, withOrder }: TaskRowProps) {
  const isBack = task.is_ticked || task.is_gone === true;
  const row = useTapGuard<HTMLLIElement>(`${isBack} ${qty}`);
  const garment = taskGarment(task);
  const undo = async (): Promise<void> => {
    if (!(await undoPutBack(task))) toast(`${garment}: it is on its way to the office already.`, { title: 'Too late to undo', tone: 'wrong' });
  };
  return (
    <li ref={row} aria-label={garment} className={classNames('shelf-task', isBack && 'is-ticked')}>
      <GarmentTile media={task.picture_url ? [{ url: task.picture_url }] : null} colour={task.colour_hex} alt="" size={48} />
      <span className="grow">
        <span className="block">
          <BinPlate bin={task.bin} /> {task.size && <strong className="task-size">{task.size} </strong>}
          {task.product_name}
        </span>
        <span className="sub task-about">
          {[task.variation_colour, task.sku].filter(Boolean).join(' · ')}
          {withOrder && (
            <>
              {' · order '}
              <span className="code">{task.order_number}</span>
            </>
          )}
          {task.is_undecided && ' · first decide whose count to use'}
        </span>
      </span>
      <span className="line task-acts">
        {isBack ? (
          <>
            <Badge tone="done" icon="check">
              {task.qty} of {task.qty}
            </Badge>
            {canUndo && (
              <Button icon="undo" aria-label={`Undo ${garment}`} onClick={() => void undo()}>
                Undo
              </Button>
            )}
          </>
        ) : (
          <>
            {qty > 0 && <IconButton icon="undo" label={`One less of ${garment}`} onClick={() => void putBack(task, qty - 1).then(showRefusal)} />}
            <strong className="num task-qty">
              {qty}
              <span className="note"> / {task.qty}</span>
              <span className="sr"> back</span>
            </strong>
            <Button
              disabled={task.is_undecided}
              aria-label={`ALL ${task.qty} of ${garment}`}
              onClick={() => void putBack(task, task.qty).then(showRefusal)}
            >
              ALL {task.qty}
            </Button>
          </>
        )}
      </span>
    </li>
  );
}
