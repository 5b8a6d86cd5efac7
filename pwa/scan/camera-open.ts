import { createStore } from '../ui/store.ts';

/** Whether the camera is on; one for the whole tab. */
export const cameraOpen = createStore(false);
