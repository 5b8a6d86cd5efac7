import type { LogoKind } from '../../server/demo/logos.ts';
import type { Address } from '../../shared/address.ts';
import type { RoleFlag } from '../../shared/employee-roles/role-flags.ts';
import type { Role } from '../../shared/roles.ts';
import type { ColourName } from './catalogue.ts';

/** The provider's own people. The short number lets floor staff choose themselves on a shared tablet. */
export interface DemoStaff {
  email: string;
  role: Role;
  forenames: string;
  surname: string;
  pin?: string;
}

export const staff: readonly DemoStaff[] = [
  { email: 'super@kitroom.test', role: 'super', forenames: 'Priya', surname: 'Raman' },
  { email: 'office@kitroom.test', role: 'super', forenames: 'Owen', surname: 'Pritchard' },
  { email: 'warehouse@kitroom.test', role: 'warehouse', forenames: 'Tom', surname: 'Whitaker', pin: '2204' },
  { email: 'kasia@kitroom.test', role: 'warehouse', forenames: 'Kasia', surname: 'Nowak', pin: '7319' },
  { email: 'delroy@kitroom.test', role: 'warehouse', forenames: 'Delroy', surname: 'Campbell', pin: '4482' },
  { email: 'moira@kitroom.test', role: 'warehouse', forenames: 'Moira', surname: 'Sinclair', pin: '9057' },
  { email: 'hassan@kitroom.test', role: 'warehouse', forenames: 'Hassan', surname: 'Yusuf', pin: '6138' },
  { email: 'embroiderer@kitroom.test', role: 'embroiderer', forenames: 'Bronwen', surname: 'Hughes' },
];

export interface DemoSite {
  name: string;
  reference: string;
  cost_centre: string;
  contact: string;
  phone: string;
  address: Address;
  inverse_po?: boolean;
}

/** An employee role, with the limit on what may be spent on each employee in it. */
export interface DemoEmployeeRole {
  name: string;
  /** System roles that are suggested for employees in this role. */
  flags?: RoleFlag[];
  budget_code: string | null;
  is_budgeted: boolean;
  is_budget_forceable: boolean;
  /** Pence per period; null is unlimited. */
  budget_value: number | null;
  /** Months. */
  budget_duration: 1 | 3 | 6 | 12 | null;
  /** Months from the start of the budget to the day on which the demo is seeded. */
  started_months_ago: number;
  /** Names of the clothing sets that employees in this role have. */
  sets: readonly string[];
}

export interface DemoSetProduct {
  code: string;
  /** The set has only these colours; if absent, it has the whole style. */
  colours?: readonly ColourName[];
  /** Pence; if absent, the product's own price applies. */
  price?: number;
  decorations?: readonly string[];
}

export interface DemoClothingSet {
  name: string;
  decorations: readonly string[];
  /** Names of sites whose wearers are not offered the set. */
  excluded_sites: readonly string[];
  products: readonly DemoSetProduct[];
}

/** Forenames, surname, sex, role, index of the first site, name of the employee role, and optionally an e-mail address. */
export type DemoPerson = readonly [
  forenames: string,
  surname: string,
  sex: 'm' | 'f' | null,
  role: Role,
  site: number,
  employee_role: string | null,
  email?: string,
];

export interface DemoAccount {
  name: string;
  reference: string;
  sku_prefix: string;
  vat_number: string;
  domain: string;
  contact: string;
  phone: string;
  invoice_address: Address;
  require_po: boolean;
  require_cc: boolean;
  self_order_budgeting: boolean;
  /** Day of the month on which the consolidated invoice closes; null if each order has its own invoice. */
  close_day: number | null;
  is_archived: boolean;
  /** Which of the drawn logos the account has. */
  logo: LogoKind | null;
  /** URL of the account's film about ordering. */
  video?: string;
  sites: readonly DemoSite[];
  roles: readonly DemoEmployeeRole[];
  sets: readonly DemoClothingSet[];
  people: readonly DemoPerson[];
}

const place = (address_line_1: string, address_line_2: string, county: string, town: string, postcode: string): Address => ({
  address_line_1,
  address_line_2: address_line_2 || null,
  address_line_3: county || null,
  address_line_4: town,
  address_line_5: null,
  postcode,
});

