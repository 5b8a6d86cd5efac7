import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useIsPhone } from '../ui/use-media.ts';

interface PanelProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  actions?: ReactNode;
  /** The width on a desktop, in pixels; 640 by default. */
  width?: number;
  /** True if the sheet on a phone is as tall as the screen allows; a form needs that height. */
  tall?: boolean;
  children: ReactNode;
}

/** A task in front of the order: a sheet on a phone, a dialog on a desktop. */
export function Panel({ width = 640, tall = true, ...rest }: PanelProps) {
  return useIsPhone() ? <Sheet open tall={tall} {...rest} /> : <Dialog open width={width} {...rest} />;
}
