import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productDatasheets, products } from '../../server/db/tables/index.ts';
import { sendForm } from '../imports/import-world.ts';
import { world } from '../world.ts';

let counter = 0;
async function setUp() {
  const base = await world();
  const office = await base.as('super');
  counter += 1;
  const sku = `HTML${counter}${office.id}`;
  const add = (body: object) => office.post('/api/admin/products', { sku, ...body });
  const skusOf = (id: number) => base.database.reader.select().from(products).where(eq(products.parent_id, id)).orderBy(asc(products.id));
  return { ...base, office, sku, add, skusOf };
}

test('names in HTML are decoded for a new style and its SKUs, also for SKUs that are added by hand', async () => {
  const { add, skusOf, office, sku } = await setUp();
  const added = await add({
    name: 'Men&#39;s Polo &amp;amp; Shirt',
    brand: 'Caf&eacute;&nbsp;Wear',
    description: 'Warm &amp; dry\n- Two&nbsp;pockets',
    short_description_1: 'Up to 5 &lt; 6',
    variations: { colours: [{ name: 'Navy &amp; Red', code: 'NR' }], sizes_1: ['7&frac12;'], sizes_2: [] },
  });
  expect(added).toMatchObject({
    status: 201,
    body: {
      name: "Men's Polo & Shirt",
      brand: 'Café Wear',
      description: 'Warm & dry\n- Two pockets',
      short_description_1: 'Up to 5 < 6',
    },
  });
  const path = `/api/admin/products/${added.body.id}`;
  await office.post(`${path}/variations`, { colours: ['Black &amp; Red'], sizes_1: ['7&frac12;'], sizes_2: [] });
  await office.post('/api/admin/products', { sku: `${sku}-ODD`, parent_id: added.body.id, variation_colour: 'Odd &amp; End' });
  const skus = await skusOf(added.body.id);
  expect(skus.map(({ variation_colour, variation_size_1 }) => [variation_colour, variation_size_1])).toEqual([
    ['Navy & Red', '7½'],
    ['Black & Red', '7½'],
    ['Odd & End', null],
  ]);
  expect(await office.put(`/api/admin/products/${skus[2]?.id}/attributes/variation_colour`, { value: '<b>Odd</b>&nbsp;&amp; On' })).toMatchObject({
    status: 200,
    body: { attributes: { variation_colour: 'Odd & On' } },
  });
  expect(await add({ sku: `${sku}X`, name: '&nbsp;' })).toMatchObject({ status: 422, body: { errors: { name: ['Enter a name.'] } } });
});

test('HTML in a text is decoded whether one field, several fields, a whole product or many products are changed', async () => {
  const { add, office } = await setUp();
  const { id } = (await add({ name: 'Polo' })).body;
  const path = `/api/admin/products/${id}`;
  expect((await office.put(path, { field: 'name', value: 'Polo &amp; &lt;NEW&gt; Shirt' })).body.name).toBe('Polo & <NEW> Shirt');
  expect((await office.put(path, { field: 'description', value: 'Warm&nbsp;&amp;\ndry' })).body.description).toBe('Warm &\ndry');
  const several = { name: 'R&amp;D', short_description_2: 'A &gt; B' };
  expect((await office.put(path, { field: 'several', value: several })).body).toMatchObject({ name: 'R&D', short_description_2: 'A > B' });
  expect((await office.put(path, { name: 'M&amp;S coat' })).body.name).toBe('M&S coat');
  await office.post('/api/admin/products/bulk', { ids: [id], change: { brand: 'B &amp; C' } });
  expect((await office.get(path)).body).toMatchObject({ brand: 'B & C', name: 'M&S coat' });
  expect((await office.put(path, { field: 'name', value: '<b></b>&nbsp;' })).body.errors).toEqual({ value: ['Enter a name.'] });
});

test('HTML is decoded in the names of custom products, data sheets, sets, roles, sites, clients, suppliers, website pages and people', async () => {
  const { add, office, as, account, database } = await setUp();
  const { id } = (await add({ name: 'Polo' })).body;
  const client = await account({ sku_prefix: `H${counter}${office.id}`.slice(0, 6) });
  const own = { product_id: id, name: 'Own &amp; Polo', price: 100, colours: ['Navy &amp; Red'], sizes_1: ['S'] };
  const custom = await office.post(`/api/admin/accounts/${client.id}/custom-products`, own);
  expect(custom).toMatchObject({ status: 201, body: { name: 'Own & Polo', children: [{ colour: 'Navy & Red' }] } });
  const form = new FormData();
  form.set('file', new File(['%PDF-1.4\n%%EOF'], 'sheet.pdf', { type: 'application/pdf' }));
  form.set('name', 'Care &amp; wash');
  await sendForm(office, `/api/admin/products/${id}/datasheets`, form);
  expect(await database.reader.select({ name: productDatasheets.name }).from(productDatasheets).where(eq(productDatasheets.product_id, id))).toEqual([
    { name: 'Care & wash' },
  ]);
  const ofClient = `/api/admin/accounts/${client.id}`;
  for (const [path, body] of [
    [`${ofClient}/clothing-sets`, { decoration: 'Left &amp; right' }],
    ['/api/admin/suppliers', { code: `H${counter}${office.id}` }],
    ['/api/admin/accounts', {}],
    [`${ofClient}/employee-roles`, {}],
  ] as const) {
    const added = await office.post(path, { name: 'Cloth &amp; Co', ...body });
    expect(added, path).toMatchObject({ status: 201, body: { name: 'Cloth & Co' } });
    if ('decoration' in body) expect(added.body.decoration).toBe('Left & right');
  }
  const page = { id: 'a', url: `/catalogue/${client.id}`, custom_category: null, custom_filter: null };
  const { body } = await office.post('/api/admin/website/categories', [{ ...page, h1: 'Coats &amp; hoods', intro: 'Warm &amp;\ndry' }]);
  expect(body).toMatchObject([{ h1: 'Coats & hoods', intro: 'Warm &\ndry' }]);
  const admin = await as('client_admin', { account_id: client.id });
  const yard = { address_line_1: 'Yard', postcode: 'LS1 4AP' };
  const site = await admin.post('/api/sites', { name: 'Wharf &amp; Yard', delivery_address: yard });
  expect(site).toMatchObject({ status: 201, body: { name: 'Wharf & Yard' } });
  const named = { forenames: 'Zo&euml;', surname: 'O&#39;Hara &amp; Co' };
  const person = await office.post(`${ofClient}/employees`, { ...named, roles: ['employee'], sites: [site.body.id] });
  expect(person).toMatchObject({ status: 201, body: { forenames: 'Zoë', surname: "O'Hara & Co" } });
  const changed = await office.put(`${ofClient}/employees/${person.body.id}`, { surname: 'Lef&egrave;vre' });
  expect(changed).toMatchObject({ status: 200, body: { forenames: 'Zoë', surname: 'Lefèvre' } });
});
