import './shell/first-floor.ts';
import './ui/tokens.css';
import './ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreSession } from './offline/restore-session.ts';
import { session } from './session/store.ts';
import { App } from './shell/app.tsx';
import { firstScreen } from './shell/first-screen.ts';

async function start(): Promise<void> {
  // Without a network nobody could sign in again.
  if (!session.get()) await restoreSession().catch(() => undefined);
  await firstScreen();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  void import('./session/forget-person.ts').then(({ forgetLeavers }) => forgetLeavers()).catch(() => undefined);
}

void start();
