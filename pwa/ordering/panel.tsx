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
  /** On a phone as tall as the screen allows, as a form needs it. */
  tall?: boolean;
  children: ReactNode;
}

/** A task in front of the order: a sheet on a phone, a dialog on a desk. */
export function Panel({ width = 640, tall = true, ...rest }: PanelProps) {
  return useIsPhone() ? <Sheet open tall={tall} {...rest} /> : <Dialog open width={width} {...rest} />;
}
