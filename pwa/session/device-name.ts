const KEY = 'kitroom.device';

/** What this device is called in the list of sessions; kept, so that a tablet stays the same one. */
export function deviceName(): string {
  const stored = localStorage.getItem(KEY);
  if (stored) return stored;
  const agent = navigator.userAgent;
  const kind = /iPad|Tablet|Android(?!.*Mobile)/.test(agent) ? 'Tablet' : /Mobi|iPhone/.test(agent) ? 'Phone' : 'Computer';
  const mark = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
  const name = `${kind} ${mark.toString(16).padStart(4, '0')}`;
  localStorage.setItem(KEY, name);
  return name;
}
