import './scan.css';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { watchCamera } from './camera.ts';
import { cameraOpen } from './camera-open.ts';
import { handleScan } from './scan-handlers.ts';

/** The camera's picture in a corner; the rest of the screen stays usable. Codes that the camera sees are scanned. */
export default function CameraPanel() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<{ is: 'starting' | 'looking' } | { is: 'failed'; why: string }>({ is: 'starting' });
  const [last, setLast] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts it again
  useEffect(() => {
    if (!video.current) return;
    setState({ is: 'starting' });
    return watchCamera(video.current, {
      onReady: () => setState({ is: 'looking' }),
      onFault: (why) => setState({ is: 'failed', why }),
      onCode: (text) => {
        setLast(text);
        void handleScan({ text, from: 'camera' });
      },
    });
  }, [attempt]);

  return (
    <section className="camera-panel" aria-label="Camera">
      <video ref={video} muted playsInline hidden={state.is === 'failed'} aria-label="What the camera sees" />
      {state.is === 'failed' && (
        <div className="camera-failed" role="alert">
          <p>{state.why}</p>
          <Button icon="retry" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </div>
      )}
      <div className="line camera-foot">
        <p className="grow cut" role="status">
          {state.is === 'starting' && 'Starting the camera'}
          {state.is === 'looking' && (last ? <span className="code">{last}</span> : 'Hold a code in front of the camera')}
          {state.is === 'failed' && 'No picture'}
        </p>
        <IconButton icon="x" label="Close the camera" onClick={() => cameraOpen.set(false)} />
      </div>
    </section>
  );
}
