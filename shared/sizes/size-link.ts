import { messages } from '../messages.ts';

/** Days that a link to missing sizes opens. */
export const linkDays = 30;
/** Minutes before a wearer who was asked for sizes can be asked again. */
export const askAgainAfterMinutes = 10;
/** Links that one wearer is sent for one order within 24 hours. */
export const linksADay = 3;

/** Why a link to missing sizes does not open. */
export const deadLinks = ['link_unknown', 'link_expired', 'link_sized', 'link_cancelled'] as const;
export type DeadLink = (typeof deadLinks)[number];

/** What is said of a link that does not open; nothing in it tells whose it was. */
export const deadLinkMessages: Record<DeadLink, string> = {
  link_unknown: messages.size_link_unknown,
  link_expired: messages.size_link_expired,
  link_sized: messages.size_link_sized,
  link_cancelled: messages.size_link_cancelled,
};

/** What decides whether a link opens. */
export interface LinkFacts {
  expires_at: string;
  /** The order is cancelled or deleted, or what was left of it is. */
  is_cancelled: boolean;
  /** Lines of the wearer that still want a size. */
  missing: number;
}

/** Why a link is dead at this moment; null while it opens. What became of the order says more than the link's age. */
export function deadLink(link: LinkFacts, now: string): DeadLink | null {
  if (link.is_cancelled) return 'link_cancelled';
  if (link.missing === 0) return 'link_sized';
  return link.expires_at <= now ? 'link_expired' : null;
}
