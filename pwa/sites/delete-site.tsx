import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { type ListedSite, type Site, siteDeletion } from '../../shared/sites/site.ts';
import { useForm } from '../api/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { countText } from '../ui/count-text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { deleteSite, findOtherSites } from './client.ts';

interface DeleteSiteProps {
  site: Site;
  refresh: readonly QueryKey[];
  onDeleted: () => void;
}

/** Deletes a site after a warning. People who would be left without a site are moved to another. */
export function DeleteSite(props: DeleteSiteProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      {isOpen && <DeleteDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function DeleteDialog({ site, refresh, onDeleted, onClose }: DeleteSiteProps & { onClose: () => void }) {
  const { users_count, users_without_another_site: stranded } = site.counts;
  const form = useForm({
    schema: siteDeletion,
    values: { move_to: null as ListedSite | null },
    input: ({ move_to }) => ({ move_to: move_to?.id }),
    send: deleteSite(site.id),
    success: `${site.name} has been deleted`,
    refresh,
    isGuarded: false,
    onSaved: onDeleted,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      asksFirst={false}
      title={`Delete ${site.name}?`}
      icon={{ name: 'alert', tone: 'wrong' }}
      action="Delete site"
      look="destroy"
      cancel="Keep it"
      waits={stranded > 0 && !form.values.move_to ? messages.site_people_need_another(stranded) : null}
    >
      <div className="flow">
        <p>
          The address information of this site is deleted
          {users_count > 0 && `, and ${countText(users_count, 'employee')} will no longer be linked to it`}. Drafts that go there need another site.
          Orders that are submitted keep their address.
        </p>
        {stranded > 0 && (
          <Combobox
            label="Move people to"
            required
            placeholder="Name or code"
            from={0}
            {...form.control('move_to')}
            search={(text, signal) => findOtherSites(site, text, signal)}
            itemKey={({ id }) => id}
            itemText={({ name }) => name}
            renderItem={({ name, reference_1 }) => (
              <>
                <span className="grow cut">{name}</span>
                <span className="note code">{reference_1}</span>
              </>
            )}
          />
        )}
      </div>
    </FormDialog>
  );
}
