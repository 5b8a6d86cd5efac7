import { demoAccounts, staff } from '../../../data/demo/people.ts';
import { demoSignIns } from '../../../data/demo/sign-ins.ts';
import type { Address } from '../../../shared/address.ts';
import type { Role } from '../../../shared/roles.ts';
import type { Loader } from '../../db/load-rows.ts';
import {
  accounts,
  clothingSetProducts,
  clothingSets,
  employeeRoles,
  sites,
  userClothingSets,
  userEmployeeRoles,
  userSites,
  users,
} from '../../db/tables/index.ts';
import type { Hashes } from '../load-people.ts';
import type { Random } from '../random.ts';
import type { Range } from './load-range.ts';
import type { Scale } from './scale.ts';

const sitesEach = 5;
const rolesEach = 3;

export interface Wearer {
  id: number;
  name: string;
  employee_role_id: number;
}

export interface ClientSite {
  id: number;
  address: Address;
  contact: string;
  /** People who may order for others come first. */
  wearers: Wearer[];
}

export interface Client {
  id: number;
  range: Range;
  sites: ClientSite[];
}

const places = [
  'Aldgate',
  'Ashby',
  'Bexley',
  'Brackley',
  'Cheviot',
  'Clyde',
  'Crossgates',
  'Dalton',
  'Ennerdale',
  'Fenwick',
  'Granby',
  'Hallam',
  'Harwood',
  'Ingleby',
  'Kirkstall',
  'Langley',
  'Lindale',
  'Malvern',
  'Melrose',
  'Netherby',
  'Oakwell',
  'Pendle',
  'Quayside',
  'Redcliffe',
  'Rothwell',
  'Sandford',
  'Selby',
  'Stanhope',
  'Tarporley',
  'Thornbury',
  'Ullswater',
  'Vale',
  'Walton',
  'Wensley',
  'Westbrook',
  'Whitby',
  'Winfield',
  'Woodhall',
  'Wyndham',
  'Yardley',
];
const trades = [
  'Facilities',
  'Care',
  'Logistics',
  'Rail Services',
  'Foods',
  'Security',
  'Cleaning',
  'Housing',
  'Building Services',
  'Hotels',
  'Dairies',
  'Haulage',
  'Waste',
  'Landscapes',
  'Engineering',
  'Retail',
  'Catering',
  'Utilities',
  'Health',
  'Parking',
  'Bakeries',
  'Storage',
  'Coaches',
  'Leisure',
  'Highways',
];
const towns: readonly [town: string, county: string, outward: string][] = [
  ['Leeds', 'West Yorkshire', 'LS11'],
  ['Manchester', 'Greater Manchester', 'M12'],
  ['Birmingham', 'West Midlands', 'B7'],
  ['Bristol', 'Bristol', 'BS2'],
  ['Newcastle upon Tyne', 'Tyne and Wear', 'NE6'],
  ['Glasgow', 'Glasgow City', 'G51'],
  ['Edinburgh', 'Midlothian', 'EH6'],
  ['Cardiff', 'South Glamorgan', 'CF10'],
  ['Swansea', 'West Glamorgan', 'SA1'],
  ['Nottingham', 'Nottinghamshire', 'NG7'],
  ['Sheffield', 'South Yorkshire', 'S9'],
  ['Southampton', 'Hampshire', 'SO15'],
  ['Norwich', 'Norfolk', 'NR3'],
  ['Plymouth', 'Devon', 'PL4'],
  ['Belfast', 'County Antrim', 'BT3'],
  ['London', 'Greater London', 'SE16'],
];
const streets = [
  'Station Road',
  'Mill Lane',
  'Commercial Street',
  'Wharf Road',
  'Victoria Way',
  'Canal Street',
  'Church Lane',
  'Enterprise Way',
  'Forge Road',
  'Market Street',
];
const initials = 'ABDEFGHJLNPQRSTUWXYZ';

function addressOf(random: Random): Address {
  const [town, county, outward] = random.pick(towns);
  return {
    address_line_1: `${random.whole(1, 240)} ${random.pick(streets)}`,
    address_line_2: null,
    address_line_3: county,
    address_line_4: town,
    address_line_5: null,
    postcode: `${outward} ${random.whole(1, 9)}${random.pick([...initials])}${random.pick([...initials])}`,
  };
}

const roleAt = (place: number): Role => {
  if (place === 0) return 'client_admin';
  if (place < sitesEach) return 'site_admin';
  if (place < 2 * sitesEach) return 'manager';
  return place % 4 === 0 ? 'employee_with_order' : 'employee';
};

const budgets = [
  { name: 'Operative', budget_value: 18_000, budget_duration: 6, is_budget_forceable: false },
  { name: 'Supervisor', budget_value: 30_000, budget_duration: 12, is_budget_forceable: true },
  { name: 'Office', budget_value: null, budget_duration: 12, is_budget_forceable: false },
] as const;

