import { Button } from './button.tsx';
import type { ColumnChoice } from './column-choice.ts';
import { Menu, type MenuItem } from './menu.tsx';

/** The menu with which a person shows and hides columns of a list. It stays open until the person closes it. */
export function ColumnMenu<Row>({ choice: { offered, isShown, toggle, reset } }: { choice: ColumnChoice<Row> }) {
  const items: MenuItem[] = [
    ...offered.map(({ key, heading }): MenuItem => ({ label: heading, checked: isShown(key), onSelect: () => toggle(key) })),
    ...(reset ? (['line', { label: 'As they were', icon: 'undo', onSelect: reset }] satisfies MenuItem[]) : []),
  ];
  return (
    <Menu items={items}>
      <Button>Columns</Button>
    </Menu>
  );
}
