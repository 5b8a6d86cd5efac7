/** A field with a message that comes while one types, unless it has one already. */
export const withMessage = <Props extends { error: string | undefined }>(field: Props, message: string | undefined): Props => ({
  ...field,
  error: field.error ?? message,
});
