import { messages } from '../messages.ts';

/** Days for which a link to missing sizes can be opened. */
export const linkDays = 30;
/** Minutes before a wearer can be asked for sizes again. */
export const askAgainAfterMinutes = 10;
/** The maximum number of links for one wearer and one order within 24 hours. */
export const linksADay = 3;

/** Why a link to missing sizes cannot be opened. */
export const deadLinkReasons = ['link_unknown', 'link_expired', 'link_sized', 'link_cancelled'] as const;
export type DeadLinkReason = (typeof deadLinkReasons)[number];

/** The page's text for a link that cannot be opened; the text does not reveal whose link it was. */
export const deadLinkMessages: Record<DeadLinkReason, string> = {
  link_unknown: messages.size_link_unknown,
  link_expired: messages.size_link_expired,
  link_sized: messages.size_link_sized,
  link_cancelled: messages.size_link_cancelled,
};

/** The facts that decide whether a link can be opened. */
export interface LinkFacts {
  expires_at: string;
  /** The order is cancelled or deleted, or its remaining items are cancelled. */
  is_cancelled: boolean;
  /** Lines of the wearer that still need a size. */
  missing: number;
}

/** Why a link cannot be opened now; null if it can be. The state is checked before the link's age, because the state explains more. */
export function deadLink(link: LinkFacts, now: string): DeadLinkReason | null {
  if (link.is_cancelled) return 'link_cancelled';
  if (link.missing === 0) return 'link_sized';
  return link.expires_at <= now ? 'link_expired' : null;
}
