/** The kinds of records that a file can import. */
export const importTypes = ['products', 'employees', 'stock', 'accounts', 'allowances'] as const;
export type ImportType = (typeof importTypes)[number];

export const importTypeLabels: Record<ImportType, string> = {
  products: 'Products',
  employees: 'Employees',
  stock: 'Stock',
  accounts: 'Accounts',
  allowances: 'Allowances',
};

/** Whether the records of a file belong to one client company, which is chosen with the file. */
export const isOfAccount = (type: ImportType): boolean => type === 'employees' || type === 'allowances';

/** Whether an import can be undone: nothing may depend yet on what it adds. */
export const isUndoable = (type: ImportType): boolean => type !== 'accounts' && type !== 'allowances';

/** A field that a column can feed, with its label and the names that other systems give it. */
export interface ImportField {
  label: string;
  aliases?: readonly string[];
  /** Cells of this field are compared with the keys of records, so they are cleaned like keys. */
  isKey?: true;
}

const productImportFields = {
  sku: {
    label: 'SKU',
    isKey: true,
    aliases: ['code', 'product code', 'item code', 'stock code', 'variant sku', 'our sku', 'article', 'part number'],
  },
  parent_sku: { label: 'Style SKU', isKey: true, aliases: ['parent', 'style', 'style code', 'parent code', 'style number'] },
  name: { label: 'Name', aliases: ['product', 'product name', 'title', 'item', 'item name', 'style name'] },
  brand: { label: 'Brand', aliases: ['make', 'manufacturer'] },
  supplier: { label: 'Supplier', isKey: true, aliases: ['supplier name', 'supplier code', 'vendor'] },
  supplier_sku: {
    label: 'Supplier SKU',
    isKey: true,
    aliases: ['supplier code', 'supplier product code', 'vendor sku', 'their sku', 'manufacturer code'],
  },
  category: { label: 'Category', isKey: true, aliases: ['department', 'product type', 'range'] },
  cost: { label: 'Cost', aliases: ['cost price', 'buy price', 'purchase price', 'net cost'] },
  price: { label: 'Price', aliases: ['sell price', 'selling price', 'sale price', 'unit price', 'net price'] },
  vat_rate: { label: 'VAT rate', aliases: ['vat', 'tax', 'tax rate', 'vat %'] },
  colour: { label: 'Colour', aliases: ['color', 'colour name', 'shade'] },
  colour_hex: { label: 'Colour hex', aliases: ['hex', 'rgb', 'colour code hex'] },
  size_1: { label: 'Size 1', aliases: ['size', 'chest', 'waist'] },
  size_2: { label: 'Size 2', aliases: ['leg', 'length', 'fit', 'inside leg'] },
  material: { label: 'Material', aliases: ['fabric', 'composition'] },
  decoration: { label: 'Decoration', aliases: ['logo', 'embroidery', 'print'] },
  bin: { label: 'Bin', isKey: true, aliases: ['location', 'bin location', 'shelf'] },
  barcode: { label: 'Barcode', isKey: true, aliases: ['ean', 'ean13', 'gtin', 'upc'] },
  description: { label: 'Description', aliases: ['long description', 'details'] },
  short_description_1: { label: 'Short description 1', aliases: ['short description'] },
  short_description_2: { label: 'Short description 2' },
  is_public: { label: 'Public', aliases: ['is public'] },
  is_published: { label: 'Published', aliases: ['is published', 'active'] },
  is_public_catalogue: { label: 'Public catalogue', aliases: ['is public catalogue', 'in catalogue'] },
  is_non_returnable: { label: 'Non-returnable', aliases: ['is non returnable', 'no returns'] },
  is_restricted: { label: 'Restricted', aliases: ['is restricted'] },
  discontinued_at: { label: 'Discontinued on', aliases: ['discontinued', 'end date'] },
  supplier_price: { label: 'Supplier price', aliases: ['supplier cost', 'list price'] },
  pack_size: { label: 'Pack size', aliases: ['pack', 'box size', 'carton'] },
  min_order_qty: { label: 'Minimum order', aliases: ['moq', 'minimum order quantity', 'min qty'] },
  lead_time_days: { label: 'Lead time (days)', aliases: ['lead time', 'lead days'] },
  reorder_point: { label: 'Reorder point', aliases: ['reorder level', 'minimum stock'] },
  weight_g: { label: 'Weight (g)', aliases: ['weight', 'grams', 'weight in grams'] },
} satisfies Record<string, ImportField>;

