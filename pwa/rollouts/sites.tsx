import { Link } from 'react-router';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { useIsPhone } from '../ui/use-media.ts';
import type { Rollout } from './client.ts';
import { orderable, ProgressBar, waiting } from './progress-bar.tsx';

type Site = Rollout['sites'][number];

/** Widths of the columns of figures, the progress and the button, in pixels; the site takes the rest. */
const widths = [60, 68, 60, 74, 70, 60, 108, 92];
const headings = ['People', 'Ordered', 'Ready', 'Answered', 'Filled in', 'Asked'];

const Figures = ({ counts }: { counts: Rollout['counts'] }) => (
  <>
    <td className="num strong">{counts.people}</td>
    <td className="num">{counts.ordered}</td>
    <td className="num">{counts.ready}</td>
    <td className="num">{counts.answered}</td>
    <td className="num">{counts.filled}</td>
    <td className={counts.asked ? 'num t-warn strong' : 'num'}>{counts.asked}</td>
    <td>
      <ProgressBar counts={counts} />
    </td>
  </>
);

/** How far each site is, with the way to its people without sizes. */
export function Sites({ rollout: { sites, counts, state }, here }: { rollout: Rollout; here: string }) {
  const isPhone = useIsPhone();
  const open = (id: number | null, status = ''): string => `${here}#tab=people${id === null ? '' : `&site=${id}`}${status && `&status=${status}`}`;
  const fillIn = (site: Site) =>
    waiting(site) > 0 &&
    state !== 'closed' && (
      <ButtonLink size="sm" to={open(site.id, site.asked ? 'asked' : 'unasked')} aria-label={`Fill in ${waiting(site)} at ${site.name}`}>
        Fill in {waiting(site)}
      </ButtonLink>
    );
  return (
    <section className="card rollout-sites" aria-label="By site">
      <header>
        <h2>By site</h2>
        <span className="push note rollout-key">
          <span>
            <i className="ordered" aria-hidden="true" />
            Ordered
          </span>
          <span>
            <i className="orderable" aria-hidden="true" />
            Can be ordered
          </span>
          <span>
            <i className="unanswered" aria-hidden="true" />
            No answer
          </span>
        </span>
      </header>
      {isPhone ? (
        <ul className="rows">
          {sites.map((site) => (
            <li key={site.id ?? 0} className="rollout-site">
              <div className="line">
                <span className="strong cut grow">{site.name}</span>
                {fillIn(site)}
              </div>
              <ProgressBar counts={site} />
              <p className="sub text-md">
                {site.ordered} of {site.people} ordered, {orderable(site)} can be, {waiting(site)} without an answer
              </p>
            </li>
          ))}
        </ul>
      ) : (
        // A scrollable part can be reached with the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls
        <section className="rollout-scroll" aria-label="Figures of the sites" tabIndex={0}>
          <table className="table">
            <colgroup>
              <col />
              {widths.map((width, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their order
                <col key={n} style={{ width }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                <th>Site</th>
                {headings.map((heading) => (
                  <th key={heading} className="num">
                    {heading}
                  </th>
                ))}
                <th>Progress</th>
                <th>
                  <span className="sr">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sites.map((site) => (
                <tr key={site.id ?? 0}>
                  <td className="cut" title={site.name}>
                    <Link to={open(site.id)}>{site.name}</Link>
                  </td>
                  <Figures counts={site} />
                  <td>{fillIn(site)}</td>
                </tr>
              ))}
            </tbody>
            {sites.length > 1 && (
              <tfoot>
                <tr>
                  <td>All {countText(sites.length, 'site')}</td>
                  <Figures counts={counts} />
                  <td />
                </tr>
              </tfoot>
            )}
          </table>
        </section>
      )}
    </section>
  );
}
