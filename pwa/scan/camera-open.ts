import { createStore } from '../ui/store.ts';

/** Whether the camera of this tab is on. */
export const cameraOpen = createStore(false);
