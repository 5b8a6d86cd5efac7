import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { CameraButton } from '../scan/camera-button.tsx';
import { useScan } from '../scan/use-scan.ts';
import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import './attention.css';
import type { TaskView } from './attention-view.ts';
import { scanTask } from './scan-task.ts';
import { TaskList } from './task-list.tsx';
import { useAttention } from './use-attention.ts';

const items = (tasks: readonly TaskView[]): string =>
  countText(
    tasks.reduce((sum, { qty }) => sum + qty, 0),
    'item',
  );

/** All items on a trolley that do not belong there, in walking order, ticked off by scan or by hand. */
export default function Shelf() {
  const attention = useAttention();
  useScan(({ text }) => scanTask(attention?.tasks ?? [], text));
  if (!attention) {
    return (
      <Page title="Return to the shelf" back="/attention">
        <FloorWaiting>
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  }
  const openTasks = attention.tasks.filter(({ is_ticked }) => !is_ticked);
  const ownTasks = attention.tasks.filter(({ is_ours }) => is_ours);
  const others = attention.tasks.filter(({ is_ours }) => !is_ours);
  return (
    <Page
      title="Return to the shelf"
      sub={openTasks.length ? `${items(openTasks)} in ${countText(openTasks.length, 'line')}` : undefined}
      back="/attention"
      actions={openTasks.length > 0 && <CameraButton />}
    >
      <div className="flow">
        {openTasks.length > 0 && (
          <Banner live={false}>Scan a garment as you put it back, or tick it. These items no longer belong to an order.</Banner>
        )}
        {ownTasks.length > 0 && <Trolley title="This tablet’s trolley" tasks={ownTasks} />}
        {others.length > 0 && <Trolley title="Other trolleys" tasks={others} />}
        {attention.tasks.length === 0 && (
          <EmptyState title="Nothing to put back">
            <p>When an order is cancelled, taken back or picked twice, its picked items are listed here until they are back in their bins.</p>
          </EmptyState>
        )}
      </div>
    </Page>
  );
}

const Trolley = ({ title, tasks }: { title: string; tasks: readonly TaskView[] }) => (
  <section className="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
      <span className="push note">{items(tasks)}</span>
    </header>
    <TaskList tasks={tasks} withOrder />
  </section>
);
