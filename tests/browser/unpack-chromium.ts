import { executablePath } from './chromium.ts';

/** Unpacks Chromium before any test file runs, because one worker cannot start Chromium while another worker is still writing it. */
export default async function unpackChromium(): Promise<void> {
  await executablePath();
}