const employeeImportFields = {
  employee_number: {
    label: 'Employee number',
    isKey: true,
    aliases: [
      'payroll no',
      'payroll number',
      'payroll id',
      'staff number',
      'staff no',
      'staff id',
      'employee no',
      'employee id',
      'clock number',
      'works number',
      'emp no',
      'number',
      'personnel number',
    ],
  },
  forenames: { label: 'Forenames', aliases: ['first name', 'forename', 'given name', 'given names', 'christian name', 'known as'] },
  surname: { label: 'Surname', aliases: ['last name', 'family name', 'second name'] },
  email: {
    label: 'Email',
    isKey: true,
    aliases: ['e-mail', 'email address', 'e-mail address', 'work email', 'work e-mail', 'works email', 'works e-mail', 'mail'],
  },
  contact_phone: { label: 'Phone', aliases: ['telephone', 'mobile', 'phone number', 'contact number', 'tel', 'contact phone'] },
  sex: { label: 'Sex', aliases: ['m/f', 'gender', 'male/female', 'fit'] },
  role: { label: 'Role', aliases: ['user role', 'system role', 'access', 'permission'] },
  employee_roles: { label: 'Employee roles', isKey: true, aliases: ['employee role', 'job title', 'job', 'position', 'occupation', 'post', 'grade'] },
  sites: { label: 'Sites', isKey: true, aliases: ['site', 'depot', 'location', 'branch', 'office', 'workplace', 'store', 'site name'] },
  clothing_sets: { label: 'Clothing sets', isKey: true, aliases: ['clothing set', 'uniform', 'wardrobe', 'uniform set', 'set'] },
  can_view_restricted_products: { label: 'Sees restricted products', aliases: ['restricted products', 'can view restricted products'] },
  is_supervised_orderer: { label: 'Supervised orderer', aliases: ['supervised', 'is supervised orderer', 'needs approval'] },
  started_on: { label: 'Started on', aliases: ['start date', 'date started', 'joined', 'date joined', 'hire date', 'employment start date'] },
  leaves_on: { label: 'Leaves on', aliases: ['leaving date', 'end date', 'date left', 'termination date', 'leave date'] },
  deduction_consent_on: {
    label: 'Agreed to deductions on',
    aliases: ['deduction consent', 'deductions agreed', 'consent to deductions', 'deduction agreement'],
  },
  allowance_percent: {
    label: 'Hours (% of full time)',
    aliases: ['hours', 'fte', 'full time', 'contract hours', 'part time', 'hours %', 'allowance percent'],
  },
  leaver: { label: 'Leaver', aliases: ['left', 'has left', 'is leaver', 'leavers'] },
} satisfies Record<string, ImportField>;

const stockImportFields = {
  sku: productImportFields.sku,
  count: { label: 'Count', aliases: ['qty', 'quantity', 'stock', 'on hand', 'counted', 'stock level', 'in stock'] },
  change: { label: 'Change', aliases: ['adjustment', 'difference', 'movement', '+/-'] },
  bin: productImportFields.bin,
  reason: { label: 'Reason', aliases: ['note', 'notes', 'comment'] },
} satisfies Record<string, ImportField>;

