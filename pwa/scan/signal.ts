import './scan.css';
import { scanSettings } from './settings.ts';

/** The result of a scan: what was expected, something else that is known, or nothing that is known here. */
export type ScanSignal = 'right' | 'wrong' | 'unknown';

interface Tone {
  /** Hertz. */
  pitch: number;
  /** Seconds from the beginning of the signal. */
  from: number;
  /** Seconds. */
  lasts: number;
  shape: OscillatorType;
}

/** One short high tone; a low double buzz; two falling tones: they can be told apart in a loud hall, and by people who hear only some pitches. */
export const tones: Record<ScanSignal, readonly Tone[]> = {
  right: [{ pitch: 1760, from: 0, lasts: 0.09, shape: 'sine' }],
  wrong: [
    { pitch: 150, from: 0, lasts: 0.18, shape: 'square' },
    { pitch: 150, from: 0.24, lasts: 0.26, shape: 'square' },
  ],
  unknown: [
    { pitch: 740, from: 0, lasts: 0.12, shape: 'triangle' },
    { pitch: 440, from: 0.16, lasts: 0.2, shape: 'triangle' },
  ],
};

/** Milliseconds on, off, on, … */
export const vibrations: Record<ScanSignal, number[]> = { right: [40], wrong: [150, 80, 150, 80, 150], unknown: [60, 60, 60] };

const LOUDNESS = 0.25;
/** Milliseconds without a signal after which the audio is suspended: while it waits for the next signal it uses as much power as while it plays. */
const RESTS_AFTER = 10_000;
let audio: AudioContext | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Plays the tones of a signal. Silent until the first touch or key, because browsers require one. */
export function playSound(kind: ScanSignal): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => undefined);
  clearTimeout(resting);
  resting = setTimeout(() => void audio?.suspend().catch(() => undefined), RESTS_AFTER);
  const begin = audio.currentTime;
  for (const { pitch, from, lasts, shape } of tones[kind]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = shape;
    tone.frequency.value = pitch;
    // Faded in and out, so that it does not click.
    volume.gain.setValueAtTime(0, begin + from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + from + 0.01);
    volume.gain.setValueAtTime(LOUDNESS, begin + from + lasts - 0.02);
    volume.gain.linearRampToValueAtTime(0, begin + from + lasts);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin + from);
    tone.stop(begin + from + lasts);
  }
}

/** Vibrates the tablet, where it can. */
export function vibrate(kind: ScanSignal): void {
  navigator.vibrate?.(vibrations[kind]);
}

const FLASH_MS = 450;
let flashing: ReturnType<typeof setTimeout> | undefined;

/** A coloured edge around the whole screen for half a second; the screen itself shows the text. */
export function flash(kind: ScanSignal): void {
  const root = document.documentElement;
  clearTimeout(flashing);
  root.dataset.scan = kind;
  flashing = setTimeout(() => {
    delete root.dataset.scan;
  }, FLASH_MS);
}

/** Signals the result of a scan by sound, vibration and colour, as far as they are switched on for this tablet. */
export function signal(kind: ScanSignal): void {
  const { sound, vibration, colour } = scanSettings.get();
  if (colour) flash(kind);
  if (vibration) vibrate(kind);
  if (sound) playSound(kind);
}
