import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Select } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Duplicates, type Person, pullPerson, readLastOrdered } from './client.ts';
import './people.css';
import { allNames } from './person-cells.tsx';
import { afterPersonChange } from './use-people-screens.ts';
import { usePersonWrites } from './use-person-writes.ts';

interface DuplicateCardProps {
  match: NonNullable<Duplicates['user']>;
  read: (id: string, signal: AbortSignal) => Promise<Person>;
  /** The sites that the caller may give, those that are chosen for the new person first. */
  sites: readonly { id: number; name: string }[];
  /** How many of the sites are chosen. */
  chosen: number;
  /** In place of the question, what they have in common. */
  title?: string | undefined;
  /** Says in the answer who is somebody else: *They are*. */
  they?: string;
  onOther: (() => void) | null;
  /** The person is here now: the new one is not needed. */
  onFound: (id: number) => void;
}

/** Somebody who may be the person that is typed: they are restored, pulled to a site, or somebody else. */
export function DuplicateCard({ match, read, sites, chosen, title, they = 'They are', onOther, onFound }: DuplicateCardProps) {
  const { id, name } = match;
  const { can, role } = useSession();
  // Whoever sees only some sites may not see the person that they pull.
  const isSeen = match.can_restore || can('use_office') || role === 'client_admin';
  const person = useQuery({
    queryKey: ['person', 'match', id],
    queryFn: ({ signal }) => read(String(id), signal),
    enabled: isSeen,
    retry: false,
  });
  const lastOrdered = useQuery({
    queryKey: ['person', 'match', id, 'last order'],
    queryFn: ({ signal }) => readLastOrdered(id, signal),
    enabled: isSeen,
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
  const others = sites.filter((site) => !stored?.sites.some((own) => own.id === site.id));
  const [picked, setPicked] = useState('');
  const isGiven = chosen === 1 || others.length === 1;
  const target = isGiven ? others[0] : others.find((site) => String(site.id) === picked);
  const isPulled = match.can_pull && others.length > 0;
  const isAnswered = match.can_restore || isPulled || onOther !== null;
  const about = stored && [allNames(stored.employee_roles), allNames(stored.sites)].filter(Boolean).join(', ');

  return (
    <section className="card duplicate field-row" role="status" aria-label="Perhaps the same person">
      <header>
        <Icon name="alert" />
        <h2>{title ?? (isAnswered ? 'Is this the same person?' : 'This person is there already')}</h2>
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
          {!isAnswered && <p className="sub text-md">You cannot change {name}.</p>}
        </div>
        {match.can_pull && !isGiven && others.length > 1 && (
          <Select
            label="Site"
            name="pull_site"
            placeholder="Choose a site"
            options={others.map((site) => ({ value: String(site.id), label: site.name }))}
            value={picked}
            onChange={({ target: { value } }) => setPicked(value)}
          />
        )}
        <div className="duplicate-acts" hidden={!isAnswered}>
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
          {onOther && <Button onClick={onOther}>{they} somebody else</Button>}
        </div>
      </div>
    </section>
  );
}
