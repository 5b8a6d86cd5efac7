import { listText } from '../../shared/list-text.ts';
import { worksElsewhere } from '../../shared/ordering/works-elsewhere.ts';
import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';

/** How many wearers are named; further wearers are only counted. */
const SHOWN = 8;

interface WorksElsewhereProps {
  order: Parameters<typeof worksElsewhere>[0];
  /** The site to which the order goes. */
  site_id: number | null;
  site: string;
}

/** The wearers who do not work at the order's site, each with their own sites; renders nothing if there are no such wearers. */
export function WorksElsewhere({ order, site_id, site }: WorksElsewhereProps) {
  const wearers = worksElsewhere(order, site_id);
  if (wearers.length === 0) return null;
  return (
    <Banner tone="warn">
      <p className="strong">{wearers.length === 1 ? `One person does not work at ${site}` : `${wearers.length} people do not work at ${site}`}</p>
      <ul>
        {wearers.slice(0, SHOWN).map(({ id, name, sites }) => (
          <li key={id}>
            {name} works at {listText(sites.map((one) => one.name))}.
          </li>
        ))}
      </ul>
      {wearers.length > SHOWN && <p>And {countText(wearers.length - SHOWN, 'other person', 'other people')}.</p>}
    </Banner>
  );
}
