import type { ComponentProps, ReactNode } from 'react';
import { TextField } from '../ui/field.tsx';

/** The field for one's own password, which is required before an action that only the person themself may take. */
export const OwnPassword = ({ label = 'Your password', ...field }: Omit<ComponentProps<typeof TextField>, 'label'> & { label?: ReactNode }) => (
  <TextField label={label} type="password" required autoComplete="current-password" {...field} />
);
