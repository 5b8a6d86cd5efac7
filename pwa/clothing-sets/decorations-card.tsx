import { useState } from 'react';
import { clothingSetChange, type OfficeSet } from '../../shared/clothing-sets/clothing-set.ts';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';
import { limits } from '../../shared/limits.ts';
import { useForm } from '../api/use-form.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { saveSet } from './client.ts';
import { refreshSets } from './refresh.ts';

/** The decorations that a set offers with every product that has no decorations of its own. */
export function DecorationsCard({ accountId, set }: { accountId: string; set: OfficeSet }) {
  const [isOpen, setIsOpen] = useState(false);
  const decorations = decorationsOf(set.decoration);
  return (
    <section className="card" aria-label="Decorations">
      <header>
        <h2>Decorations</h2>
        <Button size="sm" className="push" aria-label="Edit decorations" onClick={() => setIsOpen(true)}>
          Edit
        </Button>
      </header>
      {decorations.length === 0 ? (
        <p className="in-card note">None. A product can have decorations of its own.</p>
      ) : (
        <>
          <ul className="rows">
            {decorations.map((decoration) => (
              <li key={decoration}>
                <span className="set-words">{decoration}</span>
              </li>
            ))}
          </ul>
          <p className="in-card note set-card-note">Whoever orders a product chooses one, unless the product says otherwise.</p>
        </>
      )}
      {isOpen && <DecorationsDialog accountId={accountId} set={set} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

const valuesOf = ({ decoration, version }: Pick<OfficeSet, 'decoration' | 'version'>) => ({ decoration: decoration ?? '', version });

function DecorationsDialog({ accountId, set, onClose }: { accountId: string; set: OfficeSet; onClose: () => void }) {
  const form = useForm({
    schema: clothingSetChange,
    record: set,
    valuesOf,
    send: saveSet(accountId, set.id),
    success: 'Clothing set has been saved',
    refresh: refreshSets,
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title={`Decorations of ${set.name}`} action="Save decorations" busyText="Saving">
      <TextArea label="Decorations" hint={`One a line, each at most ${limits.decoration} characters`} rows={6} {...form.field('decoration')} />
    </FormDialog>
  );
}
