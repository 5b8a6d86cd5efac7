import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { type FormApi, useForm } from '../api/use-form.ts';
import { startRun } from './runs.ts';

/** The parameters of a report by name. The address of the report leaves out empty values. */
type Query = Record<string, string | number | boolean | undefined>;

const addressOf = (path: string, query: Query): string => {
  const params = Object.entries(query).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return `${path}?${new URLSearchParams(params.map(([name, value]) => [name, String(value)]))}`;
};

const asText = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])));

interface ReportOptions<Values, Schema> {
  title: string;
  path: string;
  schema: Schema;
  values: Values;
  query: (values: Values) => Query;
  /** The filters as text. */
  about: (values: Values) => string;
}

export type ReportForm<Values extends FieldValues> = FormApi<Values, unknown> & { title: string };

/**
 * The form of a report: sending it begins the report, which is then shown in the list of reports. A person who leaves chosen filters is
 * not asked whether to save them.
 */
export function useReport<Values extends FieldValues, Schema extends z.ZodType>({
  title,
  path,
  schema,
  values,
  query,
  about,
}: ReportOptions<Values, Schema>): ReportForm<Values> {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useForm({
    schema,
    values,
    input: (formValues: Values) => asText(query(formValues)),
    isGuarded: false,
    // The next report can be requested while this one is still being read.
    write: async () => {
      setErrors({});
      const formValues = form.hook.getValues();
      void startRun(title, about(formValues), addressOf(path, query(formValues))).then((error) => error && setErrors(error.first_messages));
    },
    errors,
  });
  return { ...form, title } as ReportForm<Values>;
}
