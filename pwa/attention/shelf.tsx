import { useState } from 'react';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { useCounts } from '../offline/use-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { MessageSlot } from '../ui/message-slot.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import './attention.css';
import { WholeCodes } from '../ui/whole-codes.tsx';
import type { TaskView } from './attention-view.ts';
import { countName } from './put-back.ts';
import { TaskList } from './task-list.tsx';
import { useAttention } from './use-attention.ts';
import { type SteadyTask, useSteadyTasks } from './use-steady-tasks.ts';
import { type TaskNote, useTaskScan } from './use-task-scan.ts';

/** All items that have to go back from a trolley to the shelf, in walking order. A person counts the items, by scan or by hand, as they go back. */
export default function Shelf() {
  const attention = useAttention();
  const [note, setNote] = useState<TaskNote | null>(null);
  const counts = useCounts();
  const tasks = useSteadyTasks(attention?.tasks ?? []);
  useTaskScan(attention?.tasks ?? [], setNote);
  if (!attention) {
    return (
      <Page title="Return to the shelf">
        <FloorWaiting>
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  }
  const isOpen = (task: SteadyTask): boolean => !task.is_ticked && !task.is_gone;
  const toPutBack = (some: readonly SteadyTask[]): number =>
    some.filter(isOpen).reduce((sum, task) => sum + task.qty - (counts.get(countName(task)) ?? 0), 0);
  const openTasks = tasks.filter(isOpen);
  const ownTasks = tasks.filter(({ is_ours }) => is_ours);
  const others = tasks.filter(({ is_ours }) => !is_ours);
  return (
    <Page
      title="Return to the shelf"
      sub={openTasks.length ? `${countText(toPutBack(openTasks), 'item')} in ${countText(openTasks.length, 'line')}` : undefined}
      actions={openTasks.length > 0 && <CameraButton />}
    >
      {(tasks.length > 0 || note) && (
        <MessageSlot hint={tasks.length > 0 && 'Scan each garment as you put it back, or tap ALL.'}>
          {note && (
            <Banner tone={note.tone}>
              <strong>
                <WholeCodes>{note.title}</WholeCodes>
              </strong>{' '}
              <WholeCodes>{note.text}</WholeCodes>
            </Banner>
          )}
        </MessageSlot>
      )}
      <div className="flow">
        {ownTasks.length > 0 && <Trolley title="This tablet’s trolley" tasks={ownTasks} qty={toPutBack(ownTasks)} />}
        {others.length > 0 && <Trolley title="Other trolleys" tasks={others} qty={toPutBack(others)} />}
        {tasks.length === 0 && (
          <EmptyState title="Nothing to put back">
            <p>When an order is cancelled, taken back or picked twice, its picked items are listed here until they are back in their bins.</p>
          </EmptyState>
        )}
      </div>
    </Page>
  );
}

const Trolley = ({ title, tasks, qty }: { title: string; tasks: readonly TaskView[]; qty: number }) => (
  <section className="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
      <span className="push note">{qty > 0 ? `${countText(qty, 'item')} to put back` : 'All back'}</span>
    </header>
    <TaskList tasks={tasks} withOrder />
  </section>
);
