import { type DemoAccount, type DemoEmployeeRole, type DemoSetProduct, demoAccounts, staff } from '../../data/demo/people.ts';
import { demoSignIns } from '../../data/demo/sign-ins.ts';
import type { Actor } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import { hashPin } from '../../shared/sync/pin.ts';
import { hashPassword } from '../auth/password.ts';
import type { Db } from '../db/db.ts';
import {
  accounts,
  clothingSetProducts,
  clothingSetSites,
  clothingSets,
  employeeRoles,
  sites,
  userClothingSets,
  userEmployeeRoles,
  userSites,
  users,
} from '../db/tables/index.ts';
import { registerFile } from '../files/register-file.ts';
import type { StoredFile } from '../files/store-file.ts';
import { insertRows } from './insert-rows.ts';
import type { LoadedCatalogue, LoadedVariation } from './load-catalogue.ts';
import type { LogoKind } from './logos.ts';

/** A product that a wearer may order, at the price of the clothing set. */
export interface Offer {
  variation: LoadedVariation;
  /** Pence. */
  price: number;
  decorations: readonly string[];
}

export interface LoadedPerson {
  id: number;
  name: string;
  email: string | null;
  role: Role;
  sex: 'm' | 'f' | null;
  site: LoadedSite;
  employee_role_id: number | null;
  /** Pence per period. Null means no limit. */
  budget_value: number | null;
  can_view_restricted_products: boolean;
  actor: Actor;
  /** The products that the person's sets offer them at their site. */
  offers: readonly Offer[];
}

export interface LoadedSite {
  id: number;
  name: string;
  contact: string;
  email: string;
  phone: string;
  address: DemoAccount['sites'][number]['address'];
  cost_centre: string;
}

export interface LoadedAccount {
  id: number;
  data: DemoAccount;
  sites: LoadedSite[];
  /** Ids of the account's clothing sets. */
  sets: number[];
  people: LoadedPerson[];
}

export interface LoadedPeople {
  staff: Actor[];
  accounts: LoadedAccount[];
}

/** Hashes of the demo people's passwords and PINs. */
export interface Hashes {
  password: string;
  /** Hashes of PINs by email address. */
  pins: ReadonlyMap<string, string>;
}

/** Hash the demo's password and PINs. It takes some processor time; call it before the unit of work. */
export async function hashSecrets(): Promise<Hashes> {
  const pins = staff.flatMap(({ email, pin }) => (pin ? [{ email, pin }] : []));
  const [password, hashed] = await Promise.all([hashPassword(demoSignIns.password), Promise.all(pins.map(({ pin }) => hashPin(pin)))]);
  return { password, pins: new Map(pins.map(({ email }, i) => [email, hashed[i] ?? ''])) };
}

const plain = (name: string): string =>
  name
    .replace(/[łŁ]/g, 'l')
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

const monthsBefore = (today: Date, months: number): string =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1)).toISOString().slice(0, 10);

const actorOf = (id: number, name: string, role: Role, about: Partial<Actor> = {}): Actor => ({
  id,
  name,
  role,
  account_id: null,
  site_ids: [],
  is_supervised_orderer: false,
  can_view_restricted_products: true,
  impersonator_id: null,
  ...about,
});

/** The parts that loading people needs, prepared before or in the unit of work. */
interface PeopleParts {
  catalogue: LoadedCatalogue;
  logos: ReadonlyMap<LogoKind, StoredFile>;
  hashes: Hashes;
}

/** Insert the provider's people and the clients with their sites, wearers, budgets and clothing sets into an empty database. */
export async function loadPeople(db: Db, { catalogue, logos, hashes }: PeopleParts, today: Date, since: string): Promise<LoadedPeople> {
  const staffIds = await insertRows(
    db,
    users,
    staff.map(({ email, role, forenames, surname }) => ({
      email,
      role,
      forenames,
      surname,
      password_hash: hashes.password,
      pin_hash: hashes.pins.get(email) ?? null,
      can_view_restricted_products: true,
      created_at: since,
    })),
  );
  const logoIds = new Map<LogoKind, number>();
  for (const [kind, file] of logos) logoIds.set(kind, await registerFile({ db, now: since }, file));
  const loadedAccounts: LoadedAccount[] = [];
  for (const client of demoAccounts) {
    const logo_file_id = client.logo && (logoIds.get(client.logo) ?? null);
    loadedAccounts.push(await loadAccount(db, client, { catalogue, logo_file_id, password_hash: hashes.password }, today, since));
  }
  const embroiderers = staffIds.filter((_, i) => staff[i]?.role === 'embroiderer');
  const assigned = loadedAccounts.filter(({ data }) => !data.is_archived).flatMap(({ sets }) => sets);
  await db.insert(userClothingSets).values(embroiderers.flatMap((user_id) => assigned.map((clothing_set_id) => ({ user_id, clothing_set_id }))));
  return {
    staff: staff.map(({ forenames, surname, role }, i) => actorOf(staffIds[i] ?? 0, `${forenames} ${surname}`, role)),
    accounts: loadedAccounts,
  };
}

