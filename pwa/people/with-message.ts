/** A field with a message that appears while somebody types, unless it has an error already. */
export const withMessage = <Props extends { error: string | undefined }>(field: Props, message: string | undefined): Props => ({
  ...field,
  error: field.error ?? message,
});
