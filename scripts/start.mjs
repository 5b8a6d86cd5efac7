import { spawn } from 'node:child_process';
import { buildPwa, buildServer, serverFile, serverFlags } from './build.mjs';
import { install, root } from './install.mjs';

await install();
await buildServer();
await buildPwa();

const server = spawn(process.execPath, [...serverFlags, serverFile], { cwd: root, stdio: 'inherit' });

// The server decides how it ends; this process only passes the signal on and takes over the exit code.
// Ctrl+C in a terminal reaches both processes by itself.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
process.on('SIGINT', () => process.stdin.isTTY || server.kill('SIGINT'));
// npm sends a signal to a shell that ends without passing it on: this process stops too when its parent shell is gone.
if (process.env.npm_lifecycle_event === 'start') {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || server.kill('SIGTERM'), 200).unref();
}
server.once('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.exit(signal === 'SIGINT' ? 130 : 143);
});
