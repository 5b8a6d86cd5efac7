/** Calls `listener` when the device has a network again and when a person is back at this page, until the returned function is called. */
export function onReturn(listener: (what: 'network' | 'person') => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const person = (): void => {
    if (document.visibilityState === 'visible') listener('person');
  };
  window.addEventListener('online', () => listener('network'), { signal });
  document.addEventListener('visibilitychange', person, { signal });
  // `visibilitychange` does not fire if a page comes back from the browser's memory, or if its window stayed visible beside another window.
  window.addEventListener('pageshow', person, { signal });
  window.addEventListener('focus', person, { signal });
  return () => stop.abort();
}