/** Insert the provider's people, clients, sites and wearers. The first two clients are those of the demo, so the demo's sign-ins work. */
export async function loadClients(
  loader: Loader,
  scale: Scale,
  ranges: readonly Range[],
  hashes: Hashes,
  random: Random,
  created_at: string,
): Promise<{ clients: Client[]; staff_ids: number[] }> {
  await loader.load(
    users,
    staff.map(({ email, role, forenames, surname }, i) => ({
      id: i + 1,
      email,
      role,
      forenames,
      surname,
      password_hash: hashes.password,
      pin_hash: hashes.pins.get(email) ?? null,
      can_view_restricted_products: true,
      created_at,
    })),
  );
  const forenames = demoAccounts.flatMap(({ people }) => people.map(([forename]) => forename));
  const surnames = demoAccounts.flatMap(({ people }) => people.map(([, surname]) => surname));
  const signIns = demoSignIns.items.map(({ email }) => email);
  const testSignIns = [signIns.filter((email) => email.endsWith('@northgate.test')), signIns.filter((email) => email.endsWith('@harbour.test'))];
  const placeOfSignIn = [0, 1, sitesEach, 12, 13];

  const clients: Client[] = [];
  let user_id = staff.length;
  for (let i = 0; i < scale.accounts; i++) {
    const id = i + 1;
    const range = ranges[i % ranges.length];
    if (!range) throw new Error('A client needs a range');
    const name = demoAccounts[i]?.name ?? `${places[i % places.length]} ${trades[Math.floor(i / places.length) % trades.length]}`;
    const domain = demoAccounts[i]?.domain ?? `client${id}.test`;
    await loader.load(accounts, [
      {
        id,
        name,
        reference: `C${String(id).padStart(4, '0')}`,
        domain,
        contact_email: `accounts@${domain}`,
        invoice_address: addressOf(random),
        require_po: i % 3 === 0,
        self_order_budgeting: i % 2 === 0,
        created_at,
      },
    ]);
    const itsSites = Array.from(
      { length: sitesEach },
      (_, s): ClientSite => ({
        id: i * sitesEach + s + 1,
        address: addressOf(random),
        contact: `${random.pick(forenames)} ${random.pick(surnames)}`,
        wearers: [],
      }),
    );
    await loader.load(
      sites,
      itsSites.map((site, s) => ({
        id: site.id,
        account_id: id,
        name: `${site.address.address_line_4} ${s + 1}`,
        reference_1: `${id}-${s + 1}`,
        cost_centre: String(1000 + s * 10),
        contact_name: site.contact,
        delivery_notification_email: `site${s + 1}@${domain}`,
        delivery_address: site.address,
        created_at,
      })),
    );
    await loader.load(
      employeeRoles,
      budgets.map((budget, r) => ({
        ...budget,
        id: i * rolesEach + r + 1,
        account_id: id,
        is_budgeted: true,
        budget_start_date: `${Number(created_at.slice(0, 4))}-04-01`,
        created_at,
      })),
    );
    await loader.load(
      clothingSets,
      ['Everyday', 'Everything'].map((set, s) => ({
        id: i * 2 + s + 1,
        account_id: id,
        name: set,
        decoration: `${name} logo, left breast`,
        created_at,
      })),
    );
    await loader.load(
      clothingSetProducts,
      range.parent_ids.flatMap((product_id, p) => [
        ...(p % 2 ? [] : [{ clothing_set_id: i * 2 + 1, product_id }]),
        { clothing_set_id: i * 2 + 2, product_id },
      ]),
    );

    const itsWearers = Math.floor(((i + 1) * scale.wearers) / scale.accounts) - Math.floor((i * scale.wearers) / scale.accounts);
    const people: (typeof users.$inferInsert)[] = [];
    const wearers: (Wearer & { site_id: number; set_id: number })[] = [];
    for (let place = 0; place < itsWearers; place++) {
      const role = roleAt(place);
      const [forename, surname] = [random.pick(forenames), random.pick(surnames)];
      const site = itsSites[place % sitesEach];
      if (!site) continue;
      const wearer = { id: ++user_id, name: `${forename} ${surname}`, employee_role_id: i * rolesEach + (place % rolesEach) + 1 };
      const email = testSignIns[i]?.[placeOfSignIn.indexOf(place)] ?? `person${place + 1}@${domain}`;
      people.push({
        id: wearer.id,
        account_id: id,
        role,
        forenames: forename,
        surname,
        email,
        employee_number: `${id}-${1000 + place}`,
        password_hash: hashes.password,
        can_view_restricted_products: place < 2 * sitesEach,
        created_at,
      });
      wearers.push({ ...wearer, site_id: site.id, set_id: i * 2 + 2 });
      site.wearers.push(wearer);
    }
    await loader.load(users, people);
    await loader.load(
      userSites,
      wearers.map(({ id: wearer, site_id }) => ({ user_id: wearer, site_id })),
    );
    await loader.load(
      userEmployeeRoles,
      wearers.map(({ id: wearer, employee_role_id }) => ({ user_id: wearer, employee_role_id })),
    );
    await loader.load(
      userClothingSets,
      wearers.map(({ id: wearer, set_id }) => ({ user_id: wearer, clothing_set_id: set_id })),
    );
    clients.push({ id, range, sites: itsSites });
  }
  return { clients, staff_ids: staff.map((_, i) => i + 1) };
}
