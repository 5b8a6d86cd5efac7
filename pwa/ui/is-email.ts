/** Whether a text is an email address, or nothing at all, by the browser's own rule: a schema would be carried by every screen of the floor. */
export function isEmail(text: string): boolean {
  const field = document.createElement('input');
  field.type = 'email';
  field.value = text.trim();
  return field.validity.valid;
}
