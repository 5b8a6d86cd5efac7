import { type Email, renderEmail } from '../render-email.ts';

interface MailedReport {
  title: string;
  /** `every Monday`. */
  schedule: string;
  facts: readonly { label: string; value: string }[];
  format: string;
  url: string;
}

/** Tells a recipient that a report can be read. It holds a link and none of the report’s data. */
export const scheduledReportEmail = ({ title, schedule, facts, format, url }: MailedReport): Email =>
  renderEmail({
    kind: 'scheduled_report',
    subject: `${title} is ready`,
    heading: `${title} is ready`,
    parts: [
      { paragraph: 'The link opens the report after you sign in. It is made when you open it.' },
      { facts: [...facts.map(({ label, value }) => [label, value] as const), ['Format', format]] },
      { button: { label: 'Open the report', url } },
    ],
    footer: `You receive this because your address is on this report, which is mailed ${schedule}.`,
  });
