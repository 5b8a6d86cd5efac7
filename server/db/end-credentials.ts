import { messages } from '../../shared/messages.ts';
import { pg } from './dialect.ts';

/** Quote a text for SQL. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The answer to a repeated request whose first answer was given before a restore. */
const endedAnswer = JSON.stringify({ code: 'before_restore', message: messages.before_restore });

/**
 * SQL statements that end every credential except passwords at a given time: everything that gives access or identifies a person. Each is listed
 * with the table that it needs. They run after a restore, because credentials in a backup may have been ended or deleted since the backup was made.
 * A repeated request is refused, so that it does not get an old answer and is not carried out twice. The statements also work with the tables of
 * earlier releases.
 */
export const credentialEnds = (now: string): readonly { table: string; statement: string }[] => [
  { table: 'sessions', statement: 'delete from sessions' },
  { table: 'password_resets', statement: 'delete from password_resets' },
  { table: 'email_changes', statement: 'delete from email_changes' },
  { table: 'size_links', statement: 'delete from size_links' },
  { table: 'kit_size_links', statement: 'delete from kit_size_links' },
  { table: 'rollout_links', statement: 'delete from rollout_links' },
  {
    table: 'api_tokens',
    statement: `insert into audit (at, what, on_type, on_id, before)
      select ${pg ? 'timestamptz ' : ''}${quoted(now)}, 'api_token.revoked', 'api_token', id, ${pg ? "jsonb_build_object('name', name)" : "json_object('name', name)"}
      from api_tokens where revoked_at is null`,
  },
  { table: 'api_tokens', statement: `update api_tokens set revoked_at = ${quoted(now)} where revoked_at is null` },
  // A backup does not contain the secret key. Without a stored check, the next server that starts stores a check of its own key.
  { table: 'secret_key_checks', statement: 'delete from secret_key_checks' },
  { table: 'idempotency_keys', statement: `update idempotency_keys set status = 409, body = ${quoted(endedAnswer)}` },
];
