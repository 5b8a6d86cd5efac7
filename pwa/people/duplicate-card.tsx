import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { afterPersonChange } from '../api/people.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Select } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Duplicates, type Person, pullPerson, readLastOrdered } from './client.ts';
import './people.css';
import { allNames } from './person-cells.tsx';
import { usePersonWrites } from './use-person-writes.ts';

interface DuplicateCardProps {
  match: NonNullable<Duplicates['user']>;
  read: (id: string, signal: AbortSignal) => Promise<Person>;
  /** The sites to which the existing person can be pulled: among the sites chosen for the new person, or among all if none is chosen. */
  sites: readonly { id: number; name: string }[];
  /** The names of the sites that are chosen for the new person. */
  chosen: readonly string[];
  /** The title in place of the question: what the two people have in common. */
  title?: string | undefined;
  /** The first words of the button *They are somebody else*. */
  they?: string;
  onOther: (() => void) | null;
  /** Called once the existing person is restored or pulled to a site, so that no new person is needed. */
  onFound: (id: number) => void;
}

/** An existing person who may be the one being added: they can be restored, pulled to a site, or declared to be somebody else. */
export function DuplicateCard({ match, read, sites, chosen, title, they = 'They are', onOther, onFound }: DuplicateCardProps) {
  const { id, name } = match;
  const person = useQuery({
    queryKey: ['person', 'match', id],
    queryFn: ({ signal }) => read(String(id), signal),
    enabled: match.can_open,
    retry: false,
  });
  const lastOrdered = useQuery({
    queryKey: ['person', 'match', id, 'last order'],
    queryFn: ({ signal }) => readLastOrdered(id, signal),
    enabled: match.can_open,
    retry: false,
  });
  const { restoration } = usePersonWrites();
  const pull = useWrite({
    send: pullPerson,
    success: `${name} works here now, too`,
    refresh: afterPersonChange,
    onSaved: () => onFound(id),
  });
  const stored = person.data;
  const [picked, setPicked] = useState('');
  const isPulled = match.can_pull && sites.length > 0;
  const target = sites.length === 1 ? sites[0] : sites.find((site) => String(site.id) === picked);
  const isOpened = stored?.can.edit === true && !isPulled;
  const isQuestion = match.can_restore || isPulled || onOther !== null;
  const isThere = chosen.length > 0 && chosen.every((site) => stored?.sites.some((own) => own.name === site));
  const about = stored && [allNames(stored.employee_roles), allNames(stored.sites)].filter(Boolean).join(', ');

  return (
    <section className="card duplicate field-row" role="status" aria-label="Perhaps the same person">
      <header>
        <Icon name="alert" />
        <h2>{title ?? (isQuestion ? 'Is this the same person?' : 'This person is there already')}</h2>
      </header>
      <div className="in-card flow">
        <div>
          <p className="line">
            <strong className="cut">{name}</strong>
            {stored?.employee_number && <span className="code note">{stored.employee_number}</span>}
            {match.is_trashed && <Badge tone="line-only">Archived</Badge>}
          </p>
          {(about || lastOrdered.data) && (
            <p className="sub text-md">
              {about}
              {about && lastOrdered.data && '. '}
              {lastOrdered.data && (
                <>
                  Last order <DateText value={lastOrdered.data} form="list" />
                </>
              )}
            </p>
          )}
          {isThere && <p className="text-md">{messages.works_there(name, listText(chosen))}</p>}
          {!isQuestion && !isOpened && <p className="sub text-md">You cannot change {name}.</p>}
        </div>
        {isPulled && sites.length > 1 && (
          <Select
            label="Site"
            name="pull_site"
            placeholder="Choose a site"
            options={sites.map((site) => ({ value: String(site.id), label: site.name }))}
            value={picked}
            onChange={({ target: { value } }) => setPicked(value)}
          />
        )}
        <div className="duplicate-acts" hidden={!isQuestion && !isOpened}>
          {match.can_restore && (
            <Button
              look="primary"
              icon="retry"
              busy={restoration.busy}
              onClick={() => void restoration.write({ id, name, email: null }).then((restored) => restored && onFound(id))}
            >
              Restore
            </Button>
          )}
          {isPulled && (
            <Button
              look="primary"
              icon="pull"
              busy={pull.busy}
              disabled={!target}
              onClick={() => target && void pull.write({ id, site_id: target.id })}
            >
              {target ? `Pull to ${target.name}` : 'Pull to this site'}
            </Button>
          )}
          {isOpened && <Button onClick={() => onFound(id)}>Open {name}</Button>}
          {onOther && <Button onClick={onOther}>{they} somebody else</Button>}
        </div>
      </div>
    </section>
  );
}
