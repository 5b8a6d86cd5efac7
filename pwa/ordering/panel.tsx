import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useIsPhone } from '../ui/use-media.ts';

interface PanelProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  actions?: ReactNode;
  /** In pixels on a desk; 640 by default. */
  width?: number;
  children: ReactNode;
}

/** A task in front of the order: a tall sheet on a phone, a dialog on a desk. */
export function Panel({ width = 640, ...rest }: PanelProps) {
  return useIsPhone() ? <Sheet open tall {...rest} /> : <Dialog open width={width} {...rest} />;
}