const accountImportFields = {
  reference: { label: 'Reference', isKey: true, aliases: ['account reference', 'account code', 'customer code', 'account number', 'code'] },
  name: { label: 'Name', aliases: ['account', 'account name', 'company', 'company name', 'customer', 'client'] },
  sku_prefix: { label: 'SKU prefix', isKey: true, aliases: ['prefix'] },
  vat_number: { label: 'VAT number', aliases: ['vat no', 'vat reg', 'vat registration'] },
  contact_name: { label: 'Contact name', aliases: ['contact'] },
  contact_email: { label: 'Contact email', aliases: ['email', 'e-mail', 'email address'] },
  contact_phone: { label: 'Contact phone', aliases: ['phone', 'telephone', 'tel'] },
  address_line_1: { label: 'Address line 1', aliases: ['address', 'address 1', 'invoice address line 1', 'street'] },
  address_line_2: { label: 'Address line 2', aliases: ['address 2', 'invoice address line 2'] },
  address_line_3: { label: 'Address line 3', aliases: ['address 3', 'invoice address line 3', 'town', 'city'] },
  address_line_4: { label: 'Address line 4', aliases: ['address 4', 'invoice address line 4', 'county'] },
  address_line_5: { label: 'Address line 5', aliases: ['address 5', 'invoice address line 5', 'country'] },
  postcode: { label: 'Postcode', aliases: ['post code', 'zip', 'invoice postcode'] },
  invoice_detail: { label: 'Invoice detail', aliases: ['invoice notes'] },
  skip_invoice: { label: 'Skip invoice' },
  require_po: { label: 'Requires PO', aliases: ['require po', 'po required'] },
  require_cc: { label: 'Requires cost code', aliases: ['require cc', 'cost code required'] },
  per_site_invoicing: { label: 'Per site invoicing' },
  self_order_budgeting: { label: 'Self order budgeting' },
  is_consolidated_invoicing: { label: 'Consolidated invoicing' },
  consolidated_invoice_close_day: { label: 'Close day', aliases: ['invoice close day'] },
  domain: { label: 'Domain', aliases: ['website', 'email domain'] },
  custom_video_explainer_url: { label: 'Video address', aliases: ['video'] },
  notify_impersonated: { label: 'Notify impersonated' },
  show_stock: { label: 'Stock shown' },
  terms: { label: 'Terms', aliases: ['terms and conditions'] },
} satisfies Record<string, ImportField>;

const allowanceImportFields = {
  name: { label: 'Name', isKey: true, aliases: ['allowance', 'allowance name', 'entitlement'] },
  employee_role: { label: 'Employee role', isKey: true, aliases: ['role', 'job title', 'job', 'position'] },
  employee: { label: 'Employee', isKey: true, aliases: ['person', 'employee number', 'payroll number', 'email', 'for person'] },
  unit: { label: 'Unit', aliases: ['counts', 'measure'] },
  amount: { label: 'Amount', aliases: ['quantity', 'qty', 'how much', 'limit'] },
  instalments: { label: 'Instalments (months: amount)', aliases: ['instalments', 'first period'] },
  bands: { label: 'Bands (% of full time: amount)', aliases: ['bands', 'part time'] },
  first_period_min_months: { label: 'First period, months at least', aliases: ['first period min months', 'first period minimum'] },
  min_service_months: { label: 'Months of service first', aliases: ['min service months', 'minimum service', 'service'] },
  covers_all: { label: 'Covers every product', aliases: ['covers all', 'all products', 'everything'] },
  categories: { label: 'Categories', isKey: true, aliases: ['category'] },
  styles: { label: 'Styles', isKey: true, aliases: ['style', 'style skus', 'skus', 'sku', 'products'] },
  clothing_sets: { label: 'Clothing sets', isKey: true, aliases: ['clothing set', 'uniform', 'set'] },
  period_months: { label: 'Period (months)', aliases: ['period', 'months', 'every'] },
  anchor: { label: 'Periods begin', aliases: ['anchor', 'begins'] },
  starts_on: { label: 'Starts on', aliases: ['start date', 'first day'] },
  carry_over_max: { label: 'Carried over at most', aliases: ['carry over', 'carry over max', 'carried over'] },
  when_exceeded: { label: 'If more is ordered', aliases: ['when exceeded', 'exceeded'] },
  counts_rollouts: { label: 'Counts roll-outs', aliases: ['counts rollouts', 'rollouts', 'roll-outs'] },
  effective_from: { label: 'Applies from', aliases: ['effective from', 'valid from', 'from'] },
} satisfies Record<string, ImportField>;

