import { messages } from '../../shared/messages.ts';
import { pg } from './dialect.ts';

/** Quote a text for SQL. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The answer to the repeat of a request whose first answer is no longer given. */
const endedAnswer = JSON.stringify({ code: 'before_restore', message: messages.before_restore });

/**
 * The statements that end, at a time, whatever lets somebody in or answers for them without a password, each with the table that it needs.
 * They run after a restore: what a backup holds may have been ended or deleted since. A repeated request is refused, so that it is neither
 * answered from before nor carried out twice. They suit the tables of earlier releases too.
 */
export const credentialEnds = (now: string): readonly { table: string; statement: string }[] => [
  { table: 'sessions', statement: 'delete from sessions' },
  { table: 'password_resets', statement: 'delete from password_resets' },
  { table: 'email_changes', statement: 'delete from email_changes' },
  { table: 'size_links', statement: 'delete from size_links' },
  {
    table: 'api_tokens',
    statement: `insert into audit (at, what, on_type, on_id, before)
      select ${pg ? 'timestamptz ' : ''}${quoted(now)}, 'api_token.revoked', 'api_token', id, ${pg ? "jsonb_build_object('name', name)" : "json_object('name', name)"}
      from api_tokens where revoked_at is null`,
  },
  { table: 'api_tokens', statement: `update api_tokens set revoked_at = ${quoted(now)} where revoked_at is null` },
  // The key is in no backup: the server that starts next brings its own.
  { table: 'secret_key_checks', statement: 'delete from secret_key_checks' },
  { table: 'idempotency_keys', statement: `update idempotency_keys set status = 409, body = ${quoted(endedAnswer)}` },
];
