import { executablePath } from './chromium.ts';

/** Before all files: unpacks Chromium, because a worker cannot start it while another one writes it. */
export default async function unpackChromium(): Promise<void> {
  await executablePath();
}
