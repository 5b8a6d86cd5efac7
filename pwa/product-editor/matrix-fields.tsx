import type { ComponentProps } from 'react';
import { limits } from '../../shared/limits.ts';
import type { FindColour } from '../api/catalogue.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { type ColourValues, colourIds, defaultCodes, type MatrixValues, sizesTyped } from './matrix-values.ts';

type FieldName = 'sizes_1' | 'sizes_2' | `colours.${number}.name` | `colours.${number}.code` | `colours.${number}.hex`;

/** The part of a form that holds colours and sizes. */
interface MatrixForm {
  values: MatrixValues;
  field: (name: FieldName) => Omit<ComponentProps<typeof TextField>, 'label'>;
  fill: (values: Partial<MatrixValues>) => void;
}

/** The value of a colour field in which no colour is chosen. */
const GREY = '#808080';
const CODE = 6;
const presets = ['XS, S, M, L, XL, 2XL, 3XL', 'S, M, L, XL, 2XL, 3XL, 4XL, 5XL', '28, 30, 32, 34, 36, 38, 40, 42, 44'];

/** Says which sizes a typed range stands for; without a range, how sizes are typed. */
function sizesHint(text: string): string {
  const sizes = sizesTyped(text);
  const isRange = sizes.some((size) => !text.includes(size));
  return isRange ? `${countText(sizes.length, 'size')}: ${sizes.join(', ')}` : 'With commas between them, or a range such as S-3XL or 28 to 38';
}

interface MatrixFieldsProps {
  form: MatrixForm;
  /** Finds the hex value and the SKU code that a colour gets unless a person enters others. */
  find: FindColour;
  namedColours?: readonly { name: string; hex: string | null }[];
}

/** The fields for new variations: the sizes, and the colours, each with its hex value and its code in SKUs. */
export function MatrixFields({ form, find, namedColours = [] }: MatrixFieldsProps) {
  const { values, field, fill } = form;
  const ids = colourIds(values);
  const codes = defaultCodes(values, find);
  const setColours = (colours: Record<number, ColourValues>): void => fill({ colours });
  const add = (colour: ColourValues): void => setColours({ ...values.colours, [Math.max(0, ...ids) + 1]: colour });
  const remove = (id: number): void =>
    setColours(Object.fromEntries(ids.filter((one) => one !== id).map((one) => [one, values.colours[one] as ColourValues])));
  const names = new Set(ids.map((id) => values.colours[id]?.name.toLowerCase()));
  const offered = namedColours.filter(({ name }) => !names.has(name.toLowerCase()));
  return (
    <>
      <fieldset className="flow">
        <legend className="label">Colours</legend>
        {ids.map((id, place) => {
          const { name = '', hex = '' } = values.colours[id] ?? {};
          const { ref: _, value: __, error: ___, ...look } = field(`colours.${id}.hex`);
          return (
            <div key={id} className="product-colour-row">
              <input type="color" {...look} maxLength={undefined} aria-label={`Look of colour ${place + 1}`} value={hex || find(name)?.hex || GREY} />
              <TextField
                label={<span className="sr">Name of colour {place + 1}</span>}
                className="grow"
                placeholder="Name, such as Royal Blue"
                {...field(`colours.${id}.name`)}
                maxLength={limits.name}
              />
              <TextField
                label={<span className="sr">Code of colour {place + 1} in SKUs</span>}
                className="product-code"
                placeholder={codes.get(id) || 'Code'}
                {...field(`colours.${id}.code`)}
                maxLength={CODE}
              />
              <IconButton icon="x" label={`Remove colour ${place + 1}`} disabled={ids.length === 1} onClick={() => remove(id)} />
            </div>
          );
        })}
        <div className="line flex-wrap">
          <Button size="sm" icon="plus" onClick={() => add({ name: '', hex: '', code: '' })}>
            Another colour
          </Button>
          {offered.slice(0, 12).map(({ name, hex }) => (
            <Button key={name} size="sm" look="quiet" onClick={() => add({ name, hex: hex ?? '', code: '' })}>
              {name}
            </Button>
          ))}
        </div>
      </fieldset>
      <div className="flow">
        <TextField label="Sizes" required placeholder="S, M, L, XL" hint={sizesHint(values.sizes_1)} {...field('sizes_1')} />
        <div className="line flex-wrap">
          {presets.map((preset) => (
            <Button key={preset} size="sm" look="quiet" onClick={() => fill({ sizes_1: preset })}>
              {preset.replace(/, .*, /, ' to ')}
            </Button>
          ))}
        </div>
        <TextField
          label="Second part of the size"
          placeholder="Short, Regular, Long"
          hint="Only where each size comes in several lengths"
          {...field('sizes_2')}
        />
      </div>
    </>
  );
}
