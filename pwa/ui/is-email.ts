/** Whether a text is an email address or empty, by the browser's own rule: every screen of the floor would have to load a schema. */
export function isEmail(text: string): boolean {
  const field = document.createElement('input');
  field.type = 'email';
  field.value = text.trim();
  return field.validity.valid;
}
