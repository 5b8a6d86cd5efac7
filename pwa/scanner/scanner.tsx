import '../ui/floor-stage.css';
import './scanner.css';
import { useTablet } from '../offline/use-floor.ts';
import { cameraOpen } from '../scan/camera-open.ts';
import { adviceOf, findingsOf } from '../scan/scanner-advice.ts';
import { type ScanSettings, scanSettings, setScanSetting } from '../scan/settings.ts';
import { flash, playSound, type ScanSignal, signals, vibrate } from '../scan/signal.ts';
import { GAP } from '../scan/wedge.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import { Page } from '../ui/page.tsx';
import { useStore } from '../ui/store.ts';
import { Tick } from '../ui/tick.tsx';
import { scanTargetWords } from './scan-target-words.ts';
import { type ScannerTest, type ShownKey, useScannerTest } from './use-scanner-test.ts';

/** Shows the keys that the scanner sends, the meaning of the code, and which settings of the scanner to change. */
export default function Scanner() {
  useTablet();
  const test = useScannerTest();
  const settings = useStore(scanSettings);
  const isCameraOpen = useStore(cameraOpen);
  return (
    <Page
      title="Test my scanner"
      back="/"
      actions={
        <Button
          icon="camera"
          className="scanner-camera"
          aria-pressed={isCameraOpen}
          aria-label={isCameraOpen ? 'Close the camera' : 'Try the camera'}
          onClick={() => cameraOpen.set(!isCameraOpen)}
        >
          <span>{isCameraOpen ? 'Close the camera' : 'Try the camera'}</span>
        </Button>
      }
    >
      <div className="scanner">
        <section className="current" aria-label="What was scanned" aria-live="polite">
          <Result last={test.last} waits={test.keys.length > 0} />
          <Keys keys={test.keys} />
          <Advice test={test} slow={settings.slow} />
        </section>
        <section className="card" aria-label="Signals">
          <header>
            <h2>What you hear and feel</h2>
          </header>
          <ul className="rows">
            {signalRows.map((row) => (
              <SignalRow key={row.heard} {...row} />
            ))}
          </ul>
          <div className="scanner-settings">
            {switches.map(({ name, label }) => (
              <Tick key={name} checked={settings[name]} onChange={(event) => setScanSetting(name, event.target.checked)}>
                {label}
              </Tick>
            ))}
          </div>
        </section>
      </div>
    </Page>
  );
}

const signalRows: readonly { heard: ScanSignal; icon: IconName; title: string; text: string }[] = [
  { heard: 'right', icon: 'check', title: 'Right', text: 'One item counted: one high tone, a short tap, a green edge' },
  { heard: 'line_done', icon: 'check', title: 'Line done', text: 'The last item of a line or bag: two rising tones, a double tap, a green edge' },
  { heard: 'order_done', icon: 'check', title: 'Order done', text: 'Nothing is left: three rising tones, three taps, a green edge' },
  { heard: 'jump', icon: 'next', title: 'Another line', text: 'It is in view, and nothing is counted: one low tone, a very short tap, a green edge' },
  { heard: 'wrong', icon: 'x', title: 'Not counted', text: 'Another known code, or a second tap: two low buzzes, a long shake, a red edge' },
  { heard: 'unknown', icon: 'alert', title: 'Unknown', text: 'An unknown code: two falling tones, a double tap, a dashed amber edge' },
  {
    heard: 'needs_you',
    icon: 'alert',
    title: 'Needs you',
    text: 'A change was refused: a high, a low and a high tone, two long shakes, a dashed amber edge',
  },
];

const switches: readonly { name: keyof ScanSettings; label: string }[] = [
  { name: 'sound', label: 'Sound' },
  { name: 'vibration', label: 'Vibration' },
  { name: 'colour', label: 'Coloured edge' },
  { name: 'slow', label: `Slow scanner: up to ${GAP.slow} ms between two keys` },
];

/** One kind of signal, which can be tried whether it is switched on or not. */
function SignalRow({ heard, icon, title, text }: (typeof signalRows)[number]) {
  const tryIt = (): void => {
    flash(heard);
    vibrate(heard);
    playSound(heard);
  };
  return (
    <li>
      <span className="signal-mark" data-heard={signals[heard].edge}>
        <Icon name={icon} />
      </span>
      <div className="grow">
        <p className="strong">{title}</p>
        <p className="note">{text}</p>
      </div>
      <Button onClick={tryIt} aria-label={`Try the signal “${title}”`}>
        Try
      </Button>
    </li>
  );
}

function Result({ last, waits }: { last: ScannerTest['last']; waits: boolean }) {
  if (!last)
    return (
      <div>
        <h2>{waits ? 'Reading' : 'Scan anything'}</h2>
        <p className="sub">A product, a bin, an order’s label. Nothing is counted here.</p>
      </div>
    );
  const { kind, which } = scanTargetWords(last.target);
  return (
    <div>
      <p className="sub">{kind}</p>
      <h2 className={last.target.is === 'unknown' ? 't-warn' : undefined}>{which}</h2>
      <p className="line flex-wrap scanner-text">
        <span className="code">{last.target.text}</span>
        {last.target.is === 'product' && <BinPlate bin={last.target.product.bin} />}
      </p>
    </div>
  );
}

function Keys({ keys }: { keys: readonly ShownKey[] }) {
  if (keys.length === 0) return null;
  return (
    <div>
      <p className="label">Keys, and milliseconds between them</p>
      <ol className="scanner-keys">
        {keys.map(({ name, gap }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys are only ever appended
          <li key={place}>
            {gap !== null && <small data-slow={gap > GAP.usual ? '' : undefined}>{gap}</small>}
            <kbd>{name}</kbd>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Advice({ test: { keys, last }, slow }: { test: ScannerTest; slow: boolean }) {
  if (last && !last.typed) return <p className="note">Read by the camera.</p>;
  if (!last) {
    const gaps = keys.flatMap(({ gap }) => gap ?? []);
    const isSlow = gaps.length >= 3 && gaps.some((gap) => gap > (slow ? GAP.slow : GAP.usual));
    if (!isSlow) return null;
    return (
      <p className="advice">
        <Icon name="alert" /> These keys are too far apart for one code.
        {slow ? ' The scanner’s keyboard delay has to be made shorter.' : ' Turn on “Slow scanner”, or set the scanner’s keyboard delay to none.'}
      </p>
    );
  }
  if (!last.typed) return null;
  const findings = findingsOf(last.typed);
  const advice = adviceOf(findings, slow);
  return (
    <>
      <dl className="facts">
        <dt>Ended by</dt>
        <dd>{findings.ended_by === 'pause' ? 'a pause' : findings.ended_by}</dd>
        <dt>Between keys</dt>
        <dd>
          {findings.usual} ms, at most {findings.slowest} ms
        </dd>
        <dt>Characters</dt>
        <dd>{findings.characters}</dd>
      </dl>
      {advice.length === 0 ? (
        <p className="t-done strong">
          <Icon name="check" /> The scanner is set well.
        </p>
      ) : (
        advice.map((words) => (
          <p className="advice" key={words}>
            <Icon name="alert" /> {words}
          </p>
        ))
      )}
    </>
  );
}
