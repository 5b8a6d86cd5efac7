import { useSession } from '../session/use-session.ts';
import type { OpenOrder, Person } from './client.ts';

/** The addresses of the screens that belong to a wearer. The office and a client have different addresses for them. */
export function useWearerScreens({ id, account_id }: Pick<Person, 'id' | 'account_id'>) {
  const { can, role, who } = useSession();
  const isOffice = can('use_office');
  const account = `/admin/accounts/${account_id}`;
  const list = isOffice ? `${account}/employees` : '/employees';
  const own = `${list}/${id}`;
  const isSelf = who.user.id === id;
  return {
    isOffice,
    isSelf,
    own,
    edit: `${own}/edit`,
    return: `${own}/return`,
    /** The address of the back link: the list of people, or the profile for somebody on their own page who may not order for others. */
    back: isSelf && !can('order_for_others') ? '/profile' : list,
    order: ({ uuid, status, can: may }: Pick<OpenOrder, 'uuid' | 'status' | 'can'>): string => {
      if (isOffice) return `/admin/orders/${uuid}/${status === 'draft' ? 'create' : 'edit'}`;
      return status === 'draft' && may.edit_details ? `/orders/${uuid}/edit` : `/orders/${uuid}`;
    },
    sentOrder: (uuid: string): string => (isOffice ? `/admin/orders/${uuid}/edit` : `/orders/${uuid}`),
    returned: (return_id: number): string => (isOffice ? `/admin/returns/${return_id}/edit` : `/returns/${return_id}`),
    /** The address of one of the wearer's sites; null if the caller may not open the site. */
    site: (site_id: number): string | null => {
      if (isOffice) return `${account}/sites/${site_id}/edit`;
      const isOwn = role === 'client_admin' || (role === 'site_admin' && who.sites.some(({ id: own_id }) => own_id === site_id));
      return isOwn ? `/sites/${site_id}/edit` : null;
    },
    set: (set_id: number): string => (isOffice ? `${account}/catalogue#clothing_set_id=${set_id}` : `/products#clothing_set_id=${set_id}`),
    role: (role_id: number): string | null => (isOffice ? `${account}/employee-roles#role=${role_id}` : null),
  };
}
export type WearerScreens = ReturnType<typeof useWearerScreens>;