const northgate: DemoAccount = {
  name: 'Northgate Facilities',
  reference: 'NGF',
  sku_prefix: 'NG',
  vat_number: 'GB 999 4417 02',
  domain: 'northgate.test',
  contact: 'Helen Marsden',
  phone: '0113 496 0700',
  invoice_address: place('Accounts Payable, Northgate House', '212 Whitehall Road', 'West Yorkshire', 'Leeds', 'LS12 1BE'),
  require_po: true,
  require_cc: false,
  self_order_budgeting: true,
  close_day: 28,
  is_archived: false,
  logo: 'gate',
  video: 'https://video.example/northgate-how-to-order',
  sites: [
    {
      name: 'Leeds Head Office',
      reference: 'NG-001',
      cost_centre: '1000',
      contact: 'Helen Marsden',
      phone: '0113 496 0701',
      address: place('Northgate House', '212 Whitehall Road', 'West Yorkshire', 'Leeds', 'LS12 1BE'),
      inverse_po: true,
    },
    {
      name: 'Leeds Cross Green Depot',
      reference: 'NG-002',
      cost_centre: '1010',
      contact: 'Gary Thwaite',
      phone: '0113 496 0712',
      address: place('Unit 7 Skelton Grange Park', 'Pontefract Lane', 'West Yorkshire', 'Leeds', 'LS9 0PX'),
    },
    {
      name: 'Manchester Trafford Depot',
      reference: 'NG-003',
      cost_centre: '1020',
      contact: 'Farah Hussain',
      phone: '0161 496 0220',
      address: place('41 Ashburton Close', 'Trafford Park', 'Greater Manchester', 'Manchester', 'M17 1TD'),
    },
    {
      name: 'Birmingham Aston Depot',
      reference: 'NG-004',
      cost_centre: '1030',
      contact: 'Jaspreet Kaur',
      phone: '0121 496 0540',
      address: place('118 Lichfield Wharf', 'Aston', 'West Midlands', 'Birmingham', 'B6 5RQ'),
    },
    {
      name: 'Newcastle Team Valley',
      reference: 'NG-005',
      cost_centre: '1040',
      contact: 'Craig Robson',
      phone: '0191 498 0330',
      address: place('26 Kingsway Court', 'Team Valley Trading Estate', 'Tyne and Wear', 'Gateshead', 'NE11 0SZ'),
    },
    {
      name: 'Glasgow Hillington',
      reference: 'NG-006',
      cost_centre: '1050',
      contact: 'Eilidh Murray',
      phone: '0141 496 0880',
      address: place('9 Earl Haig Way', 'Hillington Park', '', 'Glasgow', 'G52 4JL'),
    },
    {
      name: 'Bristol Avonmouth',
      reference: 'NG-007',
      cost_centre: '1060',
      contact: 'Kwame Boateng',
      phone: '0117 496 0415',
      address: place('Bay 3, Severnside Gateway', 'Poplar Way East', 'Bristol', 'Avonmouth', 'BS11 8TL'),
    },
  ],
  roles: [
    {
      name: 'Site Operative',
      budget_code: 'OPS-KIT',
      is_budgeted: true,
      is_budget_forceable: false,
      budget_value: 32_000,
      budget_duration: 6,
      started_months_ago: 11,
      sets: ['Site Operations'],
    },
    {
      name: 'Supervisor',
      flags: ['employee_with_order', 'manager'],
      budget_code: 'SUP-KIT',
      is_budgeted: true,
      is_budget_forceable: true,
      budget_value: 48_000,
      budget_duration: 12,
      started_months_ago: 8,
      sets: ['Site Operations', 'Supervisors'],
    },
    {
      name: 'Front of House',
      budget_code: 'FOH-KIT',
      is_budgeted: true,
      is_budget_forceable: false,
      budget_value: null,
      budget_duration: 12,
      started_months_ago: 8,
      sets: ['Front of House'],
    },
    {
      name: 'Agency Cover',
      budget_code: null,
      is_budgeted: false,
      is_budget_forceable: false,
      budget_value: null,
      budget_duration: null,
      started_months_ago: 0,
      sets: ['Site Operations'],
    },
  ],
  sets: [
    {
      name: 'Site Operations',
      decorations: ['Northgate logo, left breast', 'Northgate logo, left breast, and FACILITIES on the back'],
      excluded_sites: ['Leeds Head Office'],
      products: [
        { code: 'PO01', colours: ['Navy', 'Black'], price: 845 },
        { code: 'PO02', colours: ['Navy', 'Black'], price: 875 },
        { code: 'TS01', colours: ['Navy', 'Black'], price: 460, decorations: ['Northgate logo, left breast'] },
        { code: 'SW01', colours: ['Navy'], price: 1095 },
        { code: 'HD01', colours: ['Navy', 'Black'] },
        { code: 'FL01', colours: ['Navy'], price: 1550 },
        { code: 'BW01', colours: ['Navy'] },
        { code: 'RJ01', colours: ['Navy'], decorations: [] },
        { code: 'TR01', price: 2595, decorations: [] },
        { code: 'TR02', price: 1850, decorations: [] },
        { code: 'ST01', decorations: [] },
        { code: 'CV01', colours: ['Navy'] },
        { code: 'HV01', decorations: ['Northgate logo, back'] },
        { code: 'HV04', colours: ['Hi-Vis Orange', 'Hi-Vis Yellow'], price: 3450, decorations: ['Northgate logo, back'] },
        { code: 'HV06', decorations: [] },
        { code: 'BT01', price: 3995, decorations: [] },
        { code: 'BT03', decorations: [] },
        { code: 'BT04', colours: ['Olive'], decorations: [] },
        { code: 'AC02', colours: ['Navy', 'Hi-Vis Yellow'], decorations: [] },
        { code: 'AC03', decorations: [] },
        { code: 'AC05', decorations: [] },
      ],
    },
    {
      name: 'Supervisors',
      decorations: ['Northgate logo, left breast'],
      excluded_sites: [],
      products: [
        { code: 'PO01', colours: ['White'], price: 845 },
        { code: 'SS01', colours: ['Navy', 'Black'], price: 2995 },
        { code: 'SS02', price: 2995 },
        { code: 'PK01', colours: ['Navy'] },
        { code: 'HV02', decorations: [] },
        { code: 'HV05', colours: ['Hi-Vis Orange'], decorations: ['Northgate logo, back'] },
        { code: 'AC04', decorations: [] },
      ],
    },
    {
      name: 'Front of House',
      decorations: ['Northgate logo, collar', 'Name badge, right breast'],
      excluded_sites: ['Bristol Avonmouth'],
      products: [
        { code: 'SH01', colours: ['White', 'Sky Blue'] },
        { code: 'BL01', colours: ['White', 'Pale Blue'] },
        // The only colour that the set has of this style is no longer sold.
        { code: 'PO01', colours: ['Burgundy'] },
        { code: 'TR03', colours: ['Navy'], decorations: [] },
        { code: 'TR04', decorations: [] },
        { code: 'SS01', colours: ['Navy'], price: 2995 },
        { code: 'SS02', colours: ['Navy'], price: 2995 },
        { code: 'BT02', decorations: [] },
        { code: 'AC04', decorations: [] },
      ],
    },
  ],
  people: [
    ['Helen', 'Marsden', 'f', 'client_admin', 0, 'Front of House', 'client.admin@northgate.test'],
    ['Gary', 'Thwaite', 'm', 'site_admin', 1, 'Supervisor', 'site.admin@northgate.test'],
    ['Farah', 'Hussain', 'f', 'manager', 1, 'Supervisor', 'manager@northgate.test'],
    ['Callum', 'Fraser', 'm', 'employee_with_order', 1, 'Site Operative', 'self.order@northgate.test'],
    ['Agnieszka', 'Wójcik', 'f', 'employee', 1, 'Site Operative', 'employee@northgate.test'],
    ['Jaspreet', 'Kaur', 'f', 'site_admin', 3, 'Supervisor'],
    ['Craig', 'Robson', 'm', 'site_admin', 4, 'Supervisor'],
    ['Eilidh', 'Murray', 'f', 'site_admin', 5, 'Supervisor'],
    ['Kwame', 'Boateng', 'm', 'manager', 6, 'Supervisor'],
    ['Siân', 'Llewellyn', 'f', 'manager', 0, 'Front of House'],
    ['Yusuf', 'Demir', 'm', 'manager', 2, 'Supervisor'],
    ['Patience', 'Okafor', 'f', 'employee_with_order', 0, 'Front of House'],
    ['Liam', 'Gallacher', 'm', 'employee_with_order', 5, 'Site Operative'],
    ['Zainab', 'Malik', 'f', 'employee_with_order', 2, 'Front of House'],
    ['Piotr', 'Zieliński', 'm', 'employee_with_order', 3, 'Site Operative'],
    ['Grace', 'Adeyemi', 'f', 'employee', 0, 'Front of House'],
    ['Daniel', 'O’Rourke', 'm', 'employee', 1, 'Site Operative'],
    ['Mohammed', 'Rafiq', 'm', 'employee', 1, 'Site Operative'],
    ['Chloe', 'Birtwhistle', 'f', 'employee', 1, 'Site Operative'],
    ['Wayne', 'Sugden', 'm', 'employee', 1, 'Site Operative'],
    ['Ioana', 'Popescu', 'f', 'employee', 1, 'Agency Cover'],
    ['Dele', 'Ogunleye', 'm', 'employee', 1, 'Site Operative'],
    ['Mark', 'Hardcastle', 'm', 'employee', 1, 'Supervisor'],
    ['Nasreen', 'Akhtar', 'f', 'employee', 2, 'Site Operative'],
    ['Josh', 'Entwistle', 'm', 'employee', 2, 'Site Operative'],
    ['Tomasz', 'Kowalczyk', 'm', 'employee', 2, 'Site Operative'],
    ['Shanice', 'Bailey', 'f', 'employee', 2, 'Site Operative'],
    ['Bilal', 'Chaudhry', 'm', 'employee', 2, 'Agency Cover'],
    ['Nicola', 'Ramsbottom', 'f', 'employee', 2, 'Front of House'],
    ['Chidi', 'Eze', 'm', 'employee', 2, 'Site Operative'],
    ['Harpreet', 'Singh Sandhu', 'm', 'employee', 3, 'Site Operative'],
    ['Leanne', 'Tandy', 'f', 'employee', 3, 'Site Operative'],
    ['Marlon', 'Bennett', 'm', 'employee', 3, 'Site Operative'],
    ['Ravi', 'Patel', 'm', 'employee', 3, 'Supervisor'],
    ['Kerry-Ann', 'Hodgetts', 'f', 'employee', 3, 'Site Operative'],
    ['Abdi', 'Warsame', 'm', 'employee', 3, 'Agency Cover'],
    ['Stephen', 'Charlton', 'm', 'employee', 4, 'Site Operative'],
    ['Ashleigh', 'Dodds', 'f', 'employee', 4, 'Site Operative'],
    ['Bethany', 'Featherstone-Haugh', 'f', 'employee', 4, 'Front of House'],
    ['Ali', 'Rezaei', 'm', 'employee', 4, 'Site Operative'],
    ['Kevin', 'Milburn', 'm', 'employee', 4, 'Site Operative'],
    ['Fraser', 'MacAllister', 'm', 'employee', 5, 'Site Operative'],
    ['Catriona', 'Mackenzie', 'f', 'employee', 5, 'Front of House'],
    ['Arjun', 'Mehta', 'm', 'employee', 5, 'Site Operative'],
    ['Stuart', 'Geddes', 'm', 'employee', 5, 'Site Operative'],
    ['Magda', 'Lis', 'f', 'employee', 5, 'Agency Cover'],
    ['Rhys', 'Bevan', 'm', 'employee', 6, 'Site Operative'],
    ['Jade', 'Tucker', 'f', 'employee', 6, 'Site Operative'],
    ['Emmanuel', 'Asante', 'm', 'employee', 6, 'Site Operative'],
    ['Sam', 'Pascoe', null, 'employee', 6, 'Site Operative'],
    ['Van', 'Nguyen', 'm', 'employee', 6, 'Site Operative'],
    ['Dawn', 'Stinchcombe', 'f', 'employee', 6, 'Supervisor'],
  ],
};

