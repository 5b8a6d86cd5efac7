import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { useTablet } from '../offline/use-floor.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import './attention.css';
import { ItemCard } from './item-card.tsx';
import { TaskList } from './task-list.tsx';
import { useAttention } from './use-attention.ts';
import { type TaskNote, useTaskScan } from './use-task-scan.ts';

const showNote = ({ tone, title, text }: TaskNote): void => toast(text, { title, tone: tone === 'done' ? 'done' : 'wrong' });

/** The decisions for a person at this tablet, and the items that go back to the shelf because of these decisions. */
export default function Attention() {
  const engine = useTablet();
  const attention = useAttention();
  useTaskScan(attention?.tasks ?? [], showNote);
  if (!engine || !attention) {
    return (
      <Page title="Needs attention">
        <FloorWaiting>
          <SkeletonText lines={6} />
        </FloorWaiting>
      </Page>
    );
  }
  const { items, tasks } = attention.view;
  const open = items.filter(({ decided }) => !decided).length;
  const toReturn = tasks.filter(({ is_ticked }) => !is_ticked).length;
  const summary = [open && `${countText(open, 'item')} open on this tablet`, toReturn && `${countText(toReturn, 'line')} to put back`];
  const elsewhere = attention.tasks.filter(({ is_ours }) => !is_ours).length;
  return (
    <Page title="Needs attention" sub={summary.filter(Boolean).join(' · ') || 'Nothing open on this tablet'} actions={<CameraButton />}>
      <div className="attention-items">
        {items.map((item) => (
          <ItemCard key={item.m} item={item} device={engine.device} />
        ))}
        {tasks.length > 0 && (
          <section className="card" aria-label="Return to the shelf">
            <header>
              <h2>Return to the shelf</h2>
              <span className="push note">On this tablet’s trolley</span>
            </header>
            <TaskList tasks={tasks} withOrder />
          </section>
        )}
        {items.length + tasks.length === 0 && (
          <EmptyState title="Nothing needs attention">
            <p>An item appears here when two people did the same thing, or when the office changed something a picker was working on.</p>
          </EmptyState>
        )}
      </div>
      <p className="line attention-links">
        <ButtonLink to="/admin/picking/shelf" look="quiet" icon="next">
          All items to return to the shelf{elsewhere > 0 ? ` (${elsewhere} on other trolleys)` : ''}
        </ButtonLink>
        <ButtonLink to="/queue" look="quiet" icon="next">
          Changes on this tablet
        </ButtonLink>
      </p>
    </Page>
  );
}