async function loadAccount(
  db: Db,
  data: DemoAccount,
  { catalogue, logo_file_id, password_hash }: { catalogue: LoadedCatalogue; logo_file_id: number | null; password_hash: string },
  today: Date,
  since: string,
): Promise<LoadedAccount> {
  const [account_id = 0] = await insertRows(db, accounts, [
    {
      name: data.name,
      reference: data.reference,
      sku_prefix: data.sku_prefix,
      vat_number: data.vat_number,
      contact_name: data.contact,
      contact_email: `accounts@${data.domain}`,
      contact_phone: data.phone,
      invoice_address: data.invoice_address,
      domain: data.domain,
      logo_file_id,
      custom_video_explainer_url: data.video ?? null,
      require_po: data.require_po,
      require_cc: data.require_cc,
      self_order_budgeting: data.self_order_budgeting,
      is_consolidated_invoicing: data.close_day !== null,
      consolidated_invoice_close_day: data.close_day,
      created_at: since,
      deleted_at: data.is_archived ? today.toISOString() : null,
    },
  ]);
  const places = await loadSites(db, data, account_id, since);
  const roles = await loadRoles(db, data, account_id, today, since);
  const sets = await loadSets(db, data, account_id, places, catalogue, since);
  const people = await loadWearers(db, data, account_id, { places, roles, sets }, password_hash, today, since);
  return { id: account_id, data, sites: places, sets: sets.map(({ id }) => id), people };
}

async function loadSites(db: Db, data: DemoAccount, account_id: number, created_at: string): Promise<LoadedSite[]> {
  const emailOf = (contact: string): string => `${plain(contact)}@${data.domain}`;
  const ids = await insertRows(
    db,
    sites,
    data.sites.map((site) => ({
      account_id,
      name: site.name,
      reference_1: site.reference,
      cost_centre: site.cost_centre,
      contact_name: site.contact,
      contact_email: emailOf(site.contact),
      contact_phone: site.phone,
      delivery_notification_email: `goods-in.${site.reference.toLowerCase()}@${data.domain}`,
      delivery_address: site.address,
      invoice_address: data.invoice_address,
      inverse_po: site.inverse_po ?? false,
      created_at,
    })),
  );
  return data.sites.map(({ name, contact, phone, address, cost_centre }, i) => ({
    id: ids[i] ?? 0,
    name,
    contact,
    email: emailOf(contact),
    phone,
    address,
    cost_centre,
  }));
}

type RoleWithId = DemoEmployeeRole & { id: number };

async function loadRoles(db: Db, data: DemoAccount, account_id: number, today: Date, created_at: string): Promise<RoleWithId[]> {
  const ids = await insertRows(
    db,
    employeeRoles,
    data.roles.map((role) => ({
      account_id,
      name: role.name,
      flags: role.flags ?? [],
      budget_code: role.budget_code,
      is_budgeted: role.is_budgeted,
      is_budget_forceable: role.is_budget_forceable,
      budget_value: role.budget_value,
      budget_forced_alert_email: role.is_budget_forceable ? `budgets@${data.domain}` : null,
      budget_start_date: role.is_budgeted ? monthsBefore(today, role.started_months_ago) : null,
      budget_duration: role.budget_duration,
      created_at,
    })),
  );
  return data.roles.map((role, i) => ({ ...role, id: ids[i] ?? 0 }));
}

interface LoadedSet {
  id: number;
  name: string;
  excluded_sites: readonly string[];
  offers: Offer[];
}

const heldOf = (catalogue: LoadedCatalogue, product: DemoSetProduct): LoadedVariation[] =>
  (catalogue.styles.get(product.code)?.variations ?? []).filter(({ colour }) => product.colours?.includes(colour) ?? true);

async function loadSets(
  db: Db,
  data: DemoAccount,
  account_id: number,
  places: readonly LoadedSite[],
  catalogue: LoadedCatalogue,
  created_at: string,
): Promise<LoadedSet[]> {
  const ids = await insertRows(
    db,
    clothingSets,
    data.sets.map(({ name, decorations }) => ({ account_id, name, decoration: decorations.join('\n') || null, created_at })),
  );
  const rows: (typeof clothingSetProducts.$inferInsert)[] = [];
  const loadedSets = data.sets.map((set, i): LoadedSet => {
    const clothing_set_id = ids[i] ?? 0;
    const offers = set.products.flatMap((product) => {
      const decorations = product.decorations ?? set.decorations;
      const terms = { clothing_set_id, price: product.price ?? null, decoration: product.decorations ? product.decorations.join('\n') : null };
      const variations = heldOf(catalogue, product);
      const style = catalogue.styles.get(product.code);
      if (product.colours) rows.push(...variations.map(({ id }) => ({ ...terms, product_id: id })));
      else if (style) rows.push({ ...terms, product_id: style.id });
      return variations
        .filter(({ has_ended }) => !has_ended)
        .map((variation): Offer => ({ variation, price: product.price ?? variation.price, decorations }));
    });
    return { id: clothing_set_id, name: set.name, excluded_sites: set.excluded_sites, offers };
  });
  await insertRows(db, clothingSetProducts, rows);
  const exclusions = loadedSets.flatMap(({ id, excluded_sites }) =>
    places.filter(({ name }) => excluded_sites.includes(name)).map((site) => ({ clothing_set_id: id, site_id: site.id })),
  );
  if (exclusions.length) await db.insert(clothingSetSites).values(exclusions);
  return loadedSets;
}

