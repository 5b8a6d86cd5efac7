import { hc } from 'hono/client';
import type { impersonateRoutes } from '../../server/auth/routes.ts';
import type { EmployeeRoutes } from '../../server/people/routes.ts';
import { overTheWire } from '../api/transport.ts';

export const impersonate = hc<typeof impersonateRoutes>('/api/impersonate', overTheWire);
export const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
