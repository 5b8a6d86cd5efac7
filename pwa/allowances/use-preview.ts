import { useState } from 'react';
import type { AllowancePreview } from '../../shared/allowances/allowance.ts';
import { asApiError } from '../api/api-error.ts';
import { type Preview, previewAllowance } from './client.ts';

/** The preview of an allowance: its result, and for which terms it is. */
export interface PreviewState {
  result: Preview | null;
  unit: AllowancePreview['unit'];
  /** The terms of the result, as text that can be compared. */
  terms: string;
  /** The message of the last attempt, if it failed. */
  failure: string | null;
  busy: boolean;
  /** Asks the server; null if it could not tell. */
  run: (input: AllowancePreview) => Promise<Preview | null>;
}

/** The terms of an input without what does not change for whom it is and how much they have. */
export const termsKey = ({ name: _name, version: _version, ...terms }: AllowancePreview & { version?: number | undefined }): string =>
  JSON.stringify(terms);

/** Asks the server for whom an allowance would be, and who has had more already. `id`: the stored allowance that is changed. */
export function usePreview(company: string, id: number | undefined): PreviewState {
  const [state, setState] = useState<Omit<PreviewState, 'busy' | 'run'>>({ result: null, unit: 'items', terms: '', failure: null });
  const [busy, setBusy] = useState(false);
  const run = async (input: AllowancePreview & { version?: number | undefined }): Promise<Preview | null> => {
    const { version: _version, ...terms } = input;
    setBusy(true);
    try {
      const result = await previewAllowance(company, { ...terms, ...(id !== undefined && { id }) });
      setState({ result, unit: input.unit, terms: termsKey(input), failure: null });
      return result;
    } catch (error) {
      setState((before) => ({ ...before, result: null, failure: asApiError(error).message }));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { ...state, busy, run };
}
