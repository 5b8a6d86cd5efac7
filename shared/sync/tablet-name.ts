/** The name of a tablet for people; a tablet that nobody has named is called by the start of its id. */
export const tabletName = ({ name, device }: { name: string | null; device: string }): string => name ?? `Tablet ${device.slice(0, 4)}`;
