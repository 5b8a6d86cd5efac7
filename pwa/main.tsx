import './shell/first-floor.ts';
import './ui/tokens.css';
import './ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreSession } from './offline/restore-session.ts';
import { App } from './shell/app.tsx';
import { firstScreen } from './shell/first-screen.ts';

async function start(): Promise<void> {
  await restoreSession().catch(() => undefined);
  await firstScreen();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  void import('./shell/after-start.ts').then(({ afterStart }) => afterStart()).catch(() => undefined);
}

void start();
