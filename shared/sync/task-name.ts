/** The name under which a return-to-shelf task is resolved. It contains the task's id and has the format of a mutation's id. */
export const shelfTaskName = (id: number): string => `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;

/** The id of the task that a name stands for; null if the name is not a task's. */
export const shelfTaskOfName = (m: string): number | null => {
  const [, hex] = /^00000000-0000-4000-8000-([0-9a-f]{12})$/i.exec(m) ?? [];
  return hex ? Number.parseInt(hex, 16) : null;
};
