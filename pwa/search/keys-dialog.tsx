import { Link } from 'react-router';
import { Dialog } from '../ui/dialog.tsx';
import { isKeyListOpen } from '../ui/key-list-open.ts';
import { type ScreenKey, screenKeys } from '../ui/screen-keys.ts';
import { singleKeys } from '../ui/single-keys.ts';
import { useStore } from '../ui/store.ts';
import { keyNamesOf } from './key-names.ts';
import './palette.css';

const everywhere: readonly ScreenKey[] = [
  { keys: ['Control+K'], name: 'Find or do anything' },
  { keys: ['?'], name: 'This list' },
  { keys: ['Escape'], name: 'Close what is open' },
];

const isSingle = (key: string): boolean => [...key].length === 1;

/** The keys of a group, without those that the person has switched off. Two parts of a screen may have the same keys, which are listed once. */
function Keys({ heading, list }: { heading: string; list: readonly ScreenKey[] }) {
  const areSingleOn = useStore(singleKeys);
  const listed = [...new Map(list.map((key) => [key.name, key])).values()]
    .map(({ keys, name }) => ({ name, keys: keys.filter((key) => areSingleOn || !isSingle(key)) }))
    .filter(({ keys }) => keys.length > 0);
  if (listed.length === 0) return null;
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      <dl className="key-list">
        {listed.map(({ keys, name }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="line">
              {keys.map((key) => (
                <span key={key} className="line">
                  {keyNamesOf(key).map((part) => (
                    <kbd key={part}>{part}</kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keys that the present screen understands. */
export function KeysDialog() {
  const list = useStore(screenKeys);
  const close = (): void => isKeyListOpen.set(false);
  return (
    <Dialog open onClose={close} title="Keys">
      <div className="flow">
        <Keys heading="On this screen" list={list} />
        <Keys heading="Everywhere" list={everywhere} />
        <p className="note">
          Letters and signs do nothing while a field has the focus.{' '}
          <Link to="/profile" onClick={close}>
            Switch them on or off
          </Link>
        </p>
      </div>
    </Dialog>
  );
}
