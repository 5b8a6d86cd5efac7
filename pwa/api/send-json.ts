import { apiFetch, once } from './transport.ts';

/** Sends a body to a URL for which there is no typed client. Returns the response's body; undefined if it is empty. */
export async function sendJson(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, key?: string): Promise<unknown> {
  const response = await apiFetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...once(key).headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}
