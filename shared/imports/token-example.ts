/** The name of the environment variable that holds a token in an example, since a token is shown only when it is made. */
const TOKEN_VARIABLE = '$KITROOM_TOKEN';

interface TokenExample {
  /** The product's own address, such as `https://kitroom.example`. */
  origin: string;
  /** The token; null for an example that reads it from an environment variable. */
  token: string | null;
  /** Whether the token imports the people of one account, and nothing else. */
  is_for_account: boolean;
}

/** The files of the examples, with what their columns become from left to right. */
const stock = { type: 'stock', file: 'stock.csv', fields: ['sku', 'count'] } as const;
const people = { type: 'employees', file: 'people.csv', fields: ['employee_number', 'forenames', 'surname', 'email'] } as const;

/** The command lines with which a machine uploads a file and then runs its import. A line can be pasted into a shell as it is. */
export function tokenExample({ origin, token, is_for_account }: TokenExample): { upload: string; run: string } {
  const head = `-H "Authorization: Bearer ${token ?? TOKEN_VARIABLE}"`;
  const { type, file, fields } = is_for_account ? people : stock;
  const columns = fields.map((field, column) => `-F "mapping[${column}]=${field}"`).join(' ');
  const address = `${origin}/api/admin/imports`;
  return {
    upload: `curl --fail-with-body ${address} ${head} -F type=${type} ${columns} -F csv=@${file}`,
    run: `curl --fail-with-body ${address}/ID/run ${head} -H "Content-Type: application/json" -d '{}'`,
  };
}
