/**
 * What happens to orders that are dispatched: collections that are `marked` as shipped leave, the others wait for a courier.
 * Without a network nothing leaves before it is back.
 */
export function whatNext(orders: number, marked: number, isOffline: boolean): string {
  const when = isOffline ? 'when the network is back' : 'at once';
  const waiting = orders - marked;
  if (waiting === 0) return `${orders === 1 ? 'It leaves' : 'They leave'} ${when}.`;
  if (marked === 0) return orders === 1 ? 'It waits for its courier.' : 'They wait for their courier.';
  const wait = waiting === 1 ? 'the other waits for its courier' : 'the others wait for their courier';
  return `${marked} ${marked === 1 ? 'leaves' : 'leave'} ${when}, ${wait}.`;
}
