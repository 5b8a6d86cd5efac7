/** Calls back where the device has a network again, and where a person is back at this page; the function that it returns ends that. */
export function onReturn(listener: (what: 'network' | 'person') => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const person = (): void => {
    if (document.visibilityState === 'visible') listener('person');
  };
  window.addEventListener('online', () => listener('network'), { signal });
  document.addEventListener('visibilitychange', person, { signal });
  // A page that is restored from the browser's memory, and one beside another window, were visible all the time.
  window.addEventListener('pageshow', person, { signal });
  window.addEventListener('focus', person, { signal });
  return () => stop.abort();
}
