import type { ReactNode } from 'react';
import { DateText } from '../ui/date-text.tsx';
import { deviceWords } from './device-words.ts';

/** A device on which somebody is signed in. */
export interface SignedInDevice {
  device_name: string | null;
  user_agent: string | null;
  last_seen_at: string;
  created_at: string;
}

/** The common name of a device: its browser and system, else the label that it was given. */
export const deviceText = ({ device_name, user_agent }: SignedInDevice): string => deviceWords(user_agent) ?? device_name ?? 'Unknown device';

/** The label that a device was given, which distinguishes two devices of the same kind; empty if the label is the name already. */
const labelText = (device: SignedInDevice): string =>
  device.device_name && device.device_name !== deviceText(device) ? `${device.device_name}. ` : '';

/**
 * One device in a list: its name and `badge`, a line with the dates of its use, and its actions as `children`. `before` and `after` stand before and
 * after the dates.
 */
export function DeviceRow(props: { device: SignedInDevice; badge?: ReactNode; before?: ReactNode; after?: ReactNode; children?: ReactNode }) {
  const { device, badge, before, after, children } = props;
  return (
    <li className="device-row">
      <div className="grow">
        <p className="line">
          <span className="strong cut">{deviceText(device)}</span>
          {badge}
        </p>
        <p className="note small">
          {labelText(device)}
          {before}Last used <DateText value={device.last_seen_at} form="moment" />, since <DateText value={device.created_at} />
          {after}
        </p>
      </div>
      {children}
    </li>
  );
}
