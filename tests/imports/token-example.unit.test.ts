import { expect, test } from 'vitest';
import { tokenExample } from '../../shared/imports/token-example.ts';

test('the example of a token names the product’s own address, and the token only if it is given', () => {
  const origin = 'https://kit.example';
  expect(tokenExample({ origin, token: 'kitroom_abc', is_for_account: true })).toEqual({
    upload:
      'curl --fail-with-body https://kit.example/api/admin/imports -H "Authorization: Bearer kitroom_abc" -F type=employees -F "mapping[0]=employee_number" -F "mapping[1]=forenames" -F "mapping[2]=surname" -F "mapping[3]=email" -F csv=@people.csv',
    run: `curl --fail-with-body https://kit.example/api/admin/imports/ID/run -H "Authorization: Bearer kitroom_abc" -H "Content-Type: application/json" -d '{}'`,
  });
  expect(tokenExample({ origin, token: null, is_for_account: false }).upload).toBe(
    'curl --fail-with-body https://kit.example/api/admin/imports -H "Authorization: Bearer $KITROOM_TOKEN" -F type=stock -F "mapping[0]=sku" -F "mapping[1]=count" -F csv=@stock.csv',
  );
});
