import { demoSignIns } from '../../data/demo/sign-ins.ts';
import type { Services } from '../core/context.ts';
import { notFound } from '../core/problem.ts';

/** The demo's sign-ins with their password; 404 outside demo mode. */
export function listDemoSignIns({ is_demo }: Services): typeof demoSignIns {
  if (!is_demo) throw notFound();
  return demoSignIns;
}
