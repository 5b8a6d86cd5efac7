import { type ReactNode, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { TextField } from '../ui/field.tsx';

interface OwnPassword {
  password: string;
  field: ReactNode;
  /** Whether it was typed; where it was not, the field shows a message. */
  isGiven: () => boolean;
  clear: () => void;
}

/** The field for one's own password, which is required before something that only its owner may do. `error` is the server's message about it. */
export function useOwnPassword({
  label = 'Your password',
  name,
  hint,
  error,
  missing = messages.own_password_needed,
  onTyped,
}: {
  label?: string;
  name: string;
  hint?: string;
  error?: string | null;
  /** The message where nothing was typed. */
  missing?: string;
  onTyped?: () => void;
}): OwnPassword {
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return {
    password,
    isGiven: () => {
      setIsMissing(password === '');
      return password !== '';
    },
    clear: () => {
      setPassword('');
      setIsMissing(false);
    },
    field: (
      <TextField
        label={label}
        type="password"
        name={name}
        required
        autoComplete="current-password"
        maxLength={limits.password_max}
        hint={hint}
        value={password}
        error={isMissing ? missing : error}
        onChange={(event) => {
          setPassword(event.target.value);
          setIsMissing(false);
          onTyped?.();
        }}
      />
    ),
  };
}
