import { Link } from 'react-router';
import type { ErrorCode } from '../../shared/error-codes/error-code.ts';
import { limits } from '../../shared/limits.ts';
import { Alphabet } from '../ui/alphabet.tsx';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { letterOf } from '../ui/letter-of.ts';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { YesNo } from '../ui/yes-no.tsx';
import { readErrorCodes } from './client.ts';

const edit = ({ id }: ErrorCode): string => `/admin/error-codes/${id}/edit`;
const code = (one: ErrorCode) => (
  <Link className="strong cut code" to={edit(one)}>
    {one.code}
  </Link>
);

/** The reasons for picking anomalies by code; search and letter are in the address. */
export default function ErrorCodeList() {
  const list = useListState({ orderBy: 'code', per_page: limits.error_codes_page, filters: ['letter'] });
  return (
    <Page title="Error codes" fill primary={<CreateLink to="/admin/error-codes/create">Create Error Code</CreateLink>}>
      <DataTable
        noun={['error code', 'error codes']}
        list={list}
        exports={{ path: '/admin/error-codes/export' }}
        queryKey={['error-codes', 'list']}
        load={readErrorCodes}
        searchPlaceholder="Code or description"
        tools={<Alphabet value={list.filters.letter ?? ''} onChange={(letter) => list.set({ letter })} />}
        group={list.orderBy === 'code' ? (one) => letterOf(one.code) : undefined}
        columns={[
          { key: 'code', heading: 'Code', width: 240, orderBy: 'code', cell: code, title: (one) => one.code },
          { key: 'description', heading: 'Description', orderBy: 'description', title: (one) => one.description },
          {
            key: 'requires_input',
            heading: 'Details',
            width: 96,
            cell: (one) => <YesNo value={one.requires_input} yes="Needs details" no="Needs no details" />,
          },
        ]}
        rowId={({ id }) => String(id)}
        rowName={(one) => `error code ${one.code}`}
        rowHref={edit}
        card={(one) => (
          <>
            <div className="line">{code(one)}</div>
            <div className="line sub text-md">
              <span className="cut grow">{one.description}</span>
              {one.requires_input && <span className="nowrap">Needs details</span>}
            </div>
          </>
        )}
        empty="No Error Codes Found"
        emptyHint={<p>A picker who finds less than is allocated chooses one of them.</p>}
      />
    </Page>
  );
}
