import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { addressInputs } from '../api/address-inputs.ts';
import { type Order, readSites } from './client.ts';
import type { DetailsFormApi } from './details-form.ts';

/** The sites to which an order may go. Choosing a site sets the order's address to the site's. */
export function useDeliverySites(
  order: Order,
  form: DetailsFormApi['hook'],
): {
  options: { value: string; label: string }[];
  choose: (id: number) => void;
  nameOf: (id: number) => string;
  isPending: boolean;
  isError: boolean;
} {
  const { data, isPending, isError } = useQuery({ queryKey: ['sites'], queryFn: ({ signal }) => readSites(signal), staleTime: 60_000 });
  const sites = data?.items ?? [];
  const options = sites.map(({ id, name, reference_1 }) => ({ value: String(id), label: reference_1 ? `${name} (${reference_1})` : name }));
  if (order.delivery_site && !sites.some(({ id }) => id === order.delivery_site?.id))
    options.unshift({ value: String(order.delivery_site.id), label: order.delivery_site.name });

  // A draft may begin with a site and no address. Then the site's address is filled in, because it is the most likely address.
  const { delivery_site_id, delivery_address } = form.watch();
  const site = sites.find(({ id }) => id === delivery_site_id);
  const { setValue } = form;
  const isFilled = useRef(delivery_address.address_line_1 !== '' || delivery_address.postcode !== '');
  useEffect(() => {
    if (isFilled.current || !site?.delivery_address) return;
    isFilled.current = true;
    setValue('delivery_address', addressInputs(site.delivery_address), { shouldDirty: true, shouldValidate: true });
  }, [site, setValue]);

  return {
    options,
    choose: (id) => {
      setValue('delivery_site_id', id, { shouldDirty: true, shouldValidate: true });
      const site = sites.find((one) => one.id === id);
      if (site?.delivery_address) setValue('delivery_address', addressInputs(site.delivery_address), { shouldDirty: true, shouldValidate: true });
    },
    nameOf: (id) => sites.find((one) => one.id === id)?.name ?? order.delivery_site?.name ?? '',
    isPending,
    isError,
  };
}
