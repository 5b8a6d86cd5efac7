import { IconButton } from '../ui/button.tsx';
import { useStore } from '../ui/store.ts';
import { cameraOpen } from './camera-open.ts';

/** Turns the camera on and off, for tablets without a scanner. */
export function CameraButton() {
  const isOpen = useStore(cameraOpen);
  return (
    <IconButton
      icon="camera"
      look="plain"
      label={isOpen ? 'Close the camera' : 'Scan with the camera'}
      aria-pressed={isOpen}
      onClick={() => cameraOpen.set(!isOpen)}
    />
  );
}
