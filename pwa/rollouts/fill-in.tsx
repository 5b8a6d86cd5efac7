import { useQuery } from '@tanstack/react-query';
import { fillInput } from '../../shared/rollouts/rollout.ts';
import { useForm } from '../api/use-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import type { RolloutCalls, RolloutPerson } from './client.ts';

interface FillInProps {
  calls: RolloutCalls;
  rolloutId: string;
  person: RolloutPerson;
  onClose: () => void;
}
type Sizes = Awaited<ReturnType<RolloutCalls['sizes']>>['items'];

/** Chooses the sizes of somebody of a roll-out in their place. */
export function FillIn(props: FillInProps) {
  const { calls, rolloutId, person, onClose } = props;
  const query = useQuery({
    queryKey: ['rollouts', 'sizes', rolloutId, person.id],
    queryFn: ({ signal }) => calls.sizes(rolloutId, person.id, signal),
  });
  if (query.data) return <Sizes {...props} sizes={query.data.items} />;
  return (
    <Dialog open title={`Sizes of ${person.name}`} onClose={onClose}>
      <Loaded query={query} noun="sizes">
        {() => null}
      </Loaded>
    </Dialog>
  );
}

function Sizes({ calls, rolloutId, person, onClose, sizes }: FillInProps & { sizes: Sizes }) {
  const form = useForm({
    schema: fillInput,
    values: {
      sizes: Object.fromEntries(person.lines.map(({ line, product_id }) => [line, { sku: String(product_id ?? '') }])) as Record<
        number,
        { sku: string }
      >,
    },
    input: (values) => ({
      lines: person.lines.flatMap(({ line, product_id }) => {
        const chosen = Number(values.sizes[line]?.sku ?? 0);
        return chosen && chosen !== product_id ? [{ line, product_id: chosen }] : [];
      }),
    }),
    fieldOf: () => `sizes.${person.lines[0]?.line ?? 0}.sku`,
    send: calls.fill(rolloutId, person.id),
    success: `The sizes of ${person.name} are filled in.`,
    refresh: [['rollouts']],
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title={`Sizes of ${person.name}`} description={person.site?.name} action="Fill in" busyText="Saving">
      <div className="flow">
        {person.lines.map(({ line, name, quantity }) => (
          <Select
            key={line}
            label={`${quantity} × ${name}`}
            placeholder="Choose a size"
            options={(sizes.find((one) => one.line === line)?.sizes ?? []).map(({ id, name: product, variation_colour, size }) => ({
              value: String(id),
              label: [name.includes(' or ') ? product : '', size || 'One size', variation_colour].filter(Boolean).join(', '),
            }))}
            {...form.field(`sizes.${line}.sku`)}
          />
        ))}
      </div>
    </FormDialog>
  );
}
