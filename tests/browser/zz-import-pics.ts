import { launchChromium } from './chromium.ts';
import { startProduct } from './product.ts';
import { enter } from './screens.ts';
import { mkdirSync } from 'node:fs';
const out = '/tmp/pics'; mkdirSync(out, { recursive: true });
const product = await startProduct({});
const browser = await launchChromium();
const s = await product.signIn('super@kitroom.test');
const headers = { Authorization: `Bearer ${s.token}` };
const accounts: any = await product.get(s, '/api/admin/accounts?search=Northgate');
const account = accounts.items[0];
const skus: any = await product.get(s, '/api/admin/skus?per_page=40');
const csvPeople = 'Payroll No,First Name,Last Name,E-Mail,Depot,Job Title,M/F,Shoe size\n' + Array.from({ length: 60 }, (_, n) => `00741${String(n).padStart(2, '0')},Fore${n},Sur${n},f.${n}@northgate${n % 20 === 3 ? '' : '.test'},${n % 20 === 5 ? 'Leeds Hed Office' : 'Leeds Head Office'},${n % 20 === 7 ? 'Forklift' : 'Site Operative'},${n % 2 ? 'F' : 'M'},9`).join('\n') + '\n';
const send = async (form: FormData) => (await (await fetch(`${product.url}/api/admin/imports`, { method: 'POST', headers, body: form })).json()) as any;
const form = (type: string, name: string, text: string, mapping: string[], more: Record<string, string> = {}) => { const f = new FormData(); f.append('csv', new File([text], name)); f.append('type', type); mapping.forEach((m, i) => m && f.append(`mapping[${i}]`, m)); for (const [k, v] of Object.entries(more)) f.append(k, v); return f; };
const post = (path: string, body: object = {}) => fetch(product.url + path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((r) => r.json() as any);
const people = await send(form('employees', 'northgate-starters-november.csv', csvPeople, ['employee_number', 'forenames', 'surname', 'email', 'sites', 'employee_roles', 'sex', ''], { account_id: String(account.id), mapping_name: 'Northgate payroll' }));
console.log(people.status, people.check && { ...people.check, faults: people.check.faults.length }, JSON.stringify(people).slice(0, 200));
const stock = await send(form('stock', 'stocktake-aisle-g.csv', 'SKU,Count\n' + skus.items.slice(0, 12).map((p: any, n: number) => `${p.sku},${p.qty_available + (n < 5 ? n + 1 : 0)}`).join('\n') + '\nNOBODY,4\n', ['sku', 'count']));
await post(`/api/admin/imports/${stock.id}/run`, { skip_faulty: true });
const prices = await send(form('products', 'pennine-pricelist-2027.csv', 'SKU,Price\n' + skus.items.slice(0, 30).map((p: any) => `${p.sku},${((p.price + 35) / 100).toFixed(2)}`).join('\n') + '\nBRANDNEW-1,9.00\n', ['sku', 'price']));
await post(`/api/admin/imports/${prices.id}/run`, { skip_faulty: true });
await new Promise((r) => setTimeout(r, 3000));
for (const p of skus.items.slice(0, 3)) await fetch(`${product.url}/api/admin/products/${p.id}`, { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ field: 'price', value: 4321 }) });
const rolled = await post(`/api/admin/imports/${prices.id}/rollback`);
console.log('rolled', rolled.counts);
await send(form('products', 'damaged.csv', 'a;b\n"x;1\n', ['sku', 'name']));
await post('/api/admin/api-tokens', { name: 'Payroll at Northgate', scopes: ['imports'], account_id: account.id });
const shots: [string, string, (p: any) => Promise<void>][] = [
  ['history', '/admin/imports', async () => {}],
  ['checked', `/admin/imports/${people.id}`, async () => {}],
  ['done', `/admin/imports/${stock.id}`, async () => {}],
  ['rolled', `/admin/imports/${prices.id}`, async () => {}],
  ['tokens', '/admin/api-tokens', async () => {}],
  ['new', '/admin/imports/new', async () => {}],
  ['columns', '/admin/imports/new', async (p) => { await p.locator('input[type=file]').setInputFiles({ name: 'northgate-starters.csv', mimeType: 'text/csv', buffer: Buffer.from(csvPeople) }); await p.getByLabel('Payroll No becomes').waitFor(); }],
];
for (const scheme of ['light', 'dark'] as const) for (const width of [1440, 820, 390]) {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : width === 820 ? 1180 : 900 }, colorScheme: scheme });
  await enter(context, product, s);
  const page = await context.newPage();
  for (const [name, path, act] of shots) {
    if (scheme === 'dark' && width === 820) continue;
    await page.goto(product.url + path); await page.waitForLoadState('networkidle').catch(() => {}); await act(page).catch((e: Error) => console.log(name, width, e.message.slice(0, 200))); await page.waitForTimeout(300);
    await page.screenshot({ path: `${out}/${name}-${width}-${scheme}.png` });
  }
  await context.close();
}
await browser.close(); await product.stop();
