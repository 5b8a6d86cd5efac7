import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { type Person, readSizes, removeRecordedSize, type SizeOnFile } from './client.ts';
import { RecordSize } from './record-size.tsx';
import type { WearerScreens } from './use-wearer-screens.ts';
import { WearerCard } from './wearer-card.tsx';

/** The size of each style that a person last kept, or that somebody recorded for them since. Whoever may order for them records sizes here. */
export function SizesCard({ person, screens }: { person: Person; screens: WearerScreens }) {
  const { can } = useSession();
  const query = useQuery({ queryKey: ['wearer', person.id, 'sizes'], queryFn: ({ signal }) => readSizes(person.id, signal) });
  /** The size that is recorded; null for one of another style. */
  const [recorded, setRecorded] = useState<{ size: SizeOnFile | null } | null>(null);
  const mayRecord = !person.is_archived && (can('order_for_others') || screens.isSelf);
  return (
    <>
      <WearerCard
        title="Sizes on file"
        aside={
          mayRecord && (
            <Button icon="plus" size="sm" onClick={() => setRecorded({ size: null })}>
              Record a size
            </Button>
          )
        }
        noun="sizes"
        query={query}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="in-card note">No sizes yet: they come from orders{mayRecord && ', or are recorded here'}.</p>
          ) : (
            <ul className="rows">
              {items.map((size) => (
                <SizeRow key={size.style_id} person={person} size={size} onChange={mayRecord ? () => setRecorded({ size }) : undefined} />
              ))}
            </ul>
          )
        }
      </WearerCard>
      {recorded && <RecordSize person={person} size={recorded.size} onClose={() => setRecorded(null)} />}
    </>
  );
}

interface SizeRowProps {
  person: Person;
  size: SizeOnFile;
  /** Absent for readers who may not record sizes. */
  onChange: (() => void) | undefined;
}

function SizeRow({ person, size, onChange }: SizeRowProps) {
  const { style_id, name, order_number, recorded_at } = size;
  const remove = useWrite({
    send: removeRecordedSize(person.id),
    success: 'Recorded size removed',
    refresh: [
      ['wearer', person.id],
      ['sizes-on-file', person.id],
    ],
  });
  const menu: MenuItem[] = onChange
    ? [
        { label: 'Change the size', icon: 'none', onSelect: onChange },
        ...(recorded_at ? [{ label: 'Use the size of their orders', icon: 'retry' as const, onSelect: () => void remove.write(style_id) }] : []),
      ]
    : [];
  return (
    <li>
      <span className="grow cut" title={name}>
        {name}
      </span>
      <span className={order_number ? 'note nowrap code' : 'note nowrap'}>{recorded_at ? 'Recorded' : order_number}</span>
      <strong className="nowrap">{sizeOf(size) ?? 'One size'}</strong>
      {menu.length > 0 && (
        <Menu items={menu}>
          <IconButton icon="more" label={`Change the size of ${name}`} busy={remove.busy} />
        </Menu>
      )}
    </li>
  );
}
