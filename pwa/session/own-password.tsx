import type { ComponentProps, ReactNode } from 'react';
import { TextField } from '../ui/field.tsx';

/** The field for one's own password, which is required before something that only its owner may do. */
export const OwnPassword = ({ label = 'Your password', ...field }: Omit<ComponentProps<typeof TextField>, 'label'> & { label?: ReactNode }) => (
  <TextField label={label} type="password" required autoComplete="current-password" {...field} />
);
