/**
 * Says what happens to orders that are dispatched. The `shippedCount` collections that are marked as shipped leave at once; the other orders wait for
 * a courier. Without a network nothing leaves before the network is back.
 */
export function whatNext(orders: number, shippedCount: number, isOffline: boolean): string {
  const when = isOffline ? 'when the network is back' : 'at once';
  const waiting = orders - shippedCount;
  if (waiting === 0) return `${orders === 1 ? 'It leaves' : 'They leave'} ${when}.`;
  if (shippedCount === 0) return orders === 1 ? 'It waits for its courier.' : 'They wait for their courier.';
  const wait = waiting === 1 ? 'the other waits for its courier' : 'the others wait for their courier';
  return `${shippedCount} ${shippedCount === 1 ? 'leaves' : 'leave'} ${when}, ${wait}.`;
}
