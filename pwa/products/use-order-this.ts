import { useNavigate } from 'react-router';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { toast } from '../ui/toast.ts';
import { orders, readOwnDraft } from './client.ts';

/** The address at which an order is filled, with the panel of a product open for a wearer. */
const atProduct = (url: string, product_id: number, employee_id: number): string => `${url}#product=${product_id}&wearer=${employee_id}`;

/**
 * Goes to an order for a wearer, with a product open: the person's newest draft for this wearer or, if there is none, a new one. Which of the two it
 * was, a toast says.
 */
export function useOrderThis(product_id: number) {
  const navigate = useNavigate();
  return useWrite({
    send: async (employee_id: number, options) => {
      const draft = await readOwnDraft(employee_id);
      if (draft) return { url: `/orders/${draft.uuid}/edit`, draft: draft.order_number };
      const { url } = await answer(orders.index.$post({ json: { employees: [employee_id] } }, options));
      return { url, draft: null };
    },
    refresh: [['orders']],
    onSaved: ({ url, draft }, employee_id) => {
      if (draft) toast(`You go on with your draft ${draft}`, { tone: 'plain' });
      // A setting may make the server return an address outside this app.
      if (url.startsWith('/')) void navigate(atProduct(url, product_id, employee_id));
      else window.location.assign(url);
    },
  });
}