interface DemoContext {
  places: readonly LoadedSite[];
  roles: readonly RoleWithId[];
  sets: readonly LoadedSet[];
}

const leaders: readonly Role[] = ['client_admin', 'site_admin', 'manager'];

const daysBefore = (today: Date, days: number): string => new Date(today.getTime() - days * 24 * 3_600_000).toISOString();

/**
 * The days on which a wearer was invited and signed in, and their password. Some wearers are not invited yet, and others have not accepted. Everybody
 * whose sign-in the demo offers has a password.
 */
function accessOf(email: string | null, place: number, password_hash: string, today: Date) {
  const [invited_at, signed_in_at] = [daysBefore(today, 60 + (place % 30)), daysBefore(today, (place * 5) % 40)];
  if (!email) return { password_hash: null, invited_at: null, signed_in_at: null };
  if (place % 7 !== 3 || demoSignIns.items.some((one) => one.email === email)) return { password_hash, invited_at, signed_in_at };
  return { password_hash: null, invited_at: place % 2 ? daysBefore(today, place % 6) : null, signed_in_at: null };
}

async function loadWearers(
  db: Db,
  data: DemoAccount,
  account_id: number,
  { places, roles, sets }: DemoContext,
  password_hash: string,
  today: Date,
  created_at: string,
): Promise<LoadedPerson[]> {
  const wearers = data.people.map(([forenames, surname, sex, role, site, role_name, email], i) => {
    // Some wearers have no email address: somebody else orders for them.
    const hasMail = email !== undefined || role !== 'employee' || i % 5 !== 2;
    return {
      forenames,
      surname,
      sex,
      role,
      site: places[site],
      employee_role: roles.find(({ name }) => name === role_name),
      email: hasMail ? (email ?? `${plain(forenames)}.${plain(surname)}@${data.domain}`) : null,
      employee_number: `${data.sku_prefix}${1001 + i * 7}`,
      can_view_restricted_products: leaders.includes(role) || role_name === 'Supervisor',
      is_supervised_orderer: surname === 'Demir',
    };
  });
  const ids = await insertRows(
    db,
    users,
    wearers.map(({ site: _site, employee_role: _role, ...person }, i) => ({
      ...person,
      account_id,
      contact_phone: person.email ? `07700 900${String(100 + ((account_id * 211 + i * 13) % 900)).slice(-3)}` : null,
      ...accessOf(person.email, i, password_hash, today),
      created_at,
    })),
  );
  const people = wearers.flatMap((person, i): LoadedPerson[] => {
    const { site, employee_role: role } = person;
    if (!site) return [];
    const id = ids[i] ?? 0;
    const name = `${person.forenames} ${person.surname}`;
    const roleSets = sets.filter((set) => role?.sets.includes(set.name) && !set.excluded_sites.includes(site.name));
    return [
      {
        id,
        name,
        email: person.email,
        role: person.role,
        sex: person.sex,
        site,
        employee_role_id: role?.id ?? null,
        budget_value: role?.budget_value ?? null,
        can_view_restricted_products: person.can_view_restricted_products,
        offers: roleSets.flatMap(({ offers }) => offers),
        actor: actorOf(id, name, person.role, {
          account_id,
          site_ids: [site.id],
          is_supervised_orderer: person.is_supervised_orderer,
          can_view_restricted_products: person.can_view_restricted_products,
        }),
      },
    ];
  });

  await db.insert(userSites).values(people.map(({ id, site }) => ({ user_id: id, site_id: site.id })));
  const roleRows = people.flatMap(({ id, employee_role_id }) => (employee_role_id ? [{ user_id: id, employee_role_id }] : []));
  await db.insert(userEmployeeRoles).values(roleRows);
  const wearerSets = people.flatMap(({ id, employee_role_id }) => {
    const names = roles.find((role) => role.id === employee_role_id)?.sets ?? [];
    return sets.filter(({ name }) => names.includes(name)).map((set) => ({ user_id: id, clothing_set_id: set.id }));
  });
  await db.insert(userClothingSets).values(wearerSets);
  return people;
}
