import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { useStore } from '../ui/store.ts';
import { canConnectScale, connectScale, resumeScale, scale } from './scale.ts';
import './weigh.css';
import { gramsText } from './weight-words.ts';

/** The scale of this place: its reading, or a button that connects it. Nothing if this browser cannot read one; a weight can always be typed. */
export function ScaleLine() {
  const now = useStore(scale);
  useEffect(() => void resumeScale(), []);
  if (!canConnectScale() && now.is === 'none') return null;
  if (now.is === 'connected') {
    const { reading } = now;
    return (
      <p className={`scale-reading${reading?.is_stable ? '' : ' sub'}`}>
        {reading ? `${gramsText(reading.grams)}${reading.is_stable ? '' : ' …'}` : 'Scale connected'}
      </p>
    );
  }
  return (
    <>
      {now.is === 'lost' && <span className="t-warn">The scale does not answer. Weights can be typed.</span>}
      <Button onClick={() => void connectScale()}>{now.is === 'lost' ? 'Connect' : 'Connect scale'}</Button>
    </>
  );
}
