import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, root } from './install.mjs';

await install({ development: true });

const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

const environment = { ...process.env, API_ORIGIN: process.env.API_ORIGIN ?? `http://127.0.0.1:${process.env.PORT ?? 3000}` };

// The server restarts on a change; the app reloads by itself and passes /api on to the server.
const both = [
  spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/main.ts'], { cwd: root, stdio: 'inherit', env: environment }),
  spawn(process.execPath, [vite, 'pwa', '--host', '127.0.0.1'], { cwd: root, stdio: 'inherit', env: environment }),
];

const stop = (signal) => {
  for (const child of both) child.kill(signal);
};
// Ctrl+C in a terminal reaches the children by itself.
process.on('SIGINT', () => process.stdin.isTTY || stop('SIGINT'));
process.on('SIGTERM', () => stop('SIGTERM'));
for (const child of both) {
  child.once('exit', (code) => {
    stop('SIGTERM');
    process.exitCode ??= code ?? 0;
  });
}