const harbour: DemoAccount = {
  name: 'Harbour Care',
  reference: 'HBC',
  sku_prefix: 'HC',
  vat_number: 'GB 999 8126 41',
  domain: 'harbour.test',
  contact: 'Rosalind Achebe',
  phone: '023 9249 0180',
  invoice_address: place('Harbour Care Group', '6 Clarence Parade', 'Hampshire', 'Southsea', 'PO5 3NU'),
  require_po: false,
  require_cc: true,
  self_order_budgeting: false,
  close_day: null,
  is_archived: false,
  logo: 'harbour',
  sites: [
    {
      name: 'Seaview House',
      reference: 'HC-A',
      cost_centre: 'CARE-01',
      contact: 'Rosalind Achebe',
      phone: '023 9249 0181',
      address: place('6 Clarence Parade', '', 'Hampshire', 'Southsea', 'PO5 3NU'),
    },
    {
      name: 'Sandbanks Court',
      reference: 'HC-B',
      cost_centre: 'CARE-02',
      contact: 'Lorna Trevithick',
      phone: '01632 960 472',
      address: place('77 Haven Crescent', 'Canford Cliffs', 'Dorset', 'Poole', 'BH13 7QL'),
    },
    {
      name: 'Hoe Lodge',
      reference: 'HC-C',
      cost_centre: 'CARE-03',
      contact: 'Ben Penrose',
      phone: '01632 960 388',
      address: place('14 Citadel Terrace', 'The Hoe', 'Devon', 'Plymouth', 'PL1 2PD'),
    },
    {
      name: 'Lagan Park',
      reference: 'HC-D',
      cost_centre: 'CARE-04',
      contact: 'Aoife Donnelly',
      phone: '028 9018 0266',
      address: place('203 Stranmillis Embankment', '', 'County Antrim', 'Belfast', 'BT9 5FL'),
    },
  ],
  roles: [
    {
      name: 'Carer',
      budget_code: 'CARE',
      is_budgeted: true,
      is_budget_forceable: false,
      budget_value: 26_000,
      budget_duration: 12,
      started_months_ago: 7,
      sets: ['Care Team'],
    },
    {
      name: 'Registered Nurse',
      flags: ['employee_with_order'],
      budget_code: 'NURSE',
      is_budgeted: true,
      is_budget_forceable: true,
      budget_value: 36_000,
      budget_duration: 12,
      started_months_ago: 7,
      sets: ['Care Team', 'Clinical'],
    },
    {
      name: 'Kitchen',
      budget_code: 'CATER',
      is_budgeted: true,
      is_budget_forceable: false,
      budget_value: null,
      budget_duration: 3,
      started_months_ago: 5,
      sets: ['Kitchen'],
    },
  ],
  sets: [
    {
      name: 'Care Team',
      decorations: ['Harbour Care logo, right breast'],
      excluded_sites: [],
      products: [
        { code: 'TU01', colours: ['Lilac', 'Aqua Green'], price: 1745 },
        { code: 'TU02', colours: ['White'], price: 1745 },
        { code: 'PO01', colours: ['White', 'Navy'] },
        { code: 'PO02', colours: ['Purple', 'White'] },
        { code: 'SC02', colours: ['Navy'], decorations: [] },
        { code: 'TR04', colours: ['Navy'], decorations: [] },
        { code: 'FL01', colours: ['Navy'] },
        { code: 'BT02', decorations: [] },
        { code: 'AC05', decorations: [] },
      ],
    },
    {
      name: 'Clinical',
      decorations: ['Harbour Care logo, right breast', 'Harbour Care logo, right breast, and REGISTERED NURSE'],
      excluded_sites: ['Sandbanks Court'],
      products: [
        { code: 'TU01', colours: ['Navy', 'Hospital Blue'], price: 1795 },
        { code: 'TU02', colours: ['Navy', 'Hospital Blue'], price: 1795 },
        { code: 'SC01', colours: ['Navy', 'Hospital Blue', 'Aqua Green'], price: 1195 },
        { code: 'SC02', colours: ['Navy', 'Hospital Blue', 'Aqua Green'], price: 1250, decorations: [] },
        { code: 'BT03', colours: ['Navy'], decorations: [] },
      ],
    },
    {
      name: 'Kitchen',
      decorations: ['Harbour Care logo, left breast'],
      excluded_sites: ['Lagan Park'],
      products: [
        { code: 'CH01', colours: ['White'] },
        { code: 'CH02', decorations: [] },
        { code: 'AP01', colours: ['Black', 'White'] },
        { code: 'BT04', colours: ['White'], decorations: [] },
        { code: 'PO03', colours: ['Graphite Grey'] },
      ],
    },
  ],
  people: [
    ['Rosalind', 'Achebe', 'f', 'client_admin', 0, 'Registered Nurse', 'client.admin@harbour.test'],
    ['Lorna', 'Trevithick', 'f', 'site_admin', 1, 'Registered Nurse'],
    ['Aoife', 'Donnelly', 'f', 'site_admin', 3, 'Registered Nurse'],
    ['Ben', 'Penrose', 'm', 'manager', 2, 'Registered Nurse'],
    ['Thandiwe', 'Mokoena', 'f', 'manager', 0, 'Registered Nurse'],
    ['Marisol', 'Dela Cruz', 'f', 'employee_with_order', 0, 'Registered Nurse'],
    ['Oliver', 'Hathaway', 'm', 'employee_with_order', 1, 'Carer'],
    ['Niamh', 'McCafferty', 'f', 'employee_with_order', 3, 'Registered Nurse'],
    ['Beverley', 'Cross', 'f', 'employee', 0, 'Carer'],
    ['Tendai', 'Moyo', 'm', 'employee', 0, 'Carer'],
    ['Elif', 'Yıldız', 'f', 'employee', 0, 'Carer'],
    ['Jean-Luc', 'Baptiste', 'm', 'employee', 0, 'Kitchen'],
    ['Susan', 'Whitcombe', 'f', 'employee', 0, 'Kitchen'],
    ['Anjali', 'Nair', 'f', 'employee', 1, 'Registered Nurse'],
    ['Hazel', 'Pomeroy', 'f', 'employee', 1, 'Carer'],
    ['Ewa', 'Jankowska', 'f', 'employee', 1, 'Carer'],
    ['Desmond', 'Achampong', 'm', 'employee', 1, 'Kitchen'],
    ['Morwenna', 'Tregear', 'f', 'employee', 2, 'Carer'],
    ['Callie', 'Northcott', 'f', 'employee', 2, 'Carer'],
    ['Joaquim', 'Ferreira', 'm', 'employee', 2, 'Registered Nurse'],
    ['Mei', 'Chan', 'f', 'employee', 2, 'Kitchen'],
    ['Ciarán', 'Magee', 'm', 'employee', 3, 'Carer'],
    ['Shauna', 'Kilpatrick', 'f', 'employee', 3, 'Carer'],
    ['Blessing', 'Nwosu', 'f', 'employee', 3, 'Registered Nurse'],
  ],
};

