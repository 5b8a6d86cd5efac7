import { beforeAll, describe, expect, test } from 'vitest';
import { openScene } from './scene.ts';

interface Parameter {
  in: string;
  name: string;
  schema?: { format?: string; anyOf?: { format?: string }[] };
}
interface Description {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
}

let s: Awaited<ReturnType<typeof openScene>>;
beforeAll(async () => {
  s = await openScene();
});

const isDate = ({ in: place, schema }: Parameter): boolean =>
  place === 'query' && [schema, ...(schema?.anyOf ?? [])].some((one) => one?.format === 'date');

/** Returns each query parameter that is a date, with its path. The parameters are from the API's description, so new parameters are tested too. */
async function dateParameters(): Promise<{ path: string; name: string }[]> {
  const { body } = await s.callers.office.get<Description>('/api/openapi.json');
  return Object.entries(body.paths).flatMap(([path, { get }]) => (get?.parameters ?? []).filter(isDate).map(({ name }) => ({ path, name })));
}

describe('a date', () => {
  test.each([
    ['9999-12-31', [200]],
    ['1900-01-01', [200]],
    ['0000-01-01', [422]],
    ['0001-01-01', [422]],
    ['2026-02-30', [422]],
    ['99999-12-31', [422]],
  ])('such as %s gets one of the statuses %j in every query parameter for dates', async (date, statuses) => {
    const parameters = await dateParameters();
    expect(parameters.length).toBeGreaterThan(8);
    const parent = await s.product();
    for (const { path, name } of parameters) {
      const caller = path === '/reports/orders' ? s.admin : s.callers.office;
      const others = path.includes('substitution') ? `&account_id=${s.client.id}&parent_sku_id=${parent.id}` : '';
      const id = path.startsWith('/api/accounts/') ? s.client.id : parent.id;
      const answer = await caller.get(`${path.replace('{id}', String(id))}?${name}=${date}${others}`);
      expect(statuses, `${path}?${name}=${date}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`).toContain(answer.status);
      if (answer.status === 422) expect(answer.body.errors).toHaveProperty(name);
    }
  });

  test('in the body of a request is refused if its year is 0, and stored even if it is far in the future', async () => {
    const uuid = await s.submitted();
    const setRequiredOn = (required_on: string) => s.callers.office.put(`/api/admin/orders/${uuid}/update`, { required_on });
    expect(await setRequiredOn('9999-12-31')).toMatchObject({ status: 200, body: { required_on: '9999-12-31' } });
    expect(await setRequiredOn('0000-01-01')).toMatchObject({ status: 422, body: { errors: { required_on: [expect.any(String)] } } });
    const many = { account_id: s.client.id, parent_sku_id: 1, mode: 'replace', substitutions: [{ from_product_id: 1, product_id: 2 }] };
    expect(await s.callers.office.post('/api/admin/substitution', { ...many, from_date: '0000-01-01' })).toMatchObject({
      status: 422,
      body: { errors: { from_date: [expect.any(String)] } },
    });
  });
});
