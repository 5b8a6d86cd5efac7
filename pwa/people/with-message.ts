/** Shows `message` as the error of a field while somebody types. If the field already has an error, that error stays. */
export const withMessage = <Props extends { error: string | undefined }>(field: Props, message: string | undefined): Props => ({
  ...field,
  error: field.error ?? message,
});
