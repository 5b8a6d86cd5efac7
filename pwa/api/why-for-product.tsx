import { useState } from 'react';
import { Combobox } from '../ui/combobox.tsx';
import { type AskableWearer, findWearers } from './why.ts';
import { useWhy, WhyAnswer } from './why-answer.tsx';

interface WhyForProductProps {
  product_id: number;
  /** The company whose people can be chosen, if the office asks; null for the caller's own company. */
  account_id: number | null;
}

/** The person at the screen chooses a wearer, and sees whether the wearer may have the product, with the reasons. */
export function WhyForProduct({ product_id, account_id }: WhyForProductProps) {
  const [wearer, setWearer] = useState<AskableWearer | null>(null);
  const why = useWhy(wearer?.id ?? null, wearer && product_id);
  return (
    <div className="flow">
      <Combobox<AskableWearer>
        label="Who can order it?"
        placeholder="Name, number or email of a wearer"
        value={wearer}
        onChange={setWearer}
        search={findWearers(account_id)}
        itemKey={({ id }) => id}
        itemText={({ name }) => name}
        renderItem={({ name, employee_number, sites }) => (
          <span className="grow cut">
            {name}
            <span className="note">
              {employee_number && (
                <>
                  {' '}
                  <span className="code">{employee_number}</span>
                </>
              )}
              {sites[0] && ` · ${sites[0].name}`}
            </span>
          </span>
        )}
        none="Nobody matches."
      />
      {wearer && <WhyAnswer query={why} wearer={wearer.name} />}
    </div>
  );
}
