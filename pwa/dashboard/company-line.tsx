import { useQuery } from '@tanstack/react-query';
import { readCompany } from './client.ts';

/** The logo of a person’s company and the company's film about ordering; renders nothing if the company has neither. */
export function CompanyLine({ account_id }: { account_id: number }) {
  const { data } = useQuery({
    queryKey: ['dashboard', 'company', account_id],
    queryFn: ({ signal }) => readCompany(account_id, signal),
    staleTime: 60_000,
  });
  const { logo = null, custom_video_explainer_url: film = null } = data ?? {};
  if (logo === null && film === null) return null;
  return (
    <div className="line dashboard-company">
      {logo && <img src={logo} alt="" height={40} />}
      {film && (
        <a className="btn" href={film} target="_blank" rel="noreferrer">
          How to order
          <span className="sr"> (a film, in a new tab)</span>
        </a>
      )}
    </div>
  );
}
