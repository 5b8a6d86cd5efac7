import { setSingleKeys, singleKeys } from '../ui/single-keys.ts';
import { useStore } from '../ui/store.ts';
import { Tick } from '../ui/tick.tsx';

/** Whether single letters and signs are keys on this device. */
export function KeysCard() {
  const isOn = useStore(singleKeys);
  return (
    <section className="card" aria-labelledby="profile-keys">
      <header>
        <h2 id="profile-keys">Keys</h2>
      </header>
      <div className="in-card flow">
        <Tick checked={isOn} onChange={({ target }) => setSingleKeys(target.checked)}>
          Single letters and signs are keys
        </Tick>
        <p className="note">
          Such as <kbd>/</kbd> to search and <kbd>n</kbd> for a new order. Switch them off on this device if you dictate, or often hit a key by
          mistake.
        </p>
      </div>
    </section>
  );
}
