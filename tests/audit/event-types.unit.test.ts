import { expect, test } from 'vitest';
import type { audit, auditEach } from '../../server/audit/audit.ts';
import { type AuditEventName, eventLabel } from '../../shared/audit/events.ts';

type Ctx = Parameters<typeof audit>[0];

/** Never called: only its types are checked. */
async function recordAll(record: typeof audit, recordEach: typeof auditEach, ctx: Ctx): Promise<void> {
  const order = { type: 'order', id: 1 } as const;
  await record(ctx, 'pick.tote', order, { tote: null }, { tote: 'A1' });
  await record(ctx, 'order.withdrawn', order);
  // @ts-expect-error No event has this name.
  await record(ctx, 'pick.totte', order, { tote: null }, { tote: 'A1' });
  // @ts-expect-error The event is about an order.
  await record(ctx, 'order.withdrawn', { type: 'user', id: 1 });
  // @ts-expect-error The event has no such detail.
  await record(ctx, 'pick.tote', order, { tote: null }, { bin: 'A1' });
  // @ts-expect-error The event records the values before and after the change.
  await record(ctx, 'pick.tote', order);
  // @ts-expect-error The event records nothing besides its subject.
  await record(ctx, 'order.withdrawn', order, null, { reason: 'none' });
  // @ts-expect-error The event is about a session.
  await recordEach(ctx, 'session.ended', [{ on: order, before: { device_name: null } }]);
}

test('code that records an event with an unknown name, subject or detail does not compile', () => {
  expect(recordAll).toBeTypeOf('function');
});

test('an event of this release has a label; a stored event of another release is labelled with its name', () => {
  const event: AuditEventName = 'totp.started';
  expect(eventLabel(event)).toBe('Set-up of a second factor started');
  expect(eventLabel('order.of_another_release')).toBe('Order of another release');
});
