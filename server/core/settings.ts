import { join, resolve } from 'node:path';
import { z } from 'zod';
import { allocationRules } from '../../shared/allocation/share-out.ts';
import { trackingChecks } from '../../shared/dispatch/tracking-number.ts';
import type { PostgresLimits } from '../db/db.ts';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** How the services of one carrier group are booked. */
const carrier = z.enum(['manual', 'manifest-file', 'http']).default('manual');

/** Whether a text is a regular expression. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'i') instanceof RegExp;
  } catch {
    return false;
  }
}

/** The pattern of the tracking numbers of one carrier group, as a regular expression. */
const trackingPattern = z.string().min(1).max(200).refine(isPattern, 'has to be a regular expression').optional();
const trackingCheck = z.enum(trackingChecks).optional();

const variables = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: whole(0, 65535).default(3000),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  DATABASE_URL: z.string().min(1).optional(),
  DATABASE_POOL: whole(1, 200).default(10),
  DATABASE_LOCK_TIMEOUT: whole(0, 3600).default(10),
  DATABASE_STATEMENT_TIMEOUT: whole(0, 3600).default(60),
  DATABASE_IDLE_TIMEOUT: whole(0, 3600).default(30),
  DATA_DIR: z.string().min(1).default('data/var'),
  PUBLIC_URL: z.url().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Kitroom <orders@kitroom.test>'),
  ALLOW_SECOND_SERVER: flag.default(false),
  DEMO: flag.optional(),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  VAT_RATE: whole(0, 100).default(20),
  DEFAULT_BOX_WEIGHT_KG: z.coerce.number().positive().max(1000).default(5),
  DEFAULT_BOX_COUNT: whole(1, 99).default(1),
  BOX_TARE_G: whole(1, 100_000).optional(),
  POSTCODE_PROVIDER: z.enum(['built-in', 'ideal-postcodes']).default('built-in'),
  POSTCODE_API_KEY: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\w-]+$/)
    .optional(),
  POSTCODE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.ideal-postcodes.co.uk/v1'),
  POSTCODE_API_TIMEOUT: whole(1, 30).default(4),
  ORDER_START_URL: z.string().includes('{uuid}').default('/orders/{uuid}/edit'),
  STUCK_AFTER_MINUTES: whole(1, 100_000).default(60),
  SYNC_PAGE_ORDERS: whole(1, 10_000).default(500),
  RETURN_DAYS: whole(1, 365).default(28),
  COUNT_APPROVAL_LIMIT: whole(0, 1_000_000).default(20),
  ALLOCATE_INCOMING: z.enum(['off', ...allocationRules]).default('oldest'),
  TRACKING_URL: z.string().includes('{tracking_number}').optional(),
  TRACKING_URL_SECOND: z.string().includes('{tracking_number}').optional(),
  TRACKING_PATTERN: trackingPattern,
  TRACKING_PATTERN_SECOND: trackingPattern,
  TRACKING_CHECK: trackingCheck,
  TRACKING_CHECK_SECOND: trackingCheck,
  CARRIER_FIRST: carrier,
  CARRIER_SECOND: carrier,
  MANIFEST_DIR: z.string().min(1).optional(),
  MANIFEST_ANSWER_DIR: z.string().min(1).optional(),
  CARRIER_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  CARRIER_API_TOKEN: z.string().min(1).optional(),
  CARRIER_API_TIMEOUT: whole(1, 60).default(15),
  SECRET_KEY: z
    .string()
    .refine((value) => Buffer.from(value, 'base64').length === 32, 'has to be 32 bytes in base64, as of: openssl rand -base64 32')
    .optional(),
  WARM_PRINTERS: flag.default(true),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUST_PROXY: flag.default(false),
});

/** All settings, read once at the start. */
export type Settings = z.infer<typeof variables> & {
  database_url: string;
  postgres: PostgresLimits;
  public_url: string;
  manifest_dir: string;
  manifest_answer_dir: string;
};

/** A setting that cannot be used; the message names its variable. */
export class SettingsError extends Error {}

/** Read the settings from environment variables; an empty one counts as not set. Throws SettingsError. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = variables.safeParse(set);
  if (error) {
    const [issue] = error.issues;
    throw new SettingsError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  if (!data.TLS_CERT !== !data.TLS_KEY) throw new SettingsError('TLS_CERT, TLS_KEY: set both or neither');
  if ([data.CARRIER_FIRST, data.CARRIER_SECOND].includes('http') && !data.CARRIER_API_URL)
    throw new SettingsError('CARRIER_API_URL: needed where CARRIER_FIRST or CARRIER_SECOND is http');
  if (data.POSTCODE_PROVIDER === 'ideal-postcodes' && !data.POSTCODE_API_KEY)
    throw new SettingsError('POSTCODE_API_KEY: needed where POSTCODE_PROVIDER is ideal-postcodes');
  if (data.DEMO && data.NODE_ENV === 'production') throw new SettingsError('DEMO: not with NODE_ENV=production, since everybody knows its password');
  const manifest_dir = resolve(data.MANIFEST_DIR ?? join(data.DATA_DIR, 'manifests', 'out'));
  const manifest_answer_dir = resolve(data.MANIFEST_ANSWER_DIR ?? join(data.DATA_DIR, 'manifests', 'in'));
  if (manifest_dir === manifest_answer_dir) throw new SettingsError('MANIFEST_ANSWER_DIR: has to be another folder than MANIFEST_DIR');
  const scheme = data.TLS_CERT ? 'https' : 'http';
  return {
    ...data,
    DATA_DIR: resolve(data.DATA_DIR),
    manifest_dir,
    manifest_answer_dir,
    postgres: {
      pool: data.DATABASE_POOL,
      lock_timeout: data.DATABASE_LOCK_TIMEOUT,
      statement_timeout: data.DATABASE_STATEMENT_TIMEOUT,
      idle_timeout: data.DATABASE_IDLE_TIMEOUT,
    },
    database_url: data.DATABASE_URL ?? join(resolve(data.DATA_DIR), 'kitroom.db'),
    public_url: (data.PUBLIC_URL ?? `${scheme}://${data.HOST}:${data.PORT}`).replace(/\/$/, ''),
  };
}