const bramley: DemoAccount = {
  name: 'Bramley Catering',
  reference: 'BRC',
  sku_prefix: 'BR',
  vat_number: 'GB 999 2093 77',
  domain: 'bramley.test',
  contact: 'Colin Ashby',
  phone: '01632 960 145',
  invoice_address: place('Orchard Yard', '5 Mill Hill', 'Nottinghamshire', 'Southwell', 'NG25 0HR'),
  require_po: false,
  require_cc: false,
  self_order_budgeting: false,
  close_day: null,
  is_archived: true,
  logo: null,
  sites: [
    {
      name: 'Southwell Kitchens',
      reference: 'BR-1',
      cost_centre: 'K1',
      contact: 'Colin Ashby',
      phone: '01632 960 146',
      address: place('Orchard Yard', '5 Mill Hill', 'Nottinghamshire', 'Southwell', 'NG25 0HR'),
    },
  ],
  roles: [
    {
      name: 'Kitchen',
      budget_code: null,
      is_budgeted: false,
      is_budget_forceable: false,
      budget_value: null,
      budget_duration: null,
      started_months_ago: 0,
      sets: ['Kitchen'],
    },
  ],
  sets: [
    {
      name: 'Kitchen',
      decorations: ['Apple, left breast'],
      excluded_sites: [],
      products: [{ code: 'CH01' }, { code: 'CH02', decorations: [] }, { code: 'AP01', colours: ['Burgundy', 'White'] }],
    },
  ],
  people: [
    ['Colin', 'Ashby', 'm', 'client_admin', 0, 'Kitchen', 'client.admin@bramley.test'],
    ['Tanya', 'Wells', 'f', 'manager', 0, 'Kitchen'],
    ['Isaac', 'Lowe', 'm', 'employee', 0, 'Kitchen'],
    ['Precious', 'Dube', 'f', 'employee', 0, 'Kitchen'],
  ],
};

/** The three clients of the demo: two that order, one that has left. */
export const demoAccounts: readonly DemoAccount[] = [northgate, harbour, bramley];
