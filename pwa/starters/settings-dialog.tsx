import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { starterSettingsChange } from '../../shared/accounts/account.ts';
import type { StarterKit } from '../../shared/starters/starter.ts';
import { starterChoices } from '../api/starter-choices.ts';
import { useForm } from '../api/use-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { readRoles, readSettings, saveSettings } from './client.ts';
import './starters.css';
import { useStarterScreens } from './use-starter-screens.ts';

interface SettingsDialogProps {
  companyId: string;
  onClose: () => void;
}

const title = 'Kits and settings';

/** What the company wants when somebody who starts is added, for its Client Managers. */
export function SettingsDialog({ companyId, onClose }: SettingsDialogProps) {
  const query = useQuery({ queryKey: ['starters', 'settings', companyId], queryFn: ({ signal }) => readSettings(companyId, signal) });
  if (query.data) return <Details companyId={companyId} stored={query.data} onClose={onClose} />;
  return (
    <Dialog open title={title} onClose={onClose}>
      <Loaded query={query} noun="settings" waiting={<SkeletonText lines={4} />}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

const valuesOf = (of: { starter_kit?: StarterKit; dispatch_days?: number; version?: number }) => ({
  version: of.version,
  starter_kit: of.starter_kit ?? 'off',
  dispatch_days: String(of.dispatch_days ?? 2),
});

function Details({ companyId, stored, onClose }: SettingsDialogProps & { stored: Awaited<ReturnType<typeof readSettings>> }) {
  const form = useForm({
    schema: starterSettingsChange,
    record: stored,
    valuesOf,
    input: ({ dispatch_days, ...values }) => ({ ...values, dispatch_days: Number(dispatch_days.trim() || Number.NaN) }),
    send: saveSettings(companyId),
    success: 'Settings have been saved',
    refresh: [['starters']],
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title={title} action="Save settings" busyText="Saving">
      <div className="flow">
        <Select
          label="When somebody with a kit is added"
          options={starterChoices.map(([value, label]) => ({ value, label }))}
          hint="By hand or with a file. Orders are sent in your name, by the usual rules"
          {...form.field('starter_kit')}
        />
        <TextField
          label="Working days to arrive"
          inputMode="numeric"
          hint="From the day on which all of a kit is in stock"
          {...form.field('dispatch_days')}
        />
        <KitLinks companyId={companyId} />
      </div>
    </FormDialog>
  );
}

/** The employee roles of the company, each with a link to its kit. */
function KitLinks({ companyId }: { companyId: string }) {
  const { kit } = useStarterScreens();
  const roles = useQuery({ queryKey: ['kits', 'roles', companyId], queryFn: ({ signal }) => readRoles(companyId, signal) });
  return (
    <section>
      <h3 className="label">Kits of the employee roles</h3>
      <Loaded query={roles} noun="employee roles" waiting={<SkeletonText lines={3} />}>
        {(list) =>
          list.length === 0 ? (
            <p className="note">A kit belongs to an employee role. Ask us to add the roles of your company.</p>
          ) : (
            <ul className="card rows kit-roles" aria-label="Employee roles">
              {list.map(({ id, name }) => (
                <li key={id}>
                  <Link className="strong" to={kit(id)}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