/** The fields of each type by the names that a mapping uses, in the sequence of a template. */
export const importFields: Record<ImportType, Record<string, ImportField>> = {
  products: productImportFields,
  employees: employeeImportFields,
  stock: stockImportFields,
  accounts: accountImportFields,
  allowances: allowanceImportFields,
};

export type ProductImportField = keyof typeof productImportFields;
export type EmployeeImportField = keyof typeof employeeImportFields;
export type StockImportField = keyof typeof stockImportFields;
export type AccountImportField = keyof typeof accountImportFields;
export type AllowanceImportField = keyof typeof allowanceImportFields;

const plain = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9+/]/g, '');

/** A heading as it is compared: case and the number of spaces are ignored. Signs count: `Price (£)` is not `Price (€)`. */
const whole = (heading: string): string => heading.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

/** The names by which columns are remembered: their headings, with ` [2]` added to the second of two equal headings. */
export function columnNames(headings: readonly string[]): string[] {
  const used = new Map<string, number>();
  return headings.map((heading) => {
    const count = (used.get(whole(heading)) ?? 0) + 1;
    used.set(whole(heading), count);
    return count === 1 ? heading : `${heading} [${count}]`;
  });
}

/**
 * The names of the columns that a mapping assigns to a field but a file with these headings lacks. The names are sorted, because databases store a
 * mapping's keys in different sequences.
 */
export function missingColumns(headings: readonly string[], remembered: MappingByHeading): string[] {
  const names = new Set(columnNames(headings).map(whole));
  const missing = Object.entries(remembered).filter(([name, field]) => field !== null && !names.has(whole(name)));
  return missing.map(([name]) => name || 'a column without a name').sort();
}

/** A mapping by the names of columns: the field that each column feeds; null for a column that is left out. */
export type MappingByHeading = Readonly<Record<string, string | null>>;

/** A suggestion for a heading. `is_remembered`: a stored mapping has the heading. Otherwise the heading resembles the field's name or an alias. */
export interface SuggestedField {
  field: string | null;
  is_remembered: boolean;
}

/**
 * The field that each heading probably feeds; no field is suggested twice. A remembered mapping comes first, then the names of fields, then their
 * aliases.
 */
export function suggestFields(type: ImportType, headings: readonly string[], remembered: MappingByHeading = {}): SuggestedField[] {
  const fields = importFields[type];
  const used = new Set<string>();
  const suggestions = headings.map((): SuggestedField => ({ field: null, is_remembered: false }));
  const remember = new Map(Object.entries(remembered).map(([name, field]) => [whole(name), field]));
  const names = columnNames(headings);
  const offer = (fieldOf: (heading: string, place: number) => string | null | undefined, is_remembered: boolean): void => {
    for (const [place, heading] of headings.entries()) {
      if (suggestions[place]?.field || suggestions[place]?.is_remembered) continue;
      const field = fieldOf(plain(heading), place);
      if (field === undefined || (field !== null && (used.has(field) || !(field in fields)))) continue;
      if (field !== null) used.add(field);
      suggestions[place] = { field, is_remembered };
    }
  };
  const byText = (textsOf: (name: string, field: ImportField) => readonly string[]) => {
    const byName = new Map(Object.entries(fields).flatMap(([name, field]) => textsOf(name, field).map((text) => [plain(text), name] as const)));
    return (heading: string) => (heading ? byName.get(heading) : undefined);
  };
  offer((_, place) => remember.get(whole(names[place] ?? '')), true);
  offer(
    byText((name, { label }) => [name, label]),
    false,
  );
  // Fields are tried in sequence: for example, `supplier code` means the supplier unless another column already feeds that field.
  for (const [name, { aliases = [] }] of Object.entries(fields)) {
    const texts = new Set(aliases.map(plain));
    offer((heading) => (texts.has(heading) ? name : undefined), false);
  }
  return suggestions;
}
