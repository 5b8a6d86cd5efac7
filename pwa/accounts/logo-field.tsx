import { type ChangeEvent, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

interface LogoFieldProps {
  name: string;
  /** The address of the stored logo, or the chosen picture as a data URL. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
}

const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** An account's logo: shown, chosen from the device, or removed. */
export function LogoField({ name, value, onChange, error }: LogoFieldProps) {
  const [fault, setFault] = useState<string | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (!file) return;
    setFault(file.size > limits.picture_bytes ? messages.picture_too_large : null);
    if (file.size > limits.picture_bytes) return;
    try {
      onChange(await readAsDataUrl(file));
    } catch {
      setFault(messages.picture_unreadable);
    }
  };
  return (
    <Field label="Logo" hint="512x512 PNG is best" error={fault ?? error}>
      {(control) => (
        <>
          <input {...control} name={name} type="file" className="in" accept=".jpg,.jpeg,.png" onChange={(event) => void choose(event)} />
          {value && (
            <div className="line">
              <span className="tile m">
                <img src={value} alt="Logo" width={56} height={56} />
              </span>
              <Button onClick={() => onChange(null)}>Remove logo</Button>
            </div>
          )}
        </>
      )}
    </Field>
  );
}
