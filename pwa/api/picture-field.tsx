import { type ChangeEvent, useEffect, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { dataUrlOf } from './data-url-of.ts';

interface PictureFieldProps {
  /** What the picture is, such as *Logo*. */
  label: string;
  hint: string;
  name: string;
  /** The address of the stored picture, or the chosen one as a data URL. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
}

/** A field for a picture: shows the picture, takes another one from the device, or removes it. */
export function PictureField({ label, hint, name, value, onChange, error }: PictureFieldProps) {
  const [fault, setFault] = useState<string | null>(null);
  // The server's message about the sent picture is newer than the field's own message, so it replaces that message.
  useEffect(() => {
    if (error) setFault(null);
  }, [error]);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (!file) return;
    setFault(null);
    if (file.size > limits.picture_bytes) {
      // The refused file is deselected, so the field still shows and sends the earlier picture.
      target.value = '';
      setFault(messages.picture_too_large);
      return;
    }
    try {
      onChange(await dataUrlOf(file));
    } catch {
      setFault(messages.picture_unreadable);
    }
  };
  return (
    <Field label={label} hint={hint} error={fault ?? error}>
      {(control) => (
        <>
          <input {...control} name={name} type="file" className="in" accept=".jpg,.jpeg,.png" onChange={(event) => void choose(event)} />
          {value && (
            <div className="line">
              <span className="tile m">
                <img src={value} alt={label} width={56} height={56} />
              </span>
              <Button onClick={() => onChange(null)}>Remove {label.toLowerCase()}</Button>
            </div>
          )}
        </>
      )}
    </Field>
  );
}
