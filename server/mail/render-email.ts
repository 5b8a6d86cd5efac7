/** The kinds of email. */
export type EmailKind =
  | 'password_reset'
  | 'invitation'
  | 'confirm_email'
  | 'email_change_requested'
  | 'email_changed'
  | 'email_in_use'
  | 'second_factor_changed'
  | 'impersonated'
  | 'order_confirmation'
  | 'order_cancelled'
  | 'dispatched'
  | 'approval_request'
  | 'approval_decision'
  | 'approvals_handed_over'
  | 'leaver_holdings'
  | 'over_allowance'
  | 'replacements_due'
  | 'over_budget'
  | 'return_decided'
  | 'return_label'
  | 'size_request'
  | 'supplier_return'
  | 'purchase_order'
  | 'purchase_order_chase'
  | 'scheduled_report';

/** An email in both forms, text and HTML. */
export interface Email {
  kind: EmailKind;
  subject: string;
  text: string;
  html: string;
}

/** A part of an email; it is written once and appears in the plain text and in the HTML. */
export type Part =
  | { paragraph: string }
  | { button: { label: string; url: string } }
  | { facts: readonly (readonly [label: string, value: string | null | undefined])[] }
  /** Amounts under a list of items; the last of them is the total. */
  | { sums: readonly (readonly [label: string, value: string])[] }
  | { items: { heading: string; rows: readonly { what: string; detail: string; note?: string | undefined; count: string }[] } };

interface Contents {
  kind: EmailKind;
  subject: string;
  heading: string;
  parts: readonly Part[];
  /** Why this person gets the email. */
  footer: string;
}

/** The first line of an email. A person without a forename is greeted without a name. */
export const greeting = (name: string): string => (name ? `Hello ${name},` : 'Hello,');

/** Render an email in the layout that all emails share. Every text is escaped. */
export function renderEmail({ kind, subject, heading, parts, footer }: Contents): Email {
  const text = [heading, ...parts.map(partInText), '--', footer].join('\n\n');
  return { kind, subject: oneLine(subject), text: `${text}\n`, html: page(heading, parts.map(partInHtml).join('\n'), footer) };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function partInText(part: Part): string {
  if ('paragraph' in part) return part.paragraph;
  if ('button' in part) return `${part.button.label}:\n${part.button.url}`;
  if ('facts' in part)
    return filledFacts(part.facts)
      .map(([label, value]) => `${label}: ${value}`)
      .join('\n');
  if ('sums' in part) return part.sums.map(([label, value]) => `${label}: ${value}`).join('\n');
  const rows = part.items.rows.map(
    ({ what, detail, note, count }) => `  ${count} x ${[what, detail].filter(Boolean).join(', ')}${note ? `\n      ${note}` : ''}`,
  );
  return [part.items.heading, ...rows].join('\n');
}

const filledFacts = (facts: readonly (readonly [string, string | null | undefined])[]): [string, string][] =>
  facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));

const colours = { canvas: '#f5f3ef', surface: '#ffffff', line: '#dcd8d0', ink: '#1b1a17', quiet: '#635f57', accent: '#174a7c' };
const font = "font-family:'IBM Plex Sans',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** Text that is safe anywhere in HTML, inside quotes too. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** A link's address: only web addresses are links. */
const linkTo = (url: string): string => (/^https?:\/\//i.test(url) ? escaped(url) : '#');

function partInHtml(part: Part): string {
  if ('paragraph' in part) return `<p style="margin:0 0 16px">${escaped(part.paragraph).replaceAll('\n', '<br>')}</p>`;
  if ('button' in part) {
    const style = `display:inline-block;padding:12px 20px;border-radius:5px;background:${colours.accent};color:#ffffff;font-weight:600;text-decoration:none`;
    return `<p style="margin:24px 0"><a href="${linkTo(part.button.url)}" style="${style}">${escaped(part.button.label)}</a></p>`;
  }
  if ('facts' in part) {
    const rows = filledFacts(part.facts).map(
      ([label, value]) =>
        `<tr><td style="padding:4px 16px 4px 0;color:${colours.quiet};vertical-align:top;white-space:nowrap">${escaped(label)}</td><td style="padding:4px 0;width:100%">${escaped(value).replaceAll('\n', '<br>')}</td></tr>`,
    );
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;width:100%;${font};font-size:15px;line-height:22px">${rows.join('')}</table>`;
  }
  if ('sums' in part) {
    const rows = part.sums.map(([label, value], n) => {
      const style = n === part.sums.length - 1 ? `border-top:1px solid ${colours.line};font-weight:600` : `color:${colours.quiet}`;
      return `<tr><td style="padding:6px 0;${style}">${escaped(label)}</td><td style="padding:6px 0 6px 16px;text-align:right;white-space:nowrap;${style}">${escaped(value)}</td></tr>`;
    });
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;width:100%;border-top:1px solid ${colours.line};${font};font-size:15px;line-height:20px">${rows.join('')}</table>`;
  }
  const rows = part.items.rows.map(
    ({ what, detail, note, count }) =>
      `<tr><td style="padding:8px 0;border-top:1px solid ${colours.line};width:100%">${escaped(what)}<br><span style="color:${colours.quiet}">${escaped(detail)}</span>${note ? `<br>${escaped(note)}` : ''}</td><td style="padding:8px 0 8px 16px;border-top:1px solid ${colours.line};text-align:right;vertical-align:top;font-weight:600;white-space:nowrap">${escaped(count)}</td></tr>`,
  );
  return `<h2 style="margin:24px 0 8px;font-size:15px;line-height:20px">${escaped(part.items.heading)}</h2><table cellpadding="0" cellspacing="0" style="margin:0 0 16px;width:100%;${font};font-size:15px;line-height:20px">${rows.join('')}</table>`;
}

const page = (heading: string, body: string, footer: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(heading)}</title>
</head>
<body style="margin:0;padding:0;background:${colours.canvas}">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;background:${colours.canvas}"><tr><td style="padding:24px 12px" align="center">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;text-align:left;${font};font-size:16px;line-height:24px;color:${colours.ink}">
<tr><td style="padding:0 4px 12px;font-weight:700;font-size:18px">Kitroom</td></tr>
<tr><td style="padding:28px 28px 16px;background:${colours.surface};border:1px solid ${colours.line};border-radius:8px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escaped(heading)}</h1>
${body}
</td></tr>
<tr><td style="padding:16px 4px;font-size:13px;line-height:18px;color:${colours.quiet}">${escaped(footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
