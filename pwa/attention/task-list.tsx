import { BinPlate } from '../ui/bin-plate.tsx';
import { classNames } from '../ui/class-names.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import type { TaskView } from './attention-view.ts';
import { resolveOutcome } from './resolve-outcome.ts';

/** Records that the items are back; false where it could not be stored. */
export async function tickTask(task: TaskView): Promise<boolean> {
  return !showRefusal(await resolveOutcome(task.m, 'dismiss'));
}

/** Items to put back, each ticked off when it is in its bin again. */
export const TaskList = ({ tasks, withOrder = false }: { tasks: readonly TaskView[]; withOrder?: boolean }) => (
  <ul className="rows shelf-tasks">
    {tasks.map((task) => (
      <li key={task.id}>
        <label className={classNames('tick done grow shelf-task', task.is_ticked && 'is-ticked')}>
          <input type="checkbox" checked={task.is_ticked} disabled={task.is_ticked || task.is_undecided} onChange={() => void tickTask(task)} />
          <GarmentTile media={task.picture_url ? [{ url: task.picture_url }] : null} colour={task.colour_hex} alt="" size={48} />
          <span className="grow">
            <span className="line">
              <BinPlate bin={task.bin} />
              {task.size && <strong className="task-size">{task.size}</strong>}
              <span className="cut">{task.product_name}</span>
            </span>
            <span className="sub cut task-about">
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
          <strong className="task-qty">
            {task.qty}
            <span className="sr"> to put back</span>
          </strong>
        </label>
      </li>
    ))}
  </ul>
);
