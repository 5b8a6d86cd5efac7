import { limits } from '../../shared/limits.ts';
import { type WebsiteText, websiteText } from '../../shared/website/website-text.ts';
import { useForm } from '../api/use-form.ts';
import { Button } from '../ui/button.tsx';
import { Select, TextArea, TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { saveTexts, type WebsiteTexts } from './client.ts';

interface WebsiteTextFormProps {
  all: WebsiteTexts;
  /** The text as it is stored, or a new one. */
  text: WebsiteText;
  onClose: () => void;
}

/** The form for one row of the table. The row is saved together with all other rows, which do not change. */
export function WebsiteTextForm({ all, text, onClose }: WebsiteTextFormProps) {
  const isNew = !all.items.some(({ id }) => id === text.id);
  const form = useForm({
    schema: websiteText,
    values: { ...text, custom_category: text.custom_category === null ? '' : String(text.custom_category), custom_filter: text.custom_filter ?? '' },
    input: (values) => ({ ...values, custom_category: values.custom_category === '' ? null : Number(values.custom_category) }),
    // The name of a refused field begins with the row's place in the whole list.
    fieldOf: (name) => name.replace(/^\d+\./, ''),
    send: (input, options) =>
      saveTexts(all.revision)(isNew ? [...all.items, input] : all.items.map((one) => (one.id === text.id ? input : one)), options),
    success: 'Website text has been saved',
    refresh: [['website-texts']],
    onSaved: onClose,
  });
  const { custom_category, custom_filter } = form.values;
  return (
    <Form form={form} className="stack website-form">
      <div className="fields">
        <TextField label="Url" required className="code" hint="Begins with /catalogue/" {...form.field('url')} />
        <TextField label="H1" required {...form.field('h1')} />
        <Select
          label="Category"
          hint="In place of the category of the address"
          options={[{ value: '', label: 'No category' }, ...all.categories.map(({ id, name }) => ({ value: String(id), label: name }))]}
          disabled={custom_filter !== ''}
          {...form.field('custom_category')}
        />
        <TextField
          label="Collection"
          hint="In place of a category; its address ends with /collection"
          disabled={custom_category !== ''}
          {...form.field('custom_filter')}
        />
        <TextArea label="Intro" className="wide" hint={`The table shows the first ${limits.website_text_cut} characters`} {...form.field('intro')} />
      </div>
      <div className="line website-actions">
        <Submit
          form={form}
          busyText="Saving"
          waits={form.isDirty ? null : 'Nothing is changed yet.'}
          before={<Button onClick={onClose}>Cancel</Button>}
        >
          Save
        </Submit>
      </div>
    </Form>
  );
}
