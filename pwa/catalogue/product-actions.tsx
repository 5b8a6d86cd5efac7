import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import type { ProductAction } from './many-products.tsx';
import type { ChosenProducts } from './use-chosen-products.ts';

/** An action on many products that has a dialog. */
export type ManyAction = ProductAction | 'set' | 'price';

/** The actions on many products that are buttons side by side; `moreActions` are in the menu *More*. */
const actions: [ManyAction, string][] = [
  ['publish', 'Publish'],
  ['unpublish', 'Unpublish'],
  ['discontinue', 'Discontinue'],
  ['set', 'Add to set'],
];
const moreActions: [ManyAction, string][] = [
  ['category', 'Category'],
  ['supplier', 'Supplier'],
];

interface ProductActionsProps {
  chosen: ChosenProducts;
  /** How many products match the list's filters; undefined until it is known. */
  all: number | undefined;
  onAct: (action: ManyAction) => void;
}

/** The actions on the chosen products: as buttons if they fit, otherwise in a menu. */
export function ProductActions({ chosen: { chooseAll, exportAll, busy }, all, onAct }: ProductActionsProps) {
  const hasRoomForActions = useMedia('(width >= 1240px)');
  const isPhone = useIsPhone();
  const act = ([action, label]: [ManyAction, string]): MenuItem => ({ label, icon: 'none', onSelect: () => onAct(action) });
  const menuItems: MenuItem[] = hasRoomForActions
    ? moreActions.map(act)
    : [
        ...(isPhone ? [act(['price', 'Change prices'])] : []),
        ...[...actions, ...moreActions].map(act),
        { label: 'Export', icon: 'download', onSelect: exportAll },
      ];
  return (
    <span className="line">
      <Button size="sm" look="quiet" busy={busy.chooseAll} busyText="Looking" onClick={chooseAll}>
        {all === undefined ? 'All that match' : `All ${formatCount(all)}`}
      </Button>
      {hasRoomForActions && (
        <>
          {actions.map(([action, label]) => (
            <Button key={action} size="sm" onClick={() => onAct(action)}>
              {label}
            </Button>
          ))}
          <Button size="sm" icon="download" busy={busy.exportAll} busyText="Exporting" onClick={exportAll}>
            Export
          </Button>
        </>
      )}
      <Menu items={menuItems}>
        <Button size="sm" icon="more">
          {hasRoomForActions ? 'More' : 'Change'}
        </Button>
      </Menu>
      {!isPhone && (
        <Button size="sm" look="primary" onClick={() => onAct('price')}>
          Change prices
        </Button>
      )}
    </span>
  );
}
