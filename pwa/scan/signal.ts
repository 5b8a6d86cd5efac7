import './scan.css';
import { scanSettings } from './settings.ts';

/**
 * The kinds of signal, which a person notices without reading the screen. `right`: the expected code, one item counted. `jump`: another
 * line, bag or order is in view. `wrong`: a known code that was not expected; nothing was counted. `needs_you`: an action was refused, and a person
 * has to decide.
 */
export type ScanSignal = 'right' | 'line_done' | 'order_done' | 'jump' | 'wrong' | 'unknown' | 'needs_you';

/** The signal of a tote on a trolley, by its position: the items go into this tote now. */
export type ToteSignal = `tote_${number}`;

interface Tone {
  /** Hertz. */
  pitch: number;
  /** Seconds from the beginning of the signal. */
  from: number;
  /** Seconds. */
  lasts: number;
  shape: OscillatorType;
}

interface SignalParts {
  tones: readonly Tone[];
  /** Milliseconds on, off, on, … */
  vibration: number[];
  /** The look of the edge of the screen. */
  edge: 'right' | 'wrong' | 'unknown';
}

const sine = (pitch: number, from: number, lasts: number): Tone => ({ pitch, from, lasts, shape: 'sine' });
const buzz = (from: number, lasts: number): Tone => ({ pitch: 150, from, lasts, shape: 'square' });
const reed = (pitch: number, from: number, lasts: number): Tone => ({ pitch, from, lasts, shape: 'triangle' });

/**
 * The signals differ in the number of their tones and in whether these rise or fall, not in pitch alone: they can be told apart in a loud hall, and
 * by people who hear only some pitches.
 */
export const signals: Record<ScanSignal, SignalParts> = {
  right: { tones: [sine(1760, 0, 0.09)], vibration: [40], edge: 'right' },
  line_done: { tones: [sine(1175, 0, 0.08), sine(1760, 0.1, 0.12)], vibration: [40, 60, 40], edge: 'right' },
  order_done: { tones: [sine(880, 0, 0.1), sine(1175, 0.12, 0.1), sine(1760, 0.24, 0.25)], vibration: [40, 60, 40, 60, 160], edge: 'right' },
  jump: { tones: [reed(587, 0, 0.14)], vibration: [20], edge: 'right' },
  wrong: { tones: [buzz(0, 0.18), buzz(0.24, 0.26)], vibration: [150, 80, 150, 80, 150], edge: 'wrong' },
  unknown: { tones: [reed(740, 0, 0.12), reed(440, 0.16, 0.2)], vibration: [60, 60, 60], edge: 'unknown' },
  needs_you: { tones: [reed(988, 0, 0.16), reed(659, 0.2, 0.16), reed(988, 0.4, 0.3)], vibration: [300, 120, 300], edge: 'unknown' },
};

/** The first note of totes 1 to 4, in hertz; totes 5 to 8 and 9 to 12 have the same first notes. */
const firstNotes = [523, 659, 784, 988];
/** What the second note is to the first: totes 1 to 4 rise, 5 to 8 fall, 9 to 12 rise far. */
const intervals = [4 / 3, 3 / 4, 2];

/** The signal of a tote: two notes that no other tote of the trolley has. */
export function toteSignal(position: number): SignalParts {
  const first = firstNotes[(position - 1) % firstNotes.length] ?? 523;
  const second = first * (intervals[Math.floor((position - 1) / firstNotes.length)] ?? 1);
  return { tones: [reed(first, 0, 0.12), reed(second, 0.15, 0.18)], vibration: [40], edge: 'right' };
}

const partsOf = (kind: ScanSignal | ToteSignal): SignalParts =>
  kind.startsWith('tote_') ? toteSignal(Number(kind.slice('tote_'.length))) : signals[kind as ScanSignal];

/** The signal for a counted item. The last item of a line and the last item of the order have different signals. */
export function signalOfCount({ isLineDone, isOrderDone }: { isLineDone: boolean; isOrderDone: boolean }): ScanSignal {
  if (!isLineDone) return 'right';
  return isOrderDone ? 'order_done' : 'line_done';
}

const LOUDNESS = 0.25;
/** Milliseconds without a signal after which the audio is suspended: idle audio uses as much power as audio that plays. */
const RESTS_AFTER = 10_000;
let audio: AudioContext | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Plays the tones of a signal. Silent until the first touch or key, because browsers require one. */
export function playSound(kind: ScanSignal | ToteSignal): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => undefined);
  clearTimeout(resting);
  resting = setTimeout(() => void audio?.suspend().catch(() => undefined), RESTS_AFTER);
  const begin = audio.currentTime;
  for (const { pitch, from, lasts, shape } of partsOf(kind).tones) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = shape;
    tone.frequency.value = pitch;
    // The tone is faded in and out, so that it does not click.
    volume.gain.setValueAtTime(0, begin + from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + from + 0.01);
    volume.gain.setValueAtTime(LOUDNESS, begin + from + lasts - 0.02);
    volume.gain.linearRampToValueAtTime(0, begin + from + lasts);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin + from);
    tone.stop(begin + from + lasts);
  }
}

/** Vibrates the tablet, if the tablet can. */
export function vibrate(kind: ScanSignal | ToteSignal): void {
  navigator.vibrate?.(partsOf(kind).vibration);
}

const FLASH_MS = 450;
let flashing: ReturnType<typeof setTimeout> | undefined;

/** A coloured edge around the whole screen for half a second; the screen itself shows the text. */
export function flash(kind: ScanSignal | ToteSignal): void {
  const root = document.documentElement;
  clearTimeout(flashing);
  root.dataset.scan = partsOf(kind).edge;
  flashing = setTimeout(() => {
    delete root.dataset.scan;
  }, FLASH_MS);
}

/** Signals the result of a scan by sound, vibration and colour, as far as these are switched on for this tablet. */
export function signal(kind: ScanSignal | ToteSignal): void {
  const { sound, vibration, colour } = scanSettings.get();
  if (colour) flash(kind);
  if (vibration) vibrate(kind);
  if (sound) playSound(kind);
}
