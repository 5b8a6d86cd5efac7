/** A carrier's tracking page for one parcel, from a template with `{tracking_number}`; null without a template or for one that is no web address. */
export function trackingUrl(template: string | undefined, tracking_number: string): string | null {
  if (!template || !/^https?:\/\//i.test(template)) return null;
  return template.replaceAll('{tracking_number}', encodeURIComponent(tracking_number));
}
