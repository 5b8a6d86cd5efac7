const KEY = 'kitroom.device';

/** The name of this device in the list of sessions; stored, so that a tablet keeps its name. */
export function deviceName(): string {
  const storedName = localStorage.getItem(KEY);
  if (storedName) return storedName;
  const agent = navigator.userAgent;
  const kind = /iPad|Tablet|Android(?!.*Mobile)/.test(agent) ? 'Tablet' : /Mobi|iPhone/.test(agent) ? 'Phone' : 'Computer';
  const mark = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
  const name = `${kind} ${mark.toString(16).padStart(4, '0')}`;
  localStorage.setItem(KEY, name);
  return name;
}
