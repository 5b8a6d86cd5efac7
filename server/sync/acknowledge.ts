import type { Acknowledgement, SyncRequest } from '../../shared/sync/wire.ts';
import { isOurSignature, signText } from '../core/secret-key.ts';
import type { Settings } from '../core/settings.ts';

const PURPOSE = 'sync acknowledgement';

/** The epoch is part of the signature: an acknowledgement from before a restore proves nothing in another epoch. */
const signedText = (device: string, epoch: string, c: string, s: number): string => [device, epoch, c, s].join(' ');

/** Acknowledge a client's mutations up to `s`, so that the tablet can prove later that the server received them. */
export const acknowledge = (settings: Settings, device: string, epoch: string, { c, s }: { c: string; s: number }): Acknowledgement => ({
  c,
  s,
  sig: signText(settings, PURPOSE, signedText(device, epoch, c, s)),
});

/** The acknowledgement that a tablet sends, if this server signed it for this tablet and this epoch. */
export function ownAcknowledgement(settings: Settings, epoch: string, { device, pull: { ack } }: SyncRequest): Acknowledgement | null {
  return ack && isOurSignature(settings, PURPOSE, signedText(device, epoch, ack.c, ack.s), ack.sig) ? ack : null;
}
