import { createStore } from '../ui/store.ts';

/** The scanner settings of this tablet; stored on the tablet for everybody who uses it. */
export interface ScanSettings {
  sound: boolean;
  vibration: boolean;
  colour: boolean;
  /** True if the scanner types slowly, as some scanners do over Bluetooth. */
  slow: boolean;
}

const KEY = 'kitroom.scan';
const usual: ScanSettings = { sound: true, vibration: true, colour: true, slow: false };

function readStored(): ScanSettings {
  try {
    const storedSettings = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<ScanSettings>;
    const flag = (name: keyof ScanSettings): boolean => (typeof storedSettings[name] === 'boolean' ? storedSettings[name] : usual[name]);
    return { sound: flag('sound'), vibration: flag('vibration'), colour: flag('colour'), slow: flag('slow') };
  } catch {
    return usual;
  }
}

export const scanSettings = createStore<ScanSettings>(readStored());

/** Changes one setting and stores it. */
export function setScanSetting(name: keyof ScanSettings, on: boolean): void {
  const next = { ...scanSettings.get(), [name]: on };
  scanSettings.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A tablet without storage loses the setting with the tab.
  }
}
