import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoSignIns } from '../../data/demo/sign-ins.ts';
import { type Ending, emptyFolder, folderWithDatabase, launch, runScript, runSource, start, stop } from './product.ts';

function expectOneLine(ending: Ending | undefined, saying: RegExp): void {
  expect(ending).toMatchObject({ code: 1, stderr: expect.stringMatching(saying) });
  expect(ending?.stderr.trim().split('\n')).toHaveLength(1);
}

test('a second server on one SQLite file is refused, even if it opens the file by another path, unless a setting allows it', async () => {
  const data_dir = folderWithDatabase();
  const first = await start({ data_dir });
  const elsewhere = emptyFolder();
  symlinkSync(join(data_dir, 'kitroom.db'), join(elsewhere, 'linked.db'));
  const linked = { DATABASE_URL: join(elsewhere, 'linked.db') };
  // Both refused servers wait for a while before they end, because the first server might be about to end.
  const refused = await Promise.all([launch({ data_dir }), launch({ data_dir: elsewhere, environment: linked })]);
  const [same, named] = await Promise.all(refused.map(({ ended }) => ended));
  expectOneLine(same, /Another server runs on .*kitroom\.db: stop it, or set ALLOW_SECOND_SERVER=1/);
  expectOneLine(named, /Another server runs/);

  const second = await start({ data_dir, environment: { ALLOW_SECOND_SERVER: '1' } });
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await stop(second)).toMatchObject({ code: 0, stderr: '' });

  // Commands at a terminal work while a server runs.
  expect(await runSource('stock-verify', [], { DATA_DIR: data_dir })).toMatchObject({ code: 0 });
  expect(await runSource('backup', [join(emptyFolder(), 'a.backup')], { DATA_DIR: data_dir })).toMatchObject({ code: 0 });
  expect(await runSource('migrate', [], { DATA_DIR: data_dir })).toMatchObject({ code: 0 });

  first.kill('SIGKILL');
  expect(await first.ended).toMatchObject({ signal: 'SIGKILL' });
  const after = await start({ data_dir });
  // The restarted server begins while the previous process is still ending.
  after.kill('SIGTERM');
  const restarted = await start({ data_dir });
  expect(await after.ended).toMatchObject({ code: 0 });
  expect(await stop(restarted)).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(data_dir).filter((name) => name.includes('lock'))).toEqual(['kitroom.db.server-lock']);
});

test('a production server does not start with people of the demo; after npm run clear-demo it starts, and these people cannot sign in', async () => {
  const data_dir = emptyFolder();
  const production = { NODE_ENV: 'production' };
  const login = (url: string, email: string) =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: demoSignIns.password }),
    });
  const demo = await start({ data_dir, environment: { DEMO: '1' }, start_timeout: 120_000 });
  const [{ email } = { email: '' }] = demoSignIns.items;
  const signedIn = await login(demo.url, email);
  expect(signedIn.status).toBe(200);
  const { token } = (await signedIn.json()) as { token: string };
  expect(await stop(demo)).toMatchObject({ code: 0 });

  expectOneLine(await (await launch({ data_dir, environment: { ...production, DEMO: '' } })).ended, /npm run clear-demo/);
  expectOneLine(await (await launch({ data_dir: emptyFolder(), environment: { ...production, DEMO: '1' } })).ended, /^kitroom: DEMO: /);

  const cleared = await runSource('clear-demo', [], { DATA_DIR: data_dir });
  expect(cleared).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\d+ people of the demo can no longer sign in/) });
  expect(await runScript('clear-demo', [], { DATA_DIR: data_dir })).toMatchObject({
    code: 0,
    stdout: 'Nobody of the demo is in this database.\n',
  });
  const product = await start({ data_dir, environment: { ...production, DEMO: '' } });
  for (const item of demoSignIns.items) expect((await login(product.url, item.email)).status).not.toBe(200);
  expect((await fetch(`${product.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  expect((await fetch(`${product.url}/api/auth/demo`)).status).toBe(404);
  expect(await stop(product)).toMatchObject({ code: 0, stderr: '' });
  expect(await runScript('stock-verify', [], { DATA_DIR: data_dir })).toMatchObject({ code: 0 });
});
