/** Whether a change of a dispatch changes its boxes' labels, which are then to be printed again. Nothing on a label says that a box is collected. */
export const changesLabels = ({ mark_as_shipped: _, ...fields }: { mark_as_shipped?: boolean | undefined }): boolean =>
  Object.values(fields).some((value) => value !== undefined);
